//! A folder and a story made by hand: the worked example of the Seams paper (section 3.2), and a person who types.
#![allow(dead_code)]

use std::sync::Arc;

use seamscope::app::geometry::Size;
use seamscope::app::key::{Code, Key};
use seamscope::app::message::{Click, Mouse};
use seamscope::app::model::{Model, Start};
use seamscope::app::story::Replaced;
use seamscope::app::update::begin;
use seamscope::app::{Effect, Message, Report, update};
use seamscope::retrieve::embed::ModelInfo;
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::build::{self, Counts, Progress};
use seamscope::retrieve::span::Span;
use seamscope::retrieve::text;
use seamscope::retrieve::trace::{
    Action, Budget, Chunk, ChunkId, Citation, Corpus, EndReason, Entry, Expansion, Fused, Hit, ListName, Passage,
    RankedList, Seam, SeamId, Skipped, Step, Term, Trace, Verdict, Warning,
};

/// The question of the paper's example.
pub(crate) const QUESTION: &str = "why does the order service accept stale reads?";

/// Chunks of the design document.
const CHUNKS: usize = 22;

/// What chunk number `at` of the design document says.
fn passage(at: usize) -> String {
    match at {
        0 => "# Order service\n\nHow orders are taken, kept and shipped. Written for those who run it.\n\n".into(),
        5 => "## Code\n\n```rust\nfn accept(order: &Order) -> bool {\n    // An order counts once it is stored.\n    order.lines > 0\n}\n```\n\n".into(),
        6 => "| region | replicas | lag in seconds |\n|---|---|---|\n| north | 3 | 2 |\n| south | 2 | 4 |\n\n".into(),
        7 => "## Availability\n\nThe service must keep taking orders during a regional outage, so it accepts reads that \
              are a few seconds old. Two things follow: the stock figure on the page may lag, and a customer may see an \
              order as unpaid for a moment. "
            .into(),
        8 => "The decision: eventual consistency, except for billing records, which must always be strongly \
              consistent.\n\nNothing else in the order service may wait for the other region.\n\n"
            .into(),
        12 => "## Read replicas\n\nReplicas serve stale reads while the primary is away. The order service accepts \
               that.\n\n"
            .into(),
        _ => format!("### Part {at}\n\nBackground material of part {at}. It says how things came about.\n\n"),
    }
}

/// Two documents: the design of the example, cut into 22 chunks, and a note of two chunks; two rows were skipped.
pub(crate) fn corpus() -> Corpus {
    let mut corpus = Corpus::default();
    let pieces: Vec<String> = (0..CHUNKS).map(passage).collect();
    document(&mut corpus, "design/order-service.md", &pieces);
    document(&mut corpus, "note.txt", &["One half of a note.\n".to_owned(), "The other half.\n".to_owned()]);
    corpus.skipped = vec![
        Skipped { path: ".git/".into(), reason: "hidden".into() },
        Skipped { path: "logo.png".into(), reason: "binary".into() },
    ];
    corpus
}

/// Adds a document that is cut between the pieces.
pub(crate) fn document(corpus: &mut Corpus, path: &str, pieces: &[String]) {
    let number = corpus.documents.len() as u32;
    let (first, first_seam) = (corpus.chunks.len() as u32, corpus.seams.len() as u32);
    let mut at = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let last = index + 1 == pieces.len();
        let warnings = match index {
            _ if last => Vec::new(),
            7 => vec![Warning::MidParagraph],
            5 => vec![Warning::InFence],
            3 => vec![Warning::MidSentence, Warning::MidParagraph],
            _ => Vec::new(),
        };
        corpus.chunks.push(Chunk {
            document: number,
            index: index as u32,
            span: Span::new(at, at + piece.len()),
            section: vec!["Order service".into()],
            tokens: piece.split_whitespace().count() as u32,
            ended_by: if last { EndReason::EndOfDocument } else { EndReason::Size },
            overlap_chars: 0,
            warnings,
        });
        at += piece.len();
    }
    let text = pieces.concat();
    for index in 1..pieces.len() as u32 {
        let (left, right) = (ChunkId(first + index - 1), ChunkId(first + index));
        let cut = corpus.chunk(right).span.start;
        let (from, to) = (corpus.chunk(left).span, corpus.chunk(right).span);
        let reach = |at: usize| text.floor_char_boundary(at);
        let span = Span::new(reach(from.start.max(cut.saturating_sub(60))), reach(to.end.min(cut + 60)));
        let tokens = [Span::new(span.start, cut), Span::new(cut, span.end)];
        let tokens = tokens.map(|side| side.of(&text).split_whitespace().count() as u32);
        corpus.seams.push(Seam { document: number, left, right, cut, span, tokens });
    }
    corpus.chunk_ranges.push(first..corpus.chunks.len() as u32);
    corpus.seam_ranges.push(first_seam..corpus.seams.len() as u32);
    corpus.documents.push(Arc::new(text::document(path, text, 0)));
}

