//! Finding documents by the names that question files use, and checking what is said of them.
//! Never moves a place to where it fits better.

use std::collections::BTreeMap;

use super::{Evidence, Question};
use crate::lab::places::Places;
use crate::retrieve::span::Span;

/// Documents of a folder by path and by file name without extension.
pub(super) struct Finder<'a> {
    places: &'a Places<'a>,
    paths: BTreeMap<&'a str, u32>,
    stems: BTreeMap<&'a str, Vec<u32>>,
}

/// Half-open, as files write it.
pub(super) type Pair = [usize; 2];

impl<'a> Finder<'a> {
    pub(super) fn new(places: &'a Places<'a>) -> Self {
        let mut stems: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        let mut paths = BTreeMap::new();
        for (number, document) in (0..).zip(&places.corpus().documents) {
            paths.insert(document.path.as_str(), number);
            stems.entry(stem(&document.path)).or_default().push(number);
        }
        Self { places, paths, stems }
    }

    /// The document at this path.
    pub(super) fn by_path(&self, path: &str) -> Result<u32, String> {
        self.paths.get(path).copied().ok_or_else(|| self.no_document(path))
    }

    /// The document at this path, or the only one whose file name without its extension is `name`.
    pub(super) fn by_name(&self, name: &str) -> Result<u32, String> {
        if let Some(document) = self.paths.get(name) {
            return Ok(*document);
        }
        match self.stems.get(name).map(Vec::as_slice) {
            Some([document]) => Ok(*document),
            Some([first, second, ..]) => {
                let path = |number: &u32| &self.places.corpus().documents[*number as usize].path;
                Err(format!("`{name}` names both `{}` and `{}`; the folder must hold one", path(first), path(second)))
            }
            _ => Err(self.no_document(name)),
        }
    }

    fn no_document(&self, name: &str) -> String {
        let corpus = self.places.corpus();
        if let Some(skipped) = corpus.skipped.iter().find(|skipped| skipped.path == name) {
            return format!(
                "the document `{name}` was skipped: {}; mend it or leave its questions out",
                skipped.reason
            );
        }
        let likeness = |path: &str| strsim::jaro_winkler(name, path);
        let nearest = self.paths.keys().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        match nearest.filter(|path| likeness(path) > 0.8) {
            Some(path) => format!("there is no document `{name}` in the folder; did you mean `{path}`?"),
            None => format!("there is no document `{name}` in the folder; name it as `seamscope chunk` does"),
        }
    }

    /// The whole text of a document.
    pub(super) fn whole(&self, document: u32) -> Result<Evidence, String> {
        let text = &self.places.corpus().documents[document as usize];
        self.piece(document, Span::new(text.body, text.text.len().max(text.body)), None)
    }

    /// A piece given in characters, in bytes, or in both, which must then agree.
    pub(super) fn located(
        &self,
        document: u32,
        chars: Option<Pair>,
        bytes: Option<Pair>,
        text: Option<&str>,
    ) -> Result<Evidence, String> {
        let span = match (chars, bytes) {
            (None, None) => return Err("it has no place; give \"char\":[start,end] or \"byte\":[start,end]".into()),
            (None, Some(bytes)) => self.span_of_bytes(document, bytes)?,
            (Some(chars), None) => self.span_of_chars(document, chars)?,
            (Some(chars), Some(bytes)) => {
                let span = self.span_of_chars(document, chars)?;
                if [span.start, span.end] != bytes {
                    let [start, end] = [span.start, span.end];
                    return Err(format!("char {chars:?} is byte [{start}, {end}], not byte {bytes:?}"));
                }
                span
            }
        };
        self.piece(document, span, text)
    }

    fn piece(&self, document: u32, span: Span, text: Option<&str>) -> Result<Evidence, String> {
        let stretch = self.places.stretch(document, span);
        if span.is_empty() {
            return Err(format!("the place [{}, {}] is empty; end it behind its start", stretch.start, stretch.end));
        }
        let own = span.of(&self.places.corpus().documents[document as usize].text);
        if let Some(text) = text.filter(|text| *text != own) {
            let alike = text.chars().zip(own.chars()).take_while(|(a, b)| a == b).count();
            let show = |text: &str| text.chars().skip(alike).take(30).collect::<String>();
            return Err(format!(
                "its text is not what stands there: from character {} on the document has {:?}, the file {:?}",
                stretch.start + alike,
                show(own),
                show(text)
            ));
        }
        Ok(Evidence { document, span, stretch })
    }

    fn span_of_chars(&self, document: u32, chars: Pair) -> Result<Span, String> {
        let [start, end] = ordered(chars)?;
        let positions = self.places.on(document).ok_or("there is no such document")?;
        match (positions.byte_of(start), positions.byte_of(end)) {
            (Some(start), Some(end)) => Ok(Span::new(start, end)),
            _ => Err(format!(
                "char {chars:?} reaches past the document's {} characters; end it there at the latest",
                positions.chars()
            )),
        }
    }

    fn span_of_bytes(&self, document: u32, bytes: Pair) -> Result<Span, String> {
        let [start, end] = ordered(bytes)?;
        let text = &self.places.corpus().documents[document as usize].text;
        if end > text.len() {
            return Err(format!(
                "byte {bytes:?} reaches past the document's {} bytes; end it there at the latest",
                text.len()
            ));
        }
        if !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            return Err(format!("byte {bytes:?} cuts through a character; move it to a character's edge"));
        }
        Ok(Span::new(start, end))
    }
}

fn ordered(pair: Pair) -> Result<Pair, String> {
    if pair[0] > pair[1] {
        return Err(format!("{pair:?} ends before it starts; exchange the two"));
    }
    Ok(pair)
}

/// The file name without folders and without its last extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Two pieces of evidence that share text, as places in `evidence` from 1.
pub(super) fn overlap(evidence: &[Evidence]) -> Option<(usize, usize)> {
    (0..evidence.len()).find_map(|second| {
        let first = (0..second).find(|first| evidence[*first].stretch.overlaps(evidence[second].stretch))?;
        Some((first + 1, second + 1))
    })
}

/// What is wrong with a question as a whole, if anything.
pub(super) fn check(question: &Question) -> Result<(), String> {
    if question.text.trim().is_empty() {
        return Err(format!("question `{}` asks nothing", question.id));
    }
    if let Some((first, second)) = overlap(&question.evidence) {
        return Err(format!("evidence {first} and evidence {second} of `{}` overlap; join them", question.id));
    }
    let unanswerable = question.kind == Some(super::Kind::Unanswerable);
    match (unanswerable, question.evidence.is_empty()) {
        (true, false) => Err(format!("`{}` is unanswerable and has evidence; drop one of the two", question.id)),
        (false, true) => {
            Err(format!("`{}` has no evidence; give \"evidence\":[...] or \"kind\":\"unanswerable\"", question.id))
        }
        _ => Ok(()),
    }
}
