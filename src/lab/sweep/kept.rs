//! Finished points in a file, each with everything that it depends on, so that a sweep that was stopped goes on where it
//! was. Never takes over a point of another folder, model, question file or seed.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Point;
use crate::lab::eval::{Origin, Policy};
use crate::retrieve::params::Params;

/// What a point depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Basis {
    /// Every setting.
    pub params: Params,
    /// The policy.
    pub policy: Policy,
    /// What it was measured on.
    pub origin: Origin,
}

#[derive(Serialize, Deserialize)]
struct Line {
    basis: Basis,
    point: Point,
}

/// A file of points, one JSON object a line.
#[derive(Debug)]
pub struct Kept {
    lines: Vec<(Basis, Point)>,
    file: File,
}

impl Kept {
    /// Opens the file, or makes it. A line that was cut off while it was written is left out.
    ///
    /// # Errors
    /// When it cannot be opened, or holds something and no point.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let (mut lines, mut wrong, mut ended) = (Vec::new(), None, true);
        let mut reader = BufReader::new(&file);
        let mut text = String::new();
        while reader.read_line(&mut text)? > 0 {
            ended = text.ends_with('\n');
            match serde_json::from_str::<Line>(&text) {
                Ok(line) => lines.push((line.basis, line.point)),
                Err(error) => wrong = Some(error),
            }
            text.clear();
        }
        if let (Some(error), true) = (wrong, lines.is_empty()) {
            let what = format!("it holds no point of a sweep ({error}); name another file");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        if !ended {
            writeln!(&file)?;
        }
        Ok(Self { lines, file })
    }

    /// The point with this basis.
    #[must_use]
    pub fn find(&self, basis: &Basis) -> Option<&Point> {
        self.lines.iter().find(|(of, _)| of == basis).map(|(_, point)| point)
    }

    /// Adds a point at the end of the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&mut self, basis: Basis, point: Point) -> io::Result<()> {
        let mut line = serde_json::to_string(&Line { basis: basis.clone(), point: point.clone() })?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.lines.push((basis, point));
        Ok(())
    }
}
