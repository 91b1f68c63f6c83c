//! The first line (name, folder, counts, progress) and the bar of knobs.
//! Never computes a rate; `work` does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::number;
use super::rows::Row;
use super::theme::{Role, Theme};
use super::{clean, rect};
use crate::app::Model;
use crate::app::cells;
use crate::app::geometry::Layout;
use crate::app::model::Phase;

/// Draws the first line.
pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let dot = theme.glyphs.dot;
    let mut row = Row::new(theme, area.width);
    row.text(" seamscope", Role::Name).text(&format!(" {dot} "), Role::Dim);
    let folder = clean::fit_path(&model.start.folder, usize::from(area.width / 4).max(12), theme.glyphs.more);
    row.text(&folder, Role::Strong).text("   ", Role::Text);
    let right = right_side(model, theme, area.width);
    let room = row.left().saturating_sub(cells::width(&right) + 2);
    let (text, role) = state(model, theme, room);
    row.text(&text, role).at_right(&right, Role::Dim);
    row.draw(area, buffer);
}

fn right_side(model: &Model, theme: &Theme, width: u16) -> String {
    if width < 100 {
        return String::new();
    }
    let files = match (&model.watch.why_not, model.watch.on, model.watch.changed) {
        (_, false, true) => "files changed, r reads them   ",
        (Some(_), ..) => "files not watched   ",
        _ => "",
    };
    let changed = model.params != preset_params(model);
    let star = if changed { "*" } else { "" };
    format!("{files}preset {}{star}   theme {} ", model.preset.name(), theme.name)
}

/// The preset's own settings, but for what a preset does not decide.
fn preset_params(model: &Model) -> crate::retrieve::params::Params {
    crate::retrieve::params::Params {
        folder: model.params.folder.clone(),
        embed: model.params.embed.clone(),
        rerank: model.params.rerank.clone(),
        ..model.preset.params()
    }
}

