//! Byte-pair encodings, with two short cuts for what most text is made of.
//! Never gives another result than the encoding itself: a short cut answers only where it must be right.

use std::collections::HashSet;
use std::sync::LazyLock;

use bpe_openai::Tokenizer;

static O200K: LazyLock<Bpe> = LazyLock::new(|| Bpe::new(bpe_openai::o200k_base()));
static CL100K: LazyLock<Bpe> = LazyLock::new(|| Bpe::new(bpe_openai::cl100k_base()));

pub(super) fn o200k() -> &'static Bpe {
    &O200K
}

pub(super) fn cl100k() -> &'static Bpe {
    &CL100K
}

/// An encoding and its vocabulary.
///
/// An encoding first divides a text into pieces (a word with the space before it, a number, a run of marks) and
/// then each piece into tokens. Nine pieces of ten are one token, which the vocabulary knows without any merging.
pub(super) struct Bpe {
    encoding: &'static Tokenizer,
    vocabulary: HashSet<&'static [u8], rustc_hash::FxBuildHasher>,
}

impl Bpe {
    fn new(encoding: &'static Tokenizer) -> Self {
        let tokens = 0..encoding.bpe.num_tokens() as u32;
        Self { encoding, vocabulary: tokens.map(|token| encoding.bpe.token_bytes(token)).collect() }
    }

    pub(super) fn count(&self, text: &str) -> usize {
        self.pieces(text)
            .map(|piece| if self.is_token(piece) { 1 } else { self.encoding.bpe.count(piece.as_bytes()) })
            .sum()
    }

    /// The byte end of every token, ascending.
    pub(super) fn visit(&self, text: &str, mut each: impl FnMut(usize)) {
        let mut at = 0;
        for piece in self.pieces(text) {
            if self.is_token(piece) {
                at += piece.len();
                each(at);
                continue;
            }
            for token in self.encoding.bpe.encode_via_backtracking(piece.as_bytes()) {
                at += self.encoding.bpe.token_len(token);
                each(at);
            }
        }
    }

    fn is_token(&self, piece: &str) -> bool {
        self.vocabulary.contains(piece.as_bytes())
    }

    /// The pieces of `text`, in order and without gaps. Where a piece ends depends on what follows it alone, so each
    /// one is found from its own beginning.
    fn pieces<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let mut rest = text;
        std::iter::from_fn(move || {
            let length = plain_word(rest.as_bytes()).or_else(|| self.encoding.split(rest).next().map(str::len))?;
            let (piece, after) = rest.split_at(length);
            rest = after;
            Some(piece)
        })
    }
}

/// Length of the word that `text` begins with, if every encoding here makes one piece of it: at most one space, then
/// ASCII letters of which at most the first is a capital, then something in ASCII that is neither a letter nor an
/// apostrophe (which may belong to the word) and before which no accent can stand.
fn plain_word(text: &[u8]) -> Option<usize> {
    let first = usize::from(*text.first()? == b' ');
    if !text.get(first)?.is_ascii_alphabetic() {
        return None;
    }
    let small = text[first + 1..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    let end = first + 1 + small;
    let next = *text.get(end)?;
    let one_piece = next.is_ascii() && !next.is_ascii_alphabetic() && next != b'\'';
    one_piece.then_some(end)
}
