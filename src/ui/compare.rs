//! The screen that compares two configurations: where they cut, what they rank, what they would give to a model.
//! Never computes a difference; `app::compare` does.

mod contexts;
mod ranks;
mod texts;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};

use super::rows::{Row, advice, nth, say_unseen};
use super::theme::{Role, Theme};
use super::{clean, number, rect};
use crate::app::Model;
use crate::app::cells;
use crate::app::compare::{Choice, Frames, Other, State, View};
use crate::app::geometry::Area;
use crate::app::knobs::Knob;

/// Draws the screen.
pub(super) fn draw(model: &Model, theme: &Theme, body: Area, screen: Rect, buffer: &mut Buffer) {
    let area = rect(body, screen);
    let frame = Block::bordered().border_set(theme.glyphs.frame_focus).border_style(theme.style(Role::BorderFocus));
    frame.title(Line::from(theme.span(" Compare ", Role::TitleFocus))).render(area, buffer);
    let Some(other) = &model.compare.other else {
        let sentence = "Nothing to compare with yet. o chooses a preset, or keeps the settings as they are now: then \
                        every knob that you turn shows what it changes.";
        return advice(theme, &[sentence], rect(body.inner(), screen), buffer);
    };
    let frames = Frames::of(body, model.compare.view);
    head(model, other, theme, frames, screen, buffer);
    if let State::Failed(what) = &other.state {
        return advice(theme, &[what], rect(frames.here, screen), buffer);
    }
    let (near, far) = (rect(frames.here, screen), rect(frames.there, screen));
    if model.compare.view != View::Cuts {
        // Both have a heading over their rows.
        let window = usize::from(near.height).saturating_sub(1);
        say_unseen(theme, (model.compare.list.top, window, model.compared_len()), 2, area, buffer);
    }
    if far.width > 0 {
        let x = far.x.saturating_sub(1);
        for y in far.y..far.bottom() {
            buffer.set_string(x, y, theme.frame_edge(), theme.style(Role::Border));
        }
    }
    match model.compare.view {
        View::Cuts => texts::draw(model, other, theme, frames, screen, buffer),
        View::Ranking => ranks::draw(model, other, theme, [near, far], buffer),
        View::Context => contexts::draw(model, other, theme, [near, far], buffer),
    }
}

/// The views, what each side is, in what they differ, and how much that changes.
fn head(model: &Model, other: &Other, theme: &Theme, frames: Frames, screen: Rect, buffer: &mut Buffer) {
    let area = rect(frames.head, screen);
    if let Some(place) = nth(area, 0) {
        let mut row = Row::new(theme, place.width);
        for (view, place) in frames.views() {
            let role = if view == model.compare.view { Role::KnobSelected } else { Role::Dim };
            row.to(usize::from(place.x - frames.head.x)).text(&view.label(), role);
        }
        let state = match other.state {
            State::Waiting => "the other one is being cut".to_owned(),
            State::Words => {
                let (done, all) = (other.progress.vectors, other.progress.vectors_total);
                format!("vectors of the other one: {} of {}", number::count(done), number::count(all))
            }
            State::Complete | State::Failed(_) => String::new(),
        };
        row.text("   ", Role::Text).text(&state, Role::Progress).draw(place, buffer);
    }
    if let Some(place) = nth(area, 1) {
        names(model, other, theme, place, buffer);
    }
    if let Some(place) = nth(area, 2) {
        settings(model, other, theme, place, buffer);
    }
    if let Some(place) = nth(area, 3) {
        summary(model, other, theme, place, buffer);
    }
}

fn names(model: &Model, other: &Other, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let counts =
        |chunks: usize, seams: usize| format!("{}, {}", number::of(chunks, "chunk"), number::of(seams, "seam"));
    let near =
        format!(" here: the settings on the screen   {}", counts(model.corpus.chunks.len(), model.corpus.seams.len()));
    let far = format!("there: {}   {}", other.name, counts(other.corpus.chunks.len(), other.corpus.seams.len()));
    let half = usize::from(place.width.saturating_sub(1) / 2);
    let mut row = Row::new(theme, place.width);
    row.column(&near, half, Role::Strong).text(" ", Role::Text).text(&far, Role::Strong).draw(place, buffer);
}

/// `m 3 | 4   size 1024 | 600`, the knobs of here first.
fn settings(model: &Model, other: &Other, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text);
    let seams = (model.params.draws_seams(), other.params.draws_seams());
    let mut any = false;
    let word = |on: bool| if on { "on" } else { "off" };
    let mut put = |name: &str, near: &str, far: &str| {
        row.text(name, Role::Knob).text(" ", Role::Text).text(near, Role::KnobValue);
        row.text(&format!(" {} ", theme.frame_edge()), Role::Dim).text(far, Role::KnobValue).text("   ", Role::Text);
        any = true;
    };
    if seams.0 != seams.1 {
        put("seams", word(seams.0), word(seams.1));
    }
    for knob in Knob::ALL {
        let (near, far) = (knob.value(&model.params), knob.value(&other.params));
        let idle = knob.idle(&model.params) && knob.idle(&other.params);
        if near != far && !idle {
            put(knob.label(), &near, &far);
        }
    }
    let lists = |params: &crate::retrieve::params::Params| match (params.search.dense, params.search.bm25) {
        (true, true) => "hybrid",
        (true, false) => "dense only",
        _ => "BM25 only",
    };
    let (near, far) = (lists(&model.params), lists(&other.params));
    if near != far {
        put("lists", near, far);
    }
    let (near, far) = (&model.params.embed, &other.params.embed);
    if near.model != far.model {
        put("model", named(&near.model), named(&far.model));
    }
    if near.mode != far.mode {
        put("vectors", Choice::Vectors(near.mode).name(), Choice::Vectors(far.mode).name());
    }
    if !any {
        row.text("the same settings: turn a knob, or choose others with o", Role::Advice);
    }
    row.draw(place, buffer);
}

/// A model without the folders before its name.
fn named(model: &str) -> &str {
    model.rsplit('/').next().unwrap_or(model)
}

fn summary(model: &Model, other: &Other, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let difference = &model.compare.difference;
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text);
    match model.compare.view {
        View::Cuts => {
            let told = |[near, far, both]: [usize; 3]| {
                format!(
                    "{} only here, {} only there, {} in both",
                    number::count(near),
                    number::count(far),
                    number::count(both)
                )
            };
            let path = model.document().map_or("", |document| document.path.as_str());
            let open = difference.edges.documents.get(model.source.document).map(|document| document.counts);
            let folder = format!("cuts of the folder: {}", told(difference.edges.counts));
            row.text(&folder, Role::Text);
            let near =
                format!("   {}: {}", clean::fit_path(path, 24, theme.glyphs.more), told(open.unwrap_or_default()));
            if cells::width(&near) <= row.left() {
                row.text(&near, Role::Subtitle);
            }
        }
        View::Ranking => {
            row.text(&ranks::summary(model, other), Role::Text);
        }
        View::Context => {
            row.text(&contexts::summary(model), Role::Text);
        }
    }
    row.draw(place, buffer);
}
