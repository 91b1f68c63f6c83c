//! The word pieces that the builtin model reads, counted and located exactly, because its own tokenizer is hidden.
//! Never decides what is embedded.
//!
//! BERT replaces a word of more than 100 characters (base64, a hash, a Thai sentence) by a single "unknown": the model
//! would see nothing of it. So such a word is read in parts of at most 100 characters, here and in what the model is
//! given ([`WordPieces::readable`]).

use std::borrow::Cow;
use std::collections::HashSet;

use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::{
    AddedToken, NormalizedString, Normalizer, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer, Result,
    Tokenizer,
};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// One word piece a line, its number the line's: the uncased English vocabulary of BERT.
const VOCABULARY: &str = include_str!("vocabulary.txt");

/// SHA-256 of the tokenizer file that the vocabulary was taken from.
pub(super) const SOURCE: &str = "a9576e4dadfe7f78f071a1c00ba6902cc83ec6ed7e9b590ee974950bd4d54393";

/// Characters of the longest word that is not "unknown".
pub(super) const LONGEST_WORD: usize = 100;

/// Bytes after which a run without blanks is divided where that changes no word, to bound the memory of one step.
const STEP: usize = 2048;

/// The counter.
pub(super) struct WordPieces {
    /// Pieces that begin a word.
    heads: HashSet<&'static str>,
    /// Pieces that go on with one, without the `##`.
    tails: HashSet<&'static str>,
    /// Bytes of the longest piece.
    longest: usize,
    /// For everything but plain ASCII.
    tokenizer: Tokenizer,
}

impl WordPieces {
    pub(super) fn new() -> Result<Self> {
        let model = WordPiece::builder().vocab(WordPiece::read_bytes(VOCABULARY.as_bytes())?).build()?;
        let mut tokenizer = Tokenizer::new(model);
        tokenizer.with_normalizer(Some(BertNormalizer::default()))?;
        tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
        let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
        tokenizer.add_special_tokens(special.map(|token| AddedToken::from(token, true)))?;
        let pieces = || VOCABULARY.lines();
        let heads = pieces().filter(|piece| !piece.starts_with("##")).collect();
        let tails = pieces().filter_map(|piece| piece.strip_prefix("##")).collect();
        let longest = pieces().map(str::len).max().unwrap_or(0);
        Ok(Self { heads, tails, longest, tokenizer })
    }

    /// The byte end of each word piece, ascending; several may end in one character.
    pub(super) fn ends(&self, text: &str) -> Result<Vec<usize>> {
        let mut ends = Vec::with_capacity(text.len() / 4);
        let mut at = 0;
        for cut in breaks(text)?.into_iter().chain([text.len()]) {
            for (start, run) in runs(&text[at..cut]) {
                self.run(at + start, run, &mut ends)?;
            }
            at = cut;
        }
        Ok(ends)
    }

    /// Word pieces of a run without blanks and without words that are too long.
    fn run(&self, at: usize, run: &str, ends: &mut Vec<usize>) -> Result<()> {
        if !is_plain(run) {
            let encoding = self.tokenizer.encode(run, false)?;
            ends.extend(encoding.get_offsets().iter().map(|(_, end)| at + end));
            return Ok(());
        }
        let mut from = 0;
        while from < run.len() {
            let word = plain_word(&run[from..]);
            self.word(at + from, word, ends);
            from += word.len();
        }
        Ok(())
    }

    /// Word pieces of one ASCII word or punctuation mark: at each place the longest piece that there is.
    fn word(&self, at: usize, word: &str, ends: &mut Vec<usize>) {
        let lower = word.to_ascii_lowercase();
        let before = ends.len();
        let mut from = 0;
        while from < lower.len() {
            let pieces = if from == 0 { &self.heads } else { &self.tails };
            let most = lower.len().min(from + self.longest);
            let Some(end) = (from + 1..=most).rev().find(|&end| pieces.contains(&lower[from..end])) else {
                // A word that cannot be pieced together is one "unknown".
                ends.truncate(before);
                ends.push(at + word.len());
                return;
            };
            ends.push(at + end);
            from = end;
        }
    }
}

/// The text as the model is given it: a blank inside every word that it would take for unknown because of its length,
/// and, for at most 126 word pieces, no more than `most` bytes.
pub(super) fn readable(text: &str, most: usize) -> Result<Cow<'_, str>> {
    let breaks = breaks(text)?;
    let mut readable = Cow::Borrowed(text);
    if !breaks.is_empty() {
        let mut parts = String::with_capacity(text.len() + breaks.len());
        let mut at = 0;
        for cut in breaks {
            parts.push_str(&text[at..cut]);
            parts.push(' ');
            at = cut;
        }
        parts.push_str(&text[at..]);
        readable = Cow::Owned(parts);
    }
    if readable.len() > most {
        // What makes it long are blanks, control characters and marks: the model sees nothing of them anyway.
        let mut normalized = NormalizedString::from(readable.as_ref());
        BertNormalizer::default().normalize(&mut normalized)?;
        let words: Vec<_> = normalized.get().split_whitespace().collect();
        readable = Cow::Owned(words.join(" "));
    }
    Ok(readable)
}

