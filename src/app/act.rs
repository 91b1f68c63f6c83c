//! What each action does to the model.
//! Never moves a cursor itself; `moves` and `source` do.

use super::action::Action;
use super::around;
use super::choose::choose;
use super::compare::{Choice, View};
use super::knobs::{Knob, Turn, rebuilds};
use super::list::List;
use super::message::Effect;
use super::model::{Model, Notice, Phase};
use super::moves::Move;
use super::pane::Pane;
use super::popup::{Popup, Subject};
use super::prompt::Purpose;
use super::screen::Screen;
use super::settings;
use super::tree::{self, Row};
use super::trial;
use crate::retrieve::params::{Params, Preset};
use crate::retrieve::trace::Entry;

/// Does what a person wants.
pub fn perform(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Quit => effects.push(Effect::Quit),
        Action::Suspend => effects.push(Effect::Suspend),
        Action::Help if model.popup == Some(Popup::Help) => model.popup = None,
        Action::Help => show(model, Popup::Help),
        Action::Presets => show_presets(model),
        Action::Models => list_embedders(model),
        Action::Write => model.question.typing = true,
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
        | Action::Mouse
        | Action::Edit => around::perform(model, action, effects),
        Action::Search => (model.search.typing, model.search.input) = (true, tui_input::Input::default()),
        Action::Find => model.search(),
        Action::NextMatch => model.find(1),
        Action::PreviousMatch => model.find(-1),
        Action::Cuts if model.screen == Screen::Cuts => model.screen = Screen::Explore,
        Action::Cuts => model.screen = Screen::Cuts,
        Action::Compare => compare(model),
        Action::Other => show(model, Popup::Other),
        Action::Pin => model.compare_with(Choice::Now),
        Action::Exchange => exchange(model, effects),
        Action::NextDifference => model.go_to_difference(1),
        Action::PreviousDifference => model.go_to_difference(-1),
        Action::NextDocument => model.go_to_compared_document(1),
        Action::PreviousDocument => model.go_to_compared_document(model.corpus.documents.len().saturating_sub(1)),
        Action::View(view) => model.show_view(view),
        Action::NextView => next_view(model),
        Action::NextFilter => model.next_filter(1),
        Action::PreviousFilter => model.next_filter(-1),
        Action::Sort => model.next_sort(),
        Action::OnlyDocument => model.only_document(),
        Action::Filter if model.screen == Screen::Cuts => model.prompt(Purpose::Cuts, &model.cuts.words.clone()),
        Action::Filter => model.prompt(Purpose::Documents, &model.tree_words.clone()),
        Action::TypeKnob => model.prompt(Purpose::Value(model.knob), &model.knob.value(&model.params)),
        Action::Accept => accept(model, effects),
        Action::Copy(what) => model.copy(what, effects),
        Action::Export(what) => model.ask_for_file(Purpose::Export(what)),
        Action::WriteSettings => model.ask_for_file(Purpose::Settings),
        Action::Play => model.play(),
        Action::Watch => watch(model, effects),
        Action::Select => model.select(),
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
        Action::Turn(knob, turn) => turn_knob(model, knob, turn, effects),
        Action::TurnSelected(turn) => turn_selected(model, turn, effects),
        Action::NextKnob => select_knob(model, 1),
        Action::PreviousKnob => select_knob(model, Knob::ALL.len() - 1),
        Action::Undo => travel(model, true, effects),
        Action::Redo => travel(model, false, effects),
        Action::ResetKnobs => {
            let (params, preset) = (model.start.params.clone(), model.start.preset);
            change(model, params, preset, effects);
        }
        Action::NextCut => model.go_to_cut(1, false),
        Action::PreviousCut => model.go_to_cut(-1, false),
        Action::NextWarning => model.go_to_cut(1, true),
        Action::PreviousWarning => model.go_to_cut(-1, true),
        Action::NextHit => model.go_to_hit(1),
        Action::PreviousHit => model.go_to_hit(-1),
        Action::Stop => stop(model, effects),
        Action::Reload => reload(model, effects),
    }
}

/// Asks for the folder as it is now, with the present settings.
pub fn reload(model: &mut Model, effects: &mut Vec<Effect>) {
    model.requests.folder += 1;
    model.watch.changed = false;
    build(model, effects);
}

/// Takes the other configuration here, and what was here there.
fn exchange(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some((params, preset)) = model.exchange() {
        change(model, params, preset, effects);
    }
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

fn next_view(model: &mut Model) {
    let at = View::ALL.iter().position(|view| *view == model.compare.view).unwrap_or(0);
    model.show_view(View::ALL[(at + 1) % View::ALL.len()]);
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

/// Turns the selected knob, or, on the screen of settings, the one under the cursor.
fn turn_selected(model: &mut Model, turn: Turn, effects: &mut Vec<Effect>) {
    match model.popup {
        None => turn_knob(model, model.knob, turn, effects),
        Some(Popup::Settings) => match settings::knob(model.popup_list.cursor) {
            Some(knob) => turn_knob(model, knob, turn, effects),
            None => model.say("This is no knob; change it in a configuration file or with --set."),
        },
        Some(_) => {}
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
    } else if model.source.anchor.take().is_some() {
        model.notice = None;
    } else if model.screen != Screen::Explore {
        model.screen = Screen::Explore;
    } else if model.zoomed {
        model.zoomed = false;
    } else if model.answer.as_ref().is_some_and(|answer| !answer.complete()) {
        model.step(|answer| answer.go(usize::MAX));
    } else {
        model.moved = None;
        model.search.pattern.clear();
    }
}

fn list_embedders(model: &mut Model) {
    show(model, Popup::Models);
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
            change(model, params, model.preset, effects);
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
        Some(Popup::Help | Popup::Why(_) | Popup::Holds { .. }) => {
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
            open_row(model);
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
        None => model.question.typing = true,
    }
}

/// A preset's own configuration; what no preset decides stays.
pub(super) fn take_preset(model: &mut Model, preset: Preset, effects: &mut Vec<Effect>) {
    let Params { folder, embed, rerank, .. } = model.params.clone();
    let params = Params { folder, embed, rerank, ..preset.params() };
    model.popup = None;
    change(model, params, preset, effects);
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

fn open_row(model: &mut Model) {
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
        Some(Row::Skipped { .. }) => return,
        None => {
            model.question.typing = true;
            return;
        }
    };
    if !model.closed.remove(&key) {
        model.closed.insert(key);
    }
    model.tree = tree::rows(&model.corpus, &model.closed, &model.tree_words);
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
        Purpose::Documents | Purpose::Cuts => {}
        Purpose::Settings | Purpose::Export(_) | Purpose::Lab => model.write_file(&prompt, effects),
        Purpose::Sweep => model.sweep(&written, effects),
    }
}

fn turn_knob(model: &mut Model, knob: Knob, turn: Turn, effects: &mut Vec<Effect>) {
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

fn travel(model: &mut Model, back: bool, effects: &mut Vec<Effect>) {
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

fn select_knob(model: &mut Model, by: usize) {
    let at = Knob::ALL.iter().position(|knob| *knob == model.knob).unwrap_or(0);
    model.knob = Knob::ALL[(at + by) % Knob::ALL.len()];
}

fn stop(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.tries_here() {
        model.stop_trial(effects);
    } else if matches!(model.build.phase, Phase::Reading | Phase::Embedding) {
        effects.push(Effect::Stop);
    } else {
        model.notice = Some(Notice { text: "Nothing runs in the background.".into(), bad: false });
    }
}
