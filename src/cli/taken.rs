//! What `query --json` and `export` print, for the explorer, which takes the same things away.
//! Never prints.

use super::export;
use super::json::question::Story;
use super::{json, open};
use crate::retrieve::pipeline::ask::Session;
use crate::retrieve::pipeline::build::Index;

/// The last story of a session.
///
/// # Errors
/// There is none, or the word index failed; one sentence.
pub fn trace(session: &Session) -> Result<String, String> {
    let (Some(trace), Some(params)) = (session.trace(), session.params()) else {
        return Err("There is no answer to write down; ask a question.".into());
    };
    let counter = open::counter(params, session.model());
    let story = Story { index: session.index(), params, trace, vector: session.vector(), counter: &counter };
    let value = story.json().map_err(|error| error.to_string())?;
    text(|out| json::print(&value, out))
}

/// Every chunk and seam of its index, without vectors.
///
/// # Errors
/// Never for an index of ours; one sentence.
pub fn chunks(session: &Session) -> Result<String, String> {
    let index = Index { vectors: None, ..session.index().clone() };
    let counter = open::counter(&index.params, session.model());
    text(|out| export::write(&index, &counter, out))
}

fn text(print: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> Result<String, String> {
    let mut out = Vec::new();
    print(&mut out).map_err(|error| error.to_string())?;
    String::from_utf8(out).map_err(|error| error.to_string())
}