/// Where a word must be broken so that none is too long for the model.
fn breaks(text: &str) -> Result<Vec<usize>> {
    let mut breaks = Vec::new();
    for (at, run) in runs(text) {
        // No text has more characters after normalisation than it has bytes.
        if run.len() <= LONGEST_WORD {
            continue;
        }
        if is_plain(run) {
            let mut from = 0;
            while from < run.len() {
                let word = plain_word(&run[from..]);
                breaks.extend((LONGEST_WORD..word.len()).step_by(LONGEST_WORD).map(|inside| at + from + inside));
                from += word.len();
            }
        } else if run.nfd().count() > LONGEST_WORD {
            for (start, word) in words_of(run)? {
                breaks.extend(breaks_in_word(&run[start..][..word]).into_iter().map(|inside| at + start + inside));
            }
        }
    }
    Ok(breaks)
}

/// Runs without ASCII blanks, each with where it starts; long ones divided before an ideograph or a mark that is a word
/// of its own anyway.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].find(|c| !blank(c))?;
        let rest = &text[at..];
        let ends = |&(inside, c): &(usize, char)| blank(c) || (inside >= STEP && stands_alone(c));
        let length = rest.char_indices().find(ends).map_or(rest.len(), |(inside, _)| inside);
        let run = (at, &rest[..length]);
        at += length;
        Some(run)
    })
}

/// True for common marks and ideographs that BERT makes words of their own.
fn stands_alone(c: char) -> bool {
    let ideograph = matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}');
    ideograph || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '、' | '。' | '，')
}

/// True for text whose words are plain: printable ASCII without the bracket that special tokens begin with.
fn is_plain(run: &str) -> bool {
    run.bytes().all(|b| b.is_ascii_graphic() && b != b'[')
}

/// The letters and digits that a plain run begins with, or its first mark.
fn plain_word(run: &str) -> &str {
    let letters = run.bytes().take_while(u8::is_ascii_alphanumeric).count();
    &run[..letters.max(1)]
}

/// The words that BERT divides a run into: where each starts and its bytes.
fn words_of(run: &str) -> Result<Vec<(usize, usize)>> {
    let mut normalized = NormalizedString::from(run);
    BertNormalizer::default().normalize(&mut normalized)?;
    let mut words = PreTokenizedString::from(normalized);
    BertPreTokenizer.pre_tokenize(&mut words)?;
    let places = words.get_splits(OffsetReferential::Original, OffsetType::Byte);
    Ok(places.into_iter().map(|(_, (start, end), _)| (start, end - start)).collect())
}

/// Where a word must be broken so that no part is too long, before a character that begins a new letter where that can
/// be.
fn breaks_in_word(word: &str) -> Vec<usize> {
    let mut breaks = Vec::new();
    let mut length = 0;
    for (at, c) in word.char_indices() {
        let grows = std::iter::once(c).nfd().count();
        let most = if is_combining_mark(c) { LONGEST_WORD } else { LONGEST_WORD - KEPT_FOR_MARKS };
        if length + grows > most {
            breaks.push(at);
            length = 0;
        }
        length += grows;
    }
    breaks
}

/// Places kept free so that the marks on the last letter of a part still fit.
const KEPT_FOR_MARKS: usize = 4;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plain_words_are_read_as_the_library_reads_them(
            text in "([a-zA-Z0-9]{1,12}|[-!-/:-@\\[\\]^_`{|}~]{1,3}|[ \\n\\t]{1,3}|antidisestablishment|é|\\[SEP\\]|東京|\u{200b}){0,40}"
        ) {
            // Longer words are broken on purpose: the library would read each as one unknown word. A zero-width space
            // vanishes before words are told apart, so it parts none, but it counts where they are measured; marks do too.
            let short = |word: &str| word.nfd().count() <= LONGEST_WORD - KEPT_FOR_MARKS;
            prop_assume!(text.split(|c: char| !c.is_alphanumeric() && c != '\u{200b}').all(short));
            let pieces = WordPieces::new().expect("the vocabulary loads");
            let whole = pieces.tokenizer.encode(text.as_str(), false).expect("text is read");
            let ends: Vec<_> = whole.get_offsets().iter().map(|(_, end)| *end).collect();
            prop_assert_eq!(pieces.ends(&text).expect("text is read"), ends);
        }

        #[test]
        fn no_word_is_unknown_for_its_length(text in "([a-zĀ-ſ가-힣ก-๙\u{300}-\u{305}]{1,150}[ .]?){0,5}") {
            let readable = readable(&text, usize::MAX).expect("text is read");
            for (at, length) in words_of(&readable).expect("words") {
                let mut word = NormalizedString::from(&readable[at..][..length]);
                BertNormalizer::default().normalize(&mut word).expect("a word is normalised");
                prop_assert!(word.get().chars().count() <= LONGEST_WORD);
            }
        }
    }
}
