//! The files of a named model, fetched from a hub into a folder and checked each time they are used.
//! Never trusts a file whose hash is not the one that was written down when it came.

mod fetch;
mod line;
mod sums;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::fetch::Fetch;
pub(super) use self::line::Line;
use self::sums::{Sum, Sums};
use super::EmbedError;
use super::catalog::Named;
use super::stop::Stop;

/// How far the transfer of one file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The file, as the hub calls it.
    pub file: String,
    /// Bytes that are there.
    pub bytes: u64,
    /// Bytes that it has; 0 while that is not known.
    pub total: u64,
}

/// Looks on while files are fetched and may stop it. Cheap to clone.
#[derive(Clone)]
pub struct Onlooker {
    pub(super) tell: Arc<dyn Fn(&Transfer) + Send + Sync>,
    pub(super) stop: Stop,
}

impl Onlooker {
    /// Calls `tell` as bytes arrive and stops soon after that is wished, also while no byte comes.
    pub fn new(tell: impl Fn(&Transfer) + Send + Sync + 'static, stop: impl Into<Stop>) -> Self {
        Self { tell: Arc::new(tell), stop: stop.into() }
    }

    /// Looks away.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(|_| {}, Stop::never())
    }

    /// True once the files are no longer wanted.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.is_wished()
    }
}

/// Where the models with a name are kept, and where they come from.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// The folder; a model has one of its own in it. `None` where there is no home.
    pub folder: Option<PathBuf>,
    /// Address of the hub, such as `https://huggingface.co`: files lie under `REPOSITORY/resolve/main/`.
    pub hub: String,
}

impl Shelf {
    /// The folder of one model, which need not be there.
    fn folder(&self, model: &Named) -> Result<PathBuf, EmbedError> {
        let folder = self.folder.as_ref();
        let none = || EmbedError("there is no home directory to keep models in; set HOME or XDG_CACHE_HOME".into());
        Ok(folder.ok_or_else(none)?.join(model.name))
    }

    /// Bytes of a model that is there whole by its list of files; `None` when it is not. Nothing is hashed.
    #[must_use]
    pub fn kept(&self, model: &Named) -> Option<u64> {
        let folder = self.folder(model).ok()?;
        let sums = Sums::read(&folder)?;
        let length = |sum: &Sum| fs::metadata(folder.join(&sum.name)).ok().filter(|meta| meta.len() == sum.bytes);
        let whole = model.files().iter().all(|(name, optional)| *optional || sums.of(name).is_some());
        let all = sums.files.iter().all(|sum| length(sum).is_some());
        (whole && all).then(|| sums.files.iter().map(|sum| sum.bytes).sum())
    }

    /// The folder of a model with every file in it, checked; what is missing is fetched, what is damaged is moved aside
    /// and fetched again.
    ///
    /// # Errors
    /// When a file can neither be found nor fetched; one sentence says what, where and what to do.
    pub fn ready(&self, model: &Named, onlooker: &Onlooker) -> Result<PathBuf, EmbedError> {
        let folder = self.folder(model)?;
        let mut sums = Sums::read(&folder).unwrap_or_default();
        let mut aside = None;
        let missing: Vec<_> = model
            .files()
            .into_iter()
            .filter(|(name, optional)| match sums.of(name) {
                Some(sum) if sum.holds(&folder) => false,
                Some(_) => {
                    aside = aside.take().or(set_aside(&folder.join(name)));
                    true
                }
                // An optional file that the hub did not have is not asked for again.
                None => !*optional || !sums.absent.contains(name),
            })
            .collect();
        if missing.is_empty() {
            return Ok(folder);
        }
        self.fetch(model, &folder, &mut sums, &missing, onlooker).map_err(|error| match &aside {
            Some(aside) => {
                EmbedError(format!("{error} (a damaged file was moved to {} and is not used)", aside.display()))
            }
            None => error,
        })?;
        Ok(folder)
    }

    fn fetch(
        &self,
        model: &Named,
        folder: &Path,
        sums: &mut Sums,
        missing: &[(String, bool)],
        onlooker: &Onlooker,
    ) -> Result<(), EmbedError> {
        let failed = |what: &dyn std::fmt::Display| EmbedError(format!("model {}: {what}", model.name));
        let line = Line::open(&onlooker.stop);
        let hub = self.hub.trim_end_matches('/');
        for (name, optional) in missing {
            let url = format!("{hub}/{}/resolve/main/{name}", model.repository);
            let fetch = Fetch { line: &line, url: &url, name, to: &folder.join(name), onlooker };
            match fetch.run() {
                Ok(got) => {
                    sums.put(Sum { name: name.clone(), ..got });
                    // After every file, so that an interruption costs one file at most.
                    sums.write(folder).map_err(|error| failed(&fetch::disk(folder, &error)))?;
                }
                Err(error) if error.is_absent() && *optional => {
                    sums.absent.push(name.clone());
                    sums.write(folder).map_err(|error| failed(&fetch::disk(folder, &error)))?;
                }
                Err(error) => return Err(failed(&error)),
            }
        }
        Ok(())
    }

    /// Moves the files of a model aside that did not load although they are what was fetched, unless the hub itself
    /// vouched for them. Gives the names of what was moved.
    pub(super) fn distrust(&self, model: &Named) -> Vec<String> {
        let Ok(folder) = self.folder(model) else { return Vec::new() };
        let Some(mut sums) = Sums::read(&folder) else { return Vec::new() };
        let doubtful: Vec<String> =
            sums.files.iter().filter(|sum| !sum.confirmed).map(|sum| sum.name.clone()).collect();
        sums.files.retain(|sum| sum.confirmed);
        sums.absent.clear();
        let moved = doubtful.iter().filter_map(|name| set_aside(&folder.join(name)));
        let moved = moved.map(|path| path.display().to_string()).collect();
        if sums.write(&folder).is_err() {
            // Without the list nothing of it is trusted.
            let _ = fs::remove_file(Sums::path(&folder));
        }
        moved
    }

    /// Removes a model. False when it was not there.
    ///
    /// # Errors
    /// When its folder cannot be removed.
    pub fn remove(&self, model: &Named) -> Result<bool, EmbedError> {
        let folder = self.folder(model)?;
        match fs::remove_dir_all(&folder) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(EmbedError(format!("{} cannot be removed: {error}", folder.display()))),
        }
    }
}

/// Moves a file out of the way under a name that nothing reads.
fn set_aside(path: &Path) -> Option<PathBuf> {
    let mut name = path.file_name()?.to_owned();
    name.push(".damaged");
    let aside = path.with_file_name(name);
    fs::rename(path, &aside).ok()?;
    Some(aside)
}
