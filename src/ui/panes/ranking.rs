//! Ranking: the fused order with each list's rank, the sum and what became of the entry.
//! Never sorts; the trace is in order.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cursor, label_width};
use crate::app::Model;
use crate::app::cells;
use crate::app::knobs;
use crate::app::model::Phase;
use crate::app::story::{Answer, Fate, Moment, Reranked};
use crate::retrieve::trace::{Entry, Fused, ListName};
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};
use crate::ui::{clean, number};

/// Columns of the table at one width.
struct Columns {
    list: usize,
    lists: usize,
    moved: usize,
    /// Where a reranker puts the entry; 0 without one.
    after: usize,
    label: usize,
    path: usize,
    fate: usize,
}

pub(super) fn subtitle(model: &Model, theme: &Theme, room: usize) -> String {
    let Some(answer) = &model.answer else { return String::new() };
    let dot = theme.glyphs.dot;
    let step = format!("step {} of {} {dot} {}", answer.step() + 1, answer.steps(), answer.stage().name());
    let moved = model.moved.as_ref().filter(|moved| !moved.cause.is_empty()).map(|moved| &moved.cause);
    let lists = number::of(answer.trace.lists.len(), "list");
    let long = format!("{lists}, RRF k {}, {}", model.answered.fusion.k, knobs::layout(model.answered.fusion.layout));
    let wordings = match (moved, answer.complete()) {
        (Some(cause), true) => vec![format!("{long} {dot} {cause}"), cause.clone()],
        (_, true) => vec![format!("{long} {dot} {} steps", answer.steps()), long],
        (_, false) => vec![format!("{long} {dot} {step}"), step.clone()],
    };
    let last = wordings.last().cloned().unwrap_or_default();
    theme.glyphs.plain(&wordings.into_iter().find(|text| cells::width(text) <= room).unwrap_or(last)).into_owned()
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let Some(answer) = &model.answer else {
        return empty(model, theme, area, buffer);
    };
    let ranking = &answer.trace.ranking;
    if ranking.is_empty() {
        return advice(theme, &["Nothing was found: no list holds an entry for this question."], area, buffer);
    }
    let columns = columns(model, theme, answer, area.width);
    let moment = answer.moment();
    if let Some(place) = nth(area, 0) {
        head(answer, theme, &columns, place, buffer);
    }
    let window = usize::from(area.height).saturating_sub(1);
    for (line, (at, fused)) in ranking.iter().enumerate().skip(model.ranking.top).take(window).enumerate() {
        let Some(place) = nth(area, line + 1) else { break };
        entry(model, answer, &moment, theme, &columns, at, fused, place, buffer);
        if at == model.ranking.cursor {
            cursor(theme, focused, place, buffer);
        }
    }
}

fn columns(model: &Model, theme: &Theme, answer: &Answer, width: u16) -> Columns {
    let width = usize::from(width);
    let ranking = &answer.trace.ranking;
    let label = label_width(&model.corpus, ranking.iter().take(400).map(|fused| fused.entry)).max(5);
    let mark = |entry: Entry| cells::width(&moved(model, theme, entry).0);
    let moved = match ranking.iter().take(400).map(|fused| mark(fused.entry)).max().unwrap_or(0) {
        0 => 0,
        widest => widest + 1,
    };
    let deepest = answer.trace.lists.iter().map(|list| list.hits.len()).max().unwrap_or(0);
    let list = if deepest < 100 { 3 } else { 4 };
    let lists = if width >= 50 { answer.trace.lists.len() * list + 1 } else { 0 };
    // cursor, rank, sign, label, sum and the blanks between them
    let after = if answer.trace.rerank.is_some() { 6 } else { 0 };
    let fixed = 1 + 3 + after + moved + 3 + label + 1 + 6 + lists + 2;
    let rest = width.saturating_sub(fixed);
    let several = model.corpus.documents.len() > 1;
    // "- blocked by 10, 11" takes 19 columns, "+ fires, slack 0" 16, "- blocked by 2" 14 and "- too late" 10; of a name
    // six are the least that says something. Where several documents are ranked it stays: numbers are those of one.
    let fate = match rest {
        27.. => 19,
        22.. => 16,
        20.. => 14,
        _ => 10,
    };
    let first = ranking.first().map(|fused| model.corpus.path_of(fused.entry));
    let mixed = || ranking.iter().take(400).any(|fused| Some(model.corpus.path_of(fused.entry)) != first);
    let path = if several && rest >= fate + 6 && (rest >= 20 || mixed()) {
        (rest - fate).min(model.facts.longest + 1)
    } else {
        0
    };
    Columns { list, lists, moved, after, label, path, fate: rest.saturating_sub(path) }
}

