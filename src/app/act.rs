//! What each action does to the model.
//! Never moves a cursor itself; `moves` and `source` do.

use super::action::Action;
use super::around;
use super::choose::choose;
use super::compare::Choice;
use super::knobs::Knob;
use super::list::List;
use super::message::Effect;
use super::model::{Model, Notice, Phase};
use super::moves::Move;
use super::pane::Pane;
use super::popup::{Popup, Subject};
use super::prompt::Purpose;
use super::screen::Screen;
use super::screens;
use super::settings;
use super::tree::{self, Row};
use super::trial;
use super::turning;
use crate::retrieve::params::{Params, Preset};
use crate::retrieve::trace::Entry;

/// Does what a person wants.
pub fn perform(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Quit => effects.push(Effect::Quit),
        Action::Suspend => effects.push(Effect::Suspend),
        Action::Help if model.popup == Some(Popup::Help) => model.popup = None,
        Action::Help => {
            model.help.words.clear();
            show(model, Popup::Help);
        }
        Action::NextPage | Action::FindInHelp if model.popup != Some(Popup::Help) => show(model, Popup::Help),
        Action::NextPage => {
            model.help.words.clear();
            (model.help.page, model.popup_list) = (model.help.page.next(), List::default());
        }
        Action::FindInHelp => model.prompt(Purpose::Help, &model.help.words.clone()),
        Action::Presets => show_presets(model),
        Action::Models => list_embedders(model, effects),
        Action::Write => model.question.write(),
        Action::Ask => ask_line(model, effects),
        Action::Complete => complete(model),
        Action::Palette
        | Action::History
        | Action::Themes
        | Action::ReloadTheme
        | Action::Count
        | Action::Resize(..)
        | Action::ResetBorders
        | Action::Settings
        | Action::Messages
        | Action::Mouse
        | Action::Edit => around::perform(model, action, effects),
        Action::Search => (model.search.typing, model.search.input) = (true, tui_input::Input::default()),
        Action::Find => model.search(),
        Action::NextMatch => model.find(1),
        Action::PreviousMatch => model.find(-1),
        Action::Calibrate | Action::Lab | Action::Calibrating(_) | Action::InLab(_) => {
            trial::perform(model, action, effects);
        }
        Action::OlderQuestion => model.question.older(),
        Action::NewerQuestion => model.question.newer(),
        Action::Open => open(model, effects),
        Action::Close => close(model),
        Action::Pane(pane) => focus(model, pane),
        Action::NextPane => next_pane(model, 1),
        Action::PreviousPane => next_pane(model, Pane::ALL.len() - 1),
        Action::Zoom => model.zoomed = !model.zoomed,
        Action::Up => model.go(Move::Rows(-1)),
        Action::Down => model.go(Move::Rows(1)),
        Action::HalfUp => model.go(Move::Halves(-1)),
        Action::HalfDown => model.go(Move::Halves(1)),
        Action::PageUp => model.go(Move::Windows(-1)),
        Action::PageDown => model.go(Move::Windows(1)),
        Action::Top => model.go(Move::First),
        Action::Bottom => model.go(Move::Last),
        Action::StepBack => model.step(|answer| answer.go(answer.step().saturating_sub(1))),
        Action::StepForward => model.step(|answer| answer.go(answer.step() + 1)),
        Action::StageBack => model.step(super::story::Answer::previous_stage),
        Action::StageForward => model.step(super::story::Answer::next_stage),
        Action::FirstStep => model.step(|answer| answer.go(0)),
        Action::LastStep => model.step(|answer| answer.go(usize::MAX)),
        Action::Turn(knob, turn) => turning::turn_knob(model, knob, turn, effects),
        Action::TurnSelected(turn) => turning::turn_selected(model, turn, effects),
        Action::NextKnob => turning::select_knob(model, 1),
        Action::PreviousKnob => turning::select_knob(model, Knob::ALL.len() - 1),
        Action::Undo => turning::travel(model, true, effects),
        Action::Redo => turning::travel(model, false, effects),
        Action::ResetKnobs => {
            let (params, preset) = (model.start.params.clone(), model.start.preset);
            turning::change(model, params, preset, effects);
        }
        Action::NextCut => model.go_to_cut(1, false),
        Action::PreviousCut => model.go_to_cut(-1, false),
        Action::NextWarning => model.go_to_cut(1, true),
        Action::PreviousWarning => model.go_to_cut(-1, true),
        Action::NextHit => model.go_to_hit(1),
        Action::PreviousHit => model.go_to_hit(-1),
        Action::Stop => stop(model, effects),
        Action::Reload => model.try_again(effects),
        action => screens::perform(model, action, effects),
    }
}

