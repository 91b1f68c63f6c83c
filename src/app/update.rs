//! The one way in which the model changes: a message in, effects out.
//! Never does what an effect says.

use super::act;
use super::action::Action;
use super::geometry::layout;
use super::key::{Code, Key};
use super::keymap::{Context, Found};
use super::message::{Effect, Message};
use super::model::{Model, Phase};
use super::pane::Pane;
use super::picker::{Choice, Pick};
use super::popup::Popup;
use super::{mouse, question, reports};
use crate::retrieve::span::Span;

/// Bytes around the visible text that get their syntax colours with it.
const AROUND: usize = 12 << 10;

/// Asks for the first work.
#[must_use]
pub fn begin(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    act::reload(model, &mut effects);
    effects
}

/// Changes the model and says what is to be done.
pub fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    match message {
        Message::Key(key) => press(model, key, &mut effects),
        Message::Paste(text) => paste(model, &text),
        Message::Mouse(event) => mouse::handle(model, event, &mut effects),
        Message::Resize(size) => model.size = size,
        Message::Tick => model.tick(),
        Message::Looks(here) => looks(model, here, &mut effects),
        Message::Edited => act::build(model, &mut effects),
        Message::Work(report) => reports::handle(model, report, &mut effects),
    }
    settle(model, &mut effects);
    model.remember_notice();
    effects
}

fn press(model: &mut Model, key: Key, effects: &mut Vec<Effect>) {
    // Whoever writes is here, whatever a terminal forgot to say.
    (model.notice, model.away) = (None, false);
    let played = std::mem::take(&mut model.playing);
    let context = model.context();
    if !context.types() && model.pending.is_empty() && counts(model, key) {
        return;
    }
    model.pending.push(key);
    let mut found = model.keymap.find(context, &model.pending);
    if found == Found::Nothing && model.pending.len() > 1 {
        // A sequence that leads nowhere is forgotten, but its last key still counts.
        model.pending = vec![key];
        found = model.keymap.find(context, &model.pending);
    }
    match found {
        Found::Prefix => return,
        Found::Action(Action::Play) if played => {}
        Found::Action(action) => {
            let count = model.count.take();
            act::repeat(model, action, count, effects);
            model.pending.clear();
            return;
        }
        Found::Nothing if context == Context::Query => model.question.edit(key),
        Found::Nothing if context == Context::Search => drop(question::edit(&mut model.search.input, key)),
        Found::Nothing if context == Context::Prompt => model.edit_prompt(key),
        Found::Nothing if context == Context::Pick => {
            if question::edit(&mut model.picker.input, key) {
                model.picker.search();
                model.popup_list = super::list::List::default();
            }
        }
        Found::Nothing => {}
    }
    model.count = None;
    model.pending.clear();
}

/// Takes a digit of a count: with Alt, or without it once a count has begun. True when it was one.
fn counts(model: &mut Model, key: Key) -> bool {
    /// No list is longer than it makes sense to count.
    const MOST: usize = 9_999_999;
    let Code::Char(c) = key.code else { return false };
    let Some(digit) = c.to_digit(10).filter(|_| !key.ctrl && (key.alt || model.count.is_some())) else { return false };
    if key.alt && model.keymap.find(model.context(), &[key]) != Found::Nothing {
        return false;
    }
    model.count = Some((model.count.unwrap_or(0) * 10 + digit as usize).min(MOST));
    true
}

/// Whoever looks away finds the story where they left it, and the folder as it is where changes cannot be noticed.
fn looks(model: &mut Model, here: bool, effects: &mut Vec<Effect>) {
    let was_away = std::mem::replace(&mut model.away, !here);
    let idle = matches!(model.build.phase, Phase::Ready | Phase::WordsOnly(_));
    if was_away && here && idle && model.watch.on && model.watch.why_not.is_some() {
        act::build(model, effects);
    }
}

/// Pasted text goes into the query line, which opens for it.
fn paste(model: &mut Model, text: &str) {
    if model.prompt.is_some() {
        return model.paste_prompt(text);
    }
    if model.popup == Some(Popup::Pick) {
        question::paste(&mut model.picker.input, text);
        model.picker.search();
        return;
    }
    if model.popup.is_some() {
        return;
    }
    if model.search.typing {
        question::paste(&mut model.search.input, text);
    } else {
        model.question.paste(text);
    }
}

/// Brings every cursor and window back to where there is something, and asks for colours of what became visible.
fn settle(model: &mut Model, effects: &mut Vec<Effect>) {
    let screen = layout(model);
    for pane in Pane::ALL {
        let (len, window) = (model.rows_in(pane), model.window(&screen, pane));
        if let Some(list) = model.list_mut(pane) {
            list.settle(len, window);
        }
    }
    let (lines, window) = (model.popup_rows(), model.popup_window(&screen));
    match model.popup {
        Some(popup) if popup.listed() => model.popup_list.settle(lines, window),
        // A text without a cursor: its list holds the first line that is visible.
        Some(_) => model.popup_list.top = model.popup_list.top.min(lines.saturating_sub(1)),
        None => {}
    }
    let window = super::cuts::Frames::of(screen.body).window();
    model.cuts.list.settle(model.cuts.shown.len(), window);
    model.settle_source();
    model.settle_compare(effects);
    paint(model, effects);
    preview(model, effects);
}

/// Shows the theme under the cursor while one is chosen, and the chosen one again after that.
fn preview(model: &mut Model, effects: &mut Vec<Effect>) {
    let choosing = model.popup == Some(Popup::Pick) && model.picker.pick == Pick::Themes;
    let under = model.picker.item(model.popup_list.cursor).filter(|_| choosing);
    let wanted = match under.map(|item| &item.choice) {
        Some(Choice::Theme(name)) => name.clone(),
        _ => model.theme.clone(),
    };
    if wanted != model.theme_shown {
        model.theme_shown.clone_from(&wanted);
        effects.push(Effect::Theme(wanted));
    }
}

fn paint(model: &mut Model, effects: &mut Vec<Effect>) {
    let inner = model.source_area();
    let Some(document) = model.document() else { return };
    let rows = model.visible(inner);
    let spans =
        rows.iter().filter_map(|row| if let super::sheet::Row::Text(line) = row { Some(line.span) } else { None });
    let (mut start, mut end) = (usize::MAX, 0);
    for span in spans {
        (start, end) = (start.min(span.start), end.max(span.end));
    }
    if start >= end {
        return;
    }
    let number = model.source.document;
    let covers = |of: usize, span: Span| of == number && span.start <= start && end <= span.end;
    if model.source.painted.as_ref().is_some_and(|painted| covers(painted.document, painted.span))
        || model.requests.painting.is_some_and(|(of, span)| covers(of, span))
    {
        return;
    }
    let text = &document.text;
    let span = Span::new(
        text.floor_char_boundary(start.saturating_sub(AROUND)),
        text.ceil_char_boundary(end.saturating_add(AROUND).min(text.len())),
    );
    let request = model.requests.take();
    (model.requests.paint, model.requests.painting) = (request, Some((number, span)));
    effects.push(Effect::Paint { request, corpus: model.corpus.clone(), document: number, span });
}
