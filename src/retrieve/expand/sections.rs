//! Which chunks share a section, found once for a whole folder.
//! Never joins sections of two documents, however alike their titles.

use std::collections::HashMap;

use crate::retrieve::trace::{Chunk, ChunkId, Corpus, Section};

/// Chunks by document and full section path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections {
    /// Number of the section of each chunk.
    of: Vec<u32>,
    /// Chunks of each section, in order.
    members: Vec<Vec<ChunkId>>,
}

impl Sections {
    /// Reads every chunk once.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        let mut numbers: HashMap<(u32, &Section), u32> = HashMap::new();
        let mut sections = Self::default();
        let mut last: Option<(&Chunk, u32)> = None;
        for (chunk, id) in corpus.chunks.iter().zip(0..) {
            // Most chunks lie in the section of the one before them: that is seen without hashing titles.
            let same = last.filter(|(last, _)| last.document == chunk.document && last.section == chunk.section);
            let next = sections.members.len() as u32;
            let number = match same {
                Some((_, number)) => number,
                None => *numbers.entry((chunk.document, &chunk.section)).or_insert(next),
            };
            if number == next {
                sections.members.push(Vec::new());
            }
            sections.of.push(number);
            sections.members[number as usize].push(ChunkId(id));
            last = Some((chunk, number));
        }
        sections
    }

    /// All chunks of the section that holds `chunk`, in order, itself included.
    #[must_use]
    pub fn around(&self, chunk: ChunkId) -> &[ChunkId] {
        self.of.get(chunk.at()).map_or(&[], |&section| &self.members[section as usize])
    }
}
