//! A small HTTP server for tests: what it answers is a function of the request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// One request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The first byte that is asked for.
    pub(crate) fn from(&self) -> Option<usize> {
        self.header("range")?.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok()
    }
}

/// One answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// Only so many bytes of the body are sent, though all are announced.
    pub(crate) cut: Option<usize>,
    /// After what is sent the connection stays open in silence until the other side leaves.
    pub(crate) hangs: bool,
}

impl Reply {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, body: body.into(), ..Self::default() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// Listens until the end of the process; what it heard can be looked at.
pub(crate) struct Server {
    pub(crate) url: String,
    heard: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// `answer` gets each request and how many came before it.
    pub(crate) fn start(answer: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (its_heard, answer) = (Arc::clone(&heard), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (heard, answer) = (Arc::clone(&its_heard), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &heard, &*answer));
            }
        });
        Self { url, heard }
    }

    pub(crate) fn heard(&self) -> Vec<Request> {
        self.heard.lock().expect("not poisoned").clone()
    }
}

fn serve(stream: TcpStream, heard: &Mutex<Vec<Request>>, answer: &dyn Fn(&Request, usize) -> Reply) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut request = Request { path: line.split(' ').nth(1)?.to_owned(), ..Request::default() };
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(": ") else { break };
        request.headers.push((name.to_lowercase(), value.to_owned()));
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).ok()?;
    let before = {
        let mut heard = heard.lock().ok()?;
        heard.push(request.clone());
        heard.len() - 1
    };
    let reply = answer(&request, before);
    let mut stream = stream;
    let mut lines =
        format!("HTTP/1.1 {} -\r\nConnection: close\r\nContent-Length: {}\r\n", reply.status, reply.body.len());
    for (name, value) in &reply.headers {
        lines.extend([name, ": ", value, "\r\n"]);
    }
    stream.write_all(format!("{lines}\r\n").as_bytes()).ok()?;
    stream.write_all(&reply.body[..reply.cut.unwrap_or(reply.body.len())]).ok()?;
    stream.flush().ok()?;
    if reply.hangs {
        // Ends when the other side closes.
        let _ = reader.read(&mut [0; 1]);
    }
    Some(())
}
