//! Questions by a language model, against a server that the test starts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;

use seamscope::lab::calibrate::llm::{INSTRUCTION, prompt};
use seamscope::lab::calibrate::{Settings, Source, calibrate, calibrate_written};
use seamscope::lab::endpoint::Endpoint;
use seamscope::lab::run::{LabError, Meter};
use seamscope::retrieve::embed::Key;
use serde_json::{Value, json};

use super::world;

/// What a server was sent: the head of each request and its body.
pub(crate) type Received = Arc<Mutex<Vec<(String, Value)>>>;

/// Serves until the test ends: `answer` makes status and body of each request.
pub(crate) fn serve(answer: impl Fn(&Value) -> (u16, String) + Send + 'static) -> (String, Received) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let received = Received::default();
    let its_copy = received.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else { return };
            let mut reader = BufReader::new(&stream);
            let mut head = String::new();
            while reader.read_line(&mut head).is_ok_and(|read| read > 2) {}
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            let mut body = vec![0; length.unwrap_or(0)];
            if reader.read_exact(&mut body).is_err() {
                continue;
            }
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            let (status, text) = answer(&body);
            its_copy.lock().expect("whole").push((head, body));
            let length = text.len();
            let _ = write!(
                &stream,
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{text}"
            );
        }
    });
    (url, received)
}

/// The answer of a model that says these words.
pub(crate) fn said(words: &str) -> (u16, String) {
    (200, json!({"choices": [{"message": {"role": "assistant", "content": words}}]}).to_string())
}

#[test]
fn an_endpoint_is_asked_once_and_its_answer_kept() {
    let (url, received) = serve(|_| said("  \n\"Who may refund?\"\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let endpoint = Endpoint {
        url,
        model: "small".into(),
        key: Key::new("sesame-opens"),
        kept: Some(folder.path().join("written")),
    };
    assert!(!format!("{endpoint:?}").contains("sesame"));
    let first = endpoint.answer("a prompt").expect("an answer");
    assert_eq!((first.as_str(), endpoint.answer("a prompt")), ("  \n\"Who may refund?\"\n", Ok(first.clone())));
    let received = received.lock().expect("whole").clone();
    let [(head, body)] = &received[..] else { panic!("asked {} times", received.len()) };
    assert!(head.starts_with("POST /v1/chat/completions ") && head.contains("Bearer sesame-opens"));
    assert_eq!(body["model"], "small");
    assert_eq!(body["messages"], json!([{"role": "user", "content": "a prompt"}]));
    for entry in std::fs::read_dir(folder.path().join("written")).expect("kept") {
        let text = std::fs::read_to_string(entry.expect("a file").path()).expect("text");
        assert!(text.contains("Who may refund?") && !text.contains("sesame"));
    }
}

#[test]
fn what_goes_wrong_names_the_address_and_never_the_key() {
    let (url, _) = serve(|_| (401, "no such \u{1b}[31mkey".into()));
    let endpoint = Endpoint { url, model: "small".into(), key: Key::new("sesame"), kept: None };
    let Err(LabError::Writer(why)) = endpoint.answer("a prompt") else { panic!("refused") };
    assert!(why.contains("401") && why.contains("no such [31mkey") && why.contains("/v1/chat/completions"), "{why}");
    assert!(!why.contains("sesame") && !why.contains('\u{1b}'));
    let (url, _) = serve(|_| (200, "{}".into()));
    let Err(LabError::Writer(why)) = (Endpoint { url, ..endpoint.clone() }).answer("a prompt") else { panic!("empty") };
    assert!(why.contains("choices[0].message.content"), "{why}");
    let nobody = Endpoint { url: "http://127.0.0.1:1/v1".into(), ..endpoint };
    assert!(matches!(nobody.answer("a prompt"), Err(LabError::Writer(_))));
}

#[test]
fn a_model_writes_the_questions_of_the_same_samples() {
    let session = world::folder();
    let settings = Settings { whole: 6, split: 6, margins: 2, ..Settings::default() };
    // Says the passage backwards, word by word: words of the passage, and not the passage.
    let backwards = |prompt: &str| {
        let passage = prompt.rsplit("Passage:\n").next().unwrap_or_default();
        let words: Vec<&str> = passage.split_whitespace().rev().collect();
        Ok(format!("\n\"{}?\"\nThat is my question.", words.join(" ")))
    };
    let got = calibrate_written(&session, &world::params(), &settings, &backwards, Meter::silent()).expect("written");
    let cloze = calibrate(&session, &world::params(), &settings, Meter::silent()).expect("clozes");
    assert_eq!((got.questions, got.samples), (Source::Llm, cloze.samples));
    let samples = |calibration: &seamscope::lab::calibrate::Calibration| -> Vec<_> {
        calibration.asked.iter().map(|asked| asked.probe.sample).collect()
    };
    assert_eq!(samples(&got), samples(&cloze));
    for asked in &got.asked {
        let question = &asked.probe.question;
        assert!(question.ends_with('?') && !question.contains('"') && !question.contains('\n'), "{question}");
    }
    assert!(!got.verdict.contains("cloze") && prompt("x").starts_with(INSTRUCTION) && prompt("x").ends_with("\nx"));
    let silent = |_: &str| Ok(" \n".to_owned());
    let error = calibrate_written(&session, &world::params(), &settings, &silent, Meter::silent()).expect_err("silent");
    assert!(error.to_string().contains("answered with nothing"));
}