fn head(answer: &Answer, theme: &Theme, columns: &Columns, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    row.to(1).number("#", 3, Role::Subtitle);
    if columns.after > 0 {
        row.number("after", columns.after, Role::Subtitle);
    }
    row.to(1 + 3 + columns.after + columns.moved + 3);
    row.column("entry", columns.label + columns.path, Role::Subtitle);
    row.number("sum", 7, Role::Subtitle);
    if columns.lists > 0 {
        row.text(" ", Role::Text);
        for list in &answer.trace.lists {
            row.number(short(list.name), columns.list, Role::Subtitle);
        }
    }
    row.text("  verdict", Role::Subtitle).draw(place, buffer);
}

/// Two letters for a list: what it ranks and how.
const fn short(list: ListName) -> &'static str {
    match list {
        ListName::ChunkDense => "cd",
        ListName::ChunkBm25 => "cb",
        ListName::SeamDense => "sd",
        ListName::SeamBm25 => "sb",
        ListName::Dense => "d",
    }
}

#[allow(clippy::too_many_arguments)]
fn entry(
    model: &Model,
    answer: &Answer,
    moment: &Moment,
    theme: &Theme,
    columns: &Columns,
    at: usize,
    fused: &Fused,
    place: Rect,
    buffer: &mut Buffer,
) {
    let g = &theme.glyphs;
    let fate = answer.fate(fused.entry);
    let (sign, role) = sign(theme, fused.entry, fate);
    let dropped = moment.dropped && matches!(fate, Fate::Blocked(_));
    let role = if dropped { Role::Blocked } else { role };
    let under = at == model.ranking.cursor;
    let mut row = Row::new(theme, place.width);
    row.text(if under { g.cursor } else { " " }, Role::Key).number(&(at + 1).to_string(), 3, Role::Dim);
    if columns.after > 0 {
        let (text, role) = after(theme, answer.reranked(fused.entry));
        row.number(&text, columns.after, role);
    }
    if columns.moved > 0 {
        let (text, role) = moved(model, theme, fused.entry);
        row.text(" ", Role::Text).column(&text, columns.moved - 1, role);
    }
    row.text(" ", Role::Text).text(sign, role).text(" ", Role::Text);
    let strong = if matches!(fate, Fate::Fired(_) | Fate::In(_)) { role } else { Role::Text };
    row.column(&model.corpus.label(fused.entry), columns.label, if dropped { Role::Blocked } else { strong });
    if columns.path > 0 {
        let path = clean::fit_path(model.corpus.path_of(fused.entry), columns.path - 1, g.more);
        row.text(" ", Role::Text).column(&path, columns.path - 1, Role::Dim);
    }
    let sum = if moment.fused { fused.score.map_or_else(|| g.absent.into(), number::sum) } else { g.absent.into() };
    row.text(" ", Role::Text).number(&sum, 6, Role::Text);
    if columns.lists > 0 {
        row.text(" ", Role::Text);
        for list in 0..answer.trace.lists.len() {
            match fused.terms.iter().find(|term| term.list == list) {
                Some(term) => row.number(&term.rank.to_string(), columns.list, Role::Text),
                None => row.number(g.absent, columns.list, Role::Dim),
            };
        }
    }
    if columns.fate > 4 {
        let (wordings, role) = standing(model, theme, answer, fused.entry, fate);
        row.text("  ", Role::Text).text(&fitting(wordings, columns.fate), role);
    }
    row.draw(place, buffer);
}

/// Where the reranker puts an entry, and whether it rose or fell or is pinned where it stands.
fn after(theme: &Theme, reranked: Option<Reranked>) -> (String, Role) {
    let g = &theme.glyphs;
    match reranked {
        None => (g.absent.to_owned(), Role::Dim),
        Some(Reranked { pinned: true, .. }) => ("pin".to_owned(), Role::Dim),
        Some(Reranked { place, rose, .. }) if rose > 0 => (format!("{}{place}", g.up), Role::Up),
        Some(Reranked { place, rose, .. }) if rose < 0 => (format!("{}{place}", g.down), Role::Down),
        Some(Reranked { place, .. }) => (place.to_string(), Role::Text),
    }
}

/// The sign of an entry and its role.
pub(super) fn sign(theme: &Theme, entry: Entry, fate: Fate) -> (&'static str, Role) {
    let g = &theme.glyphs;
    match (entry, fate) {
        (_, Fate::Fired(_) | Fate::NoRoomFired(_) | Fate::LateFired(_)) => (g.fired, Role::Fired),
        (Entry::Seam(_), _) => (g.seam, Role::Seam),
        (Entry::Chunk(_), Fate::In(place)) if place.expanded => (g.chunk, Role::Expanded),
        (Entry::Chunk(_), Fate::In(_)) => (g.chunk, Role::Included),
        (Entry::Chunk(_), Fate::Open) => (g.chunk, Role::Text),
        (Entry::Chunk(_), _) => (g.chunk, Role::Out),
    }
}

