//! What the actions do that belong to a screen of its own, to the line at the foot, and to what is taken away.
//! Never moves a cursor itself.

use super::act::{reload, show};
use super::action::Action;
use super::compare::{Choice, View};
use super::message::Effect;
use super::model::{Model, Notice};
use super::popup::Popup;
use super::prompt::Purpose;
use super::screen::Screen;
use super::turning::change;

/// Does what a person wants; what is none of these does nothing.
pub(super) fn perform(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Cuts if model.screen == Screen::Cuts => model.leave_cuts(),
        Action::Cuts => model.screen = Screen::Cuts,
        Action::Compare => compare(model),
        Action::Other => show(model, Popup::Other),
        Action::Pin => model.compare_with(Choice::Now),
        Action::Exchange => exchange(model, effects),
        Action::NextDifference | Action::PreviousDifference => {
            model.screen = Screen::Compare;
            model.go_to_difference(if action == Action::NextDifference { 1 } else { -1 });
        }
        Action::NextDocument => model.go_to_compared_document(1),
        Action::PreviousDocument => model.go_to_compared_document(model.corpus.documents.len().saturating_sub(1)),
        Action::View(view) => {
            model.screen = Screen::Compare;
            model.show_view(view);
        }
        Action::NextView => next_view(model),
        Action::NextFilter => model.next_filter(1),
        Action::PreviousFilter => model.next_filter(-1),
        Action::Sort => model.next_sort(),
        Action::OnlyDocument => model.only_document(),
        Action::Filter if model.screen == Screen::Cuts => model.prompt(Purpose::Cuts, &model.cuts.words.clone()),
        Action::Filter => model.prompt(Purpose::Documents, &model.tree_words.clone()),
        Action::ByState => model.next_state(),
        Action::TypeKnob => model.prompt(Purpose::Value(model.knob), &model.knob.value(&model.params)),
        Action::Accept => accept(model, effects),
        Action::Copy(what) => model.copy(what, effects),
        Action::Export(what) => model.ask_for_file(Purpose::Export(what)),
        Action::WriteSettings => model.ask_for_file(Purpose::Settings),
        Action::Play => model.play(),
        Action::Watch => watch(model, effects),
        Action::Select => model.select(),
        Action::Reach(reach) => model.reach(reach),
        _ => {}
    }
}

/// Opens or leaves the screen that compares.
fn compare(model: &mut Model) {
    if model.screen == Screen::Compare {
        model.screen = Screen::Explore;
        return;
    }
    model.screen = Screen::Compare;
    (model.compare.cursor, model.compare.top) = (model.source.cursor, model.source.top);
    if model.compare.other.is_none() {
        show(model, Popup::Other);
    }
}

/// Takes the other configuration here, and what was here there.
fn exchange(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some((params, preset)) = model.exchange() {
        change(model, params, preset, effects);
    }
}

fn next_view(model: &mut Model) {
    let at = View::ALL.iter().position(|view| *view == model.compare.view).unwrap_or(0);
    model.show_view(View::ALL[(at + 1) % View::ALL.len()]);
}

/// Follows changes of the files from now on, or leaves them alone.
fn watch(model: &mut Model, effects: &mut Vec<Effect>) {
    model.watch.on = !model.watch.on;
    if !model.watch.on {
        return model.say("Changes of the files are left alone; r reads the folder again.");
    }
    model.say("Changes of the files are followed.");
    if model.watch.changed {
        reload(model, effects);
    }
}

/// Takes what was written in the line at the foot.
fn accept(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(prompt) = model.prompt.take() else { return };
    let written = prompt.input.value().trim().to_owned();
    match prompt.purpose {
        Purpose::Value(knob) => match knob.set(&model.params, &written) {
            Ok(params) => change(model, params, model.preset, effects),
            Err(what) => model.notice = Some(Notice { text: what, bad: true }),
        },
        Purpose::Documents | Purpose::Cuts | Purpose::Help => {}
        Purpose::Settings | Purpose::Export(_) | Purpose::Lab => model.write_file(&prompt, effects),
        Purpose::Sweep => model.sweep(&written, effects),
    }
}
