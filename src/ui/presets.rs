//! The list of presets with what each stands for.
//! Never applies one.

use ratatui::text::Line;

use super::clean;
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::compare::Choice;
use crate::retrieve::params::Preset;

/// What may be compared with, one line each.
pub(super) fn choices(theme: &Theme, width: u16) -> Vec<Line<'_>> {
    let line = |choice: Choice| {
        let about = clean::fit(choice.about(), usize::from(width).saturating_sub(15), theme.glyphs.more);
        Line::from(vec![
            theme.span("   ", Role::Text),
            theme.span(clean::pad(choice.name(), 11, ""), Role::Strong),
            theme.span(about, Role::Text),
        ])
    };
    Choice::all().into_iter().map(line).collect()
}

/// One line a preset.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme, width: u16) -> Vec<Line<'a>> {
    let line = |preset: Preset| {
        let mark = if preset == model.preset { theme.glyphs.cursor } else { " " };
        let about = clean::fit(preset.about(), usize::from(width).saturating_sub(15), theme.glyphs.more);
        Line::from(vec![
            theme.span(format!(" {mark} "), Role::Key),
            theme.span(clean::pad(preset.name(), 11, ""), Role::Strong),
            theme.span(about, Role::Text),
        ])
    };
    Preset::ALL.into_iter().map(line).collect()
}
