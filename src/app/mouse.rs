//! What a click or the wheel means at a place of the screen.
//! Never knows more of the place than `geometry` says.

use super::act;
use super::action::Action;
use super::compare::View;
use super::cuts::Frames;
use super::geometry::{Layout, Slot, layout};
use super::knobs::{Knob, Turn};
use super::message::{Click, Effect, Mouse};
use super::model::Model;
use super::moves::{Move, head};
use super::pane::Pane;
use super::popup::Popup;
use super::screen::Screen;
use super::sheet::Row;
use super::splits::{Axis, Divider};

/// Rows that one notch of the wheel moves.
const NOTCH: isize = 3;

/// Columns that a knob is dragged for one turn.
const NOTCH_OF_KNOB: u16 = 2;

/// Most turns for one movement of the mouse.
const MOST_TURNS: u16 = 20;

/// What the mouse drags while its button is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drag {
    /// A border between panes.
    Border(Divider),
    /// A knob, and the column of its last turn.
    Knob(Knob, u16),
}

/// Does what the mouse means.
pub fn handle(model: &mut Model, event: Mouse, effects: &mut Vec<Effect>) {
    match (event.what, model.drag) {
        (Click::Drag, Some(drag)) => return dragged(model, drag, event, effects),
        (Click::Press | Click::Release, _) => model.drag = None,
        _ => {}
    }
    let screen = layout(model);
    if model.popup.is_some() {
        return in_popup(model, &screen, event, effects);
    }
    let wheel = match event.what {
        Click::WheelUp => -NOTCH,
        Click::WheelDown => NOTCH,
        Click::Press | Click::Drag | Click::Release => 0,
    };
    let knob = screen.knobs.iter().find(|cell| cell.area.holds(event.x, event.y)).map(|cell| cell.knob);
    if let Some(knob) = knob {
        match event.what {
            Click::WheelUp => act::perform(model, Action::Turn(knob, Turn::Up), effects),
            Click::WheelDown => act::perform(model, Action::Turn(knob, Turn::Down), effects),
            Click::Press => (model.knob, model.drag) = (knob, Some(Drag::Knob(knob, event.x))),
            Click::Drag | Click::Release => {}
        }
        return;
    }
    if screen.query.is_some_and(|area| area.holds(event.x, event.y)) {
        if event.what == Click::Press {
            model.question.write();
        }
        return;
    }
    match model.screen {
        Screen::Cuts => return on_cuts(model, &screen, event, effects),
        Screen::Compare => return on_compare(model, event, effects),
        Screen::Calibrate | Screen::Lab => {
            if wheel != 0 {
                model.go(super::moves::Move::Rows(wheel));
            }
            return;
        }
        Screen::Explore => {}
    }
    let Some(slot) = screen.slots.iter().find(|slot| slot.area.holds(event.x, event.y)) else { return };
    if wheel != 0 {
        return scroll(model, &screen, slot.shown, wheel);
    }
    match event.what {
        Click::Press => {
            let border = screen.dividers.iter().find(|divider| divider.area.holds(event.x, event.y));
            let tab = slot.tabs.iter().any(|tab| tab.area.holds(event.x, event.y));
            let free = !tab && !slot.area.inner().holds(event.x, event.y);
            model.drag = border.filter(|_| free).copied().map(Drag::Border);
            press(model, slot, event, effects);
        }
        Click::Drag if slot.shown == Pane::Source && slot.area.inner().holds(event.x, event.y) => {
            let inner = slot.area.inner();
            model.drag_source(usize::from(event.y - inner.y), usize::from(event.x - inner.x));
        }
        _ => {}
    }
}

/// Moves a border to the mouse, or turns a knob as far as it went.
fn dragged(model: &mut Model, drag: Drag, event: Mouse, effects: &mut Vec<Effect>) {
    match drag {
        Drag::Border(divider) => {
            let at = if divider.axis == Axis::Rows { event.y } else { event.x };
            model.splits.put(&divider, at.saturating_sub(divider.from).min(divider.extent));
        }
        Drag::Knob(knob, from) => {
            let turns = (event.x.abs_diff(from) / NOTCH_OF_KNOB).min(MOST_TURNS);
            let turn = if event.x > from { Turn::Up } else { Turn::Down };
            for _ in 0..turns {
                act::perform(model, Action::Turn(knob, turn), effects);
            }
            if turns > 0 {
                model.drag = Some(Drag::Knob(knob, event.x));
            }
        }
    }
}

