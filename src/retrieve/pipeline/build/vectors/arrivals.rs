//! Which spans of a batch have all their vectors, text by text, and what is told of their documents.
//! Never holds a vector.

use std::collections::HashMap;

use super::super::Step;
use super::super::group::Group;
use super::super::told::Told;
use crate::retrieve::index::store::Key;

/// Spans whose texts are on the way, and how many of each document's spans have all of theirs.
pub(super) struct Arrivals<'a> {
    told: &'a Told,
    group: &'a Group,
    /// Of each document.
    there: Vec<usize>,
    /// The spans of the batch: their document, and how many of their texts are missing.
    spans: Vec<(usize, usize)>,
    /// The spans that wait for a text; twice where it stands in one twice.
    waiting: HashMap<Key, Vec<usize>>,
}

impl<'a> Arrivals<'a> {
    /// Nothing of the group is awaited yet.
    pub(super) fn new(group: &'a Group, told: &'a Told) -> Self {
        Self { told, group, there: vec![0; group.files.len()], spans: Vec::new(), waiting: HashMap::new() }
    }

    /// Awaits the next batch: the document of each span, and the texts of it that are missing. Those of the batch before
    /// have arrived.
    pub(super) fn await_all(&mut self, spans: impl Iterator<Item = (usize, Vec<Key>)>) {
        self.spans.clear();
        self.waiting.clear();
        let mut whole = Vec::new();
        for (number, (document, texts)) in spans.enumerate() {
            self.spans.push((document, texts.len()));
            if texts.is_empty() {
                whole.push(document);
            }
            for text in texts {
                self.waiting.entry(text).or_default().push(number);
            }
        }
        self.tell(whole);
    }

    /// These texts have their vectors.
    pub(super) fn arrive(&mut self, texts: &[Key]) {
        let mut whole = Vec::new();
        for number in texts.iter().filter_map(|text| self.waiting.remove(text)).flatten() {
            let (document, missing) = &mut self.spans[number];
            *missing -= 1;
            if *missing == 0 {
                whole.push(*document);
            }
        }
        self.tell(whole);
    }

    /// Tells of the documents of spans that are whole now.
    fn tell(&mut self, mut whole: Vec<usize>) {
        let count = whole.len();
        whole.sort_unstable();
        for document in &whole {
            self.there[*document] += 1;
        }
        whole.dedup();
        let group = self.group;
        let step = |document: usize| {
            let (file, there) = (group.files[document], self.there[document]);
            Step::Vectors { file, there, all: group.rows_of(document) }
        };
        let steps = whole.into_iter().map(step).collect();
        self.told.tell(|progress| progress.vectors += count, steps);
    }
}
