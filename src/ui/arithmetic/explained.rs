//! What an explanation adds to the arithmetic of an entry: words, cosine, places below the depth, smallest changes.
//! Never tries a change; each was tried before it came here.

use super::Page;
use crate::app::Model;
use crate::app::knobs;
use crate::retrieve::explain::{Change, Effect, Explanation, Knob, Value};
use crate::retrieve::index::lexical;
use crate::retrieve::trace::Entry;
use crate::ui::clean;
use crate::ui::number;
use crate::ui::theme::Role;

/// Writes down all of it.
pub(super) fn write(model: &Model, explanation: &Explanation, page: &mut Page<'_>) {
    changes(model, explanation, page);
    let deep: Vec<_> = explanation.places.iter().filter(|place| !place.counts && place.rank.is_some()).collect();
    if !deep.is_empty() {
        page.heading(&format!("Below the depth of {} (search.depth), so without a term", model.answered.search.depth));
        for place in deep {
            let rank = place.rank.unwrap_or_default();
            let score = place.score.map_or(String::new(), |score| format!("   score {}", number::bare(score, 4)));
            page.line(&format!("{:<12} rank {}{score}", place.list.as_str(), number::count(rank)));
        }
    }
    if let Some(cosine) = explanation.cosine {
        let windows = match explanation.windows {
            Some(windows) if windows > 1 => format!(", the mean of {windows} windows"),
            _ => ", embedded whole".to_owned(),
        };
        page.heading(&format!("Cosine to the question: {}{windows}", number::fine(cosine)));
    }
    words(&explanation.words, page);
}

fn changes(model: &Model, explanation: &Explanation, page: &mut Page<'_>) {
    let wanted = match (explanation.entry, explanation.inside) {
        (Entry::Chunk(_), true) => "puts it out",
        (Entry::Chunk(_), false) => "brings it in",
        (Entry::Seam(_), true) => "keeps its chunks out",
        (Entry::Seam(_), false) => "makes it fire and bring its chunks",
    };
    page.heading(&format!("What {wanted}: one knob alone, at its nearest value that does"));
    let mut changes: Vec<_> = explanation.changes.iter().map(|change| (turns(model, change), change)).collect();
    if changes.is_empty() {
        return page.line("No change of one knob alone does.");
    }
    changes.sort_by_key(|(turns, _)| turns.unwrap_or(usize::MAX));
    let name = |change: &Change| knob(change.key).full_name();
    let wide = changes.iter().map(|(_, change)| name(change).len()).max().unwrap_or(0);
    let step = |change: &Change| format!("{} → {}", value(change.from), value(change.to));
    let far = changes.iter().map(|(_, change)| step(change).chars().count()).max().unwrap_or(0);
    let fewest = changes.first().and_then(|(turns, _)| *turns).filter(|_| changes.len() > 1);
    for (turns, change) in &changes {
        let does = match (explanation.entry, change.effect) {
            (Entry::Chunk(_), Effect::BringsIn) => "in",
            (Entry::Chunk(_), Effect::PutsOut) => "out",
            (Entry::Seam(_), Effect::BringsIn) => "brings them",
            (Entry::Seam(_), Effect::PutsOut) => "brings none",
        };
        let turned = match turns {
            Some(turns) if *turns > 1 && Some(*turns) == fewest => format!("{turns} turns, the fewest"),
            Some(turns) if Some(*turns) == fewest => format!("{}, the fewest", number::of(*turns, "turn")),
            Some(turns) => number::of(*turns, "turn"),
            None => "written with t: no turn reaches it".to_owned(),
        };
        page.line(&format!("{:<wide$}  {:<far$}  {does}   {turned}", name(change), step(change)));
    }
    page.put(3, "Every value between was tried and does not. A turn is one press of - or =.", Role::Advice);
}

/// Turns of the knob that make a change; one for a choice between two.
fn turns(model: &Model, change: &Change) -> Option<usize> {
    let to = match change.to {
        Value::Whole(number) => number as f64,
        Value::Real(number) => number,
        Value::Layout(_) => return Some(1),
    };
    knob(change.key).turns(&model.answered, to)
}

const fn knob(knob: Knob) -> knobs::Knob {
    match knob {
        Knob::Margin => knobs::Knob::Margin,
        Knob::Limit => knobs::Knob::Budget,
        Knob::Gamma => knobs::Knob::Gamma,
        Knob::Lambda => knobs::Knob::Lambda,
        Knob::Radius => knobs::Knob::Radius,
        Knob::Depth => knobs::Knob::Depth,
        Knob::FusionK => knobs::Knob::RrfK,
        Knob::Layout => knobs::Knob::Layout,
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Layout(layout) => knobs::layout(layout).to_owned(),
    }
}

/// BM25 word by word, each number from which the sum can be made again.
fn words(words: &lexical::Explanation, page: &mut Page<'_>) {
    page.heading(&format!("BM25 {} word by word", number::bare(words.score, 4)));
    page.line(&format!(
        "length {} words, mean {:.1}, over {} texts; k1 {}, b {}",
        number::count(words.length as usize),
        words.average,
        number::count(words.rows as usize),
        lexical::Lexical::K1,
        lexical::Lexical::B
    ));
    let wide = words.terms.iter().map(|term| crate::app::cells::width(&term.word)).max().unwrap_or(0).clamp(4, 20);
    page.line(&format!("{}   tf   texts      idf      adds", clean::pad("word", wide, "")));
    for term in &words.terms {
        let word = clean::pad(&term.word, wide, "~");
        let times = if term.count > 1 { format!("  ({} times in the question)", term.count) } else { String::new() };
        page.line(&format!(
            "{word} {:>4} {:>7} {:>8} {:>9}{times}",
            term.tf,
            number::count(term.rows as usize),
            number::bare(term.idf, 4),
            number::bare(term.score, 4)
        ));
    }
}
