//! The rows of all chunks and seams while they are filled, and as records of one document each.
//! Never knows where a vector comes from.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::ops::Range;

use rayon::prelude::*;

use super::super::VectorSet;
use super::super::kept::digest;
use crate::retrieve::embed::{Embedding, ModelInfo};
use crate::retrieve::index::dense::Vectors;
use crate::retrieve::index::store::{Kept, Key, Records};
use crate::retrieve::trace::Corpus;

/// Rows of chunks, then of seams.
pub(super) struct Table {
    dimensions: usize,
    /// Of each document: which rows are its chunks', and which its seams'.
    ranges: Vec<(Range<usize>, Range<usize>)>,
    chunk_numbers: Vec<f32>,
    seam_numbers: Vec<f32>,
    chunk_windows: Vec<u32>,
    seam_windows: Vec<u32>,
}

/// The rows of one document, to be filled.
struct Place<'a> {
    chunk_numbers: &'a mut [f32],
    seam_numbers: &'a mut [f32],
    chunk_windows: &'a mut [u32],
    seam_windows: &'a mut [u32],
}

impl Table {
    pub(super) fn new(corpus: &Corpus, dimensions: usize) -> Self {
        let (chunks, seams) = (corpus.chunks.len(), corpus.seams.len());
        let range = |range: &Range<u32>| range.start as usize..range.end as usize;
        let ranges = corpus.chunk_ranges.iter().map(range).zip(corpus.seam_ranges.iter().map(range)).collect();
        Self {
            dimensions,
            ranges,
            chunk_numbers: vec![0.0; chunks * dimensions],
            seam_numbers: vec![0.0; seams * dimensions],
            chunk_windows: vec![0; chunks],
            seam_windows: vec![0; seams],
        }
    }

    pub(super) fn set(&mut self, row: usize, embedding: &Embedding) {
        let (numbers, windows, row) = match row.checked_sub(self.chunk_windows.len()) {
            None => (&mut self.chunk_numbers, &mut self.chunk_windows, row),
            Some(row) => (&mut self.seam_numbers, &mut self.seam_windows, row),
        };
        numbers[row * self.dimensions..][..self.dimensions].copy_from_slice(&embedding.vector);
        windows[row] = embedding.windows;
    }

    /// The rows of a folder from those of groups of its documents, which are dropped one after another.
    pub(super) fn gathered(corpus: &Corpus, keys: &[Key], dimensions: usize, groups: Vec<(Vec<Key>, Self)>) -> Self {
        let mut table = Self::new(corpus, dimensions);
        let mut places: HashMap<&Key, Place<'_>> = keys.iter().zip(table.places()).collect();
        for (keys, mut group) in groups {
            for (key, from) in keys.iter().zip(group.places()) {
                if let Some(place) = places.remove(key) {
                    place.copy(&from);
                }
            }
        }
        drop(places);
        table
    }

    /// Fills in the documents whose rows are kept; gives back the others.
    pub(super) fn fill(&mut self, keys: &[Key], kept: &Kept, records: Option<&Records>) -> Vec<usize> {
        let Some(records) = records else { return (0..keys.len()).collect() };
        let places = self.places().into_par_iter().zip(keys);
        let filled: Vec<bool> = places.map(|(place, key)| place.read(kept, records, key)).collect();
        (0..filled.len()).filter(|&number| !filled[number]).collect()
    }

    /// One of each document.
    fn places(&mut self) -> Vec<Place<'_>> {
        let Self { dimensions, ranges, chunk_numbers, seam_numbers, chunk_windows, seam_windows } = self;
        let (mut chunk_numbers, mut seam_numbers) = (chunk_numbers.as_mut_slice(), seam_numbers.as_mut_slice());
        let (mut chunk_windows, mut seam_windows) = (chunk_windows.as_mut_slice(), seam_windows.as_mut_slice());
        let mut places = Vec::with_capacity(ranges.len());
        for (chunks, seams) in ranges {
            places.push(Place {
                chunk_numbers: chunk_numbers.split_off_mut(..chunks.len() * *dimensions).unwrap_or_default(),
                seam_numbers: seam_numbers.split_off_mut(..seams.len() * *dimensions).unwrap_or_default(),
                chunk_windows: chunk_windows.split_off_mut(..chunks.len()).unwrap_or_default(),
                seam_windows: seam_windows.split_off_mut(..seams.len()).unwrap_or_default(),
            });
        }
        places
    }

    /// Three records a document: the rows of its chunks, those of its seams, and the windows of both.
    pub(super) fn records<'a>(
        &'a self,
        keys: &'a [Key],
    ) -> impl Iterator<Item = io::Result<(Key, Cow<'a, [u8]>)>> + use<'a> {
        keys.iter().zip(&self.ranges).flat_map(|(key, (chunks, seams))| {
            let (chunks, seams) = (chunks.clone(), seams.clone());
            let rows = |range: &Range<usize>| range.start * self.dimensions..range.end * self.dimensions;
            let chunk_numbers = bytemuck::cast_slice(&self.chunk_numbers[rows(&chunks)]);
            let seam_numbers = bytemuck::cast_slice(&self.seam_numbers[rows(&seams)]);
            let windows = [&self.chunk_windows[chunks], &self.seam_windows[seams]].concat();
            let windows = bytemuck::cast_slice(&windows).to_vec();
            let [of_chunks, of_seams, of_windows] = record_keys(key);
            [
                Ok((of_chunks, Cow::Borrowed(chunk_numbers))),
                Ok((of_seams, Cow::Borrowed(seam_numbers))),
                Ok((of_windows, Cow::Owned(windows))),
            ]
        })
    }

    pub(super) fn into_set(self, model: ModelInfo) -> VectorSet {
        VectorSet {
            model,
            chunks: Vectors::new(self.dimensions, self.chunk_numbers),
            seams: Vectors::new(self.dimensions, self.seam_numbers),
            chunk_windows: self.chunk_windows,
            seam_windows: self.seam_windows,
        }
    }
}

impl Place<'_> {
    /// Takes the rows of the same document from another table.
    fn copy(self, from: &Place<'_>) {
        self.chunk_numbers.copy_from_slice(from.chunk_numbers);
        self.seam_numbers.copy_from_slice(from.seam_numbers);
        self.chunk_windows.copy_from_slice(from.chunk_windows);
        self.seam_windows.copy_from_slice(from.seam_windows);
    }

    /// Reads the rows of one document; false when they are not kept, or not whole.
    fn read(self, kept: &Kept, records: &Records, key: &Key) -> bool {
        let [of_chunks, of_seams, of_windows] = record_keys(key);
        let mut windows = vec![0_u32; self.chunk_windows.len() + self.seam_windows.len()];
        let read = kept.read_into(records, &of_windows, bytemuck::cast_slice_mut(&mut windows))
            && kept.read_into(records, &of_chunks, bytemuck::cast_slice_mut(self.chunk_numbers))
            && kept.read_into(records, &of_seams, bytemuck::cast_slice_mut(self.seam_numbers));
        if read {
            let (chunks, seams) = windows.split_at(self.chunk_windows.len());
            self.chunk_windows.copy_from_slice(chunks);
            self.seam_windows.copy_from_slice(seams);
        }
        read
    }
}

/// The keys of a document's three records.
fn record_keys(document: &Key) -> [Key; 3] {
    ["chunks", "seams", "windows"].map(|kind| digest(&[document, kind.as_bytes()]))
}
