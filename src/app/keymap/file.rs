//! A person's own keys: the text of a keymap file over the built-in table.
//! Never guesses: what it does not know, what means two things, what no terminal sends and what leaves
//! no way out is an error with its line.
//!
//! One table a context, one line an action: the keys on it replace the built-in ones of that action there, and an
//! empty list unbinds it.
//!
//! ```toml
//! [main]
//! zoom = ["z", "f11"]
//! next-cut = "] c"
//! reload = []
//! ```

use std::fmt::Write as _;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Binding, Context, Keymap};
use crate::app::action::{ACTIONS, Action};
use crate::app::key::Key;

/// A keymap that cannot be used: file and line, what, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}:{line}: {what}")]
pub struct KeymapError {
    /// The file as it is called.
    pub place: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// One action of the file: where, with which keys, on which line.
struct Own {
    context: Context,
    action: Action,
    sequences: Vec<Vec<Key>>,
    at: usize,
}

impl Keymap {
    /// The built-in table under the text of a keymap file that is called `place`.
    ///
    /// # Errors
    /// No TOML, an unknown context, action or key, a key that means two things or that no terminal sends, or no key to
    /// leave.
    pub fn with_file(text: &str, place: &str) -> Result<Self, KeymapError> {
        let fail = |at: usize, what: String| {
            let line = 1 + text.get(..at).unwrap_or(text).matches('\n').count();
            KeymapError { place: place.to_owned(), line, what }
        };
        let file = DeTable::parse(text).map_err(|error| {
            let what = error.message().lines().next().unwrap_or_default().to_owned();
            fail(error.span().map_or(0, |span| span.start), what)
        })?;
        let mut own = Vec::new();
        for (name, table) in file.get_ref() {
            let at = name.span().start;
            let context = context(name.get_ref()).map_err(|what| fail(at, what))?;
            let DeValue::Table(table) = table.get_ref() else {
                return Err(fail(at, format!("`{name}` must be a table: [{name}]", name = name.get_ref())));
            };
            for (name, keys) in table {
                let at = name.span().start;
                let action = action(name.get_ref()).map_err(|what| fail(at, what))?;
                let sequences = sequences(context, keys).map_err(|(span, what)| fail(span.start, what))?;
                own.push(Own { context, action, sequences, at });
            }
        }
        own.sort_by_key(|own| own.at);
        let keymap = Self { bindings: merged(Self::default().bindings, &own) };
        conflict(&keymap, &own).map_or(Ok(()), |(at, what)| Err(fail(at, what)))?;
        closed_in(&keymap, &own).map_or(Ok(()), |(at, what)| Err(fail(at, what)))?;
        Ok(keymap)
    }

    /// The keymap as a file that [`Keymap::with_file`] reads: every action of every context.
    #[must_use]
    pub fn to_file(&self) -> String {
        let mut text = String::from(
            "# The keys of seamscope. Keep the lines that you change: an action without a line keeps its built-in keys,\n\
             # the keys on a line replace them, [] takes all of them away. Keys that follow one another are parted by a\n\
             # blank: \"g g\". Names: enter esc tab shift-tab space backspace delete up down left right home end pageup\n\
             # pagedown f1 to f24, with ctrl- alt- shift- in front.\n",
        );
        for context in Context::ALL {
            let _ = write!(text, "\n[{}]  # {}\n", context.name(), context.title());
            for (action, name, about, _) in ACTIONS {
                let keys: Vec<String> = self
                    .bindings
                    .iter()
                    .filter(|binding| binding.context == context && binding.action == *action)
                    .map(|binding| format!("{:?}", written(&binding.keys)))
                    .collect();
                if !keys.is_empty() {
                    let _ = writeln!(text, "{name} = [{}]  # {about}", keys.join(", "));
                }
            }
        }
        text
    }
}

fn context(name: &str) -> Result<Context, String> {
    let known = || Context::ALL.into_iter().map(Context::name);
    Context::ALL.into_iter().find(|context| context.name() == name).ok_or_else(|| {
        let near = nearest(name, known());
        format!("unknown table `{name}`; did you mean [{near}]? There are {}", known().collect::<Vec<_>>().join(", "))
    })
}

fn action(name: &str) -> Result<Action, String> {
    ACTIONS.iter().find(|entry| entry.1 == name).map(|entry| entry.0).ok_or_else(|| {
        let near = nearest(name, ACTIONS.iter().map(|entry| entry.1));
        format!("unknown action `{name}`; did you mean `{near}`? `seamscope keys` lists them all")
    })
}

fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    known.max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name))).unwrap_or_default()
}

