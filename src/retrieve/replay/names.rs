//! The ids of a replay as numbers, and back.
//! Never ranks.

use std::collections::HashMap;
use std::collections::hash_map;

use super::{Input, ReplayError};
use crate::retrieve::trace::{ChunkId, Entry, SeamId};

/// Every id of one input.
pub(super) struct Names<'a> {
    numbers: HashMap<&'a str, Entry>,
    chunks: Vec<&'a str>,
    seams: Vec<&'a str>,
    links: Vec<[ChunkId; 2]>,
    scores: HashMap<ChunkId, f64>,
}

impl<'a> Names<'a> {
    /// Reads the ids of an input; whatever is no seam is a chunk.
    pub(super) fn of(input: &'a Input) -> Result<Self, ReplayError> {
        let mut names = Self {
            numbers: HashMap::new(),
            chunks: Vec::new(),
            seams: Vec::new(),
            links: Vec::new(),
            scores: HashMap::new(),
        };
        for ((seam, _), number) in input.seams.0.iter().zip(0..) {
            if names.numbers.insert(seam, Entry::Seam(SeamId(number))).is_some() {
                return Err(ReplayError::new("seams", format!("`{seam}` stands twice; give each seam once")));
            }
            names.seams.push(seam);
        }
        for (seam, [left, right]) in &input.seams.0 {
            let at = || format!("seams.{seam}");
            if left == right {
                return Err(ReplayError::new(at(), format!("links `{left}` twice; link two different chunks")));
            }
            let link = [names.chunk(left, at)?, names.chunk(right, at)?];
            names.links.push(link);
        }
        let lists = input.lists.iter().flatten().chain(&input.fused);
        for id in lists.flatten() {
            names.intern(id);
        }
        for (id, score) in input.rerank.iter().flat_map(|scores| &scores.0) {
            let chunk = names.chunk(id, || "rerank".to_owned())?;
            if names.scores.insert(chunk, *score).is_some() {
                return Err(ReplayError::new("rerank", format!("`{id}` stands twice; give each chunk once")));
            }
        }
        Ok(names)
    }

    fn intern(&mut self, id: &'a str) -> Entry {
        let chunks = &mut self.chunks;
        *self.numbers.entry(id).or_insert_with(|| {
            chunks.push(id);
            Entry::Chunk(ChunkId(chunks.len() as u32 - 1))
        })
    }

    fn chunk(&mut self, id: &'a str, at: impl Fn() -> String) -> Result<ChunkId, ReplayError> {
        match self.intern(id) {
            Entry::Chunk(chunk) => Ok(chunk),
            Entry::Seam(_) => Err(ReplayError::new(at(), format!("`{id}` is a seam; name a chunk"))),
        }
    }

    /// A list's ids as numbers.
    pub(super) fn entries(&self, list: &[String], at: &str) -> Result<Vec<Entry>, ReplayError> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (id, place) in list.iter().zip(1..) {
            match places.entry(id) {
                hash_map::Entry::Vacant(vacant) => drop(vacant.insert(place)),
                hash_map::Entry::Occupied(first) => {
                    let what = format!("`{id}` stands twice, at {} and {place}; a list ranks each once", first.get());
                    return Err(ReplayError::new(at, what));
                }
            }
        }
        Ok(list.iter().filter_map(|id| self.numbers.get(id.as_str()).copied()).collect())
    }

    pub(super) fn name(&self, entry: Entry) -> &'a str {
        match entry {
            Entry::Chunk(chunk) => self.chunks[chunk.at()],
            Entry::Seam(seam) => self.seams[seam.at()],
        }
    }

    pub(super) fn links(&self, seam: SeamId) -> [ChunkId; 2] {
        self.links[seam.at()]
    }

    pub(super) fn score(&self, chunk: ChunkId) -> Option<f64> {
        self.scores.get(&chunk).copied()
    }
}
