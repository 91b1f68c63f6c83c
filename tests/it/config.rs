//! Settings and their origins.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use seamscope::config::{self, COMMENTED, FileRole, KEYS, Kind, Origin, Settings, Sources};
use seamscope::retrieve::params::{Method, Params, Policy, Preset, Unit};

/// A scratch folder and the sources that read from it.
struct Scratch {
    folder: tempfile::TempDir,
    sources: Sources,
}

impl Scratch {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let sources = Sources {
            user: Some(folder.path().join("user.toml")),
            project: Some(folder.path().join(".seamscope.toml")),
            ..Sources::default()
        };
        Self { folder, sources }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(self, name: &str, text: &str) -> Self {
        fs::write(self.path(name), text).expect("a file in the scratch folder");
        self
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.sources.environment.push((name.into(), value.into()));
        self
    }

    fn set(mut self, text: &str) -> Self {
        self.sources.sets.push(text.into());
        self
    }

    fn load(&self) -> Settings {
        config::load(&self.sources).expect("a configuration that can be used")
    }

    fn error(&self) -> String {
        config::load(&self.sources).expect_err("a configuration that cannot be used").to_string()
    }
}

fn origin<'s>(settings: &'s Settings, key: &str) -> &'s Origin {
    &settings.values.iter().find(|setting| setting.key.name == key).expect("a key").origin
}

/// The commented defaults with every commented key uncommented.
fn uncommented() -> String {
    let key =
        |line: &&str| line.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    let line = |line: &str| if key(&line) { line[1..].to_owned() } else { line.to_owned() };
    COMMENTED.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Names of all leaves of a JSON object.
fn leaves(value: &serde_json::Value, prefix: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(inner) => {
            for (word, value) in inner {
                leaves(value, &format!("{prefix}{word}."), found);
            }
        }
        _ => drop(found.insert(prefix.trim_end_matches('.').to_owned())),
    }
}

/// Every key that `Params` and `UiParams` have, optional ones included.
fn all_keys() -> BTreeSet<String> {
    let mut params = Params::default();
    params.seam.unit = Some(Unit::Chars);
    params.embed.window = Some(1);
    params.embed.query_prefix = Some("a".into());
    params.embed.passage_prefix = Some("a".into());
    params.embed.endpoint_model = Some("a".into());
    params.embed.runtime = Some("a".into());
    params.fire.floor = Some(0.5);
    params.rerank.model = Some("a".into());
    params.refuse.distance = Some(0.5);
    let mut found = BTreeSet::new();
    leaves(&serde_json::to_value(&params).expect("settings are JSON"), "", &mut found);
    leaves(&serde_json::to_value(config::UiParams::default()).expect("settings are JSON"), "ui.", &mut found);
    found
}

#[test]
fn without_sources_the_defaults_hold() {
    let settings = config::load(&Sources::default()).expect("defaults");
    assert_eq!(settings.params, Params::default());
    assert_eq!(settings.ui, config::UiParams::default());
    assert!(settings.values.iter().all(|setting| setting.origin == Origin::Default));
}

#[test]
fn the_commented_defaults_change_nothing() {
    let settings = Scratch::new().write("user.toml", COMMENTED).load();
    assert_eq!(settings, Settings { ..config::load(&Sources::default()).expect("defaults") });
}

#[test]
fn uncommented_they_say_what_the_defaults_are() {
    let settings = Scratch::new().write("user.toml", &uncommented()).load();
    let optional: BTreeSet<_> = KEYS.iter().filter(|key| key.optional).map(|key| key.name).collect();
    for setting in &settings.values {
        assert!(
            matches!(&setting.origin, Origin::File { role: FileRole::User, .. }),
            "{} is missing",
            setting.key.name
        );
        if !optional.contains(setting.key.name) {
            let default = config::load(&Sources::default()).expect("defaults");
            let default = default.values.iter().find(|default| default.key == setting.key).expect("the same keys");
            assert_eq!(setting.value, default.value, "{}", setting.key.name);
        }
    }
}

#[test]
fn every_setting_is_a_key_and_every_key_a_setting() {
    let keys: BTreeSet<String> = KEYS.iter().map(|key| key.name.to_owned()).collect();
    assert_eq!(keys, all_keys());
    assert_eq!(keys.len(), KEYS.len(), "a key stands twice");
}

