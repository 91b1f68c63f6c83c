//! What is prepended to the embedded and indexed text of a chunk, so that it says where it stands.
//! Never part of a chunk's own text, of a citation or of the context.

use super::paragraph;
use super::view::View;
use crate::retrieve::params::{Compat, Method};
use crate::retrieve::trace::{Chunk, Document};

/// The headers of one document's chunks.
#[derive(Clone, Debug)]
pub struct Headers(Style);

#[derive(Clone, Debug)]
enum Style {
    /// The chunk's section path.
    Path,
    /// The course's: the file's name and the title of the section; with where each section starts in the document.
    Course { file: String, titles: Vec<(usize, String)> },
}

impl Headers {
    /// The headers of chunks that `method` made of `document`.
    #[must_use]
    pub fn new(document: &Document, method: Method) -> Self {
        Self(match method {
            Method::Paragraph => course_style(document),
            Method::Tokens | Method::Chars | Method::Recursive | Method::Sentence | Method::Heading => Style::Path,
        })
    }

    /// The header of one chunk: `Title > Section`, for `paragraph` the course's `[file name > Section]`; empty = none.
    #[must_use]
    pub fn of(&self, chunk: &Chunk) -> String {
        let Style::Course { file, titles } = &self.0 else { return chunk.section.join(" > ") };
        let section = titles.partition_point(|(start, _)| *start <= chunk.span.start);
        match titles[..section].last() {
            Some((_, title)) if !title.is_empty() => format!("[{file} > {title}]"),
            _ => format!("[{file}]"),
        }
    }
}

fn course_style(document: &Document) -> Style {
    let view = View::new(document, Compat::None);
    let sections = paragraph::sections(&view.text).into_iter();
    let titles = sections.map(|section| (view.in_source(section.start), view.text[section.title].to_owned())).collect();
    let file = document.path.rsplit('/').next().unwrap_or_default().to_owned();
    Style::Course { file, titles }
}
