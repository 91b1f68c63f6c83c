//! One frame at 250 x 80, and a knob from its key to the frame that shows the new result, at 100,000 chunks and seams;
//! scrolling through a line of 2 MB.

use std::hint::black_box;
use std::sync::Arc;

use criterion::Criterion;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use seamscope::app::geometry::Size;
use seamscope::app::key::{Code, Key};
use seamscope::app::model::{Model, Start};
use seamscope::app::update::begin;
use seamscope::app::{Effect, Message, Report, update};
use seamscope::retrieve::params::Params;
use seamscope::retrieve::pipeline::ask::Session;
use seamscope::retrieve::pipeline::build::{Counts, Index};
use seamscope::retrieve::span::Span;
use seamscope::retrieve::trace::Corpus;
use seamscope::ui::{Theme, draw};

use crate::large;

const SIZE: Size = Size { width: 250, height: 80 };

/// The explorer on the large index, a question answered.
struct Explorer {
    model: Model,
    session: Session,
    theme: Theme,
    buffer: Buffer,
}

/// One document of 2 MB without a line end, cut every 600 bytes.
fn one_line() -> Corpus {
    let text = "evidence that goes on ".repeat(2 * 1024 * 1024 / 22);
    let mut corpus = Corpus::default();
    for (index, start) in (0..text.len()).step_by(600).enumerate() {
        corpus.chunks.push(large::chunk(index as u32, Span::new(start, (start + 600).min(text.len()))));
    }
    corpus.chunk_ranges.push(0..corpus.chunks.len() as u32);
    corpus.seam_ranges.push(0..0);
    corpus.documents.push(Arc::new(large::document("line.txt".into(), text)));
    corpus
}

impl Explorer {
    fn new(session: Session) -> Self {
        let start = Start { folder: "large".into(), params: Params::default(), ..Start::default() };
        let theme = Theme::named("ansi", false).expect("a built-in theme");
        let buffer = Buffer::empty(Rect::new(0, 0, SIZE.width, SIZE.height));
        Self { model: Model::new(SIZE, start), session, theme, buffer }
    }

    fn asked() -> Self {
        let (index, model) = large::index();
        let mut explorer = Self::new(Session::new(index.clone(), Some(model)));
        explorer.read(&index);
        explorer.key(Key::plain(Code::Char('i')));
        explorer.does(Message::Paste("w3 w14 w159 w26 w535".into()));
        explorer.key(Key::plain(Code::Enter));
        explorer
    }

    /// The explorer in the middle of a line of 2 MB.
    fn in_one_line() -> Self {
        let index = Index { corpus: Arc::new(one_line()), ..Index::default() };
        let mut explorer = Self::new(Session::new(index.clone(), None));
        explorer.read_words(&index);
        explorer.key(Key::plain(Code::Char('2')));
        for _ in 0..1000 {
            explorer.key(Key::plain(Code::PageDown));
        }
        let at = explorer.model.source.cursor;
        assert!((1 << 20..2 << 20).contains(&at), "in the middle: {at}");
        explorer
    }

    fn read_words(&mut self, index: &Index) -> u64 {
        let builds = begin(&mut self.model);
        assert!(!builds.is_empty(), "the explorer asks for the folder");
        let request = self.model.build.request;
        let (corpus, counts) = (index.corpus.clone(), Counts::default());
        self.does(Message::Work(Report::Words { request, corpus, counts, notices: Vec::new() }));
        request
    }

    fn read(&mut self, index: &Index) {
        let (request, counts) = (self.read_words(index), Counts::default());
        let model = index.vectors.as_ref().expect("made with vectors").model.clone();
        let chunks = index.corpus.chunks.len();
        let (breaks, windows) = (Arc::new(vec![Some(0.3); chunks]), Arc::new(vec![1; chunks]));
        self.does(Message::Work(Report::Vectors { request, model, breaks, windows, counts, notices: Vec::new() }));
    }

    fn key(&mut self, key: Key) {
        self.does(Message::Key(key));
    }

    /// What happens, and at once whatever answers a question; colours and builds are left undone.
    fn does(&mut self, message: Message) {
        for effect in update(&mut self.model, message) {
            if let Effect::Ask { request, question, params } = effect {
                let trace = Arc::new(self.session.ask(&question, &params).expect("it is asked").clone());
                let build = self.model.build.request;
                self.does(Message::Work(Report::Answer { request, build, trace }));
            }
        }
    }

    fn frame(&mut self) {
        self.buffer.reset();
        black_box(draw(&self.model, &self.theme, self.buffer.area, &mut self.buffer));
    }
}

pub(crate) fn frames(bench: &mut Criterion) {
    let mut explorer = Explorer::asked();
    assert!(explorer.model.answer.is_some(), "the question is answered");
    let mut group = bench.benchmark_group("explorer at 250 x 80, 100,000 chunks + 100,000 seams");
    group.bench_function("one frame", |b| b.iter(|| explorer.frame()));
    let mut up = false;
    group.bench_function("margin key to frame", |b| {
        b.iter(|| {
            // Up and down in turn: a knob at its end would move nothing.
            up = !up;
            explorer.key(Key::plain(Code::Char(if up { ']' } else { '[' })));
            explorer.frame();
        });
    });
    group.bench_function("a line down in the text, to frame", |b| {
        explorer.key(Key::plain(Code::Char('2')));
        b.iter(|| {
            explorer.key(Key::plain(Code::Down));
            explorer.frame();
        });
    });
    group.finish();
    let mut explorer = Explorer::in_one_line();
    let mut group = bench.benchmark_group("explorer at 250 x 80, in a line of 2 MB");
    for (name, keys) in [
        ("a row down and up, to frame", [Code::Down, Code::Up]),
        ("a page up and down, to frame", [Code::PageUp, Code::PageDown]),
    ] {
        let mut keys = keys.into_iter().cycle();
        group.bench_function(name, |b| {
            b.iter(|| {
                explorer.key(Key::plain(keys.next().expect("it goes round")));
                explorer.frame();
            });
        });
    }
    group.finish();
}