fn list(name: ListName, entries: &[Entry]) -> RankedList {
    let hit = |(at, entry): (usize, &Entry)| Hit { entry: *entry, score: 0.9 - 0.05 * at as f64 };
    RankedList { name, hits: entries.iter().enumerate().map(hit).collect() }
}

const fn chunk(id: u32) -> Entry {
    Entry::Chunk(ChunkId(id))
}

const fn seam(left: u32) -> Entry {
    Entry::Seam(SeamId(left))
}

/// The story of the paper's example under margin `m`: seam 7|8 first, chunk 8 last, five slots.
pub(crate) fn trace(m: u32) -> Trace {
    let dense = [12, 7, 3, 15, 16, 17, 20, 18, 8].map(chunk);
    let words = [20, 12, 7, 3, 15, 16, 17, 18, 8].map(chunk);
    let lists = vec![
        list(ListName::ChunkDense, &dense),
        list(ListName::ChunkBm25, &words),
        list(ListName::SeamDense, &[seam(7), seam(12)]),
        list(ListName::SeamBm25, &[seam(7), seam(12)]),
    ];
    let order = [
        seam(7),
        chunk(12),
        seam(12),
        chunk(7),
        chunk(3),
        chunk(20),
        chunk(15),
        chunk(16),
        chunk(17),
        chunk(18),
        chunk(8),
    ];
    let fused = |entry: Entry| {
        let term = |(at, list): (usize, &RankedList)| {
            let rank = list.hits.iter().position(|hit| hit.entry == entry)? + 1;
            Some(Term { list: at, rank, value: 1.0 / (60.0 + rank as f64) })
        };
        let terms: Vec<Term> = lists.iter().enumerate().filter_map(term).collect();
        Fused { entry, score: Some(terms.iter().map(|term| term.value).sum()), terms }
    };
    let ranking: Vec<Fused> = order.into_iter().map(fused).collect();
    assert!(ranking.windows(2).all(|pair| pair[0].score >= pair[1].score), "the order of the example");
    let fires = m <= 3;
    let verdicts = vec![
        Verdict {
            seam: SeamId(7),
            left: ChunkId(7),
            right: ChunkId(8),
            rank: 1,
            left_rank: Some(4),
            right_rank: Some(11),
            margin: m,
            fired: fires,
            slack: Some(3 - i64::from(m)),
            turns_from: Some(if fires { 4 } else { 0 }),
            turns_to: if fires { None } else { Some(3) },
        },
        Verdict {
            seam: SeamId(12),
            left: ChunkId(12),
            right: ChunkId(13),
            rank: 3,
            left_rank: Some(2),
            right_rank: None,
            margin: m,
            fired: false,
            slack: Some(-1 - i64::from(m)),
            turns_from: None,
            turns_to: None,
        },
    ];
    let budget = if fires { fired_budget(m) } else { plain_budget(m) };
    let context = budget.chunks.iter().enumerate().map(|(at, id)| passage_of(at, *id)).collect();
    Trace { question: QUESTION.into(), lists, ranking, verdicts, budget, context, ..Trace::default() }
}

fn step(subject: Entry, action: Action, chunks: &[u32], before: u64, why: &str) -> Step {
    let chunks: Vec<ChunkId> = chunks.iter().copied().map(ChunkId).collect();
    let used = before + chunks.len() as u64;
    let needs = if action == Action::Added { chunks.len() as u64 } else { 0 };
    Step { subject, action, chunks, before, needs, used, why: why.into() }
}

