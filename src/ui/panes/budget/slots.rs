//! The first line of Budget: the slots by document, what a seam put in place of what, what the last turn put out.
//! Never names a chunk twice: what a seam replaced is no news of the turn.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::cells;
use crate::app::story::{Answer, Replaced};
use crate::retrieve::params::BudgetUnit;
use crate::retrieve::trace::{ChunkId, Entry};
use crate::ui::clean;
use crate::ui::header::bar_of;
use crate::ui::rows::Row;
use crate::ui::theme::{Role, Theme};

/// Columns of the longest name of a document between the slots, and of the shortest that says something.
const NAMES: (usize, usize) = (20, 5);

/// Fewest columns in which news says something.
const LEAST: usize = 8;

/// `order-service.md [ 7 ][ 8 ]  note.txt [ 1 ]   ◆ 7|8: 8 in place of 12`
pub(super) fn draw(model: &Model, answer: &Answer, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.text(" ", Role::Text);
    if model.answered.budget.unit == BudgetUnit::Tokens {
        let bar = bar_of(theme, answer.used() as usize, answer.trace.budget.limit as usize, 20);
        row.text(&bar, Role::Progress).text(" ", Role::Text);
    }
    let news = news(model, answer, theme);
    let told: usize = news.iter().map(|(_, text)| cells::width(text) + 5).sum();
    slots(model, answer, theme, told, &mut row);
    for ((sign, role), text) in news {
        let room = row.left().saturating_sub(5);
        if room < LEAST {
            break;
        }
        let text = clean::fit(&text, room, theme.glyphs.more);
        row.text("   ", Role::Text).text(sign, role).text(" ", Role::Text).text(&text, role);
    }
    row.draw(place, buffer);
}

/// The chunks of the context, each under the name of its document where there are several: a number without one could
/// be another's. They come before the `told` columns of news, which get what is left; what has no room is counted.
fn slots(model: &Model, answer: &Answer, theme: &Theme, told: usize, row: &mut Row<'_>) {
    let context = answer.context();
    let document = |id: &ChunkId| model.corpus.chunks.get(id.at()).map(|chunk| chunk.document);
    let new = |at: usize| at == 0 || document(&context[at]) != document(&context[at - 1]);
    let came = |id: &ChunkId| model.moved.as_ref().is_some_and(|moved| moved.came.contains(id));
    let width = |id: &ChunkId| model.corpus.label(Entry::Chunk(*id)).len() + 4 + usize::from(came(id));
    let several = model.corpus.documents.len() > 1;
    let names = (0..context.len()).filter(|at| several && new(*at)).count();
    let chips: usize = context.iter().map(width).sum();
    let least = chips + names * (NAMES.1 + 2);
    let told = told.min(row.left().saturating_sub(least));
    let free = row.left().saturating_sub(told + chips);
    let name = free.checked_div(names).map_or(0, |each| each.saturating_sub(2).clamp(NAMES.1, NAMES.0));
    let path = |at: usize| clean::fit_path(model.corpus.path_of(Entry::Chunk(context[at])), name, theme.glyphs.more);
    let before = |at: usize| if name > 0 && new(at) { cells::width(&path(at)) + 2 } else { 0 };
    let headed: usize = (0..context.len()).map(before).sum();
    let reserved = if chips + headed + told <= row.left() { 0 } else { told + cells::width("… 999 more") };
    let mut retrieved = 0;
    for (at, id) in context.iter().enumerate() {
        if row.left() < reserved + before(at) + width(id) {
            row.text(&format!("{} {} more", theme.glyphs.more, context.len() - at), Role::Advice);
            return;
        }
        if before(at) > 0 {
            row.text(if at > 0 { " " } else { "" }, Role::Text).text(&path(at), Role::Dim).text(" ", Role::Text);
        }
        let expanded = answer.place(*id).is_some_and(|place| place.expanded);
        retrieved += u64::from(!expanded);
        let role = if expanded { Role::Expanded } else { Role::Included };
        let (open, close) = if expanded { ("(", ")") } else { ("[", "]") };
        row.text(open, Role::Dim).text(" ", Role::Text);
        if came(id) {
            row.text(theme.glyphs.new, Role::Up);
        }
        row.text(&model.corpus.label(Entry::Chunk(*id)), role).text(" ", Role::Text).text(close, Role::Dim);
    }
    if model.answered.budget.unit == BudgetUnit::Chunks {
        for _ in retrieved..answer.trace.budget.limit.min(60) {
            if row.left() < told + 5 {
                break;
            }
            row.text("[   ]", Role::Dim);
        }
    }
}

/// What a seam put in place of what; what the last turn put out beside that.
fn news(model: &Model, answer: &Answer, theme: &Theme) -> Vec<((&'static str, Role), String)> {
    let g = &theme.glyphs;
    let replaced: Vec<&Replaced> = answer.replaced().filter(|one| !one.went.is_empty()).collect();
    let mut news = Vec::new();
    for one in &replaced {
        let seam = Entry::Seam(one.seam);
        let (came, went) = (named(model, &one.came, seam), named(model, &one.went, seam));
        let mut text = format!("{}: ", model.corpus.label(seam));
        if one.came.is_empty() {
            let _ = write!(text, "{went} out");
        } else {
            let _ = write!(text, "{came} in place of {went}");
        }
        news.push(((g.fired, Role::Fired), text));
    }
    if let Some(moved) = &model.moved {
        let told = |id: &ChunkId| replaced.iter().any(|one| one.went.contains(id));
        let went: Vec<ChunkId> = moved.went.iter().copied().filter(|id| !told(id)).collect();
        if let Some(first) = went.first() {
            let cause = if moved.cause.is_empty() { String::new() } else { format!(" ({})", moved.cause) };
            let text = format!("went{cause}: {}", named(model, &went, Entry::Chunk(*first)));
            news.push(((g.minus, Role::Down), g.plain(&text).into_owned()));
        }
    }
    news
}

/// Numbers of chunks, with the document where it is another one than before: `12`, `note.txt#0 1`.
fn named(model: &Model, ids: &[ChunkId], beside: Entry) -> String {
    let mut last = model.corpus.path_of(beside);
    let mut names = Vec::new();
    for id in ids {
        let (number, path) = (model.corpus.label(Entry::Chunk(*id)), model.corpus.path_of(Entry::Chunk(*id)));
        names.push(if path == last { number } else { format!("{}#{number}", clean::fit_path(path, 20, "~")) });
        last = path;
    }
    names.join(" ")
}
