//! What the model takes from work in the background.
//! Never takes an answer to a request that is no longer wanted.

use std::sync::Arc;

use super::act;
use super::facts::Facts;
use super::knobs::Knob;
use super::message::{Effect, Report};
use super::model::{Model, Notice, Phase};
use super::moved::Moved;
use super::popup::Popup;
use super::source::Painted;
use super::story::Answer;
use super::tree;
use crate::retrieve::params::Params;
use crate::retrieve::trace::{Corpus, Trace};

/// Takes one report.
pub fn handle(model: &mut Model, report: Report, effects: &mut Vec<Effect>) {
    match report {
        Report::Progress { request, progress, rate, left } if request == model.build.request => {
            model.build.progress = progress;
            (model.build.rate, model.build.left) = (rate, left);
        }
        Report::Words { request, corpus, counts, notices } if request == model.build.request => {
            model.build.phase = Phase::Embedding;
            model.build.counts = counts;
            model.build.notices = notices;
            adopt(model, corpus);
            act::ask(model, effects);
        }
        Report::Vectors { request, model: info, breaks, windows, counts, notices }
            if request == model.build.request =>
        {
            model.build.phase = Phase::Ready;
            model.build.model = Some(info);
            (model.build.breaks, model.build.windows) = (breaks, windows);
            model.build.counts = counts;
            model.build.notices = notices;
            act::ask(model, effects);
        }
        Report::NoVectors { request, why } if request == model.build.request => {
            let by_choice = model.params.embed.model == "none";
            if !by_choice {
                model.notice = Some(Notice { text: format!("Words only: {why}"), bad: true });
            }
            model.build.phase = Phase::WordsOnly(why);
        }
        Report::BuildFailed { request, what } if request == model.build.request => {
            model.notice = Some(Notice { text: what.clone(), bad: true });
            model.build.phase = Phase::Failed(what);
            model.requests.asking = false;
        }
        Report::Answer { request, build, trace } if request == model.requests.ask && build == model.corpus_build => {
            model.requests.asking = false;
            answer(model, trace);
            act::explain(model, effects);
        }
        Report::Explained { request, explanation } if request == model.requests.explain => {
            model.explained = Some(explanation);
        }
        Report::AskFailed { request, what } if request == model.requests.ask => {
            model.requests.asking = false;
            model.notice = Some(Notice { text: what, bad: true });
        }
        Report::Painted { request, document, span, strokes } if request == model.requests.paint => {
            model.requests.painting = None;
            model.source.painted = Some(Painted { document, span, strokes });
        }
        Report::Said(notice) => model.notice = Some(notice),
        Report::Suggestions(questions) => model.question.suggestions = questions,
        _ => {}
    }
}

/// Takes a new folder and keeps the person's place in it.
fn adopt(model: &mut Model, corpus: Arc<Corpus>) {
    let path = model.document().map(|document| document.path.clone());
    let (cursor, top) = (model.source.cursor, model.source.top);
    model.facts = Facts::of(&corpus);
    model.tree = tree::rows(&corpus, &model.closed);
    model.corpus = corpus;
    model.corpus_build = model.build.request;
    model.build.breaks = Arc::default();
    model.build.windows = Arc::default();
    (model.answer, model.moved) = (None, None);
    if model.popup == Some(Popup::Cuts) {
        model.list_cuts();
    }
    (model.requests.painting, model.source.painted) = (None, None);
    let same = path.and_then(|path| model.corpus.documents.iter().position(|document| document.path == path));
    model.source.samples = crate::retrieve::text::positions::Samples::default();
    model.open(same.unwrap_or(0));
    if same.is_some() {
        (model.source.cursor, model.source.top) = (cursor, top);
    }
    if let Some(row) = tree::row_of(&model.tree, model.source.document) {
        model.documents.cursor = row;
    }
}

/// Takes an answer: a new story begins at its first row, a turned knob keeps rows and step and marks what moved.
fn answer(model: &mut Model, trace: Arc<Trace>) {
    let params = std::mem::replace(&mut model.answered, model.params.clone());
    let old = model.answer.take().filter(|old| old.trace.question == trace.question);
    let mut new = Answer::new(trace);
    let Some(old) = old else {
        model.moved = None;
        model.answer = Some(new);
        for list in [&mut model.ranking, &mut model.seams, &mut model.expansions, &mut model.budget] {
            *list = super::list::List::default();
        }
        model.budget.cursor = usize::MAX;
        if let Some(first) = model.entry_of(super::pane::Pane::Ranking) {
            model.lead(first);
        }
        return;
    };
    if !old.complete() {
        new.go(old.step());
    }
    let cause = cause(&params, &model.params);
    let moved = (!cause.is_empty()).then(|| Moved::between(&old.trace, &new.trace, cause));
    let here = old.trace.ranking.get(model.ranking.cursor).and_then(|fused| new.rank(fused.entry));
    let seam = old.trace.verdicts.get(model.seams.cursor);
    let seam = seam.and_then(|old| new.trace.verdicts.iter().position(|verdict| verdict.seam == old.seam));
    if let Some(rank) = here {
        model.ranking.cursor = rank - 1;
    }
    model.seams.cursor = seam.unwrap_or(model.seams.cursor);
    if new.complete() {
        model.budget.cursor = usize::MAX;
    }
    model.moved = moved;
    model.answer = Some(new);
}

/// The knobs that differ: `m 3 → 4`; nothing for a change that no knob made.
fn cause(old: &Params, new: &Params) -> String {
    let turned = |knob: &Knob| {
        let (was, is) = (knob.value(old), knob.value(new));
        (was != is).then(|| format!("{} {was} → {is}", knob.label()))
    };
    Knob::ALL.iter().filter_map(turned).collect::<Vec<_>>().join(", ")
}
