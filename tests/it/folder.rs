//! Which files are read, which are rows with a reason, and how bytes become text.

use std::fs;
use std::path::Path;

use seamscope::retrieve::folder::{FileEntry, FolderError, Listing, decode, read, scan};
use seamscope::retrieve::params::FolderParams;

/// A folder with these files; a path that ends in `/` is an empty folder.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (path, bytes) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }
    dir
}

fn listing(root: &Path) -> Listing {
    scan(root, &FolderParams::default()).expect("a listing")
}

fn files(listing: &Listing) -> Vec<&str> {
    listing.files.iter().map(|file| file.path.as_str()).collect()
}

fn skipped(listing: &Listing) -> Vec<String> {
    listing.skipped.iter().map(|row| format!("{}: {}", row.path, row.reason)).collect()
}

#[test]
fn every_file_is_listed_or_has_a_reason() {
    let dir = folder(&[
        ("b.md", b"b"),
        ("a/z.md", b"z"),
        ("a.md", b"a"),
        ("a-b.md", b"x"),
        ("empty.md", b""),
        ("big.md", b"0123456789"),
        ("skip.log", b"log"),
        (".env", b"SECRET=1"),
        (".cache/deep/x.md", b"x"),
        ("built/out.md", b"x"),
        ("built/more/out.md", b"x"),
        ("sub/keep.log", b"x"),
        (".gitignore", b"*.log\n/built/\n"),
        ("sub/.gitignore", b"!keep.log\n"),
    ]);
    let listing = scan(dir.path(), &FolderParams { max_bytes: 9 }).expect("a listing");
    // Bytewise by the relative path: `-` and `.` stand before `/`.
    assert_eq!(files(&listing), ["a-b.md", "a.md", "a/z.md", "b.md", "sub/keep.log"]);
    assert_eq!(
        skipped(&listing),
        [
            ".cache/: hidden",
            ".env: hidden",
            ".gitignore: hidden",
            "big.md: too large: 10 bytes, the limit is 9",
            "built/: ignored",
            "empty.md: empty",
            "skip.log: ignored",
            "sub/.gitignore: hidden",
        ]
    );
}

#[test]
fn ignore_rules_reach_up_to_the_repository_and_no_further() {
    let dir = folder(&[
        (".gitignore", b"outer.md\n"),
        ("repo/.git/HEAD", b"x"),
        ("repo/.gitignore", b"inner.md\n"),
        ("repo/docs/outer.md", b"x"),
        ("repo/docs/inner.md", b"x"),
        ("loose/docs/outer.md", b"x"),
        ("loose/docs/inner.md", b"x"),
        ("loose/.gitignore", b"inner.md\n"),
    ]);
    assert_eq!(files(&listing(&dir.path().join("repo/docs"))), ["outer.md"]);
    assert_eq!(files(&listing(&dir.path().join("loose/docs"))), ["inner.md", "outer.md"]);
    assert_eq!(files(&listing(&dir.path().join("loose"))), ["docs/outer.md"]);
}

