//! Seams: the fire test of every seam in the ranking, the inequality written out.
//! Never tests; the verdicts are the trace's.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cursor, label_width};
use crate::app::Model;
use crate::app::cells;
use crate::app::moves::SeamForm;
use crate::app::pane::Pane;
use crate::retrieve::trace::{ChunkId, Entry, Verdict};
use crate::ui::clean;
use crate::ui::rows::{Row, advice, nth};
use crate::ui::theme::{Role, Theme};

pub(super) fn subtitle(model: &Model, room: usize) -> String {
    let Some(answer) = &model.answer else { return String::new() };
    let told = &answer.trace.verdicts[..answer.moment().verdicts.min(answer.trace.verdicts.len())];
    let fires = told.iter().filter(|verdict| verdict.fired).count();
    let close = told.iter().filter(|verdict| !verdict.fired && verdict.slack == Some(-1)).count();
    let count = format!("{fires} of {} {}", told.len(), if fires == 1 { "fires" } else { "fire" });
    let near = format!("{count}, {close} blocked by one place");
    if close > 0 && near.len() <= room { near } else { count }
}

pub(super) fn draw(model: &Model, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let Some(answer) = &model.answer else {
        let sentence = "For each seam that a question finds: does it stand m places above both of its chunks?";
        return advice(theme, &[sentence], area, buffer);
    };
    if answer.trace.verdicts.is_empty() {
        return advice(theme, &[reason(model)], area, buffer);
    }
    let form = model.seam_form(area.width);
    let height = model.row_height(Pane::Seams, area.width);
    let window = usize::from(area.height) / height;
    let wide = label_width(&model.corpus, answer.trace.verdicts.iter().take(400).map(|v| Entry::Seam(v.seam)));
    let verdicts = answer.trace.verdicts.iter().enumerate().skip(model.seams.top).take(window + 1);
    for (item, (at, verdict)) in verdicts.enumerate() {
        let sum = answer.trace.verdicts.iter().take(400).map(|verdict| sum_of(verdict).len()).max().unwrap_or(0);
        let test = Test { model, theme, verdict, spoken: at < answer.moment().verdicts, wide, sum };
        for line in 0..height {
            let Some(place) = nth(area, item * height + line) else { break };
            let mut row = Row::new(theme, place.width);
            let under = at == model.seams.cursor;
            test.start(line == 0, under, &mut row);
            test.line(form, line, &mut row);
            row.draw(place, buffer);
            if under && line == 0 {
                cursor(theme, focused, place, buffer);
            }
        }
    }
}

/// Why no seam was tested.
fn reason(model: &Model) -> &'static str {
    let params = &model.answered;
    if !params.seam.enabled {
        "Seams are switched off (seam.enabled, or a preset without them)."
    } else if params.chunk.overlap > 0 {
        "Chunks overlap, so there are no seams: text at a cut is in both chunks already."
    } else if model.corpus.seams.is_empty() {
        "There is no seam: no document has two chunks."
    } else {
        "No seam is in the ranking."
    }
}

/// One fire test that is drawn.
struct Test<'a> {
    model: &'a Model,
    theme: &'a Theme,
    verdict: &'a Verdict,
    /// The story has come to it.
    spoken: bool,
    /// Columns of the longest label.
    wide: usize,
    /// Columns of the longest sum.
    sum: usize,
}

