//! Actions of the two screens that ask many questions: the one that picks the margin, and the lab.
//! Never asks them itself; effects do.

use super::act::{ask, focus};
use super::action::Action;
use super::message::{Effect, Trial};
use super::model::{Model, Notice};
use super::pane::Pane;
use super::screen::Screen;
use super::turning::change;
use super::{calibrate, lab};
use crate::retrieve::params::Params;

/// Does what a person wants there.
pub(super) fn perform(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Calibrate => to_screen(model, Screen::Calibrate),
        Action::Lab => to_screen(model, Screen::Lab),
        Action::Calibrating(calibrate::Wish::Apply) if model.found().is_none() => {
            model.say("There is no calibration to apply yet: s draws samples.");
        }
        Action::Calibrating(calibrate::Wish::Apply) => {
            let mut params = model.params.clone();
            params.fire.margin = model.calibrate.margin;
            change(model, params, model.preset, effects);
            model.say(&format!("m is {} now; w writes it into a file.", model.calibrate.margin));
        }
        Action::Calibrating(wish) => model.calibrating(wish, effects),
        Action::InLab(lab::Wish::Replay) => {
            if let Some((params, question)) = model.replayed() {
                replay(model, params, &question, effects);
            }
        }
        Action::InLab(wish) => model.in_lab(wish, effects),
        _ => {}
    }
}

/// Opens what is under the cursor there.
pub(super) fn open(model: &mut Model, effects: &mut Vec<Effect>) {
    match model.screen {
        Screen::Calibrate if model.found().is_none() => model.calibrating(calibrate::Wish::Start, effects),
        Screen::Calibrate => {
            if let Some(question) = model.lead_to_sample() {
                let params = model.params.clone();
                replay(model, params, &question, effects);
                focus(model, Pane::Source);
            }
        }
        _ if model.lab.evaluation.is_none() => model.in_lab(lab::Wish::Start, effects),
        _ => perform(model, Action::InLab(lab::Wish::Replay), effects),
    }
}

/// To a screen, or back to the panes where it is shown already.
fn to_screen(model: &mut Model, screen: Screen) {
    model.screen = if model.screen == screen { Screen::Explore } else { screen };
}

/// Asks a question in the explorer, under these settings.
fn replay(model: &mut Model, params: Params, question: &str, effects: &mut Vec<Effect>) {
    model.question.input = tui_input::Input::new(question.to_owned());
    model.question.remember(question);
    (model.answer, model.moved) = (None, None);
    focus(model, Pane::Ranking);
    if params == model.params {
        ask(model, effects);
    } else {
        change(model, params, model.preset, effects);
    }
}

impl Model {
    /// True while questions are asked for one of the two screens.
    #[must_use]
    pub fn tries(&self) -> bool {
        matches!(self.calibrate.state, calibrate::State::Running(..)) || self.lab.running.is_some()
    }

    /// True on one of the two screens while something runs there.
    pub(super) fn tries_here(&self) -> bool {
        matches!(self.screen, Screen::Calibrate | Screen::Lab) && self.tries()
    }

    /// Stops what is tried.
    pub(super) fn stop_trial(&mut self, effects: &mut Vec<Effect>) {
        effects.push(Effect::StopTrial);
        self.notice = Some(Notice { text: "Stopped.".into(), bad: false });
    }

    /// Something to try on the folder as it is, under the present settings.
    pub(super) fn trial(&self, request: u64, what: Trial) -> Effect {
        let params = Box::new(self.params.clone());
        Effect::Try { request, params, questions: self.questions.clone(), what: Box::new(what) }
    }

    /// Takes how many questions of how many are asked.
    pub(super) fn trial_goes_on(&mut self, request: u64, done: usize, total: usize) {
        if request == self.lab.request
            && let Some(running) = &mut self.lab.running
        {
            *running = (done, total);
        }
        if request == self.calibrate.request
            && let calibrate::State::Running(so_far, all) = &mut self.calibrate.state
        {
            (*so_far, *all) = (done, total);
        }
    }
}