#[cfg(unix)]
#[test]
fn links_are_rows_and_never_followed() {
    // Case 61.
    let dir = folder(&[
        ("root/a.md", b"a"),
        ("root/.gitignore", b"x.md\n"),
        ("root/x.md", b"x"),
        ("root/.env", b"K=1"),
        ("sibling/secret.md", b"secret"),
    ]);
    let root = dir.path().join("root");
    for (target, name) in [
        ("../sibling", "out"),
        ("../sibling/secret.md", "out.md"),
        ("a.md", "in.md"),
        (".", "loop"),
        ("gone", "dangling"),
    ] {
        std::os::unix::fs::symlink(target, root.join(name)).expect("a link");
    }
    let listing = listing(&root);
    assert_eq!(files(&listing), ["a.md"]);
    assert_eq!(
        skipped(&listing),
        [
            ".env: hidden",
            ".gitignore: hidden",
            "dangling: link",
            "in.md: link",
            "loop: link",
            "out: link",
            "out.md: link",
            "x.md: ignored"
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_root_that_is_a_link_is_followed() {
    let dir = folder(&[("real/a.md", b"text"), ("real/.hidden.md", b"x")]);
    std::os::unix::fs::symlink("real", dir.path().join("link")).expect("a link");
    std::os::unix::fs::symlink("real/a.md", dir.path().join("link.md")).expect("a link");
    assert_eq!(files(&listing(&dir.path().join("link"))), ["a.md"]);
    let single = listing(&dir.path().join("link.md"));
    assert_eq!(files(&single), ["a.md"]);
    assert_eq!(read(&single.root, &single.files[0]).expect("text").text, "text");
}

#[cfg(unix)]
#[test]
fn pipes_and_sockets_are_never_opened() {
    let dir = folder(&[("a.md", b"a")]);
    let made = std::process::Command::new("mkfifo").arg(dir.path().join("pipe.md")).status().expect("mkfifo");
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket.md")).expect("a socket");
    let listing = listing(dir.path());
    assert_eq!(files(&listing), ["a.md"]);
    assert_eq!(skipped(&listing), ["pipe.md: not a regular file", "socket.md: not a regular file"]);
    // A file that became a pipe after it was listed.
    let entry = FileEntry { path: "pipe.md".into(), bytes: 1, modified: None };
    assert_eq!(read(dir.path(), &entry).expect_err("a pipe").reason, "not a regular file");
    assert_eq!(skipped(&scan(&dir.path().join("pipe.md"), &FolderParams::default()).expect("a listing")).len(), 1);
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_are_rows() {
    use std::os::unix::ffi::OsStrExt;
    let dir = folder(&[("a.md", b"a")]);
    let odd = |name: &[u8]| dir.path().join(std::ffi::OsStr::from_bytes(name));
    // Some file systems refuse such names: then there is nothing to test.
    if fs::write(odd(b"b\xFF.md"), "b").is_err() {
        eprintln!("skipped: this file system has no names that are not UTF-8");
        return;
    }
    fs::create_dir_all(odd(b"d\xFE").join("deep")).expect("folders");
    fs::write(odd(b"d\xFE").join("deep/x.md"), "x").expect("a file");
    let listing = listing(dir.path());
    assert_eq!(files(&listing), ["a.md"]);
    assert_eq!(skipped(&listing), ["b\u{FFFD}.md: name is not UTF-8", "d\u{FFFD}/: name is not UTF-8"]);
}

#[cfg(unix)]
#[test]
fn what_permissions_forbid_is_a_row() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder(&[("a.md", b"a"), ("closed/b.md", b"b"), ("shut.md", b"c")]);
    let (closed, shut) = (dir.path().join("closed"), dir.path().join("shut.md"));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("permissions");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o000)).expect("permissions");
    if fs::read_dir(&closed).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let listing = listing(dir.path());
    let error = scan(&closed, &FolderParams::default()).expect_err("a closed root");
    let row = read(dir.path(), &listing.files[1]).expect_err("a shut file");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("permissions");
    assert_eq!(files(&listing), ["a.md", "shut.md"]);
    assert_eq!(skipped(&listing), ["closed/: unreadable: permission denied"]);
    assert_eq!(row.reason, "unreadable: permission denied");
    assert!(matches!(error, FolderError::Unreadable { .. }), "{error}");
}

#[test]
fn a_missing_root_says_what_to_do() {
    let dir = folder(&[("a.md", b"a")]);
    for missing in ["nowhere", "a.md/below"] {
        let path = dir.path().join(missing);
        let error = scan(&path, &FolderParams::default()).expect_err("nothing there");
        assert_eq!(error.to_string(), format!("{}: no such file or folder; name one that exists", path.display()));
    }
}

#[test]
fn a_file_that_vanished_is_a_row() {
    let dir = folder(&[("a.md", b"a"), ("b.md", b"b")]);
    let listing = listing(dir.path());
    fs::remove_file(dir.path().join("a.md")).expect("removed");
    let row = read(&listing.root, &listing.files[0]).expect_err("gone");
    assert_eq!((row.path.as_str(), row.reason.as_str()), ("a.md", "unreadable: it is no longer there"));
    assert_eq!(read(&listing.root, &listing.files[1]).expect("text").text, "b");
}

#[test]
fn a_single_file_is_read_whatever_its_name() {
    let dir = folder(&[(".notes", b"text"), (".gitignore", b"*\n")]);
    let listing = listing(&dir.path().join(".notes"));
    assert_eq!(files(&listing), [".notes"]);
    assert_eq!(listing.root, dir.path());
    assert_eq!(read(&listing.root, &listing.files[0]).expect("text").text, "text");
}

#[test]
fn a_byte_order_mark_stays_in_utf8_and_goes_in_utf16() {
    let decoded = |bytes: &[u8]| decode(bytes.to_vec()).map(|canonical| (canonical.text, canonical.body));
    let utf16 = |text: &str, swap: bool| {
        let units = text.encode_utf16().flat_map(|unit| if swap { unit.to_be_bytes() } else { unit.to_le_bytes() });
        if swap {
            [0xFE, 0xFF].into_iter().chain(units).collect()
        } else {
            [0xFF, 0xFE].into_iter().chain(units).collect::<Vec<u8>>()
        }
    };
    assert_eq!(decoded("é\r\nb".as_bytes()), Ok(("é\r\nb".into(), 0)));
    assert_eq!(decoded("\u{FEFF}é".as_bytes()), Ok(("\u{FEFF}é".into(), 3)));
    assert_eq!(decoded(&utf16("é🙂\r\nb", false)), Ok(("é🙂\r\nb".into(), 0)));
    assert_eq!(decoded(&utf16("é🙂\r\nb", true)), Ok(("é🙂\r\nb".into(), 0)));
}

#[test]
fn bytes_that_are_no_text_have_a_reason() {
    let reason = |bytes: &[u8]| decode(bytes.to_vec()).expect_err("no text");
    assert_eq!(reason(b""), "empty");
    assert_eq!(reason(b"\xEF\xBB\xBF"), "empty");
    assert_eq!(reason(b"\xFF\xFE"), "empty");
    assert_eq!(reason(b" \r\n\t\n"), "empty: blank space only");
    assert_eq!(reason("\u{FEFF}\n\u{3000}".as_bytes()), "empty: blank space only");
    assert_eq!(reason(b"text\0text"), "binary");
    assert_eq!(reason(b"\x01\x02\x03\x04ab"), "binary");
    assert_eq!(reason(b"\xFF\xFEa\0\0\0"), "binary");
    assert_eq!(reason(b"abc\xFFdef"), "not UTF-8: invalid at byte 3");
    assert_eq!(reason(b"abc\xE2\x82"), "not UTF-8: invalid at byte 3");
    assert_eq!(reason(b"\xFF\xFE\0\0a\0\0\0"), "not UTF-8: this is UTF-32");
    assert_eq!(reason(b"\0\0\xFE\xFF\0\0\0a"), "not UTF-8: this is UTF-32");
    assert_eq!(reason(b"\xFF\xFEa\0b"), "not UTF-16: odd length, 3 bytes after the byte order mark");
    assert_eq!(reason(b"\xFF\xFEa\0\x00\xD8b\0"), "not UTF-16: unpaired surrogate at byte 4");
    assert_eq!(reason(b"\xFE\xFF\0a\xDC\x00"), "not UTF-16: unpaired surrogate at byte 4");
}

#[test]
fn terminal_logs_are_text() {
    let log = b"\x1b[1mbold\x1b[0m\x1b[31mred\x1b[0m\x08\n";
    assert_eq!(decode(log.to_vec()).expect("text").text.as_bytes(), log);
}