#[test]
fn every_word_of_a_choice_is_accepted_and_no_word_is_missing() {
    for key in KEYS {
        let Kind::Choice(words) = key.kind else { continue };
        for word in words {
            let settings = Scratch::new().set(&format!("{}={word}", key.name)).load();
            assert_eq!(origin(&settings, key.name), &Origin::Set);
        }
        // What the type itself says when a word is none of its own names all that it takes.
        let (table, word) = key.name.split_once('.').expect("a table");
        let error = match table {
            "ui" => toml::from_str::<config::UiParams>(&format!("{word} = \"?\"")).expect_err("`?` is no word"),
            _ => toml::from_str::<Params>(&format!("[{table}]\n{word} = \"?\"")).expect_err("`?` is no word"),
        };
        let message = error.message().to_owned();
        let listed = message.matches('`').count() / 2 - 1;
        assert_eq!(listed, words.len(), "{}: {message}", key.name);
    }
}

#[test]
fn a_stronger_source_wins_and_each_value_names_its_own() {
    let scratch = Scratch::new()
        .write("user.toml", "[chunk]\nsize = 1\noverlap = 0\n[seam]\nk = 1\n[fire]\nmargin = 1\n[budget]\nlimit = 1\n")
        .write(".seamscope.toml", "[seam]\nk = 2\n[fire]\nmargin = 2\n[budget]\nlimit = 2\n")
        .variable("SEAMSCOPE_FIRE_MARGIN", "3")
        .variable("SEAMSCOPE_BUDGET_LIMIT", "3")
        .set("budget.limit=9")
        .set("budget.limit=4");
    let settings = scratch.load();
    let params = &settings.params;
    assert_eq!((params.chunk.size, params.seam.k, params.fire.margin, params.budget.limit), (1, 2, 3, 4));
    let file = |role, name: &str, line| Origin::File { role, path: scratch.path(name), line };
    assert_eq!(origin(&settings, "chunk.size"), &file(FileRole::User, "user.toml", 2));
    assert_eq!(origin(&settings, "seam.k"), &file(FileRole::Project, ".seamscope.toml", 2));
    assert_eq!(origin(&settings, "fire.margin"), &Origin::Environment("SEAMSCOPE_FIRE_MARGIN".into()));
    assert_eq!(origin(&settings, "budget.limit"), &Origin::Set);
    assert_eq!(origin(&settings, "search.depth"), &Origin::Default);
}

#[test]
fn a_config_flag_stands_above_the_environment_and_below_set() {
    let mut scratch = Scratch::new()
        .write("mine.toml", "[chunk]\nsize = 10\n[seam]\nk = 10\n")
        .variable("SEAMSCOPE_CHUNK_SIZE", "20")
        .set("seam.k=30");
    scratch.sources.file = Some(scratch.path("mine.toml"));
    let params = scratch.load().params;
    assert_eq!((params.chunk.size, params.seam.k), (10, 30));
}

#[test]
fn a_preset_replaces_what_is_weaker_and_lies_under_its_own_layer() {
    let mut scratch = Scratch::new()
        .write("user.toml", "[chunk]\nsize = 77\n[fire]\nmargin = 9\n[embed]\nmodel = \"none\"\n[ui]\ntheme = \"x\"\n")
        .set("chunk.size=500");
    scratch.sources.preset = Some("scar".into());
    let settings = scratch.load();
    let scar = Preset::Scar.params();
    assert_eq!(settings.params.chunk.size, 500);
    assert_eq!(settings.params.chunk.method, Method::Recursive);
    assert_eq!(settings.params.expand.policy, Policy::Scar);
    assert_eq!(settings.params.fire, scar.fire, "the weaker margin is gone");
    assert_eq!(settings.params.embed.model, "none", "the model is a matter of the machine");
    assert_eq!(settings.ui.theme, "x");
    assert_eq!(origin(&settings, "fire.margin").to_string(), "preset scar, --preset");
    assert_eq!(settings.preset, (Preset::Scar, Origin::PresetFlag));
}

