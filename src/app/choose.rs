//! Lists that are searched: opening one, and doing what its item says.
//! Never finds what matches; `picker` does.

use super::act;
use super::message::Effect;
use super::model::{Model, Notice};
use super::moves::Move;
use super::picker::{Choice, Pick, Picker};
use super::popup::Popup;
use super::turning;
use crate::config;

/// Opens a list that is searched.
pub(super) fn pick(model: &mut Model, pick: Pick) {
    model.picker = Picker::of(pick, model);
    act::show(model, Popup::Pick);
}

/// Does what the item under the cursor says.
pub(super) fn choose(model: &mut Model, effects: &mut Vec<Effect>) {
    let choice = model.picker.item(model.popup_list.cursor).map(|item| item.choice.clone());
    let Some(choice) = choice else { return };
    if let Choice::Set(text) = &choice
        && text.ends_with('=')
    {
        return model.picker.complete(model.popup_list.cursor);
    }
    if let Choice::Begin(text) = choice {
        model.picker.input = tui_input::Input::new(text.to_owned());
        model.picker.search();
        model.popup_list = super::list::List::default();
        return;
    }
    model.popup = None;
    match choice {
        Choice::Set(text) => {
            let (name, value) = text.split_once('=').unwrap_or((&text, ""));
            match config::with(&model.params, name.trim(), value) {
                Ok(params) => turning::change(model, params, model.preset, effects),
                Err(text) => model.notice = Some(Notice { text, bad: true }),
            }
        }
        Choice::Do(action) => act::perform(model, action, effects),
        Choice::Preset(preset) => act::take_preset(model, preset, effects),
        Choice::Theme(name) => {
            let text =
                format!("Theme {name}, at the next start too. A changed ui.theme of the configuration is stronger.");
            model.notice = Some(Notice { text, bad: false });
            model.theme = name;
        }
        Choice::Question(text) => model.question.take(text),
        Choice::Row(row) => model.go(Move::To(row - 1)),
        Choice::Entry(entry) => model.go_to(entry),
        Choice::Begin(_) => {}
    }
}
