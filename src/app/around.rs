//! What lies around the panes: their borders, the mouse, the editor, lists that are searched.
//! Never moves a cursor.

use super::act;
use super::action::Action;
use super::choose::pick;
use super::geometry;
use super::knobs::Turn;
use super::message::Effect;
use super::model::Model;
use super::pane::Pane;
use super::picker::Pick;
use super::popup::Popup;
use super::splits::{self, Axis};
use super::tree::Row;

/// Does what concerns these, and opens what is searched.
pub(super) fn perform(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Palette => pick(model, Pick::Commands),
        Action::History => pick(model, Pick::Questions),
        Action::Themes => {
            pick(model, Pick::Themes);
            let at = model.picker.shown.iter().position(|shown| model.picker.items[shown.item].name == model.theme);
            model.popup_list.to(at.unwrap_or(0), model.picker.shown.len());
        }
        Action::ReloadTheme => effects.push(Effect::Theme(model.theme_shown.clone())),
        Action::Count => model.count = Some(0),
        Action::Resize(axis, turn) => resize(model, axis, turn),
        Action::ResetBorders => model.splits.reset(),
        Action::Settings => act::show(model, Popup::Settings),
        Action::Messages if model.messages.is_empty() => model.say("Nothing was said yet."),
        Action::Messages => act::show(model, Popup::Messages),
        Action::Mouse => toggle_mouse(model, effects),
        Action::Edit => edit(model, effects),
        _ => {}
    }
}

/// Moves the border beside the focused pane by one line.
fn resize(model: &mut Model, axis: Axis, turn: Turn) {
    let screen = geometry::layout(model);
    let by = if turn == Turn::Up { 1 } else { -1 };
    let slot = screen.slot(model.focus());
    match slot.and_then(|slot| splits::beside(&screen.dividers, slot.area, axis, by)) {
        Some((divider, first)) => model.splits.put(&divider, first),
        None => model.say("No border of this pane can be moved this way."),
    }
}

fn toggle_mouse(model: &mut Model, effects: &mut Vec<Effect>) {
    model.mouse = !model.mouse;
    effects.push(Effect::Mouse(model.mouse));
    let text = if model.mouse {
        "The mouse is listened to; Shift-drag selects text in most terminals."
    } else {
        "The mouse is left to the terminal: dragging selects text."
    };
    model.say(text);
}

/// Opens the document under the cursor of Documents, else the one in the text pane at its line.
fn edit(model: &mut Model, effects: &mut Vec<Effect>) {
    let listed = match model.tree.get(model.documents.cursor) {
        Some(Row::Document { index, .. }) if model.focus() == Pane::Documents => Some(*index),
        _ => None,
    };
    let here = model.source.document;
    let index = listed.unwrap_or(here);
    let Some(document) = model.corpus.documents.get(index) else {
        return model.say("No document is open yet.");
    };
    let line = if index == here { model.source.samples.on(&document.text).line_of(model.source.cursor) } else { 1 };
    effects.push(Effect::Edit { path: document.path.clone(), line });
}