/// Asks for the folder as it is now, with the present settings.
pub fn reload(model: &mut Model, effects: &mut Vec<Effect>) {
    model.requests.folder += 1;
    model.watch.changed = false;
    build(model, effects);
}

/// Does what a person wants so many times; a row's number for what goes to a row.
pub fn repeat(model: &mut Model, action: Action, count: Option<usize>, effects: &mut Vec<Effect>) {
    /// More is a slip of the finger.
    const MOST: usize = 200;
    let Some(count) = count.filter(|count| *count > 0) else { return perform(model, action, effects) };
    match action {
        Action::Up => model.go(Move::Rows(-isize::try_from(count).unwrap_or(isize::MAX))),
        Action::Down => model.go(Move::Rows(isize::try_from(count).unwrap_or(isize::MAX))),
        Action::Top | Action::Bottom => model.go(Move::To(count - 1)),
        action if action.repeats() => {
            for _ in 0..count.min(MOST) {
                perform(model, action, effects);
                if model.notice.is_some() {
                    break;
                }
            }
        }
        action => perform(model, action, effects),
    }
}

/// Asks for the folder with the present settings.
pub fn build(model: &mut Model, effects: &mut Vec<Effect>) {
    let request = model.requests.take();
    model.build.request = request;
    model.build.phase = Phase::Reading;
    model.states.begin();
    if model.is_first_read() {
        model.list_documents();
    }
    model.build.progress = crate::retrieve::pipeline::build::Progress::default();
    (model.build.rate, model.build.left) = (None, None);
    effects.push(Effect::Build { request, params: Box::new(model.params.clone()) });
}

/// Asks the question that was asked last, with the present settings.
pub fn ask(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(question) = model.question.asked.clone() else { return };
    let request = model.requests.take();
    (model.requests.ask, model.requests.asking) = (request, true);
    if matches!(model.build.phase, Phase::Embedding | Phase::Ready | Phase::WordsOnly(_)) {
        effects.push(Effect::Ask { request, question, params: Box::new(model.params.clone()) });
    }
}

fn ask_line(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(question) = model.question.wanted() else {
        model.notice = Some(Notice { text: "Write a question first.".into(), bad: false });
        return;
    };
    let fresh = model.question.asked.as_deref() != Some(question.as_str());
    model.question.input = tui_input::Input::new(question.clone());
    model.question.remember(&question);
    model.question.typing = false;
    if fresh {
        (model.answer, model.moved) = (None, None);
    }
    if model.screen != Screen::Compare {
        focus(model, Pane::Ranking);
    }
    ask(model, effects);
}

/// Gives a pane the focus, on the screen of the panes.
pub fn focus(model: &mut Model, pane: Pane) {
    model.screen = Screen::Explore;
    model.recent.retain(|other| *other != pane);
    model.recent.insert(0, pane);
}

fn next_pane(model: &mut Model, by: usize) {
    let at = Pane::ALL.iter().position(|pane| *pane == model.focus()).unwrap_or(0);
    focus(model, Pane::ALL[(at + by) % Pane::ALL.len()]);
}

fn show_presets(model: &mut Model) {
    show(model, Popup::Presets);
    let at = Preset::ALL.iter().position(|preset| *preset == model.preset);
    model.popup_list.to(at.unwrap_or(0), Preset::ALL.len());
}

fn complete(model: &mut Model) {
    if model.popup == Some(Popup::Pick) {
        model.picker.complete(model.popup_list.cursor);
    } else {
        model.question.complete();
    }
}

pub(super) fn show(model: &mut Model, popup: Popup) {
    (model.popup, model.popup_list) = (Some(popup), List::default());
}

fn close(model: &mut Model) {
    if model.prompt.take().is_some() || model.popup.take().is_some() {
        return;
    }
    if model.search.typing {
        model.search.typing = false;
    } else if model.question.typing {
        model.question.typing = false;
        let asked = model.question.asked.clone().unwrap_or_default();
        if !asked.is_empty() {
            model.question.input = tui_input::Input::new(asked);
        }
    } else if model.source.selection.take().is_some() {
        model.notice = None;
    } else if model.screen == Screen::Cuts {
        model.leave_cuts();
    } else if model.screen != Screen::Explore {
        model.screen = Screen::Explore;
    } else if model.focus() == Pane::Documents && model.is_filtered() {
        model.show_all_documents();
    } else if model.zoomed {
        model.zoomed = false;
    } else if model.answer.as_ref().is_some_and(|answer| !answer.complete()) {
        model.step(|answer| answer.go(usize::MAX));
    } else {
        model.moved = None;
        model.search.pattern.clear();
        model.search.rows.clear();
    }
}

fn list_embedders(model: &mut Model, effects: &mut Vec<Effect>) {
    show(model, Popup::Models);
    effects.push(Effect::Shelf { hub: model.params.embed.hub.clone() });
    model.go_to_present_embedder();
}

