//! Which theme is shown: the person's own files, the terminal's background, its colours.
//! Never draws.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use terminal_colorsaurus::{QueryOptions, background_color};

use crate::config::{Background, UiParams};
use crate::ui::Theme;
use crate::ui::theme::{Depth, Look, Shelf, ThemeError};

/// The name of the theme that follows the background.
const AUTO: &str = "auto";

/// Longest wait for a terminal that does not say its background. One that cannot say so says that at once.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often the theme files are looked at.
const BEAT: Duration = Duration::from_secs(1);

/// The themes of this run.
pub(super) struct Looks {
    /// The theme to begin with.
    pub(super) first: String,
    folder: Option<PathBuf>,
    /// What `auto` is on a dark and on a light ground.
    grounds: [String; 2],
    /// The ground here is light.
    light: bool,
    /// The terminal was asked and did not answer in time.
    pub(super) unanswered: bool,
    look: Look,
    seen: Vec<(PathBuf, Option<SystemTime>)>,
    looked: Instant,
}

impl Looks {
    /// By the settings, the environment and the terminal, which is asked only where the answer matters.
    pub(super) fn find(ui: &UiParams) -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let first = if set("NO_COLOR").is_some() { "mono".to_owned() } else { ui.theme.clone() };
        let mut unanswered = false;
        let light = match ui.background {
            Background::Dark => false,
            Background::Light => true,
            Background::Auto if first != AUTO || ui.dark == ui.light => false,
            Background::Auto => {
                let mut options = QueryOptions::default();
                options.timeout = PATIENCE;
                // The background alone: more terminals tell it than tell both colours.
                if let Ok(ground) = background_color(options) {
                    ground.perceived_lightness() >= 0.5
                } else {
                    unanswered = true;
                    set("COLORFGBG").is_some_and(|colours| is_light(&colours))
                }
            }
        };
        let true_colour = set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        let depth = if true_colour { Depth::True } else { Depth::Indexed };
        let folder = crate::config::user_folder().map(|folder| folder.join("themes"));
        Self {
            first,
            seen: files(folder.as_deref()),
            folder,
            grounds: [ui.dark.clone(), ui.light.clone()],
            light,
            unanswered,
            look: Look { ascii: ui.ascii, depth },
            looked: Instant::now(),
        }
    }

    /// A theme, its file read anew.
    pub(super) fn theme(&self, name: &str) -> Result<Theme, ThemeError> {
        self.shelf().theme(if name == AUTO { &self.grounds[usize::from(self.light)] } else { name }, self.look)
    }

    /// Takes what the terminal said of its background, from 0 (black) to 1 (white), when it was no longer waited for.
    pub(super) fn hear(&mut self, lightness: f32) {
        self.light = lightness >= 0.5;
    }

    /// The names of all themes.
    pub(super) fn names(&self) -> Vec<String> {
        std::iter::once(AUTO.to_owned()).chain(self.shelf().names()).collect()
    }

    /// True when a theme file changed since the last look. A look costs little and is taken once a second.
    pub(super) fn changed(&mut self) -> bool {
        if self.looked.elapsed() < BEAT {
            return false;
        }
        self.looked = Instant::now();
        let seen = files(self.folder.as_deref());
        let changed = seen != self.seen;
        self.seen = seen;
        changed
    }

    fn shelf(&self) -> Shelf {
        let read = |(path, _): (PathBuf, _)| {
            let name = path.file_stem()?.to_str()?.to_owned();
            Some((name, std::fs::read_to_string(&path).ok()?))
        };
        let own: BTreeMap<_, _> = files(self.folder.as_deref()).into_iter().filter_map(read).collect();
        Shelf::with(own)
    }
}

/// The theme files of a folder with the times of their last change.
fn files(folder: Option<&Path>) -> Vec<(PathBuf, Option<SystemTime>)> {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let time = |path: &Path| std::fs::metadata(path).and_then(|about| about.modified()).ok();
    let mut files: Vec<_> = paths.map(|path| (time(&path), path)).map(|(time, path)| (path, time)).collect();
    files.sort();
    files
}

/// What COLORFGBG says of the background: `15;0` is white on black, `0;15` the other way round.
fn is_light(colours: &str) -> bool {
    matches!(colours.rsplit(';').next().and_then(|number| number.parse::<u8>().ok()), Some(7 | 9..=15))
}

#[cfg(test)]
mod tests {
    #[test]
    fn colorfgbg_is_read_as_terminals_write_it() {
        for (colours, light) in [("15;0", false), ("0;15", true), ("0;default;15", true), ("7;8", false), ("", false)] {
            assert_eq!(super::is_light(colours), light, "{colours}");
        }
    }
}
