//! Ctrl-C while a command works: it stops, prints what is there, and says how much that is.

use std::sync::mpsc;

use portable_pty::CommandBuilder;

use super::terminal::{Home, Terminal};
use crate::embed::server::{Reply, Server};

/// What a command wrote, after Ctrl-C as soon as the screen showed `shown`.
fn stopped(home: &Home, words: &[&str], shown: &str) -> String {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
    command.args(words);
    command.args(["--no-cache", "--set", "chunk.size=12", "--set", "seam.k=4"]);
    home.at_home(&mut command);
    let mut terminal = Terminal::start(command, 120, 36);
    terminal.shows(shown);
    terminal.types("\x03");
    let status = terminal.ends();
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert_eq!(status.exit_code(), 130, "{raw}");
    raw
}

/// More documents than anybody waits for.
fn many_documents() -> Home {
    let home = Home::new();
    for file in 0..150 {
        let line = |at: usize| {
            format!("Sentence {at} of file {file} tells of refunds, stripes and boards number {}. ", at * file)
        };
        home.write(&format!("docs/many/{file}.txt"), &(0..12).map(line).collect::<String>());
    }
    home
}

/// More questions than anybody waits for.
fn many_questions() -> Home {
    let home = Home::new();
    let line = |at: usize| {
        format!(
            "{{\"id\":\"q{at}\",\"question\":\"who may refund order {at}?\",\"evidence\":[{{\"doc\":\"refunds.md\",\"char\":[11,{}]}}]}}\n",
            20 + at % 40
        )
    };
    home.write("questions.jsonl", &(0..30_000).map(line).collect::<String>());
    home
}

/// The two numbers after `before`: `12 of 144`.
fn counts(raw: &str, before: &str) -> (usize, usize) {
    let rest = raw.split(before).nth(1).unwrap_or_else(|| panic!("no {before:?} in {raw}"));
    let numbers: Vec<usize> = rest
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| !run.is_empty())
        .take(2)
        .filter_map(|run| run.parse().ok())
        .collect();
    (numbers[0], numbers[1])
}

#[test]
fn an_index_says_how_far_it_came() {
    let raw = stopped(&many_documents(), &["index", "docs"], "left · Ctrl-C stops");
    let (done, of) = counts(&raw, "partial: ");
    assert!(done < of && raw.contains("files read") && raw.contains("152"), "{raw}");
    let raw = stopped(&many_documents(), &["index", "docs", "--json"], "left · Ctrl-C stops");
    let (done, of) = counts(&raw, "\"partial\":{\"done\":");
    assert!(done < of, "{raw}");
}

#[test]
fn a_server_that_hangs_is_left_at_once() {
    let home = Home::new();
    let (tell, asked) = mpsc::channel();
    let server = Server::start(move |_, _| {
        tell.send(()).expect("somebody listens");
        Reply { cut: Some(0), hangs: true, ..Reply::new(200, "{}") }
    });
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
    command.args(["index", "docs", "--no-cache", "--set", &format!("embed.model=http:{}", server.url)]);
    home.at_home(&mut command);
    let mut terminal = Terminal::start(command, 120, 36);
    asked.recv().expect("it asks");
    terminal.types("\x03");
    let status = terminal.ends();
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert!(status.exit_code() == 130 && raw.contains("stopped by Ctrl-C"), "{raw}");
}

#[test]
fn an_evaluation_counts_the_questions_that_were_asked() {
    let words =
        ["eval", "docs", "--questions", "questions.jsonl", "--policies", "plain,window", "--set", "search.dense=false"];
    let words = [&words[..], &["--resamples", "20", "--require", "recall>=0.99"]].concat();
    let home = many_questions();
    let raw = stopped(&home, &words, "questions ");
    let (done, of) = counts(&raw, "partial: ");
    assert!(done > 0 && done < of && of == 30_000, "{raw}");
    assert!(raw.contains(&format!("\n{done} questions · mean [95 % interval] and of how many")), "{raw}");
    assert!(!raw.contains("is missed"), "no bar is held against a part: {raw}");
    let raw = stopped(&home, &[&words[..], &["--json"]].concat(), "questions ");
    let (done, _) = counts(&raw, "},\"questions\":");
    assert_eq!(counts(&raw, "\"partial\":{\"done\":"), (done, 30_000));
}

#[test]
fn a_second_time_ends_it_at_once() {
    let home = Home::new();
    let pipe = home.path("questions.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
    command.args(["eval", "docs", "--questions", "questions.jsonl", "--set", "search.dense=false", "--no-cache"]);
    home.at_home(&mut command);
    let mut terminal = Terminal::start(command, 120, 36);
    // It waits for questions that never come: no question ends, after which it would look whether it shall stop.
    let (says, hears) = std::sync::mpsc::channel();
    let writer = std::thread::spawn(move || {
        let opened = std::fs::OpenOptions::new().write(true).open(pipe);
        drop(says.send(opened));
    });
    let opened = std::cell::RefCell::new(None);
    terminal.waits("it reads", || {
        *opened.borrow_mut() = hears.try_recv().ok();
        opened.borrow().is_some()
    });
    terminal.types("\x03");
    terminal.shows("^C");
    assert!(terminal.runs(), "the first one asks it to stop: {}", terminal.screen());
    // Two that come before the first is taken are one.
    for _ in 0..500 {
        if !terminal.runs() {
            break;
        }
        terminal.types("\x03");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let status = terminal.ends();
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert_eq!(status.exit_code(), 130, "{raw}");
    assert!(!raw.contains("partial") && !raw.contains("questions asked"), "{raw}");
    writer.join().expect("it had a reader");
}

#[test]
fn a_sweep_prints_the_places_that_are_there() {
    let home = Home::new();
    home.write(
        "questions.jsonl",
        "{\"id\":\"q\",\"question\":\"who may refund?\",\"evidence\":[{\"doc\":\"refunds.md\",\"char\":[11,40]}]}\n",
    );
    let words = ["sweep", "docs", "--questions", "questions.jsonl", "--set", "search.dense=false"];
    let words = [&words[..], &["--over", "fire.margin=0..900", "--over", "budget.limit=1..100"]].concat();
    // The second place is begun when the first one is there; some later one is seen.
    let raw = stopped(&home, &words, "place 9");
    let (done, of) = counts(&raw, "partial: ");
    assert!(done > 0 && done < of && of == 90_100, "{raw}");
}