/// What became of an entry, in wordings from long to short.
pub(in crate::ui) fn told(model: &Model, theme: &Theme, fate: Fate) -> (Vec<String>, Role) {
    let g = &theme.glyphs;
    let corpus = &model.corpus;
    let (sign, wordings, role) = match fate {
        Fate::Open => return (Vec::new(), Role::Dim),
        Fate::Fired(verdict) => {
            let slack = verdict.slack.map_or_else(|| g.infinite.to_owned(), |slack| slack.to_string());
            (g.plus, vec![format!("fires, slack {slack}"), "fires".to_owned()], Role::Fired)
        }
        Fate::NoRoomFired(_) => (g.minus, vec!["fires, no room".to_owned(), "no room".to_owned()], Role::Warn),
        Fate::LateFired(_) => (g.minus, vec!["fires, too late".to_owned(), "too late".to_owned()], Role::Out),
        Fate::Blocked(verdict) => {
            let needs = verdict.rank + verdict.margin as usize;
            let sides = [(verdict.left_rank, verdict.left), (verdict.right_rank, verdict.right)];
            let blockers: Vec<_> = sides
                .into_iter()
                .filter(|(rank, _)| rank.is_some_and(|rank| rank < needs))
                .map(|(_, chunk)| corpus.label(Entry::Chunk(chunk)))
                .collect();
            let blockers = blockers.join(", ");
            (g.minus, vec![format!("blocked by {blockers}"), "blocked".to_owned()], Role::Blocked)
        }
        Fate::In(place) if place.expanded => {
            (g.plus, vec!["in (expanded)".to_owned(), "in".to_owned()], Role::Expanded)
        }
        Fate::In(place) => match place.by {
            Entry::Seam(_) => {
                let by = corpus.label(place.by);
                (g.plus, vec![format!("in (by {by})"), format!("by {by}"), "in".to_owned()], Role::Included)
            }
            Entry::Chunk(_) => (g.plus, vec!["in".to_owned()], Role::Included),
        },
        Fate::NoRoom => (g.minus, vec!["no room".to_owned()], Role::Warn),
        Fate::Withheld => (g.minus, vec!["withheld".to_owned()], Role::Out),
        Fate::Out => (g.minus, vec!["out".to_owned()], Role::Out),
    };
    (wordings.into_iter().map(|text| format!("{sign} {text}")).collect(), role)
}

/// The fate of an entry of the ranking: of a chunk that a seam put out, also what is there instead of it.
fn standing(model: &Model, theme: &Theme, answer: &Answer, entry: Entry, fate: Fate) -> (Vec<String>, Role) {
    let (mut wordings, role) = told(model, theme, fate);
    if let (Entry::Chunk(chunk), Fate::Out) = (entry, fate)
        && let Some(one) = answer.replaced().find(|one| one.went.contains(&chunk) && !one.came.is_empty())
    {
        let came: Vec<_> = one.came.iter().map(|id| model.corpus.label(Entry::Chunk(*id))).collect();
        let longest = format!("{} out, {} instead", theme.glyphs.minus, came.join(" "));
        wordings.insert(0, longest);
    }
    (wordings, role)
}

/// The longest wording that fits into some columns, else the shortest.
fn fitting(wordings: Vec<String>, room: usize) -> String {
    let last = wordings.last().cloned().unwrap_or_default();
    wordings.into_iter().find(|text| cells::width(text) <= room).unwrap_or(last)
}

/// What the last turn of a knob did to an entry: places by which it rose or fell, or that it came, went, began, ceased.
fn moved(model: &Model, theme: &Theme, entry: Entry) -> (String, Role) {
    let g = &theme.glyphs;
    let Some(moved) = &model.moved else { return (String::new(), Role::Dim) };
    if moved.new.contains(&entry) {
        return (g.new.to_owned(), Role::Up);
    }
    let (came, went) = match entry {
        Entry::Chunk(id) => (moved.came.contains(&id), moved.went.contains(&id)),
        Entry::Seam(id) => (moved.began.contains(&id), moved.ceased.contains(&id)),
    };
    let places = moved.ranks.get(&entry).map_or(String::new(), |places| places.unsigned_abs().to_string());
    match (moved.ranks.get(&entry), came, went) {
        (_, true, _) => (format!("{}{places}", g.plus), Role::Up),
        (_, _, true) => (format!("{}{places}", g.minus), Role::Down),
        (Some(rose), ..) if *rose > 0 => (format!("{}{places}", g.up), Role::Up),
        (Some(_), ..) => (format!("{}{places}", g.down), Role::Down),
        (None, ..) => (String::new(), Role::Dim),
    }
}

fn empty(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let waits = model.requests.asking;
    let sentence = match (&model.build.phase, waits) {
        (Phase::Failed(_), _) => "The folder could not be opened; r tries again.",
        (Phase::Reading, true) => "The question is asked as soon as the folder is cut.",
        (_, true) => "Searching.",
        _ => "No question yet. i writes one; Enter asks it. What is found stands here, chunks and seams in one order.",
    };
    advice(theme, &[sentence], area, buffer);
}
