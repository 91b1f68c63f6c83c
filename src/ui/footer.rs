//! The last line: what just happened, or the keys that matter here, printed from the keymap.
//! Never names a key that the keymap does not have.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rows::Row;
use super::theme::{Role, Theme};
use super::{clean, header};
use crate::app::Model;
use crate::app::action::Action;
use crate::app::calibrate;
use crate::app::cells;
use crate::app::geometry::Layout;
use crate::app::keymap::{Context, spelled};
use crate::app::knobs::{Knob, Turn};
use crate::app::lab;
use crate::app::model::{Notice, Phase};
use crate::app::popup::Popup;
use crate::app::screen::Screen;
use crate::app::select::Reach;

/// Draws the line.
pub(super) fn draw(model: &Model, theme: &Theme, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(theme, area.width);
    row.text(" ", Role::Text);
    if let Some(prompt) = &model.prompt {
        let value = prompt.input.value();
        let shown = if prompt.replaces.is_some() { format!("{value} ") } else { String::new() };
        row.text(&shown, Role::Strong).text(&prompt.label(), Role::Key).text(" ", Role::Text);
        row.text(value, Role::Input).text(theme.glyphs.bar[0], Role::Dim).text("   ", Role::Text);
    }
    if model.search.typing {
        row.text("/", Role::Key).text(model.search.input.value(), Role::Input).text(theme.glyphs.bar[0], Role::Dim);
        row.text("   ", Role::Text);
        if model.looks_through_rows() && model.search.input.value().is_empty() {
            row.text("a number (12, 7|8), a part of a path, or both   ", Role::Placeholder);
        }
    }
    if let Some(notice) = &model.notice {
        told(model, theme, notice, &mut row);
    } else if let Some(count) = model.count {
        row.text(&count.to_string(), Role::Key).text(" times: a move, a step or a turn", Role::Hint);
    } else if model.pending.is_empty() {
        hints(model, theme, layout, &mut row);
    } else {
        following(model, theme, &mut row);
    }
    row.draw(area, buffer);
}

/// What just happened; where it is too long for the line, with the key that shows all of it.
fn told(model: &Model, theme: &Theme, notice: &Notice, row: &mut Row<'_>) {
    let role = if notice.bad { Role::Bad } else { Role::Good };
    let key = model.keymap.shown(model.context(), Action::Messages);
    let Some(key) = key.filter(|_| cells::width(&notice.text) > row.left()) else {
        row.text(&notice.text, role);
        return;
    };
    let hint = Action::Messages.hint();
    let room = row.left().saturating_sub(cells::width(&key) + hint.len() + 3);
    row.text(&clean::fit(&notice.text, room, theme.glyphs.more), role);
    row.text("  ", Role::Text).text(&key, Role::Key).text(" ", Role::Text).text(hint, Role::Hint);
}

/// The keys of this place, the most wanted first, as many as fit. Where a screen is too low for its first line, how far
/// the work is stands before them.
fn hints(model: &Model, theme: &Theme, layout: &Layout, row: &mut Row<'_>) {
    let works = matches!(model.build.phase, Phase::Reading | Phase::Embedding | Phase::Failed(_));
    if works && layout.header.is_none() {
        let (text, role) = header::state(model, theme, row.left().saturating_sub(2) * 2 / 3);
        row.text(&text, role).text("  ", Role::Text);
    }
    let context = model.context();
    let mut leave = String::new();
    let last: &[Action] = match context {
        Context::Main | Context::Documents | Context::Source => &[Action::Palette, Action::Help, Action::Quit],
        Context::Cuts | Context::Compare | Context::Calibrate | Context::Lab => &[Action::Close],
        _ => &[],
    };
    if model.playing {
        row.text("the story plays, any key stops it", Role::Progress).text("  ", Role::Text);
    }
    for action in last {
        if let Some(key) = model.keymap.shown(context, *action) {
            let _ = write!(leave, "  {key} {}", action.hint());
        }
    }
    let reserved = cells::width(&leave);
    for group in wanted(model, layout) {
        let keys: Vec<String> = group.iter().filter_map(|action| model.keymap.shown(context, *action)).collect();
        let Some(first) = group.first().filter(|_| !keys.is_empty()) else { continue };
        let keys = theme.glyphs.plain(&keys.join(" ")).into_owned();
        let hint = hint(model, *first);
        if cells::width(&keys) + hint.len() + 3 + reserved > row.left() {
            break;
        }
        row.text(&keys, Role::Key).text(" ", Role::Text).text(hint, Role::Hint).text("  ", Role::Text);
    }
    for action in last {
        if let Some(key) = model.keymap.shown(context, *action) {
            row.text(&key, Role::Key).text(" ", Role::Text).text(action.hint(), Role::Hint).text("  ", Role::Text);
        }
    }
}

