//! One file from a hub: followed, gone on with after an interruption, hashed as it comes, put in place when it is whole.
//! Never puts a file in place that is shorter, longer or another than what the hub announced.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};
use ureq::Body;
use ureq::http::{Response, header};

use super::line::Line;
use super::sums::Sum;
use super::{Onlooker, Transfer, set_aside};

/// Redirects that are followed.
const MOST_HOPS: usize = 8;
/// How often a transfer is taken up again that brought nothing new.
const TRIES: u32 = 3;
/// The pause before the second try; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(250);
/// Bytes read at a time.
const STEP: usize = 64 << 10;

/// Why a file did not come.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error("{0} is not there (404); the hub may have moved it, see embed.hub")]
    Absent(String),
    #[error("{url} answered {status}{}", hint(*.status))]
    Refused { url: String, status: u16 },
    #[error("{url} cannot be reached: {why}; check the network or embed.hub, and try again")]
    Unreachable { url: String, why: String },
    #[error("{url} broke off after {bytes} bytes of {total}: {why}; the next try goes on from there")]
    CutOff { url: String, bytes: u64, total: String, why: String },
    #[error("{url} redirects {why}")]
    Redirect { url: String, why: String },
    #[error("{0}")]
    Wrong(String),
    #[error("{0}")]
    Disk(String),
    #[error("stopped; the next try goes on from there")]
    Stopped,
}

const fn hint(status: u16) -> &'static str {
    match status {
        401 | 403 => ": the hub wants an account for this file; fetch it by hand and use fastembed:DIRECTORY",
        429 => ": too many requests; try again later",
        500.. => ": the hub has a fault; try again later",
        _ => "",
    }
}

impl FetchError {
    pub(super) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent(_))
    }

    /// True when another try may go better.
    fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::CutOff { .. } => true,
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
            _ => false,
        }
    }
}

/// What a write that failed means for a person.
pub(super) fn disk(path: &Path, error: &io::Error) -> String {
    let full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    let what = if full { "the disk is full; make room and try again".into() } else { error.to_string() };
    format!("{}: {what}", path.display())
}

/// One file to fetch.
pub(super) struct Fetch<'a> {
    pub(super) line: &'a Line,
    pub(super) url: &'a str,
    /// Its name on the hub.
    pub(super) name: &'a str,
    pub(super) to: &'a Path,
    pub(super) onlooker: &'a Onlooker,
}

/// The file in the making and what it is made from.
struct Part {
    path: PathBuf,
    file: File,
    bytes: u64,
    sha256: Sha256,
    blake3: blake3::Hasher,
}

/// What the hub says of a file before it sends it.
#[derive(Default)]
struct Announced {
    /// SHA-256 in hex.
    sha256: Option<String>,
    /// Whatever tells two versions of the file apart; the SHA-256 where there is one.
    version: Option<String>,
}