fn in_popup(model: &mut Model, screen: &Layout, event: Mouse, effects: &mut Vec<Effect>) {
    let inner = screen.popup.inner();
    let rows = model.popup_rows();
    match event.what {
        Click::WheelUp | Click::WheelDown => {
            let by = if event.what == Click::WheelUp { -NOTCH } else { NOTCH };
            if model.popup.is_some_and(Popup::listed) {
                model.popup_list.by(by.signum(), rows);
            } else {
                model.popup_list.top = model.popup_list.top.saturating_add_signed(by);
            }
        }
        Click::Press if !screen.popup.holds(event.x, event.y) => act::perform(model, Action::Close, effects),
        Click::Press if model.popup.is_some_and(Popup::listed) && inner.holds(event.x, event.y) => {
            let over = model.popup.map_or(0, Popup::head);
            let Some(line) = usize::from(event.y - inner.y).checked_sub(over) else { return };
            let row = model.popup_list.top + line;
            let again = model.popup_list.cursor == row;
            model.popup_list.to(row, rows);
            if again {
                act::perform(model, Action::Open, effects);
            }
        }
        Click::Press | Click::Drag | Click::Release => {}
    }
}

fn on_cuts(model: &mut Model, screen: &Layout, event: Mouse, effects: &mut Vec<Effect>) {
    let frames = Frames::of(screen.body);
    let rows = model.cuts.shown.len();
    match event.what {
        Click::WheelUp => model.cuts.list.scroll(-NOTCH, rows, frames.window()),
        Click::WheelDown => model.cuts.list.scroll(NOTCH, rows, frames.window()),
        Click::Press if frames.table.holds(event.x, event.y) => {
            let Some(line) = usize::from(event.y - frames.table.y).checked_sub(1) else { return };
            let row = model.cuts.list.top + line;
            if row < rows && model.cuts.list.cursor == row {
                return act::perform(model, Action::Open, effects);
            }
            model.cuts.list.to(row, rows);
        }
        Click::Press | Click::Drag | Click::Release => {}
    }
}

fn on_compare(model: &mut Model, event: Mouse, effects: &mut Vec<Effect>) {
    let frames = model.compare_frames();
    let view = frames.views().into_iter().find(|(_, area)| area.holds(event.x, event.y));
    match event.what {
        Click::WheelUp => model.go_in_compare(Move::Rows(-NOTCH)),
        Click::WheelDown => model.go_in_compare(Move::Rows(NOTCH)),
        Click::Press if model.compare.other.is_none() => act::perform(model, Action::Other, effects),
        Click::Press if view.is_some() => model.show_view(view.map(|(view, _)| view).unwrap_or_default()),
        Click::Press if model.compare.view == View::Cuts && event.y >= frames.here.y => {
            let rows = model.compared_rows(frames);
            if let Some(Row::Text(line)) = rows.get(usize::from(event.y - frames.here.y)) {
                model.compare.cursor = line.span.start;
            }
        }
        Click::Press if event.y > frames.here.y => {
            let row = model.compare.list.top + usize::from(event.y - frames.here.y) - 1;
            let rows = model.compared_len();
            if row < rows && row == model.compare.list.cursor {
                return act::perform(model, Action::Open, effects);
            }
            model.compare.list.to(row, rows);
        }
        Click::Press | Click::Drag | Click::Release => {}
    }
}

fn scroll(model: &mut Model, screen: &Layout, pane: Pane, by: isize) {
    if pane == Pane::Source {
        return model.scroll_source(by);
    }
    let (rows, window) = (model.rows_in(pane), model.window(screen, pane));
    if let Some(list) = model.list_mut(pane) {
        list.scroll(by, rows, window);
    }
}

fn press(model: &mut Model, slot: &Slot, event: Mouse, effects: &mut Vec<Effect>) {
    if let Some(tab) = slot.tabs.iter().find(|tab| tab.area.holds(event.x, event.y)) {
        return act::focus(model, tab.pane);
    }
    let pane = slot.shown;
    let again = model.focus() == pane;
    act::focus(model, pane);
    let inner = slot.area.inner();
    if !inner.holds(event.x, event.y) {
        return;
    }
    let line = usize::from(event.y - inner.y);
    if pane == Pane::Source {
        return model.click_source(line, usize::from(event.x - inner.x));
    }
    let Some(line) = line.checked_sub(head(pane)) else { return };
    let row = model.list(pane).top + line / model.row_height(pane, inner.width);
    if row >= model.rows_in(pane) {
        return;
    }
    if again && model.list(pane).cursor == row {
        return act::perform(model, Action::Open, effects);
    }
    if let Some(list) = model.list_mut(pane) {
        list.cursor = row;
    }
    model.follow(pane);
}