#[test]
fn a_preset_in_a_file_lies_under_that_file() {
    let scratch = Scratch::new()
        .write("user.toml", "preset = \"window\"\n[expand]\nradius = 3\n")
        .write(".seamscope.toml", "[budget]\nlimit = 8\n");
    let settings = scratch.load();
    assert_eq!(settings.params.expand.policy, Policy::Window);
    assert_eq!((settings.params.expand.radius, settings.params.budget.limit), (3, 8));
    let stronger = scratch.write(".seamscope.toml", "preset = \"plain\"\n");
    assert_eq!(stronger.load().params.expand, Preset::Plain.params().expand, "a stronger preset replaces all");
}

#[test]
fn every_preset_loads_as_it_is() {
    for preset in Preset::ALL {
        let settings = Scratch::new().set(&format!("preset={}", preset.name())).load();
        assert_eq!(settings.params, preset.params(), "{}", preset.name());
    }
}

#[test]
fn values_on_the_command_line_are_toml_or_bare_words() {
    let settings = Scratch::new()
        .set(r#"chunk.separators=["\n\n","\n"," ",""]"#)
        .set("chunk.method=recursive")
        .set("chunk.unit=\"chars\"")
        .set("chunk.header = true")
        .set("expand.gamma=1")
        .set("embed.model=fastembed:/models/a=b")
        .set("refuse.distance=0.25")
        .set("seam.unit=none")
        .load();
    assert_eq!(settings.params.chunk.separators, ["\n\n", "\n", " ", ""]);
    assert_eq!(settings.params.chunk.method, Method::Recursive);
    assert_eq!(settings.params.chunk.unit, Unit::Chars);
    assert!(settings.params.chunk.header);
    assert_eq!(settings.params.expand.gamma.to_bits(), 1.0_f64.to_bits());
    assert_eq!(settings.params.embed.model, "fastembed:/models/a=b");
    assert_eq!(settings.params.refuse.distance, Some(0.25));
    assert_eq!(settings.params.seam.unit, None);
    assert_eq!(Scratch::new().set("embed.model=123").load().params.embed.model, "123");
}

#[test]
fn none_switches_a_weaker_value_off() {
    let scratch = Scratch::new().write("user.toml", "[refuse]\ndistance = 0.5\n").set("refuse.distance=none");
    assert_eq!(scratch.load().params.refuse.distance, None);
}

#[test]
fn an_unknown_key_in_a_file_names_file_line_key_and_the_nearest() {
    let scratch = Scratch::new().write(".seamscope.toml", "# mine\n[chunk]\noverlap = 0\nsise = 3\n");
    let error = scratch.error();
    let place = format!("{}:4", scratch.path(".seamscope.toml").display());
    for part in ["chunk.sise", "chunk.size", place.as_str()] {
        assert!(error.contains(part), "{error}");
    }
    let table = Scratch::new().write("user.toml", "[chnk]\nsize = 3\n").error();
    assert!(table.contains("`chnk`") && table.contains("`chunk.size`"), "{table}");
    let deep = Scratch::new().write("user.toml", "fusion.weights.seam_dens = 1\n").error();
    assert!(deep.contains("`fusion.weights.seam_dense`"), "{deep}");
}

#[test]
fn an_unknown_variable_that_looks_like_a_key_is_an_error_and_others_are_not() {
    let error = Scratch::new().variable("SEAMSCOPE_CHUNK_SISE", "1").error();
    assert!(error.contains("SEAMSCOPE_CHUNK_SISE") && error.contains("`chunk.size`"), "{error}");
    let error = Scratch::new().variable("SEAMSCOPE_CHNUK_SIZE", "1").error();
    assert!(error.contains("`chunk.size`"), "{error}");
    let scratch = Scratch::new()
        .variable("SEAMSCOPE_SHARED", "/somewhere")
        .variable("SEAMSCOPE_BIN", "/bin/x")
        .variable("HOME", "x");
    assert_eq!(scratch.load().params, Params::default());
}

#[test]
fn a_value_of_the_wrong_kind_names_key_value_and_what_is_allowed() {
    for (text, parts) in [
        ("chunk.size=big", ["chunk.size", "\"big\"", "a whole number"]),
        ("chunk.size=-1", ["chunk.size", "-1", "a whole number"]),
        ("fusion.k=5000000000", ["fusion.k", "5000000000", "4294967295"]),
        ("chunk.method=recursiv", ["chunk.method", "recursiv", "tokens, chars, recursive"]),
        ("seam.enabled=yes", ["seam.enabled", "yes", "true or false"]),
        ("chunk.separators=a", ["chunk.separators", "\"a\"", "a list of texts"]),
        ("chunk.separators=[1]", ["chunk.separators", "[1]", "a list of texts"]),
        ("expand.gamma=x", ["expand.gamma", "\"x\"", "a number"]),
        ("preset=scra", ["preset", "scra", "seams, scar, blind"]),
    ] {
        let error = Scratch::new().set(text).error();
        assert!(parts.iter().all(|part| error.contains(part)) && error.contains("--set"), "{error}");
    }
    let scratch = Scratch::new().write("user.toml", "\n[chunk]\nsize = \"big\"\n");
    let place = format!("{}:3", scratch.path("user.toml").display());
    assert!(scratch.error().contains(&place), "{}", scratch.error());
}

#[test]
fn a_table_where_a_value_belongs_is_an_error_and_the_other_way_round() {
    let error = Scratch::new().write("user.toml", "chunk = 5\n").error();
    assert!(error.contains("`chunk` is a table"), "{error}");
    let error = Scratch::new().write("user.toml", "[chunk.size]\na = 1\n").error();
    assert!(error.contains("`chunk.size` cannot be"), "{error}");
}

#[test]
fn broken_toml_names_the_line() {
    let scratch = Scratch::new().write("user.toml", "[chunk]\nsize = = 3\n");
    let error = scratch.error();
    assert!(error.contains(&format!("{}:2", scratch.path("user.toml").display())), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn a_named_file_must_be_there_and_a_set_needs_an_equals_sign() {
    let mut scratch = Scratch::new();
    scratch.sources.file = Some(scratch.path("absent.toml"));
    assert!(scratch.error().contains("absent.toml"), "{}", scratch.error());
    let error = Scratch::new().set("chunk.size").error();
    assert!(error.contains("`chunk.size`") && error.contains("KEY=VALUE"), "{error}");
}

#[test]
fn values_that_do_not_go_together_name_both_and_their_origins() {
    let scratch = Scratch::new().write("user.toml", "[chunk]\nsize = 50\n").set("chunk.overlap=60");
    let error = scratch.error();
    let place = format!("chunk.size: user file {}:2", scratch.path("user.toml").display());
    for part in ["50", "60", "chunk.overlap: --set", place.as_str()] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_project_file_of_a_file_is_that_of_its_folder() {
    let scratch = Scratch::new().write("a.md", "text");
    let of_file = Sources::here(Some(&scratch.path("a.md")));
    let of_folder = Sources::here(Some(scratch.folder.path()));
    assert_eq!(of_file.project, of_folder.project);
    assert_eq!(of_folder.project.as_deref(), Some(scratch.path(".seamscope.toml").as_path()));
    assert_eq!(Sources::here(None).project, None::<PathBuf>);
    assert!(Path::new(".seamscope.toml").ends_with(config::PROJECT_FILE));
}

proptest! {
    /// Whatever is written in a file or behind `--set`: an answer or one line of error, never a panic.
    #[test]
    fn any_text_gives_settings_or_one_line_of_error(text in "\\PC{0,40}|[a-z.\\[\\]= \"\n#0-9]{0,60}") {
        for result in [
            config::load(&Scratch::new().write("user.toml", &text).sources),
            config::load(&Scratch::new().set(&text).sources),
            config::load(&Scratch::new().set(&format!("embed.model={text}")).sources),
        ] {
            if let Err(error) = result {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    /// A text that is no quoted TOML text is taken as it is.
    #[test]
    fn a_bare_text_stays_as_it_is(text in "[a-z][a-z:/ =.]{0,20}[a-z]") {
        let settings = Scratch::new().set(&format!("ui.theme={text}")).load();
        prop_assert_eq!(settings.ui.theme, text);
    }
}