impl Fetch<'_> {
    /// Fetches the file and puts it in place.
    pub(super) fn run(&self) -> Result<Sum, FetchError> {
        let mut part = self.part()?;
        let mut idle = 0;
        loop {
            let before = part.bytes;
            match self.attempt(&mut part) {
                Ok(announced) => return self.put_in_place(part, &announced),
                Err(FetchError::Unreachable { .. } | FetchError::CutOff { .. }) if self.line.stopped() => {
                    return Err(FetchError::Stopped);
                }
                Err(error) if error.may_pass() => {
                    idle = if part.bytes > before { 0 } else { idle + 1 };
                    if idle >= TRIES {
                        return Err(error);
                    }
                    self.line.pause(PAUSE * 2_u32.pow(idle));
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn disk(&self, error: &io::Error) -> FetchError {
        FetchError::Disk(disk(self.to, error))
    }

    /// What is there of the file, locked against another instance.
    fn part(&self) -> Result<Part, FetchError> {
        let path = beside(self.to, ".part");
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| self.disk(&error))?;
        }
        let options = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = options.map_err(|error| self.disk(&error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let what = format!("{} is being fetched by another instance; wait for it", self.to.display());
                return Err(FetchError::Disk(what));
            }
            // Where a file system has no locks, one instance at a time is the person's care.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let (mut sha256, mut blake3) = (Sha256::new(), blake3::Hasher::new());
        let mut buffer = vec![0; STEP];
        let mut bytes = 0;
        loop {
            let read = file.read(&mut buffer).map_err(|error| self.disk(&error))?;
            if read == 0 {
                return Ok(Part { path, file, bytes, sha256, blake3 });
            }
            sha256.update(&buffer[..read]);
            blake3.update(&buffer[..read]);
            bytes += read as u64;
        }
    }

    /// Asks for what is missing and takes it, once.
    fn attempt(&self, part: &mut Part) -> Result<Announced, FetchError> {
        let (response, announced) = self.ask(part.bytes)?;
        let (response, announced) = if part.bytes > 0 && !self.goes_on(part, &response, &announced) {
            match response.status().as_u16() {
                // The whole file.
                200 => self.begin_again(part).map(|()| (response, announced))?,
                // A part of another version, or none where the part ends.
                206 | 416 => self.begin_again(part).and_then(|()| self.ask(0))?,
                // The hub is busy or has a fault: what is there stays.
                _ => (response, announced),
            }
        } else {
            (response, announced)
        };
        match response.status().as_u16() {
            200 | 206 => {}
            404 | 410 => return Err(FetchError::Absent(self.url.into())),
            status => return Err(FetchError::Refused { url: self.url.into(), status }),
        }
        if is_page(&response) {
            return Err(FetchError::Wrong(format!(
                "{} answered a page for people and not the file; see embed.hub",
                self.url
            )));
        }
        match &announced.version {
            Some(version) => fs::write(beside(self.to, ".version"), version).map_err(|error| self.disk(&error))?,
            None => drop(fs::remove_file(beside(self.to, ".version"))),
        }
        self.take(part, response)?;
        Ok(announced)
    }

    /// True when the answer continues what is there.
    fn goes_on(&self, part: &Part, response: &Response<Body>, announced: &Announced) -> bool {
        let version = fs::read_to_string(beside(self.to, ".version")).ok();
        let range = response.headers().get(header::CONTENT_RANGE).and_then(|value| value.to_str().ok());
        let from = range.and_then(|range| range.strip_prefix("bytes ")?.split('-').next()?.parse().ok());
        response.status() == 206 && from == Some(part.bytes) && version.is_some() && version == announced.version
    }

    fn begin_again(&self, part: &mut Part) -> Result<(), FetchError> {
        part.file.set_len(0).map_err(|error| self.disk(&error))?;
        (part.bytes, part.sha256, part.blake3) = (0, Sha256::new(), blake3::Hasher::new());
        Ok(())
    }

    /// The hub's answer after all redirects, the file from byte `from` on.
    fn ask(&self, from: u64) -> Result<(Response<Body>, Announced), FetchError> {
        let mut url = self.url.to_owned();
        let mut announced = Announced::default();
        for _ in 0..MOST_HOPS {
            let mut request = self.line.agent.get(&url);
            if from > 0 {
                request = request.header(header::RANGE, format!("bytes={from}-"));
            }
            let unreachable = |error: ureq::Error| FetchError::Unreachable { url: url.clone(), why: error.to_string() };
            let response = request.call().map_err(unreachable)?;
            announced.read(&response);
            if !response.status().is_redirection() {
                return Ok((response, announced));
            }
            let target = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            url = follow(&url, target.unwrap_or_default())
                .map_err(|why| FetchError::Redirect { url: self.url.into(), why })?;
        }
        Err(FetchError::Redirect { url: self.url.into(), why: format!("more than {MOST_HOPS} times") })
    }

    /// Appends the body to the part.
    fn take(&self, part: &mut Part, response: Response<Body>) -> Result<(), FetchError> {
        let length = response.body().content_length();
        let total = length.map(|length| part.bytes + length);
        let mut body = response.into_body().into_reader();
        let mut buffer = vec![0; STEP];
        let cut_off = |bytes: u64, why: String| FetchError::CutOff {
            url: self.url.into(),
            bytes,
            total: total.map_or_else(|| "an unknown number".into(), |total| total.to_string()),
            why,
        };
        loop {
            if self.line.stopped() {
                return Err(FetchError::Stopped);
            }
            let read = match body.read(&mut buffer) {
                Ok(read) => read,
                Err(_) if self.line.stopped() => return Err(FetchError::Stopped),
                Err(error) => return Err(cut_off(part.bytes, error.to_string())),
            };
            if read == 0 {
                break;
            }
            part.file.write_all(&buffer[..read]).map_err(|error| self.disk(&error))?;
            part.sha256.update(&buffer[..read]);
            part.blake3.update(&buffer[..read]);
            part.bytes += read as u64;
            let bytes = part.bytes;
            (self.onlooker.tell)(&Transfer { file: self.name.into(), bytes, total: total.unwrap_or(0) });
        }
        match total {
            Some(total) if total != part.bytes => Err(cut_off(part.bytes, "the connection ended".into())),
            _ => Ok(()),
        }
    }

    fn put_in_place(&self, part: Part, announced: &Announced) -> Result<Sum, FetchError> {
        let sha256 = hex(&part.sha256.finalize());
        let _ = fs::remove_file(beside(self.to, ".version"));
        if let Some(expected) = announced.sha256.as_ref().filter(|expected| **expected != sha256) {
            let aside =
                set_aside(&part.path).map_or_else(String::new, |path| format!(" It was moved to {}.", path.display()));
            return Err(FetchError::Wrong(format!(
                "{} came with SHA-256 {sha256}, the hub announced {expected}: it is not used.{aside}",
                self.url
            )));
        }
        if Path::new(self.name).extension().is_some_and(|end| end == "json") {
            let bytes = fs::read(&part.path).map_err(|error| self.disk(&error))?;
            if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(&bytes) {
                let _ = fs::remove_file(&part.path);
                return Err(FetchError::Wrong(format!("{} came and is no JSON ({error}); see embed.hub", self.url)));
            }
        }
        fs::rename(&part.path, self.to).map_err(|error| self.disk(&error))?;
        let confirmed = announced.sha256.is_some();
        let blake3 = part.blake3.finalize().to_hex().to_string();
        Ok(Sum { name: String::new(), bytes: part.bytes, sha256, blake3, confirmed })
    }
}

impl Announced {
    /// Hubs name the SHA-256 of a large file in `X-Linked-ETag` of the answer that redirects to it.
    fn read(&mut self, response: &Response<Body>) {
        let tag = |name: &str| {
            let value = response.headers().get(name)?.to_str().ok()?;
            let value = value.trim_start_matches("W/").trim_matches('"');
            (!value.is_empty()).then(|| value.to_lowercase())
        };
        let hash = |tag: &String| tag.len() == 64 && tag.bytes().all(|byte| byte.is_ascii_hexdigit());
        let linked = tag("x-linked-etag");
        // The place that large files lie in has tags of its own, which name no hash of ours.
        let own = tag("etag");
        self.sha256 = self.sha256.take().or_else(|| linked.clone().filter(hash));
        self.version = self.sha256.clone().or(linked).or(own).or_else(|| self.version.take());
    }
}

/// True for an answer that calls itself a page.
fn is_page(response: &Response<Body>) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.to_lowercase().contains("html"))
}

