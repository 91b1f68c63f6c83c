//! The explorer's model over the real threads: what it knows of each document while a folder is built and tried again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::Receiver;

use seamscope::app::geometry::Size;
use seamscope::app::key::Key;
use seamscope::app::message::Report;
use seamscope::app::model::{Model, Phase, Start};
use seamscope::app::states::State;
use seamscope::app::update::begin;
use seamscope::app::{Effect, Message, update};
use seamscope::work::Work;

use super::start;
use crate::lab::world;

/// A person, the threads, and every state that each path went through, build by build.
struct Seat {
    model: Model,
    work: Work,
    heard: Receiver<Report>,
    went: BTreeMap<String, Vec<State>>,
}

impl Seat {
    fn takes(root: &Path, embedder: &str) -> Self {
        let (work, heard) = start(root);
        let mut params = world::params();
        params.embed.model = embedder.into();
        let mut model = Model::new(Size { width: 120, height: 36 }, Start { params, ..Start::default() });
        model.watch.on = false;
        let effects = begin(&mut model);
        let seat = Self { model, work, heard, went: BTreeMap::new() };
        seat.run(effects);
        seat
    }

    fn run(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.work.run(effect);
        }
    }

    fn keys(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            let effects = update(&mut self.model, Message::Key(Key::parse(key).expect("a key")));
            self.run(effects);
        }
    }

    /// Takes reports until the build has ended, and notes what they made of each document.
    fn waits(&mut self) {
        self.went.clear();
        loop {
            let report = self.heard.recv().expect("the threads live");
            let effects = update(&mut self.model, Message::Work(report));
            self.run(effects);
            let model = &self.model;
            if model.is_first_read() {
                for (file, path) in model.states.paths.iter().enumerate() {
                    self.went.entry(path.clone()).or_default().push(model.state_of_file(file));
                }
            }
            for (number, document) in model.corpus.documents.iter().enumerate() {
                self.went.entry(document.path.clone()).or_default().push(model.state_of(number));
            }
            if !matches!(model.build.phase, Phase::Reading | Phase::Embedding) {
                return;
            }
        }
    }
}

#[test]
fn no_document_goes_back_and_all_end_embedded_or_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..6 {
        let text = world::text(number, 4);
        std::fs::write(folder.path().join(format!("{number}.md")), text).expect("written");
    }
    std::fs::write(folder.path().join("noise.bin"), [0_u8, 1, 2]).expect("written");
    let mut seat = Seat::takes(folder.path(), "builtin");
    for _ in 0..2 {
        seat.waits();
        for (path, went) in &seat.went {
            let order: Vec<usize> = went.iter().map(|state| *state as usize).collect();
            assert!(order.is_sorted(), "{path} goes back: {went:?}");
            let end = if path == "noise.bin" { State::Skipped } else { State::Embedded };
            assert_eq!(went.last(), Some(&end), "{path}");
        }
        assert!(seat.went.len() >= 6);
        seat.keys("r");
    }
}

#[test]
fn what_could_not_be_read_is_read_by_one_key_once_it_can_be() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("fine.md"), "# Fine\n\nThis can be read.\n").expect("written");
    let torn = folder.path().join("torn.md");
    std::fs::write(&torn, [b'a', 0xff, b'b', b'\n']).expect("written");
    let mut seat = Seat::takes(folder.path(), "none");
    seat.waits();
    seat.keys("1 G");
    assert_eq!(seat.model.retries_here(), ["torn.md"]);
    seat.keys("r");
    seat.waits();
    let said = |seat: &Seat| seat.model.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default();
    assert!(said(&seat).starts_with("torn.md was tried again and is still no document: not UTF-8"), "{}", said(&seat));
    std::fs::write(&torn, "# Mended\n\nNow it can be read too.\n").expect("written");
    seat.keys("enter");
    seat.waits();
    assert_eq!(said(&seat), "torn.md is read now: 1 chunk.");
    assert_eq!(seat.model.corpus.documents.len(), 2);
    std::fs::remove_file(&torn).expect("there");
    std::fs::write(folder.path().join("new.bin"), [0_u8, 7]).expect("written");
    seat.keys("1 r");
    seat.waits();
    assert_eq!((seat.model.corpus.documents.len(), seat.model.corpus.skipped.len()), (1, 1));
}