impl Test<'_> {
    /// Cursor, sign and label on the first line, blanks on the others.
    fn start(&self, first: bool, under: bool, row: &mut Row<'_>) {
        if !first {
            row.to(self.wide + 4);
            return;
        }
        let g = &self.theme.glyphs;
        let (sign, role) = match (self.spoken, self.verdict.fired) {
            (false, _) => (g.seam, Role::Dim),
            (true, true) => (g.fired, Role::Fired),
            (true, false) => (g.seam, Role::Blocked),
        };
        row.text(if under { g.cursor } else { " " }, Role::Key).text(sign, role).text(" ", Role::Text);
        row.column(&self.model.corpus.label(Entry::Seam(self.verdict.seam)), self.wide + 1, role);
    }

    fn line(&self, form: SeamForm, line: usize, row: &mut Row<'_>) {
        match (form, line) {
            (SeamForm::Wide, 0) => {
                self.sum(row);
                row.text(" ", Role::Text);
                self.sides(row);
            }
            (SeamForm::Wide, _) => {
                self.turn(row);
                self.path(row);
            }
            (SeamForm::Middle, 0) => {
                self.sum(row);
                row.text("   ", Role::Text);
                self.turn(row);
            }
            (SeamForm::Middle, _) => {
                self.sides(row);
                self.path(row);
            }
            (SeamForm::Narrow, 0) => self.sum(row),
            (SeamForm::Narrow, 1) => self.sides(row),
            (SeamForm::Narrow, _) => self.turn(row),
        }
    }

    /// `rank 1 + m 3 = 4`
    fn sum(&self, row: &mut Row<'_>) {
        let verdict = self.verdict;
        let sum = verdict.rank + verdict.margin as usize;
        row.text(&format!("rank {} + m {} = ", verdict.rank, verdict.margin), Role::Text);
        row.text(&sum.to_string(), Role::Strong)
            .text(&" ".repeat(self.sum - sum_of(verdict).len().min(self.sum)), Role::Text);
    }

    fn sides(&self, row: &mut Row<'_>) {
        self.side("left", self.verdict.left, self.verdict.left_rank, row);
        row.text("  ", Role::Text);
        self.side("right", self.verdict.right, self.verdict.right_rank, row);
    }

    /// `≤ 4 (left 7) ✓`
    fn side(&self, which: &str, chunk: ChunkId, rank: Option<usize>, row: &mut Row<'_>) {
        let g = &self.theme.glyphs;
        let holds = rank.is_none_or(|rank| self.verdict.rank + self.verdict.margin as usize <= rank);
        let rank = rank.map_or_else(|| g.infinite.to_owned(), |rank| rank.to_string());
        let label = self.model.corpus.label(Entry::Chunk(chunk));
        row.text(&format!("{} {rank} ({which} {label})", g.at_most), Role::Text);
        if self.spoken {
            let (sign, role) = if holds { (g.yes, Role::Good) } else { (g.no, Role::Bad) };
            row.text(" ", Role::Text).text(sign, role);
        }
    }

    /// Where the verdict turns, in the longest wording that fits.
    fn turn(&self, row: &mut Row<'_>) {
        if !self.spoken {
            return;
        }
        let (wordings, role) = turning(self.model, self.theme, self.verdict);
        let last = wordings.last().cloned().unwrap_or_default();
        let text = wordings.into_iter().find(|text| cells::width(text) <= row.left()).unwrap_or(last);
        row.text(&text, role);
    }

    fn path(&self, row: &mut Row<'_>) {
        if self.model.corpus.documents.len() > 1 && row.left() > 12 {
            let path = self.model.corpus.path_of(Entry::Seam(self.verdict.seam));
            let room = (row.left() - 3).min(28);
            row.at_right(&clean::fit_path(path, room, self.theme.glyphs.more), Role::Dim);
        }
    }
}

/// `rank 1 + m 3 = 4`
fn sum_of(verdict: &Verdict) -> String {
    format!("rank {} + m {} = {}", verdict.rank, verdict.margin, verdict.rank + verdict.margin as usize)
}

/// Where the verdict turns, in wordings from long to short.
pub(in crate::ui) fn turning(model: &Model, theme: &Theme, verdict: &Verdict) -> (Vec<String>, Role) {
    let began = model.moved.as_ref().is_some_and(|moved| moved.began.contains(&verdict.seam));
    let ceased = model.moved.as_ref().is_some_and(|moved| moved.ceased.contains(&verdict.seam));
    let g = &theme.glyphs;
    let mark = match (began, ceased) {
        (true, _) => format!("{} ", g.up),
        (_, true) => format!("{} ", g.down),
        _ => String::new(),
    };
    let places = |by: u64| if by == 1 { "1 place".to_owned() } else { format!("{by} places") };
    let (wordings, role) = if verdict.fired {
        let wordings = match verdict.turns_from {
            Some(stop) => {
                let most = stop.saturating_sub(1);
                vec![format!("fires up to m {most}, stops at m {stop}"), format!("fires up to m {most}")]
            }
            None => vec!["fires at every m: no chunk of it is ranked".to_owned(), "fires at every m".to_owned()],
        };
        (wordings, Role::Fired)
    } else {
        let short = places(verdict.slack.map_or(0, i64::unsigned_abs));
        let wordings = match verdict.turns_to {
            Some(most) => vec![format!("blocked by {short}: fires up to m {most}"), format!("fires up to m {most}")],
            None => vec![format!("blocked by {short}: fires at no m"), "fires at no m".to_owned()],
        };
        (wordings, Role::Blocked)
    };
    let role = if ceased { Role::Down } else { role };
    (wordings.into_iter().map(|text| format!("{mark}{text}")).collect(), role)
}
