//! A cache that is damaged, foreign, busy or cannot be written costs time and a notice, never a result.

use std::fs;

use redb::Database;
use seamscope::retrieve::index::store::Store;

use super::folder::{Folder, content, document, model, params};

#[test]
fn every_damaged_file_is_made_again() {
    let folder = Folder::new();
    let expected = content(&folder.fresh());
    folder.index(&model());
    for path in folder.cached_files() {
        let whole = fs::read(&path).expect("bytes");
        let damages: [(&str, Vec<u8>); 6] = [
            ("empty", Vec::new()),
            ("cut short", whole[..whole.len() / 2].to_vec()),
            ("foreign", b"this is some other program's file".repeat(500)),
            ("zeros", vec![0; whole.len()]),
            ("first bytes", [&[0xAA; 64], &whole[64.min(whole.len())..]].concat()),
            ("last bytes", [&whole[..whole.len() - 8], &[0x55; 8]].concat()),
        ];
        for (name, bytes) in damages {
            fs::write(&path, bytes).expect("damaged");
            let index = folder.index(&model());
            assert_eq!(content(&index), expected, "{name}: {}", path.display());
            let again = folder.index(&model());
            assert_eq!(content(&again), expected);
            assert_eq!(again.notices, [""; 0], "{name}: {} is sound again", path.display());
        }
    }
}

#[test]
fn any_byte_may_be_wrong() {
    let folder = Folder::new();
    let expected = content(&folder.fresh());
    folder.index(&model());
    for path in folder.cached_files() {
        let whole = fs::read(&path).expect("bytes");
        for n in 0..12 {
            let mut bytes = whole.clone();
            let at = (n * 7919 + n * n * 104_729) % bytes.len();
            bytes[at] ^= 0x41;
            fs::write(&path, bytes).expect("damaged");
            // A changed file makes the cache of vectors be asked.
            folder.write("a.md", document("alpha", 9).replace("units", &format!("units{n}")));
            folder.index(&model());
            folder.write("a.md", document("alpha", 9));
            assert_eq!(content(&folder.index(&model())), expected, "byte {at} of {}", path.display());
        }
    }
}

#[test]
fn damage_is_told() {
    let folder = Folder::new();
    folder.index(&model());
    let documents = folder.cached_files().into_iter().find(|path| path.ends_with("documents")).expect("documents");
    fs::write(&documents, "nonsense").expect("damaged");
    let index = folder.index(&model());
    assert_eq!(index.notices.len(), 1, "{:?}", index.notices);
    assert!(index.notices[0].contains("documents") && index.notices[0].contains("damaged"), "{:?}", index.notices);
    assert!(documents.with_file_name("documents.damaged").exists());
}

#[test]
fn a_busy_cache_is_told_and_waited_for_no_longer_than_a_moment() {
    let folder = Folder::new();
    let expected = content(&folder.fresh());
    fs::create_dir_all(folder.cache()).expect("a folder");
    let held = Database::create(folder.cache().join("vectors.redb")).expect("a database");
    let index = folder.index(&model());
    assert_eq!(content(&index), expected);
    assert!(index.notices.iter().any(|notice| notice.contains("another instance")), "{:?}", index.notices);
    drop(held);
    let again = model();
    let index = folder.index(&again);
    assert_eq!((content(&index), again.read()), (expected, 0), "the folder's own vectors were kept all the same");
}

#[test]
fn a_cache_that_cannot_be_written_is_told() {
    let folder = Folder::new();
    let expected = content(&folder.fresh());
    fs::write(folder.cache(), "a file where a folder should be").expect("a file");
    let index = folder.index_with(&params(), &model(), &Store::at(folder.cache()));
    assert_eq!(content(&index), expected);
    assert!(!index.notices.is_empty());
    assert!(index.notices.iter().all(|notice| notice.contains("cache")), "{:?}", index.notices);
}
