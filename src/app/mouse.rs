//! What a click or the wheel means at a place of the screen.
//! Never knows more of the place than `geometry` says.

use super::act;
use super::action::Action;
use super::geometry::{Layout, Slot, layout};
use super::knobs::Turn;
use super::message::{Click, Effect, Mouse};
use super::model::Model;
use super::moves::head;
use super::pane::Pane;
use super::popup::Popup;

/// Rows that one notch of the wheel moves.
const NOTCH: isize = 3;

/// Does what the mouse means.
pub fn handle(model: &mut Model, event: Mouse, effects: &mut Vec<Effect>) {
    let screen = layout(model);
    if model.popup.is_some() {
        return in_popup(model, &screen, event, effects);
    }
    let wheel = match event.what {
        Click::WheelUp => -NOTCH,
        Click::WheelDown => NOTCH,
        Click::Press | Click::Drag => 0,
    };
    let knob = screen.knobs.iter().find(|cell| cell.area.holds(event.x, event.y)).map(|cell| cell.knob);
    if let Some(knob) = knob {
        match event.what {
            Click::WheelUp => act::perform(model, Action::Turn(knob, Turn::Up), effects),
            Click::WheelDown => act::perform(model, Action::Turn(knob, Turn::Down), effects),
            Click::Press => model.knob = knob,
            Click::Drag => {}
        }
        return;
    }
    if screen.query.is_some_and(|area| area.holds(event.x, event.y)) {
        if event.what == Click::Press {
            model.question.typing = true;
        }
        return;
    }
    let Some(slot) = screen.slots.iter().find(|slot| slot.area.holds(event.x, event.y)) else { return };
    if wheel != 0 {
        return scroll(model, &screen, slot.shown, wheel);
    }
    if event.what == Click::Press {
        press(model, slot, event, effects);
    }
}

fn in_popup(model: &mut Model, screen: &Layout, event: Mouse, effects: &mut Vec<Effect>) {
    let inner = screen.popup.inner();
    let rows = model.popup_rows();
    match event.what {
        Click::WheelUp | Click::WheelDown => {
            let by = if event.what == Click::WheelUp { -NOTCH } else { NOTCH };
            if matches!(model.popup, Some(Popup::Presets | Popup::Cuts)) {
                model.popup_list.by(by.signum(), rows);
            } else {
                model.popup_list.top = model.popup_list.top.saturating_add_signed(by);
            }
        }
        Click::Press if !screen.popup.holds(event.x, event.y) => act::perform(model, Action::Close, effects),
        Click::Press if matches!(model.popup, Some(Popup::Presets | Popup::Cuts)) && inner.holds(event.x, event.y) => {
            let over = usize::from(model.popup == Some(Popup::Cuts));
            let Some(line) = usize::from(event.y - inner.y).checked_sub(over) else { return };
            let row = model.popup_list.top + line;
            let again = model.popup_list.cursor == row;
            model.popup_list.to(row, rows);
            if again {
                act::perform(model, Action::Open, effects);
            }
        }
        Click::Press | Click::Drag => {}
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
        return model.click_source(line);
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