/// The sequences of one line: a text or a list of texts.
fn sequences(context: Context, value: &Spanned<DeValue<'_>>) -> Result<Vec<Vec<Key>>, (Range<usize>, String)> {
    let items: Vec<&Spanned<DeValue<'_>>> = match value.get_ref() {
        DeValue::Array(items) => items.iter().collect(),
        _ => vec![value],
    };
    let mut sequences = Vec::new();
    for item in items {
        let DeValue::String(text) = item.get_ref() else {
            return Err((item.span(), "keys are a text such as \"g g\", or a list of such texts".into()));
        };
        let mut keys = Vec::new();
        for word in text.split_whitespace() {
            keys.extend(spelled(word).map_err(|what| (item.span(), what))?);
        }
        match keys.first() {
            None => return Err((item.span(), "an empty text is no key; [] takes an action's keys away".into())),
            Some(first) if context.types() && first.typed().is_some() => {
                let what =
                    format!("`{}` is text in {}; use a key with ctrl or alt, or a named one", first, context.name());
                return Err((item.span(), what));
            }
            Some(_) => sequences.push(keys),
        }
    }
    Ok(sequences)
}

/// The keys of a word: one, or as the help prints a sequence, several: `gg`, `Ctrl-w+`.
fn spelled(word: &str) -> Result<Vec<Key>, String> {
    let several = || {
        let (last, _) = word.char_indices().last()?;
        let first = Key::parse(&word[..last]).filter(|key| key.ctrl || key.alt || key.typed().is_some())?;
        Some(vec![first, Key::parse(&word[last..])?])
    };
    let keys = Key::parse(word).map(|key| vec![key]).or_else(several).ok_or_else(|| {
        format!(
            "`{word}` is no key; write q, G, ctrl-d, alt-x, f5, pagedown or space, and a blank between two: \"g g\""
        )
    })?;
    match keys.iter().find_map(|key| Some((key, key.never()?))) {
        Some((key, why)) => Err(format!("`{}` never comes: {why}", key.written())),
        None => Ok(keys),
    }
}

/// The table with the file's lines in place of its own.
fn merged(table: Vec<Binding>, own: &[Own]) -> Vec<Binding> {
    let replaced =
        |binding: &Binding| own.iter().any(|own| own.context == binding.context && own.action == binding.action);
    let mut bindings: Vec<Binding> = table.into_iter().filter(|binding| !replaced(binding)).collect();
    for Own { context, action, sequences, .. } in own {
        bindings.extend(sequences.iter().map(|keys| Binding {
            context: *context,
            keys: keys.clone(),
            action: *action,
        }));
    }
    bindings
}

/// The first line whose keys mean something else as well, or hide it.
fn conflict(keymap: &Keymap, own: &[Own]) -> Option<(usize, String)> {
    for Own { context, action, sequences, at } in own.iter().rev() {
        for keys in sequences {
            let others = keymap.bindings.iter().filter(|other| other.context == *context);
            let same = |other: &&Binding| other.action != *action && other.keys.starts_with(keys.as_slice());
            let hides = |other: &&Binding| other.keys.len() < keys.len() && keys.starts_with(&other.keys);
            let Some(other) = others.clone().find(same).or_else(|| others.clone().find(hides)) else { continue };
            let (ours, theirs) = (written(keys), written(&other.keys));
            let name = other.action.name();
            let what = if ours == theirs {
                format!("`{ours}` of {} is also the key of {name} in {}", action.name(), context.name())
            } else {
                format!("`{ours}` of {} and `{theirs}` of {name} in {} begin alike", action.name(), context.name())
            };
            return Some((*at, format!("{what}; give {name} other keys, or none: {name} = []")));
        }
    }
    None
}

/// The line that takes away the last key for what nobody can do without in a place.
fn closed_in(keymap: &Keymap, own: &[Own]) -> Option<(usize, String)> {
    for context in Context::ALL {
        for needed in context.needed() {
            let left = keymap.bindings.iter().any(|binding| binding.context == context && binding.action == *needed);
            let line = own.iter().find(|own| own.context == context && own.action == *needed);
            if let Some(line) = line.filter(|_| !left) {
                let what = format!("no key is left for {} in {}; leave it one", needed.name(), context.name());
                return Some((line.at, what));
            }
        }
    }
    None
}

/// A sequence as it stands in a file.
fn written(keys: &[Key]) -> String {
    keys.iter().copied().map(Key::written).collect::<Vec<_>>().join(" ")
}