/// What an action does here, in a word.
fn hint(model: &Model, action: Action) -> &'static str {
    match (action, model.popup, model.screen) {
        (Action::Open, Some(Popup::Presets | Popup::Models | Popup::Other | Popup::Pick), _) => "take it",
        (Action::Open, Some(Popup::Settings), _) => "select the knob",
        (Action::Open, None, Screen::Cuts | Screen::Compare) => "go there",
        (Action::Open, None, Screen::Calibrate) if model.found().is_some() => "ask it",
        (Action::Open, None, Screen::Calibrate) => "start",
        (Action::Open, None, Screen::Explore) if model.source.selection.is_some() => "what holds this?",
        _ => action.hint(),
    }
}

/// What may follow the keys that were pressed.
fn following(model: &Model, theme: &Theme, row: &mut Row<'_>) {
    row.text(&spelled(&model.pending), Role::Key).text(&format!(" {}  ", theme.glyphs.more), Role::Dim);
    for binding in model.keymap.following(model.context(), &model.pending) {
        let rest = spelled(&binding.keys[model.pending.len()..]);
        row.text(&rest, Role::Key).text(" ", Role::Text).text(binding.action.hint(), Role::Hint).text("  ", Role::Text);
    }
}

fn wanted(model: &Model, layout: &Layout) -> Vec<Vec<Action>> {
    let write = vec![Action::Write];
    let step = vec![Action::StepBack, Action::StepForward];
    let margin = vec![Action::Turn(Knob::Margin, Turn::Down), Action::Turn(Knob::Margin, Turn::Up)];
    let budget = vec![Action::Turn(Knob::Budget, Turn::Up), Action::Turn(Knob::Budget, Turn::Down)];
    let expand = vec![Action::Turn(Knob::Policy, Turn::Up)];
    let knob = vec![Action::PreviousKnob, Action::NextKnob];
    let turn = vec![Action::TurnSelected(Turn::Down), Action::TurnSelected(Turn::Up)];
    let cut = vec![Action::PreviousCut, Action::NextCut];
    let bad = vec![Action::PreviousWarning, Action::NextWarning];
    let hit = vec![Action::PreviousHit, Action::NextHit];
    let (pane, open, zoom) = (vec![Action::NextPane], vec![Action::Open], vec![Action::Zoom]);
    let (presets, compare) = (vec![Action::Presets], vec![Action::Compare]);
    let (cuts, search) = (vec![Action::Cuts], vec![Action::Search, Action::NextMatch]);
    // Where one pane has the whole screen the way to the others comes first.
    let alone = layout.slots.len() == 1 && !model.zoomed;
    let (first, later) = if alone { (pane, Vec::new()) } else { (Vec::new(), pane) };
    match model.context() {
        Context::Query => {
            vec![vec![Action::Ask], vec![Action::Close], vec![Action::OlderQuestion], vec![Action::Complete]]
        }
        Context::Search => vec![vec![Action::Find], vec![Action::Close]],
        Context::Pick => vec![vec![Action::Open], vec![Action::Close], vec![Action::Down], vec![Action::Complete]],
        Context::Prompt => vec![vec![Action::Accept], vec![Action::Close]],
        Context::Cuts => {
            let filters = vec![
                vec![Action::NextFilter, Action::PreviousFilter],
                vec![Action::Filter],
                vec![Action::OnlyDocument],
            ];
            [vec![vec![Action::Down], vec![Action::Open], vec![Action::Sort]], filters, vec![knob, turn]].concat()
        }
        Context::Compare => vec![
            vec![Action::NextView],
            vec![Action::Open],
            vec![Action::Other],
            vec![Action::Pin],
            vec![Action::Exchange],
            vec![Action::PreviousDifference, Action::NextDifference],
            vec![Action::NextDocument],
            margin,
            knob,
            turn,
        ],
        Context::Calibrate => vec![
            vec![Action::Calibrating(calibrate::Wish::Start)],
            vec![Action::Calibrating(calibrate::Wish::Lower), Action::Calibrating(calibrate::Wish::Raise)],
            vec![Action::Calibrating(calibrate::Wish::Suggested)],
            vec![Action::Calibrating(calibrate::Wish::Apply)],
            vec![Action::WriteSettings],
            vec![Action::Down],
            vec![Action::Open],
            vec![Action::Calibrating(calibrate::Wish::Seed)],
            vec![Action::Calibrating(calibrate::Wish::Fewer), Action::Calibrating(calibrate::Wish::More)],
            vec![Action::Stop],
        ],
        Context::Lab => vec![
            vec![Action::InLab(lab::Wish::Start)],
            vec![Action::Down],
            vec![Action::InLab(lab::Wish::Base)],
            vec![Action::InLab(lab::Wish::Slice)],
            vec![Action::InLab(lab::Wish::NextQuestion), Action::InLab(lab::Wish::PreviousQuestion)],
            vec![Action::InLab(lab::Wish::Replay)],
            vec![Action::InLab(lab::Wish::Sweep)],
            vec![Action::InLab(lab::Wish::View)],
            vec![Action::InLab(lab::Wish::Save)],
            vec![Action::Stop],
        ],
        Context::Popup if matches!(model.popup, Some(Popup::Presets | Popup::Models | Popup::Other)) => {
            vec![vec![Action::Open], vec![Action::Down], vec![Action::Close]]
        }
        Context::Popup if model.popup == Some(Popup::Settings) => {
            vec![vec![Action::Close], vec![Action::Down], turn, vec![Action::Open]]
        }
        Context::Popup if model.popup == Some(Popup::Help) => {
            let pages = vec![vec![Action::NextPage], vec![Action::FindInHelp]];
            [pages, vec![vec![Action::Close], vec![Action::Down], vec![Action::PageDown]]].concat()
        }
        Context::Popup => vec![vec![Action::Close], vec![Action::Down], vec![Action::PageDown]],
        Context::Selecting => vec![
            vec![Action::Down],
            vec![Action::Reach(Reach::Left), Action::Reach(Reach::Right)],
            vec![Action::Reach(Reach::Back), Action::Reach(Reach::Word)],
            open,
            vec![Action::Select],
            vec![Action::Close],
        ],
        Context::Source if model.answer.is_some() => {
            vec![write, first, cut, bad, open, hit, step, search, later, margin, zoom]
        }
        Context::Source => vec![write, first, cuts, cut, bad, search, later, zoom, knob, turn],
        Context::Main | Context::Documents if model.answer.is_none() => {
            vec![write, first, cuts, later, zoom, knob, turn, presets]
        }
        Context::Documents => vec![write, first, later, step, margin, budget, expand, zoom],
        Context::Main => {
            vec![write, first, step, margin, open, cuts, compare, later, knob, turn, budget, expand, zoom, presets]
        }
    }
}
