//! Documents on their way from the reader to the model.
//! Never makes the reader wait: what is cut waits here until the model comes to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::cut::{Cuts, corpus};
use crate::retrieve::index::store::Key;
use crate::retrieve::trace::{Corpus, Document};

/// Documents, in bytes of text, that go to the model together.
const GROUP: usize = 4 << 20;

/// What became of a file: its number, and the document that it holds, if it holds one.
pub(super) type Passed = (usize, Option<Coming>);

/// A document that is read and cut.
pub(super) struct Coming {
    /// What the store knows it by.
    pub(super) key: Key,
    pub(super) document: Arc<Document>,
    pub(super) cuts: Cuts,
}

/// Documents that go to the model together, numbered as if there were no others.
pub(super) struct Group {
    pub(super) corpus: Corpus,
    /// Of each document, what the store knows it by.
    pub(super) keys: Vec<Key>,
    /// Of each document, the number of its file.
    pub(super) files: Vec<usize>,
}

/// Groups of what comes, in the order of the files whichever is cut first: the model always reads in the same order.
pub(super) struct Groups {
    queue: Receiver<Passed>,
    /// What came before its turn.
    early: BTreeMap<usize, Option<Coming>>,
    /// The number of the file whose turn it is.
    turn: usize,
}

impl Groups {
    pub(super) const fn of(queue: Receiver<Passed>) -> Self {
        Self { queue, early: BTreeMap::new(), turn: 0 }
    }

    /// The next document whose turn it is, among what has come.
    fn ready(&mut self) -> Option<(usize, Coming)> {
        self.early.extend(self.queue.try_iter());
        loop {
            let passed = self.early.remove(&self.turn)?;
            self.turn += 1;
            if let Some(coming) = passed {
                return Some((self.turn - 1, coming));
            }
        }
    }
}

impl Iterator for Groups {
    type Item = Group;

    /// What has come, a few megabytes at most; waits for the first document.
    fn next(&mut self) -> Option<Group> {
        let first = loop {
            match self.ready() {
                Some(first) => break first,
                None => self.early.extend([self.queue.recv().ok()?]),
            }
        };
        let mut size = first.1.document.text.len();
        let mut group = vec![first];
        while size < GROUP {
            let Some(next) = self.ready() else { break };
            size += next.1.document.text.len();
            group.push(next);
        }
        let (keys, files) = group.iter().map(|(file, coming)| (coming.key, *file)).unzip();
        let parts = group.into_iter().map(|(_, coming)| (coming.document, coming.cuts)).collect();
        Some(Group { corpus: corpus(parts), keys, files })
    }
}

impl Group {
    /// Chunks and seams of a document.
    pub(super) fn rows_of(&self, number: usize) -> usize {
        self.corpus.chunk_ranges[number].len() + self.corpus.seam_ranges[number].len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::retrieve::text;

    fn coming(text: &str) -> Coming {
        let document = Arc::new(text::document(text, text.to_owned(), 0));
        Coming { key: Key::default(), document, cuts: Cuts::default() }
    }

    fn texts(group: &Group) -> Vec<&str> {
        group.corpus.documents.iter().map(|document| document.text.as_str()).collect()
    }

    #[test]
    fn documents_leave_in_the_order_of_their_files_and_nobody_waits_for_a_file_that_is_none() {
        let (sender, queue) = mpsc::channel();
        let mut groups = Groups::of(queue);
        let send = |file, text: Option<&str>| sender.send((file, text.map(coming))).expect("somebody takes it");
        send(2, Some("two"));
        send(0, Some("zero"));
        let first = groups.next().expect("a group");
        assert_eq!((texts(&first), &*first.files), (vec!["zero"], &[0][..]), "two waits for one");
        send(3, Some("three"));
        send(1, None);
        let second = groups.next().expect("a group");
        assert_eq!((texts(&second), &*second.files), (vec!["two", "three"], &[2, 3][..]));
        send(5, Some("five"));
        drop(sender);
        assert!(groups.next().is_none(), "a reader that was stopped leaves gaps, and the index is not made");
    }
}
