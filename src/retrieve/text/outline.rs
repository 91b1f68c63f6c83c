//! Sections: which headings stand above a place in a document.
//! Never finds headings (`blocks` does) and never cuts at them.

use crate::retrieve::trace::{Document, Heading, Section};

/// The headings of one document with, for each, the heading that it stands under.
///
/// For many places of one document, built once in linear time; each question then costs O(log n + depth).
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    outline: &'a [Heading],
    parents: Vec<Option<u32>>,
}

impl<'a> Sections<'a> {
    /// The sections that `outline` makes. A heading stands under the nearest one before it of a higher level
    /// (a smaller number); levels may be left out.
    #[must_use]
    pub fn new(outline: &'a [Heading]) -> Self {
        let mut parents = Vec::with_capacity(outline.len());
        let mut open: Vec<u32> = Vec::new();
        for (at, heading) in outline.iter().enumerate() {
            while open.last().is_some_and(|&above| outline[above as usize].level >= heading.level) {
                open.pop();
            }
            parents.push(open.last().copied());
            open.push(at as u32);
        }
        Self { outline, parents }
    }

    /// Number (in the outline) of the heading whose section holds `byte`: the last that starts at or before it.
    #[must_use]
    pub fn heading_at(&self, byte: usize) -> Option<usize> {
        self.outline.partition_point(|heading| heading.span.start <= byte).checked_sub(1)
    }

    /// The section path at `byte`; a heading belongs to the section that it opens.
    #[must_use]
    pub fn at(&self, byte: usize) -> Section {
        let mut path: Section = Vec::new();
        let mut next = self.heading_at(byte);
        while let Some(at) = next {
            path.push(self.outline[at].title.clone());
            next = self.parents[at].map(|above| above as usize);
        }
        path.reverse();
        path
    }
}

/// The section path at one place; for many places of one document use [`Sections`].
#[must_use]
pub fn section_at(document: &Document, byte: usize) -> Section {
    Sections::new(&document.outline).at(byte)
}