/// The address that a redirect leads to.
fn follow(from: &str, to: &str) -> Result<String, String> {
    let Some((scheme, rest)) = from.split_once("://") else {
        return Err(format!("from `{from}`, which is no address"));
    };
    let url = if to.starts_with("https://") || to.starts_with("http://") {
        to.to_owned()
    } else if let Some(rest) = to.strip_prefix("//") {
        format!("{scheme}://{rest}")
    } else if to.contains("://") {
        return Err(format!("to {to}, which is no address on the web"));
    } else if to.starts_with('/') {
        format!("{scheme}://{}{to}", rest.split('/').next().unwrap_or_default())
    } else if to.is_empty() {
        return Err("to nowhere".into());
    } else {
        let folder = rest.rsplit_once('/').map_or(rest, |(folder, _)| folder);
        format!("{scheme}://{folder}/{to}")
    };
    if scheme == "https" && url.starts_with("http://") {
        return Err(format!("to {url}, which is not encrypted"));
    }
    Ok(url)
}

/// A name beside a file's own.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(end);
    path.with_file_name(name)
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_called_one() {
        let said = disk(Path::new("/models/a"), &io::ErrorKind::StorageFull.into());
        assert!(said.contains("/models/a") && said.contains("the disk is full"), "{said}");
        let said = disk(Path::new("/models/a"), &io::ErrorKind::PermissionDenied.into());
        assert!(!said.contains("full"), "{said}");
    }

    #[test]
    fn a_redirect_may_be_whole_or_a_path_and_never_drops_the_encryption() {
        let from = "https://hub.example/a/b/resolve/main/model.onnx";
        for (to, expected) in [
            ("https://store.example/x", "https://store.example/x"),
            ("//store.example/x", "https://store.example/x"),
            ("/x/y", "https://hub.example/x/y"),
            ("other.onnx", "https://hub.example/a/b/resolve/main/other.onnx"),
        ] {
            assert_eq!(follow(from, to).as_deref(), Ok(expected));
        }
        assert!(follow(from, "http://store.example/x").is_err_and(|why| why.contains("not encrypted")));
        assert!(follow(from, "").is_err());
        assert!(follow(from, "ftp://store.example/x").is_err_and(|why| why.contains("ftp://")));
    }
}
