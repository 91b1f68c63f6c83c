//! Neighbours of retrieved chunks: none, window, parent, scar.
//! Never crosses a document.

mod sections;

pub use sections::Sections;

use super::params::{ExpandParams, Policy};
use super::trace::{ChunkId, Expansion};

/// What the policies ask about chunks.
pub struct Sight<'a> {
    /// The chunk so many places away in the same document, negative to the left.
    pub neighbour: &'a dyn Fn(ChunkId, i64) -> Option<ChunkId>,
    /// All chunks of the same document with the same full section path, in order, the chunk itself included.
    pub section: &'a dyn Fn(ChunkId) -> Vec<ChunkId>,
    /// cos(question, chunk); `None` without vectors.
    pub question: &'a dyn Fn(ChunkId) -> Option<f64>,
    /// cos(chunk, chunk); `None` without vectors.
    pub pair: &'a dyn Fn(ChunkId, ChunkId) -> Option<f64>,
}

/// The test of every neighbour of one retrieved chunk, in the order in which those that pass are added: c-1, c+1, c-2,
/// c+2 and so on, or in text order for `parent`. `included` says what the context holds already.
#[must_use]
pub fn around(
    chunk: ChunkId,
    params: &ExpandParams,
    sight: &Sight<'_>,
    included: &dyn Fn(ChunkId) -> bool,
) -> Vec<Expansion> {
    let found = |(to, distance)| bare(chunk, to, distance, included(to));
    match params.policy {
        Policy::None => Vec::new(),
        Policy::Window => beside(chunk, params.radius, sight)
            .map(found)
            .map(|test| Expansion { taken: true, ..with_cosines(test, sight) })
            .collect(),
        Policy::Parent => (sight.section)(chunk)
            .into_iter()
            .filter(|&to| to != chunk)
            .map(|to| found((to, i64::from(to.0) - i64::from(chunk.0))))
            .map(|test| Expansion { taken: true, ..test })
            .collect(),
        Policy::Scar => {
            let tests = beside(chunk, params.radius, sight).map(found);
            let mut tests: Vec<_> = tests.map(|test| weighed(with_cosines(test, sight), params)).collect();
            if params.contiguous {
                demand_contiguity(&mut tests);
            }
            tests
        }
    }
}

/// Neighbours within `radius`, nearest first, left before right.
fn beside<'a>(chunk: ChunkId, radius: u32, sight: &'a Sight<'_>) -> impl Iterator<Item = (ChunkId, i64)> + 'a {
    let mut open = [true; 2];
    (1..=i64::from(radius))
        .flat_map(|distance| [-distance, distance])
        // Past the end of a document there is nothing at any larger distance: a huge radius costs nothing.
        .map_while(move |distance| {
            let side = usize::from(distance > 0);
            let to = (sight.neighbour)(chunk, distance).filter(|_| open[side]);
            open[side] = to.is_some();
            open.contains(&true).then_some(to.map(|to| (to, distance)))
        })
        .flatten()
}

fn bare(from: ChunkId, to: ChunkId, distance: i64, already: bool) -> Expansion {
    Expansion {
        from,
        to,
        distance,
        cos_question_chunk: None,
        cos_question_neighbour: None,
        cos_chunk_neighbour: None,
        penalty: None,
        score: None,
        threshold: None,
        taken: false,
        already,
    }
}

fn with_cosines(test: Expansion, sight: &Sight<'_>) -> Expansion {
    Expansion {
        cos_question_chunk: (sight.question)(test.from),
        cos_question_neighbour: (sight.question)(test.to),
        cos_chunk_neighbour: (sight.pair)(test.from, test.to),
        ..test
    }
}

/// The numbers of one SCAR decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// lambda (1 - cos(c,n)).
    pub penalty: f64,
    /// S = cos(q,n) - penalty.
    pub score: f64,
    /// gamma cos(q,c).
    pub threshold: f64,
}

impl Weighed {
    /// SCAR, sections 4.1 and 4.2, from cos(q,c), cos(q,n) and cos(c,n); as written also where a cosine is negative.
    #[must_use]
    pub fn of([own, other, both]: [f64; 3], lambda: f64, gamma: f64) -> Self {
        let penalty = lambda * (1.0 - both);
        Self { penalty, score: other - penalty, threshold: gamma * own }
    }

    /// S > gamma cos(q,c), strictly.
    #[must_use]
    pub fn passes(self) -> bool {
        self.score > self.threshold
    }
}

/// The three cosines of a test, where there are vectors: cos(q,c), cos(q,n), cos(c,n).
#[must_use]
pub fn cosines(test: &Expansion) -> Option<[f64; 3]> {
    Some([test.cos_question_chunk?, test.cos_question_neighbour?, test.cos_chunk_neighbour?])
}

/// The test with its decision; without cosines nothing is taken.
fn weighed(test: Expansion, params: &ExpandParams) -> Expansion {
    let Some(cosines) = cosines(&test) else { return test };
    let weighed = Weighed::of(cosines, params.lambda, params.gamma);
    Expansion {
        penalty: Some(weighed.penalty),
        score: Some(weighed.score),
        threshold: Some(weighed.threshold),
        taken: weighed.passes(),
        ..test
    }
}

/// A neighbour is taken only if the nearer one on its side was.
fn demand_contiguity(tests: &mut [Expansion]) {
    let mut open = [true; 2];
    for test in tests {
        let side = &mut open[usize::from(test.distance > 0)];
        test.taken &= *side;
        *side = test.taken;
    }
}