/// Counts, progress or failure, in at most `room` columns: the longest wording that fits.
pub(super) fn state(model: &Model, theme: &Theme, room: usize) -> (String, Role) {
    let dot = theme.glyphs.dot;
    let corpus = &model.corpus;
    let documents = number::of(corpus.documents.len(), "document");
    let chunks = number::of(corpus.chunks.len(), "chunk");
    let seams = number::of(corpus.seams.len(), "seam");
    let counts = format!("{documents} {dot} {chunks} {dot} {seams}");
    let progress = &model.build.progress;
    let files = format!("{} of {} files", number::count(progress.files), number::count(progress.files_total));
    let (wordings, role) = match &model.build.phase {
        Phase::Reading | Phase::Embedding if progress.bytes > 0 => {
            let megabytes = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
            let (done, all) = (megabytes(progress.bytes), megabytes(progress.bytes_total));
            let of = if progress.bytes_total > 0 { format!(" of {all}") } else { String::new() };
            let bar = bar_of(theme, progress.bytes as usize, progress.bytes_total as usize, 12);
            let meanwhile = if model.build.phase == Phase::Embedding {
                "words work already".into()
            } else {
                format!("{files} read")
            };
            let long = format!("fetching the model {bar} {done}{of} MB {dot} {meanwhile} {dot} x stops");
            (vec![long, format!("fetching {done}{of} MB {dot} x stops"), format!("fetching {done} MB")], Role::Progress)
        }
        Phase::Reading if progress.files_total == 0 => {
            (vec![format!("looking through the folder {dot} x stops"), "reading".to_owned()], Role::Progress)
        }
        Phase::Reading => {
            let bar = bar_of(theme, progress.files, progress.files_total, 12);
            let cut = number::of(progress.chunks, "chunk");
            (
                vec![
                    format!("reading {bar} {files} {dot} {cut} cut {dot} x stops"),
                    format!("reading {files} {dot} x stops"),
                    format!("reading {files}"),
                ],
                Role::Progress,
            )
        }
        Phase::Embedding if progress.vectors_total == 0 => {
            let short = "loading the model".to_owned();
            (
                vec![
                    format!("{short} {dot} words work already {dot} x stops"),
                    format!("{short} {dot} x stops"),
                    short,
                ],
                Role::Progress,
            )
        }
        Phase::Embedding => {
            let done = format!("{} of {}", number::count(progress.vectors), number::count(progress.vectors_total));
            let share = (progress.vectors * 100).checked_div(progress.vectors_total).unwrap_or(0);
            let bar = bar_of(theme, progress.vectors, progress.vectors_total, 12);
            let pace = match (model.build.rate, model.build.left) {
                (Some(rate), Some(left)) => {
                    format!(" {dot} {}/s {dot} {} left", number::count(rate.round() as usize), number::seconds(left))
                }
                _ => String::new(),
            };
            let long = format!("vectors {bar} {done}{pace} {dot} words work already {dot} x stops");
            let middle = format!("vectors {bar} {done}{pace} {dot} x stops");
            let short = format!("vectors {share} %{pace}");
            let stops = format!("vectors {share} % {dot} x stops");
            (vec![long, middle, format!("{short} {dot} x stops"), stops, format!("vectors {share} %")], Role::Progress)
        }
        Phase::Ready => {
            let name = model.params.embed.model.rsplit('/').next().unwrap_or_default();
            let model =
                model.build.model.as_ref().map_or(String::new(), |info| format!(" {dot} {name} {}d", info.dimensions));
            (vec![format!("{counts}{model}"), counts, format!("{documents} {dot} {chunks}")], Role::Text)
        }
        Phase::WordsOnly(why) => {
            let long = format!("{counts} {dot} words only: {why}");
            (vec![long, format!("{counts} {dot} words only"), format!("{chunks} {dot} words only")], Role::Warn)
        }
        Phase::Failed(what) => (vec![what.clone()], Role::Bad),
    };
    let shortest = wordings.last().cloned().unwrap_or_default();
    let text = wordings.into_iter().find(|text| cells::width(text) <= room).unwrap_or(shortest);
    (clean::fit(&text, room, theme.glyphs.more), role)
}

/// A bar of `width` columns.
pub(super) fn bar_of(theme: &Theme, done: usize, all: usize, width: usize) -> String {
    let full = (done * width).checked_div(all).unwrap_or(0).min(width);
    let [on, off] = theme.glyphs.bar;
    format!("{}{}", on.repeat(full), off.repeat(width - full))
}

/// Draws the bar of knobs.
pub(super) fn bar(model: &Model, theme: &Theme, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    for cell in &layout.knobs {
        let (selected, idle) = (cell.knob == model.knob, cell.knob.idle(&model.params));
        let (label, value) = match (selected, idle) {
            (true, _) => (Role::KnobSelected, Role::KnobSelected),
            (false, true) => (Role::KnobIdle, Role::KnobIdle),
            (false, false) => (Role::Knob, Role::KnobValue),
        };
        let mut row = Row::new(theme, cell.area.width);
        row.text(cell.knob.label(), label).text(" ", label).text(&cell.knob.value(&model.params), value);
        row.draw(rect(cell.area, area), buffer);
    }
    let (first, last) = (layout.knobs.first(), layout.knobs.last());
    let all = crate::app::knobs::Knob::ALL;
    if first.is_some_and(|cell| Some(&cell.knob) != all.first()) {
        Row::new(theme, 1).text(theme.glyphs.more, Role::Dim).draw(area, buffer);
    }
    if let Some(cell) = last.filter(|cell| Some(&cell.knob) != all.last()) {
        let x = cell.area.x + cell.area.width + 2;
        let place = ratatui::layout::Rect::new(x, area.y, 1, 1).intersection(area);
        Row::new(theme, 1).text(theme.glyphs.more, Role::Dim).draw(place, buffer);
    }
}