fn open(model: &mut Model, effects: &mut Vec<Effect>) {
    match model.popup {
        Some(Popup::Presets) => {
            let preset = Preset::ALL.get(model.popup_list.cursor).copied().unwrap_or_default();
            take_preset(model, preset, effects);
            return;
        }
        Some(Popup::Pick) => {
            choose(model, effects);
            return;
        }
        Some(Popup::Models) => {
            model.popup = None;
            let params = model.with_chosen_embedder();
            turning::change(model, params, model.preset, effects);
            return;
        }
        Some(Popup::Other) => {
            model.popup = None;
            if let Some(choice) = Choice::all().get(model.popup_list.cursor) {
                model.compare_with(*choice);
            }
            return;
        }
        Some(Popup::Settings) => {
            if let Some(knob) = settings::knob(model.popup_list.cursor) {
                (model.popup, model.knob) = (None, knob);
            }
            return;
        }
        Some(Popup::Help | Popup::Why(_) | Popup::Holds { .. } | Popup::Messages) => {
            model.popup = None;
            return;
        }
        None => {}
    }
    match model.screen {
        Screen::Cuts => {
            model.go_to_listed_cut(model.cuts.list.cursor);
            focus(model, Pane::Source);
            return;
        }
        Screen::Compare => {
            model.lead_to_compared();
            focus(model, Pane::Source);
            return;
        }
        Screen::Calibrate | Screen::Lab => return trial::open(model, effects),
        Screen::Explore if model.focus() == Pane::Documents => {
            open_row(model, effects);
            return;
        }
        Screen::Explore => {}
    }
    if model.focus() == Pane::Source && model.ask_what_holds() {
        return;
    }
    match subject(model) {
        Some(subject) => {
            show(model, Popup::Why(subject));
            explain(model, effects);
        }
        None => model.question.write(),
    }
}

/// A preset's own configuration; what no preset decides stays.
pub(super) fn take_preset(model: &mut Model, preset: Preset, effects: &mut Vec<Effect>) {
    let Params { folder, embed, rerank, .. } = model.params.clone();
    let params = Params { folder, embed, rerank, ..preset.params() };
    model.popup = None;
    turning::change(model, params, preset, effects);
}

/// Asks for the explanation of the entry whose arithmetic is open, if one is.
pub fn explain(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(Popup::Why(Subject::Entry(entry))) = model.popup else { return };
    model.explained = None;
    let request = model.requests.take();
    model.requests.explain = request;
    effects.push(Effect::Explain { request, entry });
}

/// What the row under the cursor is about; `None` without an answer or a row.
pub(super) fn subject(model: &Model) -> Option<Subject> {
    let answer = model.answer.as_ref()?;
    match model.focus() {
        Pane::Documents => None,
        Pane::Source => {
            let led = model.source.target.filter(|entry| answer.rank(*entry).is_some());
            led.or_else(|| model.chunk_here().map(Entry::Chunk)).map(Subject::Entry)
        }
        Pane::Ranking => answer.trace.ranking.get(model.ranking.cursor).map(|fused| Subject::Entry(fused.entry)),
        Pane::Seams => answer.trace.verdicts.get(model.seams.cursor).map(|v| Subject::Entry(Entry::Seam(v.seam))),
        Pane::Expansions => (model.expansions.cursor < answer.trace.expansions.len())
            .then_some(Subject::Expansion(model.expansions.cursor)),
        Pane::Budget => {
            (model.budget.cursor < answer.trace.budget.steps.len()).then_some(Subject::Step(model.budget.cursor))
        }
    }
}

fn open_row(model: &mut Model, effects: &mut Vec<Effect>) {
    let key = match model.tree.get(model.documents.cursor) {
        Some(Row::Folder { path, .. }) => path.clone(),
        Some(Row::SkippedHead { failed: true, .. }) => tree::FAILED.to_owned(),
        Some(Row::SkippedHead { failed: false, .. }) => tree::SKIPPED.to_owned(),
        Some(Row::Document { index, .. }) => {
            let index = *index;
            model.open(index);
            focus(model, Pane::Source);
            return;
        }
        Some(Row::Skipped { .. }) => return model.try_again(effects),
        Some(Row::Coming { .. }) => return,
        None => return model.question.write(),
    };
    if !model.closed.remove(&key) {
        model.closed.insert(key);
    }
    model.list_documents();
}

fn stop(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.tries_here() {
        model.stop_trial(effects);
    } else if matches!(model.build.phase, Phase::Reading | Phase::Embedding) {
        effects.push(Effect::Stop);
    } else if model.requests.asking {
        effects.push(Effect::StopAsk);
    } else {
        model.notice = Some(Notice { text: "Nothing runs in the background.".into(), bad: false });
    }
}
