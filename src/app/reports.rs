//! What the model takes from work in the background.
//! Never takes an answer to a request that is no longer wanted.

use std::sync::Arc;

use super::act;
use super::carry::carried;
use super::cuts::Sizes;
use super::facts::Facts;
use super::knobs::Knob;
use super::message::{Effect, Report};
use super::model::{Model, Notice, Phase, Resume};
use super::moved::Moved;
use super::sheet::Top;
use super::source::Painted;
use super::story::Answer;
use super::tree::{self, Row};
use crate::retrieve::params::Params;
use crate::retrieve::trace::{Corpus, Trace};

/// Takes one report.
pub fn handle(model: &mut Model, report: Report, effects: &mut Vec<Effect>) {
    match report {
        Report::Progress { request, mut progress, rate, left } if request == model.build.request => {
            let steps = std::mem::take(&mut progress.steps);
            model.build.progress = progress;
            (model.build.rate, model.build.left) = (rate, left);
            model.take_steps(steps);
        }
        Report::Words { request, corpus, counts, notices } if request == model.build.request => {
            model.build.phase = Phase::Embedding;
            model.build.counts = counts;
            tell(model, notices);
            adopt(model, corpus);
            model.say_retried();
            act::ask(model, effects);
        }
        Report::Vectors { request, model: info, breaks, windows, counts, notices }
            if request == model.build.request =>
        {
            model.build.phase = Phase::Ready;
            model.build.model = Some(info);
            model.build.embedded_by = Some(model.params.embed.clone());
            model.states.embed_all();
            if model.tree_only.is_some() {
                model.list_documents_again();
            }
            (model.build.breaks, model.build.windows) = (breaks, windows);
            model.build.counts = counts;
            tell(model, notices);
            model.list_cuts();
            act::ask(model, effects);
        }
        Report::NoVectors { request, why } if request == model.build.request => {
            let by_choice = model.params.embed.model == "none";
            if !by_choice {
                model.notice = Some(Notice { text: format!("Words only: {why}"), bad: true });
            }
            model.build.phase = Phase::WordsOnly(why);
            mark_since(model);
            if model.params.rerank.model.is_some() {
                // A reranker may be there now.
                act::ask(model, effects);
            }
        }
        Report::BuildFailed { request, what } if request == model.build.request => {
            model.notice = Some(Notice { text: what.clone(), bad: true });
            model.build.phase = Phase::Failed(what);
            model.retried = Vec::new();
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
        Report::Replaced { request, replaced } if request == model.requests.ask => {
            if let Some(answer) = &mut model.answer {
                answer.replaced = replaced;
            }
        }
        Report::AskFailed { request, what } if request == model.requests.ask => {
            model.requests.asking = false;
            model.notice = Some(Notice { text: what, bad: true });
        }
        Report::Painted { request, document, span, strokes } if request == model.requests.paint => {
            model.requests.painting = None;
            model.source.painted = Some(Painted { document, span, strokes });
        }
        Report::Shelf(models) => model.shelf = Some(models),
        Report::Said(notice) => model.notice = Some(notice),
        Report::Sizes { request, sizes } if request == model.build.request => model.cuts.sizes = Sizes::of(&sizes),
        Report::Compared { request, corpus, trace, complete } => model.compared(request, corpus, trace, complete),
        Report::CompareProgress { request, progress } => model.compare_goes_on(request, progress),
        Report::CompareFailed { request, what } => model.compare_failed(request, what),
        Report::Questions { request, questions } if request == model.build.request => model.questions = questions,
        Report::FolderChanged if model.watch.on => act::reload(model, effects),
        Report::FolderChanged => model.watch.changed = true,
        Report::NotWatched(why) => model.watch.why_not = Some(why),
        Report::TrialProgress { request, done, total } => model.trial_goes_on(request, done, total),
        Report::Calibrated { request, build, result } => model.calibrated(request, build, result),
        Report::Evaluated { request, result } => model.evaluated(request, result),
        Report::Swept { request, result } => model.swept(request, result),
        Report::Written { path, bytes } => model.written(&path, bytes),
        Report::FileIsThere { purpose, path } => model.file_is_there(purpose, path),
        Report::Suggestions(questions) => model.question.suggestions = questions,
        _ => {}
    }
}

/// Takes a new folder and keeps the person's place in it.
fn adopt(model: &mut Model, corpus: Arc<Corpus>) {
    let open = model.document().map(|document| (document.path.clone(), document.text.clone()));
    let (cursor, top) = (model.source.cursor, model.source.top);
    let only = model.cuts.document.and_then(|at| model.corpus.documents.get(at)).map(|it| it.path.clone());
    let row = model.tree.get(model.documents.cursor).filter(|row| !matches!(row, Row::Document { .. }));
    let row = row.filter(|_| !model.is_first_read()).and_then(|row| model.row_key(row)).map(str::to_owned);
    model.facts = Facts::of(&corpus);
    model.states.cut(&corpus);
    model.corpus = corpus;
    model.corpus_build = model.build.request;
    model.list_documents();
    model.build.breaks = Arc::default();
    model.build.windows = Arc::default();
    (model.answer, model.moved) = (None, None);
    model.cuts.document = only.and_then(|path| model.corpus.documents.iter().position(|it| it.path == path));
    model.cuts.sizes = None;
    model.list_cuts();
    (model.requests.painting, model.source.painted) = (None, None);
    let place = open.as_ref().and_then(|(path, _)| model.corpus.documents.iter().position(|it| it.path == *path));
    model.source.samples = crate::retrieve::text::positions::Samples::default();
    model.open(place.unwrap_or(0));
    if let (Some((_, old)), Some(document)) = (open.filter(|_| place.is_some()), model.document()) {
        let here = |byte| carried(&old, &document.text, byte);
        let (cursor, byte) = (here(cursor), here(top.byte));
        (model.source.cursor, model.source.top.byte) = (cursor, byte);
        model.source.top.below_cut = top.below_cut;
    }
    if let Some(Resume { path, byte }) = model.resume.take()
        && let Some(left) = model.corpus.documents.iter().position(|document| document.path == path)
    {
        model.open(left);
        let byte = model.corpus.documents[left].text.floor_char_boundary(byte);
        (model.source.cursor, model.source.top) = (byte, Top { byte, below_cut: true });
    }
    let same = row.and_then(|key| model.tree.iter().position(|row| model.row_key(row) == Some(key.as_str())));
    if let Some(row) = same.or_else(|| tree::row_of(&model.tree, model.source.document)) {
        model.documents.cursor = row;
    }
}

/// Takes an answer: a new story begins at its first row, a turned knob keeps rows and step and marks what moved.
fn answer(model: &mut Model, trace: Arc<Trace>) {
    let params = std::mem::replace(&mut model.answered, model.params.clone());
    let model_params = model.params.clone();
    let old = model.answer.take().filter(|old| old.trace.question == trace.question);
    let mut new = Answer::new(trace);
    let since = model.moved_since(&new.trace, |before| cause(before, &model_params));
    let Some(old) = old else {
        model.moved = since;
        let told = model.story_of.replace(new.trace.question.clone());
        let again = told.as_deref() == Some(new.trace.question.as_str());
        model.answer = Some(new);
        if again {
            // The folder was cut or read again: the person stays at the rows and the text where they were.
            return;
        }
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
    model.moved = since.or(moved);
    model.answer = Some(new);
}

/// Says what a person should know and did not know before: a cache that is full, a text that a model does not see whole.
fn tell(model: &mut Model, notices: Vec<String>) {
    let fresh: Vec<&str> =
        notices.iter().filter(|said| !model.build.notices.contains(said)).map(String::as_str).collect();
    if !fresh.is_empty() {
        model.notice = Some(Notice { text: fresh.join("; "), bad: true });
    }
    model.build.notices = notices;
}

/// Marks what a knob that cut anew moved, where no further answer will come that could.
fn mark_since(model: &mut Model) {
    let Some(trace) = model.answer.as_ref().map(|answer| answer.trace.clone()) else { return };
    let params = model.params.clone();
    if let Some(moved) = model.moved_since(&trace, |before| cause(before, &params)) {
        model.moved = Some(moved);
    }
}

/// The knobs that differ: `m 3 → 4`; nothing for a change that no knob made.
fn cause(old: &Params, new: &Params) -> String {
    let turned = |knob: &Knob| {
        let (was, is) = (knob.value(old), knob.value(new));
        (was != is).then(|| format!("{} {was} → {is}", knob.label()))
    };
    Knob::ALL.iter().filter_map(turned).collect::<Vec<_>>().join(", ")
}
