//! All cuts of a folder as a table for other programs.
//! Never judges a cut; warnings and continuity are those of the corpus and the vectors.

use serde::Serialize;

use crate::retrieve::pipeline::build::Index;
use crate::retrieve::text::positions::Positions;
use crate::retrieve::trace::{ChunkId, Corpus, EndReason, Entry, Warning};

/// One cut.
#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    left: u32,
    right: u32,
    byte: usize,
    char: usize,
    line: usize,
    ended_by: &'static str,
    /// Place in `chunk.separators` of the separator at which the left chunk ended.
    separator: Option<u8>,
    warnings: &'a [Warning],
    left_tokens: u32,
    right_tokens: u32,
    overlap_chars: u32,
    /// 1 - cos(left, right); null without vectors.
    one_minus_cos: Option<f32>,
    /// The seam over it, where there is one.
    seam: Option<String>,
}

fn rows(index: &Index) -> Vec<Row<'_>> {
    let corpus: &Corpus = &index.corpus;
    let mut rows = Vec::new();
    for (number, document) in corpus.documents.iter().enumerate() {
        let positions = Positions::new(&document.text);
        let ids = corpus.chunk_ranges.get(number).cloned().unwrap_or_default();
        for right in ids.skip(1).map(ChunkId) {
            let left = ChunkId(right.0 - 1);
            let (before, after) = (corpus.chunk(left), corpus.chunk(right));
            let cos = index.vectors.as_ref().map(|set| set.chunks.cos(left.at(), set.chunks.row(right.at())));
            let seam = crate::app::facts::seam_after(corpus, left).map(|seam| corpus.name(Entry::Seam(seam)));
            rows.push(Row {
                path: &document.path,
                left: before.index,
                right: after.index,
                byte: after.span.start,
                char: positions.char_of(after.span.start),
                line: positions.line_of(after.span.start),
                ended_by: before.ended_by.as_str(),
                separator: if let EndReason::Separator(level) = before.ended_by { Some(level) } else { None },
                warnings: &before.warnings,
                left_tokens: before.tokens,
                right_tokens: after.tokens,
                overlap_chars: after.overlap_chars,
                one_minus_cos: cos.map(|cos| 1.0 - cos),
                seam,
            });
        }
    }
    rows
}

/// Every cut as one JSON array, a line each.
pub(super) fn json(index: &Index) -> Result<String, String> {
    let told = |error: serde_json::Error| error.to_string();
    let lines = rows(index).iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>().map_err(told)?;
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// Every cut as a table with a heading.
pub(super) fn csv(index: &Index) -> Result<String, String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let heading = [
        "path",
        "left",
        "right",
        "byte",
        "char",
        "line",
        "ended_by",
        "separator",
        "warnings",
        "left_tokens",
        "right_tokens",
        "overlap_chars",
        "one_minus_cos",
        "seam",
    ];
    let told = |error: csv::Error| error.to_string();
    table.write_record(heading).map_err(told)?;
    for row in rows(index) {
        let warnings: Vec<_> = row.warnings.iter().map(|warning| warning.as_str()).collect();
        table
            .write_record([
                row.path.to_owned(),
                row.left.to_string(),
                row.right.to_string(),
                row.byte.to_string(),
                row.char.to_string(),
                row.line.to_string(),
                row.ended_by.to_owned(),
                row.separator.map_or(String::new(), |level| level.to_string()),
                warnings.join(" "),
                row.left_tokens.to_string(),
                row.right_tokens.to_string(),
                row.overlap_chars.to_string(),
                row.one_minus_cos.map_or(String::new(), |lost| lost.to_string()),
                row.seam.unwrap_or_default(),
            ])
            .map_err(told)?;
    }
    let bytes = table.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}
