//! What the signs, words and numbers of the screen mean, each in a sentence.
//! Never a rule of its own: the pipeline's rules are in `retrieve`, the weights of warnings in `facts`.

use super::Section;
use crate::app::cuts::FILTERS;
use crate::app::facts;
use crate::ui::theme::Theme;

fn section(title: &str, rows: &[(&str, &str)]) -> Section {
    let rows = rows.iter().map(|(name, about)| ((*name).to_owned(), (*about).to_owned())).collect();
    Section { title: title.to_owned(), rows }
}

/// The signs.
pub(super) fn signs(theme: &Theme) -> Vec<Section> {
    let g = &theme.glyphs;
    let two = |a: &str, b: &str| format!("{a}  {b}");
    let rows = |rows: Vec<(String, &str)>| rows.into_iter().map(|(sign, about)| (sign, about.to_owned())).collect();
    vec![
        Section {
            title: "In lists".into(),
            rows: rows(vec![
                (g.cursor.to_owned(), "the row under the cursor; Enter says why it is so"),
                (g.chunk.to_owned(), "a chunk"),
                (two(g.fired, g.seam), "a seam that fires, a seam that does not"),
                (two(g.plus, g.minus), "taken into the context, not taken"),
                (two(g.yes, g.no), "the inequality holds, it does not"),
                (two("[ 7 ]", "( 6 )"), "a slot of the budget with chunk 7; chunk 6 as a neighbour that was added"),
                (format!("{}  {}  {}", g.up, g.down, g.new), "rose, fell, came with the last turn of a knob"),
                (g.absent.to_owned(), "not in this list, or not told yet"),
                (g.more.to_owned(), "something is cut off here"),
            ]),
        },
        Section {
            title: "In the text".into(),
            rows: rows(vec![
                (two(g.bands[0], g.bands[1]), "the bands of neighbouring chunks, with their numbers"),
                (two(g.chunk, g.plus), "before the number: in the context, added as a neighbour"),
                (two(g.cut, g.cut_fired), "a cut; a cut whose seam fires"),
                (two(g.window, g.overlap), "the window of a seam; text that two chunks share"),
                (g.evidence.to_owned(), "evidence of a question that lies beside the documents"),
                (g.line_end.to_owned(), "a line end that a cut parts from its line"),
            ]),
        },
        Section {
            title: "At the right edge of the text: the whole document".into(),
            rows: rows(vec![
                (g.broken.to_owned(), "a cut that breaks something"),
                (two(g.chunk, g.fired), "a chunk of the context; a seam that fires"),
                (g.thumb.to_owned(), "on the border: what is visible"),
            ]),
        },
    ]
}

/// The words and numbers.
pub(super) fn words() -> Vec<Section> {
    let mut cuts = section(
        "Cuts",
        &[
            ("7|8", "the cut between chunks 7 and 8 of one document, and the seam over it; numbers begin at 0"),
            ("1−cos", "how unlike the texts on both sides are: near 0 they belong together, so the cut hurts more"),
            ("tok", "tokens of a chunk; of a seam, those left and right of its cut"),
            ("in 10 windows", "the chunk is longer than the model's window: its vector is the mean of so many"),
            ("weight", "how bad a cut is: the weights of what it breaks, added up"),
            ("worst first", "the largest weight first; among equals the smallest 1−cos"),
        ],
    );
    let weights = FILTERS.iter().map(|warning| {
        let about = format!("weighs {}", facts::weight(*warning));
        (warning.as_str().to_owned(), about)
    });
    cuts.rows.extend(weights);
    vec![
        section(
            "Ranking",
            &[
                ("cd  cb", "the rank of a chunk in the lists chunk-dense (by cosine) and chunk-bm25 (by words)"),
                ("sd  sb", "the rank of a seam in the lists seam-dense and seam-bm25"),
                ("d", "the rank in the one dense list of chunks and seams (layout joint)"),
                ("sum", "reciprocal rank fusion: weight / (k + rank), added up over the lists; the order of the table"),
                ("in", "in the context; (by 7|8): a seam that fired brought it"),
                ("out", "the budget was full before its turn; 8 instead: a seam brought chunk 8 in its stead"),
                ("too late, no room", "the seam fires, but the budget was full, or had too few slots for its chunks"),
                ("withheld", "left out on purpose: its half of the window is too far from the question"),
                ("after, pin", "where a reranker puts it; pinned: a seam that fired stays where it stands"),
            ],
        ),
        section(
            "Seams",
            &[
                ("seam", "a window over a cut. It is searched like a chunk, but only points at its two chunks"),
                ("m", "the margin: how many places a seam must stand above both of its chunks to fire"),
                ("fires", "rank + m is at most the rank of the left chunk and that of the right one"),
                ("slack", "places to spare: the better rank of its chunks − its rank − m; below 0 it does not fire"),
                ("blocked by 7", "chunk 7 stands too high: less than m places below the seam, or above it"),
                ("fires up to m 4", "the largest margin at which it still fires; at the next one it stops"),
                ("in place of", "8 in place of 12: had this seam alone not fired, 12 would be there and 8 would not"),
            ],
        ),
        section(
            "Expansions",
            &[
                ("cos q,c  q,n  c,n", "cosines of question and chunk, question and neighbour, chunk and neighbour"),
                ("S", "cos(q,n) − lambda × (1 − cos(c,n)): how much the neighbour says, less what the cut parts"),
                ("limit", "gamma × cos(q,c): S must be above it"),
            ],
        ),
        section(
            "Budget",
            &[
                ("slot", "room for one chunk; with a budget in tokens a slot is as large as its chunk"),
                ("step", "one entry of the ranking, in order: what it added, how much is used after it, and why"),
                ("went (m 3 → 4): 8", "the last turn of a knob put chunk 8 out of the context"),
            ],
        ),
        cuts,
    ]
}