fn fired_budget(m: u32) -> Budget {
    let why = format!("fired, 1 + {m} = {0}: {0} <= 4 (left), {0} <= 11 (right); needs 2 slots, 5 left", 1 + m);
    let steps = vec![
        step(seam(7), Action::Added, &[7, 8], 0, &why),
        step(chunk(12), Action::Added, &[12], 2, "place 2 of the ranking; needs 1 slot, 3 left"),
        step(
            seam(12),
            Action::NotFired,
            &[],
            3,
            &format!("did not fire, 3 + {m} = {0}: {0} > 2 (left), right is absent", 3 + m),
        ),
        step(chunk(7), Action::AlreadyIncluded, &[], 3, "in the context since step 1"),
        step(chunk(3), Action::Added, &[3], 3, "place 5 of the ranking; needs 1 slot, 2 left"),
        step(chunk(20), Action::Added, &[20], 4, "place 6 of the ranking; needs 1 slot, 1 left"),
    ];
    Budget { limit: 5, used: 5, steps, chunks: [7, 8, 12, 3, 20].map(ChunkId).to_vec(), expanded: 0, total: 5 }
}

fn plain_budget(m: u32) -> Budget {
    let why = format!("did not fire, 1 + {m} = {0}: {0} > 4 (left), {0} <= 11 (right)", 1 + m);
    let steps = vec![
        step(seam(7), Action::NotFired, &[], 0, &why),
        step(chunk(12), Action::Added, &[12], 0, "place 2 of the ranking; needs 1 slot, 5 left"),
        step(
            seam(12),
            Action::NotFired,
            &[],
            1,
            &format!("did not fire, 3 + {m} = {0}: {0} > 2 (left), right is absent", 3 + m),
        ),
        step(chunk(7), Action::Added, &[7], 1, "place 4 of the ranking; needs 1 slot, 4 left"),
        step(chunk(3), Action::Added, &[3], 2, "place 5 of the ranking; needs 1 slot, 3 left"),
        step(chunk(20), Action::Added, &[20], 3, "place 6 of the ranking; needs 1 slot, 2 left"),
        step(chunk(15), Action::Added, &[15], 4, "place 7 of the ranking; needs 1 slot, 1 left"),
    ];
    Budget { limit: 5, used: 5, steps, chunks: [12, 7, 3, 20, 15].map(ChunkId).to_vec(), expanded: 0, total: 5 }
}

/// What the seam over the cut after chunk `left` changed in the context.
pub(crate) fn replaced(left: u32, came: &[u32], went: &[u32]) -> Replaced {
    let ids = |ids: &[u32]| ids.iter().copied().map(ChunkId).collect();
    Replaced { seam: SeamId(left), came: ids(came), went: ids(went) }
}

/// The same story with the neighbours that SCAR looks at, one taken and one missed.
pub(crate) fn scar_trace() -> Trace {
    let mut trace = trace(3);
    let looked = |from: u32, to: u32, nearby: f64, taken: bool| Expansion {
        from: ChunkId(from),
        to: ChunkId(to),
        distance: i64::from(to) - i64::from(from),
        cos_question_chunk: Some(0.5),
        cos_question_neighbour: Some(nearby),
        cos_chunk_neighbour: Some(0.7),
        penalty: Some(0.03),
        score: Some(nearby - 0.03),
        threshold: Some(0.4),
        taken,
        already: false,
    };
    trace.expansions = vec![looked(7, 6, 0.47, true), looked(8, 9, 0.42, false), looked(12, 11, 0.2, false)];
    trace.budget.steps.push(step(chunk(6), Action::Expanded, &[6], 5, "1 place before a chunk of step 1"));
    trace.budget.steps[6].used = 5;
    trace.budget.chunks.push(ChunkId(6));
    (trace.budget.expanded, trace.budget.total) = (1, 6);
    trace
}

fn passage_of(at: usize, id: ChunkId) -> Passage {
    let corpus = corpus();
    let span = corpus.chunk(id).span;
    let citation = Citation { path: "design/order-service.md".into(), section: Vec::new(), byte: span, char: [0, 0] };
    Passage { n: at + 1, chunks: vec![id], citation, text: corpus.chunk_text(id).to_owned() }
}

