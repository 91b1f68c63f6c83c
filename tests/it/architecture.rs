//! The walls between the rooms: who may name whom, and which crate may be named where.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

/// A room and the rooms whose names may stand in its code.
const ROOMS: &[(&str, &[&str])] = &[
    ("retrieve", &[]),
    ("lab", &["retrieve"]),
    ("config", &["retrieve::params"]),
    ("app", &["lab", "retrieve", "config"]),
    ("work", &["app", "lab", "retrieve"]),
    ("ui", &["app", "lab", "retrieve"]),
    ("term", &["ui", "work", "app", "config"]),
    ("cli", &["lab", "retrieve", "config", "ui::svg", "app::keymap", "app::action"]),
    ("main", &["cli", "term", "config"]),
    ("lib", &[]),
    ("build", &[]),
];

/// What every stage of `retrieve` may use.
const BASE: &[&str] = &["span", "params", "trace", "text"];

/// What puts stages together and may therefore name them.
const COMPOSERS: &[&str] = &["pipeline", "replay", "explain"];

/// A crate and the only places that may name it.
const CRATES: &[(&str, &[&str])] = &[
    ("ratatui", &["src/ui", "src/term"]),
    ("crossterm", &["src/ui", "src/term"]),
    ("syntect", &["src/ui"]),
    ("tantivy", &["src/retrieve/index/lexical"]),
    ("redb", &["src/retrieve/index"]),
    ("fastembed", &["src/retrieve/embed"]),
    ("ort", &["src/retrieve/embed"]),
    ("ureq", &["src/retrieve/embed", "src/lab/endpoint"]),
    ("sha2", &["src/retrieve/embed"]),
    ("pocket_encoder", &["src/retrieve/embed"]),
    ("notify", &["src/work"]),
    ("clap", &["src/cli", "src/main"]),
];

/// Collects every path that a file names, `use` trees flattened.
#[derive(Default)]
struct Paths(BTreeSet<String>);

impl Paths {
    fn add_tree(&mut self, prefix: &str, tree: &syn::UseTree) {
        let join = |name: &syn::Ident| if prefix.is_empty() { name.to_string() } else { format!("{prefix}::{name}") };
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&join(&path.ident), &path.tree),
            syn::UseTree::Name(name) => drop(self.0.insert(join(&name.ident))),
            syn::UseTree::Rename(name) => drop(self.0.insert(join(&name.ident))),
            syn::UseTree::Glob(_) => drop(self.0.insert(prefix.to_owned())),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.add_tree(prefix, item)),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree("", &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.0.insert(names.join("::"));
        syn::visit::visit_path(self, path);
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Every source file with its path (`src/...`, without `.rs`) and the paths it names.
fn named_paths() -> Vec<(String, BTreeSet<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    files.sort();
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("sources are UTF-8");
        let mut paths = Paths::default();
        paths.visit_file(&syn::parse_file(&text).expect("sources parse"));
        let name = file.strip_prefix(root).expect("under the root").with_extension("");
        (name.to_string_lossy().replace('\\', "/"), paths.0)
    };
    files.iter().map(read).collect()
}

fn starts_with(path: &str, prefix: &str) -> bool {
    path == prefix || path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with("::"))
}

#[test]
fn a_room_names_only_the_rooms_it_may_use() {
    let mut wrong = Vec::new();
    for (file, paths) in named_paths() {
        let room = file.split('/').nth(1).expect("src/room");
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            wrong.push(format!("{file}: `{room}` is no room of the design"));
            continue;
        };
        for path in &paths {
            let Some(ours) = path.strip_prefix("crate::").or_else(|| path.strip_prefix("seamscope::")) else {
                continue;
            };
            if !starts_with(ours, room) && !allowed.iter().any(|name| starts_with(ours, name)) {
                wrong.push(format!("{file} names {ours}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_stage_names_no_sibling_stage() {
    let mut wrong = Vec::new();
    for (file, paths) in named_paths() {
        let mut parts = file.split('/').skip(1);
        if parts.next() != Some("retrieve") {
            continue;
        }
        let Some(stage) = parts.next() else { continue };
        if COMPOSERS.contains(&stage) {
            continue;
        }
        for path in &paths {
            let Some(named) = path.strip_prefix("crate::retrieve::") else { continue };
            let named = named.split("::").next().unwrap_or_default();
            if named != stage && !BASE.contains(&named) {
                wrong.push(format!("{file} names {path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_library_is_named_only_behind_its_wall() {
    let mut wrong = Vec::new();
    for (file, paths) in named_paths() {
        for path in &paths {
            for (library, places) in CRATES {
                if starts_with(path, library) && !places.iter().any(|place| file.starts_with(place)) {
                    wrong.push(format!("{file} names {path}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is_in_charge_of_and_what_it_never_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let silent: Vec<_> = files
        .iter()
        .filter(|file| {
            let text = fs::read_to_string(file).expect("sources are UTF-8");
            let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join(" ");
            !head.to_lowercase().contains("never")
        })
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
