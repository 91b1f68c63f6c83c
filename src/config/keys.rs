//! Every key of config.toml with what it may hold, and the nearest one to a misspelt name.
//! Never holds a value.

/// What a key may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number from 0 to the largest.
    Whole(u64),
    /// A number.
    Number,
    /// `true` or `false`.
    Switch,
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// One word of these.
    Choice(&'static [&'static str]),
}

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The dotted name.
    pub name: &'static str,
    /// What it may hold.
    pub kind: Kind,
    /// It may be absent; on the command line and in the environment the word `none` makes it so.
    pub optional: bool,
}

const UNITS: &[&str] = &["o200k", "cl100k", "model", "chars", "words"];
const PRESETS: &[&str] = &["seams", "scar", "blind", "course-e", "window", "parent", "plain"];
const COUNT: Kind = Kind::Whole(i64::MAX as u64);
const SMALL: Kind = Kind::Whole(u32::MAX as u64);

const fn key(name: &'static str, kind: Kind) -> Key {
    Key { name, kind, optional: false }
}

const fn optional(name: &'static str, kind: Kind) -> Key {
    Key { name, kind, optional: true }
}

/// The key that names a preset.
pub(super) const PRESET: Key = key("preset", Kind::Choice(PRESETS));

/// All settings that hold one value, in the order of config.toml; `preset` is none of them.
pub const KEYS: &[Key] = &[
    key("folder.max_bytes", COUNT),
    key("chunk.method", Kind::Choice(&["tokens", "chars", "recursive", "paragraph", "sentence", "heading"])),
    key("chunk.size", COUNT),
    key("chunk.unit", Kind::Choice(UNITS)),
    key("chunk.overlap", COUNT),
    key("chunk.header", Kind::Switch),
    key("chunk.compat", Kind::Choice(&["none", "langchain"])),
    key("chunk.separators", Kind::Texts),
    key("chunk.keep_separator", Kind::Choice(&["start", "end", "drop"])),
    key("chunk.start", COUNT),
    key("chunk.max", COUNT),
    key("chunk.min", COUNT),
    key("chunk.cap", COUNT),
    key("seam.enabled", Kind::Switch),
    key("seam.k", COUNT),
    optional("seam.unit", Kind::Choice(UNITS)),
    key("seam.snap", Kind::Choice(&["outward", "inward", "none"])),
    key("embed.model", Kind::Text),
    optional("embed.window", COUNT),
    key("embed.mode", Kind::Choice(&["chunk", "late"])),
    key("embed.states_mb", COUNT),
    optional("embed.query_prefix", Kind::Text),
    optional("embed.passage_prefix", Kind::Text),
    optional("embed.endpoint_model", Kind::Text),
    key("embed.hub", Kind::Text),
    optional("embed.runtime", Kind::Text),
    key("search.depth", COUNT),
    key("search.dense", Kind::Switch),
    key("search.bm25", Kind::Switch),
    key("fusion.k", SMALL),
    key("fusion.layout", Kind::Choice(&["separate", "joint"])),
    key("fusion.weights.chunk_dense", Kind::Number),
    key("fusion.weights.chunk_bm25", Kind::Number),
    key("fusion.weights.seam_dense", Kind::Number),
    key("fusion.weights.seam_bm25", Kind::Number),
    key("fusion.weights.dense", Kind::Number),
    key("fire.margin", SMALL),
    optional("fire.floor", Kind::Number),
    optional("rerank.model", Kind::Text),
    key("rerank.n", COUNT),
    key("budget.unit", Kind::Choice(&["chunks", "tokens"])),
    key("budget.limit", COUNT),
    key("expand.policy", Kind::Choice(&["none", "window", "parent", "scar"])),
    key("expand.radius", SMALL),
    key("expand.lambda", Kind::Number),
    key("expand.gamma", Kind::Number),
    key("expand.count", Kind::Choice(&["beyond", "within"])),
    key("expand.contiguous", Kind::Switch),
    optional("refuse.distance", Kind::Number),
    key("context.order", Kind::Choice(&["rank", "document"])),
    key("ui.theme", Kind::Text),
    key("ui.background", Kind::Choice(&["auto", "dark", "light"])),
    key("ui.dark", Kind::Text),
    key("ui.light", Kind::Text),
    key("ui.mouse", Kind::Switch),
    key("ui.ascii", Kind::Switch),
    key("ui.editor", Kind::Text),
];

impl Key {
    /// True when a preset decides it: which files, which models and which look are matters of the folder, the
    /// machine and the person, and no preset touches them.
    #[must_use]
    pub fn of_preset(&self) -> bool {
        !["folder.", "embed.", "rerank.", "ui."].iter().any(|table| self.name.starts_with(table))
    }

    /// `SEAMSCOPE_CHUNK_SIZE` for `chunk.size`.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("SEAMSCOPE_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// What may stand here, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        let mut words = match self.kind {
            Kind::Whole(most) if most == u64::from(u32::MAX) => format!("a whole number from 0 to {most}"),
            Kind::Whole(_) => "a whole number of at least 0".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Switch => "true or false".to_owned(),
            Kind::Text => "a text".to_owned(),
            Kind::Texts => r#"a list of texts such as ["\n\n", "\n", " ", ""]"#.to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
        };
        if self.optional {
            words.push_str("; left out, or none outside a file, it is off");
        }
        words
    }
}

/// The key with this name.
pub(super) fn named(name: &str) -> Option<&'static Key> {
    std::iter::once(&PRESET).chain(KEYS).find(|key| key.name == name)
}

/// True when `name` is a table that holds keys, such as `fusion.weights`.
pub(super) fn is_table(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The name nearest to a misspelt one: of the whole name, or, where the table is wrong, of the last word.
pub(super) fn nearest(name: &str) -> &'static str {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let likeness = |candidate: &str| {
        let whole = strsim::jaro_winkler(name, candidate).max(strsim::normalized_damerau_levenshtein(name, candidate));
        let word = if last(name) == last(candidate) { 0.85 } else { 0.0 };
        whole.max(word)
    };
    let mut best = (PRESET.name, 0.0);
    for candidate in KEYS.iter().map(|key| key.name).chain([PRESET.name]) {
        let likeness = likeness(candidate);
        if likeness > best.1 {
            best = (candidate, likeness);
        }
    }
    best.0
}
