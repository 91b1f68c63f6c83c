//! What an explanation adds to the arithmetic of an entry: words, cosine, places below the depth, smallest changes.
//! Never tries a change; each was tried before it came here.

use super::Page;
use crate::app::Model;
use crate::app::knobs;
use crate::retrieve::explain::{Effect, Explanation, Knob, Value};
use crate::retrieve::index::lexical;
use crate::retrieve::trace::Entry;
use crate::ui::clean;
use crate::ui::number;

/// Writes down all of it.
pub(super) fn write(model: &Model, explanation: &Explanation, page: &mut Page<'_>) {
    changes(explanation, page);
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

fn changes(explanation: &Explanation, page: &mut Page<'_>) {
    let wanted = match (explanation.entry, explanation.inside) {
        (Entry::Chunk(_), true) => "puts it out",
        (Entry::Chunk(_), false) => "brings it in",
        (Entry::Seam(_), true) => "keeps its chunks out",
        (Entry::Seam(_), false) => "makes it fire and bring its chunks",
    };
    page.heading(&format!("The smallest change of each knob alone that {wanted} (tried, and everything nearer)"));
    if explanation.changes.is_empty() {
        page.line("No change of one knob alone does.");
    }
    for change in &explanation.changes {
        let does = match (explanation.entry, change.effect) {
            (Entry::Chunk(_), Effect::BringsIn) => "in",
            (Entry::Chunk(_), Effect::PutsOut) => "out",
            (Entry::Seam(_), Effect::BringsIn) => "brings them",
            (Entry::Seam(_), Effect::PutsOut) => "brings none",
        };
        page.line(&format!("{:<14} {} → {}   {does}", key(change.key), value(change.from), value(change.to)));
    }
}

const fn key(knob: Knob) -> &'static str {
    match knob {
        Knob::Margin => "fire.margin",
        Knob::Limit => "budget.limit",
        Knob::Gamma => "expand.gamma",
        Knob::Lambda => "expand.lambda",
        Knob::Radius => "expand.radius",
        Knob::Depth => "search.depth",
        Knob::FusionK => "fusion.k",
        Knob::Layout => "fusion.layout",
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
