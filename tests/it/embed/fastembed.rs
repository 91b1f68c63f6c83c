//! ONNX models from a directory: the vectors of the reference, alone and in any company, and errors that say what to do.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use seamscope::retrieve::embed::{Embedder, Onnx, embed_text};

use crate::support::shared;

const FILES: [&str; 5] =
    ["model.onnx", "tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"];

fn directory(what: &str) -> Option<PathBuf> {
    Some(shared(what)?.join("models/all-MiniLM-L6-v2"))
}

/// The model, or `None` after saying aloud what is missing.
fn model(what: &str, window: usize) -> Option<Onnx> {
    match Onnx::load(&directory(what)?, Some(window), None) {
        Ok(model) => Some(model),
        Err(error) if error.to_string().contains("the ONNX Runtime library") => {
            eprintln!("skipped: {what}: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn largest_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn vectors_are_those_of_the_reference_alone_and_in_any_company() {
    let what = "vectors of all-MiniLM-L6-v2";
    let (Some(model), Some(directory)) = (model(what, 256), directory(what)) else { return };
    let reference = fs::read(directory.join("reference_vectors.json")).expect("the reference");
    let reference: serde_json::Value = serde_json::from_slice(&reference).expect("JSON");
    let text = |item: &serde_json::Value| item["text"].as_str().expect("a text").to_owned();
    let (blank, items): (Vec<_>, Vec<_>) =
        reference["items"].as_array().expect("items").iter().partition(|item| text(item).trim().is_empty());
    let texts: Vec<String> = items.iter().map(|item| text(item)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = model.embed(&texts).expect("vectors");
    for ((item, text), vector) in items.iter().zip(&texts).zip(&together) {
        let expected: Vec<f32> =
            item["vector"].as_array().expect("numbers").iter().map(|n| n.as_f64().expect("a number") as f32).collect();
        assert!(largest_difference(vector, &expected) < 1e-4, "{text}");
        assert!(&model.embed(&[text]).expect("a vector")[0] == vector, "alone as together, to the bit: {text}");
        assert_eq!(model.token_ends(text).len() as u64 + 2, item["n_ids"].as_u64().expect("a count"), "{text}");
    }
    for item in blank {
        assert!(model.embed(&[&text(item)]).is_err());
    }
}

#[test]
fn nothing_is_cut_off_and_a_longer_text_is_read_in_windows() {
    let Some(model) = model("the window of an ONNX model", 32) else { return };
    let words = |n: usize| vec!["order"; n].join(" ");
    let vectors = model.embed(&[&words(29), &format!("{} clerk", words(29))]).expect("both fit");
    assert!(vectors[0] != vectors[1], "the last word that fits counts");
    assert!(model.embed(&[&words(31)]).expect_err("too long").to_string().contains("31 tokens"));
    assert_eq!(embed_text(&model, &words(31)).expect("a vector").windows, 2);
    assert_eq!(model.info().window, 32);
    assert_eq!(model.info().dimensions, 384);
}

#[test]
fn the_identity_holds_what_makes_vectors_comparable() {
    let (Some(one), Some(other)) = (model("an identity", 256), model("an identity", 128)) else { return };
    assert_ne!(one.info().id, other.info().id);
    assert!(one.info().id.starts_with("all-MiniLM-L6-v2@") && one.info().id.contains("mean window 256"));
    let Some(directory) = directory("the model's own window") else { return };
    assert_eq!(Onnx::load(&directory, None, None).expect("a model").info().window, 512);
    let error = Onnx::load(&directory, Some(600), None).err().expect("refused").to_string();
    assert!(error.contains("600") && error.contains("512"), "{error}");
}

#[test]
fn long_texts_are_counted_as_in_one_go() {
    let Some(model) = model("counting with an ONNX model's tokenizer", 256) else { return };
    let text = "Orders above 5,120 units — naïve or not — wait. 東京都 ".repeat(3000);
    let ends = model.token_ends(&text);
    let once = model.token_ends(&text[..text.len() / 3000]).len();
    assert_eq!(ends.len(), once * 3000);
    assert!(ends.is_sorted() && ends.last() == Some(&(text.len() - 1)));
}

/// A copy of the model's directory without the file that is `missing`, weights by link.
fn copy(from: &Path, missing: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    for name in FILES.into_iter().filter(|name| *name != missing) {
        fs::copy(from.join(name), place.path().join(name)).expect("a copy");
    }
    place
}

#[test]
fn pooling_and_window_come_from_the_files_of_sentence_transformers() {
    let what = "pooling of an ONNX model";
    let (Some(mean), Some(directory)) = (model(what, 256), directory(what)) else { return };
    let place = copy(&directory, "");
    fs::create_dir(place.path().join("1_Pooling")).expect("a folder");
    let pooling = place.path().join("1_Pooling/config.json");
    fs::write(&pooling, r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#).expect("written");
    fs::write(place.path().join("sentence_bert_config.json"), r#"{"max_seq_length": 256}"#).expect("written");
    let cls = Onnx::load(place.path(), None, None).expect("a model");
    assert_eq!(cls.info().window, 256);
    assert!(cls.info().id.contains("cls"));
    let texts = ["one two three"];
    assert!(cls.embed(&texts).expect("a vector") != mean.embed(&texts).expect("a vector"));
    fs::write(&pooling, r#"{"pooling_mode_max_tokens": true}"#).expect("written");
    let error = Onnx::load(place.path(), None, None).err().expect("refused").to_string();
    assert!(error.contains("pooling_mode_max_tokens"), "{error}");
    for odd in [
        r#"{"pooling_mode": ["mean", "cls"]}"#,
        r#"{"pooling_mode_cls_token": 1}"#,
        r#"{"pooling_mode_mean_tokens": false}"#,
        "[1]",
    ] {
        fs::write(&pooling, odd).expect("written");
        let error = Onnx::load(place.path(), None, None).err().expect(odd).to_string();
        assert!(error.contains("1_Pooling/config.json"), "{error}");
    }
}

#[test]
fn every_file_that_changes_what_is_read_changes_the_identity() {
    let what = "the identity of an ONNX model";
    let (Some(model), Some(directory)) = (model(what, 256), directory(what)) else { return };
    let place = copy(&directory, "");
    let id = || Onnx::load(place.path(), Some(256), None).expect("a model").info().id.clone();
    let bare = |id: &str| id.split_once('@').expect("a hash").1.to_owned();
    assert_eq!(bare(&id()), bare(&model.info().id), "a copy is the same model");
    let map = place.path().join("special_tokens_map.json");
    fs::write(&map, r#"{"cls_token": "[CLS]", "mask_token": "re"}"#).expect("written");
    let other = Onnx::load(place.path(), Some(256), None).expect("a model");
    assert_ne!(bare(&other.info().id), bare(&model.info().id));
    // `re` is a token of its own now wherever it stands, for the counter as for the model.
    assert!(other.token_ends("refund record").len() > model.token_ends("refund record").len());
    let pairs = shared(what).expect("it is there").join("models/tiny-cross-encoder");
    let error = Onnx::load(&pairs, None, None).err().expect("refused").to_string();
    assert!(error.contains("one number a text") && error.contains("rerank.model"), "{error}");
}

#[test]
fn a_directory_that_is_no_model_says_what_is_missing() {
    let error = |path: &Path| Onnx::load(path, None, None).err().expect("refused").to_string();
    let place = tempfile::tempdir().expect("a temporary folder");
    assert!(error(&place.path().join("none")).contains("no such directory"));
    assert!(error(place.path()).contains("model.onnx is missing"));
    fs::write(place.path().join("model.onnx"), "no model").expect("written");
    assert!(error(place.path()).contains("tokenizer.json is missing"));
}

// Linked into the program it is never missing.
#[cfg(feature = "load-onnx")]
#[test]
fn without_the_library_there_is_one_sentence_that_says_how_to_get_it() {
    let Some(directory) = directory("the error without ONNX Runtime") else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.txt"), "One order.").expect("written");
    let model = format!("embed.model=fastembed:{}", directory.display());
    let broken = folder.path().join("a.txt");
    for library in [Path::new("/nonexistent/libonnxruntime.so"), &broken] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("seamscope"));
        command.args(["query", "--no-cache", "--set", &model]).arg(folder.path()).arg("order");
        let output = command.env("ORT_DYLIB_PATH", library).timeout(Duration::from_mins(1)).output().expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(error.contains("ONNX Runtime") && error.contains("pip install onnxruntime"), "{error}");
        assert!(error.contains(&library.display().to_string()) && !error.contains("panicked"), "{error}");
    }
}
