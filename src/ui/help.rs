//! The help: every key from the keymap, by place.
//! Never holds a key of its own.

use ratatui::text::Line;

use super::clean;
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::action::ACTIONS;
use crate::app::cells;
use crate::app::keymap::{Context, spelled};

/// The lines of the help.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme, width: u16) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let column = if width >= 60 { 22 } else { 14 };
    for context in Context::ALL {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::from(theme.span(format!(" {}", context.title()), Role::Heading)));
        for (action, _, about, _) in ACTIONS {
            let bound = model.keymap.bindings().iter().filter(|b| b.context == context && b.action == *action);
            let keys: Vec<String> = bound.map(|binding| spelled(&binding.keys)).collect();
            if keys.is_empty() {
                continue;
            }
            let keys = theme.glyphs.plain(&keys.join("  ")).into_owned();
            let keys = clean::pad(&keys, column.max(cells::width(&keys) + 1), "");
            let about = clean::fit(about, usize::from(width).saturating_sub(column + 4), theme.glyphs.more);
            lines.push(Line::from(vec![
                theme.span("   ", Role::Text),
                theme.span(keys, Role::Key),
                theme.span(about, Role::Text),
            ]));
        }
    }
    lines.push(Line::default());
    lines.push(Line::from(theme.span(" Signs", Role::Heading)));
    let g = &theme.glyphs;
    let signs = [
        (format!("{}  {}  {}", g.chunk, g.fired, g.seam), "a chunk, a seam that fires, a seam that does not"),
        (format!("{}  {}", g.plus, g.minus), "taken into the context, not taken"),
        (format!("{}  {}", g.bands[0], g.bands[1]), "the bands of neighbouring chunks"),
        (format!("{}  {}", g.window, g.overlap), "the window of a seam, text that two chunks share"),
        (g.broken.to_owned(), "a cut that breaks something"),
        (g.evidence.to_owned(), "evidence of a question that lies beside the documents"),
        (format!("{}  {}  {}", g.up, g.down, g.new), "rose, fell, came with the last turn of a knob"),
    ];
    for (sign, about) in signs {
        let sign = clean::pad(&sign, column, "");
        lines.push(Line::from(vec![
            theme.span("   ", Role::Text),
            theme.span(sign, Role::Key),
            theme.span(clean::fit(about, usize::from(width).saturating_sub(column + 4), g.more), Role::Text),
        ]));
    }
    lines.push(Line::default());
    lines.push(Line::from(
        theme.span(" Wheel over a knob turns it. Shift-drag selects text in most terminals.", Role::Dim),
    ));
    lines
}
