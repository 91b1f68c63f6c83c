//! A connection that can be given up at any moment, also while nothing comes through it.
//! Never sends anything of the person's but what it is asked to send.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport};

use super::super::stop::Stop;

/// How late the wish to stop may be noticed.
const BEAT: Duration = Duration::from_millis(150);
/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(15);
/// How long nothing may come before a transfer counts as broken.
const SILENCE: Duration = Duration::from_secs(30);

/// Requests over HTTP that end soon after that is wished.
#[derive(Clone, Debug)]
pub(in crate::retrieve::embed) struct Line {
    pub(in crate::retrieve::embed) agent: Agent,
    stop: Stop,
}

impl Line {
    /// A line that ends soon after it is wished.
    pub(in crate::retrieve::embed) fn open(stop: &Stop) -> Self {
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT))
            .timeout_resolve(Some(CONNECT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .accept_encoding("identity")
            .user_agent(concat!("seamscope/", env!("CARGO_PKG_VERSION")))
            .build();
        let connector = DefaultConnector::new().chain(Stopping(stop.clone()));
        Self { agent: Agent::with_parts(config, connector, DefaultResolver::default()), stop: stop.clone() }
    }

    pub(in crate::retrieve::embed) fn stopped(&self) -> bool {
        self.stop.is_wished()
    }

    /// Waits so long, unless the wish to stop comes before.
    pub(in crate::retrieve::embed) fn pause(&self, length: Duration) {
        let began = Instant::now();
        while !self.stopped() && began.elapsed() < length {
            std::thread::sleep(BEAT.min(length.saturating_sub(began.elapsed())));
        }
    }
}

/// Wraps whatever connection was made.
#[derive(Debug)]
struct Stopping(Stop);

impl<In: Transport> Connector<In> for Stopping {
    type Out = Stoppable<In>;

    fn connect(&self, _: &ConnectionDetails<'_>, made: Option<In>) -> Result<Option<Self::Out>, ureq::Error> {
        Ok(made.map(|inner| Stoppable { inner, stop: self.0.clone() }))
    }
}

struct Stoppable<T> {
    inner: T,
    stop: Stop,
}

impl<T: Transport> fmt::Debug for Stoppable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: Transport> Transport for Stoppable<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        self.inner.transmit_output(amount, timeout)
    }

    /// Waits in short steps, with a look at the wish between them.
    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        let began = Instant::now();
        let most = SILENCE.min(*timeout.after);
        loop {
            if self.stop.is_wished() {
                return Err(ureq::Error::Io(io::Error::new(io::ErrorKind::Interrupted, "stopped")));
            }
            let left = most.saturating_sub(began.elapsed());
            let step = NextTimeout { after: left.min(BEAT).into(), ..timeout };
            match self.inner.await_input(step) {
                Err(error) if is_timeout(&error) && left > BEAT => {}
                outcome => return outcome,
            }
        }
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

/// A timeout, also one that came through an encrypted connection as an error of reading.
fn is_timeout(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Timeout(_) => true,
        ureq::Error::Io(error) => matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock),
        _ => false,
    }
}
