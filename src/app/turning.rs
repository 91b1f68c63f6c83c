//! Turning knobs: new settings, the way back to the old ones, and what has to be done for them.
//! Never says what a turn makes of a value; `knobs` does.

use super::act::{ask, build};
use super::knobs::{Knob, Turn, rebuilds};
use super::message::Effect;
use super::model::{Model, Notice};
use super::popup::Popup;
use super::settings;
use crate::retrieve::params::{Params, Preset};

/// Turns the selected knob, or, on the screen of settings, the one under the cursor.
pub(super) fn turn_selected(model: &mut Model, turn: Turn, effects: &mut Vec<Effect>) {
    match model.popup {
        None => turn_knob(model, model.knob, turn, effects),
        Some(Popup::Settings) => match settings::knob(model.popup_list.cursor) {
            Some(knob) => turn_knob(model, knob, turn, effects),
            None => model.say("This is no knob; change it in a configuration file or with --set."),
        },
        Some(_) => {}
    }
}

/// Turns a knob one place.
pub(super) fn turn_knob(model: &mut Model, knob: Knob, turn: Turn, effects: &mut Vec<Effect>) {
    model.knob = knob;
    let params = knob.turned(&model.params, turn);
    if params == model.params {
        let text = format!("{} stays at {}: no further value this way.", knob.label(), knob.value(&params));
        model.notice = Some(Notice { text, bad: false });
        return;
    }
    change(model, params, model.preset, effects);
}

/// Takes new settings, where they can be used, and asks for what they change.
pub(super) fn change(model: &mut Model, params: Params, preset: Preset, effects: &mut Vec<Effect>) {
    if let Err(error) = params.check() {
        model.notice = Some(Notice { text: error.to_string(), bad: true });
        return;
    }
    if params == model.params {
        model.preset = preset;
        return;
    }
    model.undo.push((model.params.clone(), model.preset));
    model.redo.clear();
    adopt(model, params, preset, effects);
}

/// Takes the last turn back, or repeats it.
pub(super) fn travel(model: &mut Model, back: bool, effects: &mut Vec<Effect>) {
    let from = if back { &mut model.undo } else { &mut model.redo };
    let Some((params, preset)) = from.pop() else {
        let text = if back { "No turn to take back." } else { "No turn to repeat." };
        model.notice = Some(Notice { text: text.into(), bad: false });
        return;
    };
    let to = if back { &mut model.redo } else { &mut model.undo };
    to.push((model.params.clone(), model.preset));
    adopt(model, params, preset, effects);
}

fn adopt(model: &mut Model, params: Params, preset: Preset, effects: &mut Vec<Effect>) {
    let again = rebuilds(&model.params, &params);
    (model.params, model.preset) = (params, preset);
    if again {
        let answered = model.answered.clone();
        model.keep_before(&answered);
        build(model, effects);
    } else {
        ask(model, effects);
    }
}

/// Selects another knob, so many places on.
pub(super) fn select_knob(model: &mut Model, by: usize) {
    let at = Knob::ALL.iter().position(|knob| *knob == model.knob).unwrap_or(0);
    model.knob = Knob::ALL[(at + by) % Knob::ALL.len()];
}
