//! `seamscope chunk`: every chunk, what its end breaks, every seam.
//! Never ranks.

use std::io::Write;

use super::args::{ChunkArgs, Common};
use super::json::corpus::{ChunkedJson, DocumentJson, DocumentView};
use super::output::{Failure, Outcome};
use super::table::{self, Table, counted};
use super::{json, open, progress};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::build;
use crate::retrieve::text::visible;
use crate::retrieve::trace::Corpus;

pub(super) fn run(args: ChunkArgs, earlier: &Common, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let ChunkArgs { path, json: as_json, text, common } = args;
    if !path.exists() {
        return Err(open::missing(&path));
    }
    let settings = open::settings(&common.over(earlier), Some(&path))?;
    let params = &settings.params;
    let model = open::model_for_cutting(&settings)?;
    let counter = open::counter(params, model.as_ref());
    let index = build::cut_folder(&path, params, model.as_ref(), &open::store(&settings), &progress::watch());
    progress::clear();
    let index = index.map_err(open::build_failure)?;
    let corpus: &Corpus = &index.corpus;
    let view = DocumentView { corpus, params, counter: &counter, text };
    let notes: Vec<String> = open::without_seams(params).into_iter().chain(index.notices.iter().cloned()).collect();
    if as_json {
        let documents = view.documents().collect();
        let value = ChunkedJson {
            schema: json::SCHEMA,
            params: json::params(params),
            documents,
            skipped: &corpus.skipped,
            notes,
        };
        json::print(&value, out)?;
    } else {
        let (documents, chunks, seams) = (corpus.documents.len(), corpus.chunks.len(), corpus.seams.len());
        writeln!(
            out,
            "{} · {} · {}",
            counted(documents, "document"),
            counted(chunks, "chunk"),
            counted(seams, "seam"),
        )?;
        for note in &notes {
            table::line(out, &format!("  note: {note}"))?;
        }
        for document in view.documents() {
            print_document(&document, params, out)?;
        }
        open::print_skipped(&corpus.skipped, out)?;
    }
    Ok(open::outcome_of(corpus, &path))
}

fn print_document(document: &DocumentJson<'_>, params: &Params, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out)?;
    let DocumentJson { path, bytes, chars, lines, tokens, .. } = document;
    table::line(
        out,
        &format!(
            "{path} · {bytes} bytes · {chars} characters · {} · {}",
            counted(*lines, "line"),
            counted(*tokens, "token")
        ),
    )?;
    if params.chunk.overlap > 0 {
        let overlap = &document.overlap;
        let all = document.chunks.len().saturating_sub(1);
        let most = counted(overlap.most_chars as usize, "character");
        writeln!(
            out,
            "  overlap {} {} requested; measured on {} of {}, at most {most}: {}",
            overlap.requested,
            json::word(&params.chunk.unit),
            overlap.chunks,
            counted(all, "cut"),
            overlap.rule.unwrap_or_default(),
        )?;
    }
    let mut table = Table::new(&[
        ">#",
        ">lines",
        ">characters",
        ">bytes",
        ">tokens",
        ">overlap",
        "ended by",
        "its end breaks",
        "section",
    ]);
    for chunk in &document.chunks {
        let ended_by = match chunk.separator.map(|level| (level, params.chunk.separators.get(usize::from(level)))) {
            Some((level, Some(separator))) => format!("separator {level} {separator:?}"),
            Some((level, None)) => format!("separator {level}"),
            None => chunk.ended_by.to_owned(),
        };
        let warnings: Vec<_> = chunk.warnings.iter().map(|warning| warning.as_str()).collect();
        table.row([
            chunk.index.to_string(),
            range(chunk.place.line),
            range(chunk.place.char),
            range(chunk.place.byte),
            chunk.tokens.to_string(),
            chunk.overlap_chars.to_string(),
            ended_by,
            warnings.join(", "),
            chunk.section.join(" > "),
        ]);
    }
    table.print(out)?;
    if !document.seams.is_empty() {
        writeln!(out)?;
        let mut table = Table::new(&[">seam", ">cut", ">lines", ">characters", ">bytes", ">left", ">right"]);
        for seam in &document.seams {
            table.row([
                format!("{}|{}", seam.left, seam.right),
                seam.cut.to_string(),
                range(seam.place.line),
                range(seam.place.char),
                range(seam.place.byte),
                seam.tokens[0].to_string(),
                seam.tokens[1].to_string(),
            ]);
        }
        table.print(out)?;
    }
    for chunk in &document.chunks {
        if let Some(text) = chunk.text {
            writeln!(out)?;
            table::line(out, &format!("── {}", chunk.id))?;
            writeln!(out, "{}", visible::lines(text))?;
        }
    }
    Ok(())
}

fn range([from, to]: [usize; 2]) -> String {
    format!("{from}-{to}")
}
