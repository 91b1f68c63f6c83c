//! What stands over the table of cuts: what they break, how large the chunks are against what was asked for.
//! Never counts anything anew on a frame but a histogram of sorted sizes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::Model;
use crate::app::cuts::{Bounds, FILTERS, Sizes};
use crate::app::knobs;
use crate::retrieve::params::Method;
use crate::ui::header::bar_of;
use crate::ui::number;
use crate::ui::rows::{Row, nth};
use crate::ui::theme::{Role, Theme};

pub(super) fn draw(model: &Model, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    if let Some(place) = nth(area, 0) {
        breaks(model, theme, place, buffer);
    }
    let Some(sizes) = &model.cuts.sizes else { return };
    let mut lines = Lines { theme, area, buffer, at: 1 };
    asked(model, sizes, &mut lines);
    let rest = usize::from(area.height).saturating_sub(lines.at + 1);
    if rest >= 3 {
        histogram(model, theme, sizes, lines.at, rest, area, buffer);
    }
}

/// Lines one below the other.
struct Lines<'a> {
    theme: &'a Theme,
    area: Rect,
    buffer: &'a mut Buffer,
    at: usize,
}

impl Lines<'_> {
    fn put(&mut self, name: &str, text: &str) {
        if let Some(place) = nth(self.area, self.at) {
            let mut row = Row::new(self.theme, place.width);
            row.text(" ", Role::Text).column(name, 9, Role::Subtitle);
            row.text(&self.theme.glyphs.plain(text), Role::Text).draw(place, self.buffer);
            self.at += 1;
        }
    }
}

/// `9 of 27 cuts break something: 2 in-fence  3 mid-sentence`
fn breaks(model: &Model, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, place.width);
    let cuts = number::of(model.facts.cuts, "cut");
    let breaks = if model.facts.broken == 1 { "breaks" } else { "break" };
    row.text(&format!(" {} of {cuts} {breaks} something", number::count(model.facts.broken)), Role::Strong);
    for (warning, count) in FILTERS.into_iter().zip(model.cuts.counts).filter(|(_, count)| *count > 0) {
        let role = if model.cuts.filter == Some(warning) { Role::TitleFocus } else { Role::Warn };
        row.text("  ", Role::Text).text(&format!("{} {}", number::count(count), warning.as_str()), role);
    }
    row.draw(place, buffer);
}

/// What was asked for beside what was measured.
fn asked(model: &Model, sizes: &Sizes, lines: &mut Lines<'_>) {
    let chunk = &model.params.chunk;
    let unit = if chunk.method == Method::Sentence { "sentences" } else { knobs::unit(chunk.unit) };
    let bounds = Bounds::of(&model.params);
    let [below, above] = sizes.outside(bounds);
    let count = |size: u32| number::count(size as usize);
    let share = |part: usize| {
        let percent = 100.0 * part as f64 / sizes.count().max(1) as f64;
        format!("{} ({percent:.1} %)", number::count(part))
    };
    lines.put(
        "size",
        &format!(
            "asked {} {unit}   measured {} to {}   median {}   mean {}   sigma {}",
            number::count(chunk.size),
            count(sizes.least()),
            count(sizes.most()),
            number::count(sizes.median().round() as usize),
            number::count(sizes.mean.round() as usize),
            number::count(sizes.sigma.round() as usize)
        ),
    );
    let under = if bounds.least > 0 {
        format!("below {} (chunk.min): {}", number::count(bounds.least), share(below))
    } else {
        "no least size asked (chunk.min 0)".to_owned()
    };
    lines.put("outside", &format!("above {}: {}   {under}", number::count(bounds.most), share(above)));
    lines.put("overlap", &overlap(model, unit));
}

/// Measured in characters: whatever unit was asked for, the text that two chunks share is text.
fn overlap(model: &Model, unit: &str) -> String {
    let asked = number::count(model.params.chunk.overlap);
    let shared = model.cuts.overlaps;
    if shared.count == 0 {
        return format!("asked {asked} {unit}   measured none: no chunk shares text with the one before");
    }
    format!(
        "asked {asked} {unit}   measured at {} of {}   median {} characters   most {}",
        number::count(shared.count),
        number::of(model.facts.cuts, "cut"),
        number::count(shared.median as usize),
        number::count(shared.most as usize)
    )
}

/// One bar a row; the bars as wide as a third of the screen.
fn histogram(model: &Model, theme: &Theme, sizes: &Sizes, from: usize, rows: usize, area: Rect, buffer: &mut Buffer) {
    let bins = sizes.bins(rows);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0);
    let bounds = Bounds::of(&model.params);
    let wide = number::count(bins.last().map_or(0, |bin| bin.to as usize)).len();
    for (line, bin) in bins.iter().enumerate().take(rows) {
        let Some(place) = nth(area, from + line) else { break };
        let outside = bin.from as usize > bounds.most || (bin.to as usize) <= bounds.least;
        let mut row = Row::new(theme, place.width);
        row.text(" ", Role::Text).column(if line == 0 { "chunks" } else { "" }, 9, Role::Subtitle);
        row.number(&number::count(bin.from as usize), wide, Role::Dim);
        row.text(&theme.glyphs.plain(" – "), Role::Dim);
        row.number(&number::count((bin.to - 1) as usize), wide, Role::Dim).text(" ", Role::Text);
        let width = usize::from(place.width / 3);
        let full = (bin.count * width).div_ceil(most.max(1));
        let bar = bar_of(theme, full, width.max(1), width);
        row.text(&bar, if outside { Role::Warn } else { Role::Progress });
        row.text(&format!(" {}", number::count(bin.count)), Role::Text).draw(place, buffer);
    }
}
