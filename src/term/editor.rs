//! How a person's editor is called on a line of a file.
//! Never goes through a shell: a file's name is one argument, whatever it holds.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// The editors that the environment names.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    pub(super) visual: Option<String>,
    pub(super) editor: Option<String>,
}

impl Named {
    /// Those of this process.
    pub(super) fn here() -> Self {
        let named = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        Self { visual: named("VISUAL"), editor: named("EDITOR") }
    }
}

/// The words of the call: `setting` where it is not `auto`, else $VISUAL, else $EDITOR; `None` without an editor.
pub(super) fn words(setting: &str, named: &Named, file: &Path, line: usize) -> Option<Vec<OsString>> {
    let own = Some(setting).filter(|own| !matches!(own.trim(), "auto" | ""));
    let call = own.or(named.visual.as_deref()).or(named.editor.as_deref())?;
    let words = split(call);
    let program = words.first()?;
    if words.iter().any(|word| word.contains("{file}")) {
        return Some(words.iter().map(|word| filled(word, file, line)).collect());
    }
    let mut call: Vec<OsString> = words.iter().map(OsString::from).collect();
    let stem = Path::new(program).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let file_and_line = || {
        let mut place = file.as_os_str().to_owned();
        place.push(format!(":{line}"));
        place
    };
    match stem.as_str() {
        "vi" | "vim" | "nvim" | "gvim" | "view" | "vis" | "nano" | "pico" | "emacs" | "emacsclient" | "kak" | "joe"
        | "jed" | "mg" | "ne" | "mcedit" | "micro" | "gedit" | "nvi" => {
            call.extend([OsString::from(format!("+{line}")), file.as_os_str().to_owned()]);
        }
        "hx" | "helix" | "subl" | "sublime_text" | "zed" | "zeditor" | "lapce" => call.push(file_and_line()),
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            call.extend((!words.iter().any(|word| word == "-g" || word == "--goto")).then(|| OsString::from("-g")));
            call.push(file_and_line());
        }
        _ => call.push(file.as_os_str().to_owned()),
    }
    Some(call)
}

/// Runs the editor and waits for it.
pub(super) fn run(words: &[OsString]) -> io::Result<ExitStatus> {
    let (program, rest) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    Command::new(program).args(rest).status()
}

/// Words parted by blanks; what stands between quotes is one word, and so is what a backslash joins, but on Windows,
/// where it parts folders.
fn split(call: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = call.chars();
    while let Some(c) = letters.next() {
        match (c, quote) {
            ('\\', None | Some('"')) if !cfg!(windows) => word.get_or_insert_default().extend(letters.next()),
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A word of a template with file and line in it.
fn filled(word: &str, file: &Path, line: usize) -> OsString {
    let mut out = OsString::new();
    for (at, part) in word.split("{file}").enumerate() {
        if at > 0 {
            out.push(file.as_os_str());
        }
        out.push(OsStr::new(&part.replace("{line}", &line.to_string())));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Named, words};

    fn called(setting: &str, visual: Option<&str>, editor: Option<&str>) -> Option<Vec<String>> {
        let named = Named { visual: visual.map(str::to_owned), editor: editor.map(str::to_owned) };
        let words = words(setting, &named, Path::new("/a b/$(x).md"), 12)?;
        Some(words.into_iter().map(|word| word.into_string().expect("UTF-8")).collect())
    }

    #[test]
    fn each_editor_is_told_the_line_in_its_own_way() {
        let of = |editor: &str| called("auto", None, Some(editor)).expect("an editor")[1..].to_vec();
        assert_eq!(of("vim"), ["+12", "/a b/$(x).md"]);
        assert_eq!(of("/usr/bin/nvim -n"), ["-n", "+12", "/a b/$(x).md"]);
        assert_eq!(of("hx"), ["/a b/$(x).md:12"]);
        assert_eq!(of("code --wait"), ["--wait", "-g", "/a b/$(x).md:12"]);
        assert_eq!(of("code -w -g"), ["-w", "-g", "/a b/$(x).md:12"]);
        assert_eq!(of("unheard-of"), ["/a b/$(x).md"]);
    }

    #[test]
    fn the_setting_comes_before_visual_and_visual_before_editor() {
        let program = |call: Option<Vec<String>>| call.expect("an editor")[0].clone();
        assert_eq!(program(called("auto", Some("nano"), Some("vim"))), "nano");
        assert_eq!(program(called("hx", Some("nano"), Some("vim"))), "hx");
        assert_eq!(called("auto", None, None), None);
        if !cfg!(windows) {
            assert_eq!(program(called("/my\\ editors/ed", None, None)), "/my editors/ed");
        }
        assert_eq!(
            called("'my editor' -l {line} -f={file}", None, None).expect("a template"),
            ["my editor", "-l", "12", "-f=/a b/$(x).md"]
        );
    }
}