/// A person at the explorer: what was done to the model, and what it asked for.
pub(crate) struct Person {
    pub(crate) model: Model,
    pub(crate) effects: Vec<Effect>,
}

impl Person {
    /// The explorer has just started; nothing was read.
    pub(crate) fn arrives(width: u16, height: u16) -> Self {
        let start = Start { folder: "sample-docs".into(), theme: "ansi".into(), mouse: true, ..Start::default() };
        let mut model = Model::new(Size { width, height }, start);
        let effects = begin(&mut model);
        Self { model, effects }
    }

    /// The folder is cut; vectors are on the way.
    pub(crate) fn with_words(width: u16, height: u16) -> Self {
        let mut person = Self::arrives(width, height);
        let request = person.model.build.request;
        person.hears(Report::Suggestions(vec![QUESTION.to_owned(), "what must be strongly consistent?".to_owned()]));
        let corpus = corpus();
        person.lists(&corpus);
        let corpus = Arc::new(corpus);
        person.hears(Report::Words { request, corpus, counts: Counts::default(), notices: Vec::new() });
        person
    }

    /// The folder was walked: it has the documents of this corpus and no other file.
    pub(crate) fn lists(&mut self, corpus: &Corpus) {
        let paths = corpus.documents.iter().map(|document| document.path.clone()).collect();
        let progress = Progress { steps: vec![build::Step::Listed(Arc::new(paths))], ..Progress::default() };
        let request = self.model.build.request;
        self.hears(Report::Progress { request, progress, rate: None, left: None });
    }

    /// Everything is there.
    pub(crate) fn ready(width: u16, height: u16) -> Self {
        let mut person = Self::with_words(width, height);
        let request = person.model.build.request;
        let chunks = person.model.corpus.chunks.len();
        let lost = |at: usize| (at + 1 < chunks).then_some(0.31);
        person.hears(Report::Vectors {
            request,
            model: ModelInfo { id: "builtin".into(), dimensions: 384, window: 128 },
            breaks: Arc::new((0..chunks).map(lost).collect()),
            windows: Arc::new(vec![1; chunks]),
            counts: Counts::default(),
            notices: Vec::new(),
        });
        person
    }

    /// The question of the example is answered.
    pub(crate) fn asked(width: u16, height: u16) -> Self {
        let mut person = Self::ready(width, height);
        person.keys("i enter");
        person.gets(trace(3));
        person
    }

    /// Presses keys: names parted by blanks, as in the keymap.
    pub(crate) fn keys(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
            self.does(Message::Key(key));
        }
    }

    /// Types text, letter by letter.
    pub(crate) fn types(&mut self, text: &str) {
        for c in text.chars() {
            self.does(Message::Key(Key::plain(Code::Char(c))));
        }
    }

    pub(crate) fn clicks(&mut self, x: u16, y: u16) {
        self.does(Message::Mouse(Mouse { x, y, what: Click::Press }));
    }

    pub(crate) fn wheels(&mut self, x: u16, y: u16, what: Click) {
        self.does(Message::Mouse(Mouse { x, y, what }));
    }

    /// Is answered to the newest question.
    pub(crate) fn gets(&mut self, trace: Trace) {
        let (request, build) = (self.model.requests.ask, self.model.corpus_build);
        self.hears(Report::Answer { request, build, trace: Arc::new(trace) });
    }

    pub(crate) fn hears(&mut self, report: Report) {
        self.does(Message::Work(report));
    }

    pub(crate) fn does(&mut self, message: Message) {
        let effects = update(&mut self.model, message);
        self.effects.extend(effects);
    }

    /// The effects since the last look.
    pub(crate) fn wants(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The settings of the newest question that was wanted since the last look.
    pub(crate) fn asks(&mut self) -> Option<(String, Params)> {
        self.wants().into_iter().rev().find_map(|effect| match effect {
            Effect::Ask { question, params, .. } => Some((question, *params)),
            _ => None,
        })
    }
}

/// A report of progress.
pub(crate) fn progress(request: u64, vectors: usize, total: usize) -> Report {
    let progress =
        Progress { files: 2, files_total: 2, chunks: 24, vectors, vectors_total: total, ..Progress::default() };
    Report::Progress { request, progress, rate: Some(88.0), left: Some(2) }
}
