//! Whether a sentence goes on after a full stop or another mark.
//! Never looks further than the words next to the mark.

use super::words;

/// Bytes that are looked at before a full stop: no abbreviation is longer.
const LONGEST: usize = 24;

/// True when the full stop between `before` (the sentence so far) and `rest` (what comes after the blank space) ends no
/// sentence. `closing` are the marks right after the full stop.
pub(super) fn goes_on(before: &str, closing: &str, rest: &str) -> bool {
    if goes_on_small(rest) {
        return true;
    }
    // A quote or bracket that closes after the full stop shows that it was one, but inline marks show nothing.
    if closing.chars().any(|char| !matches!(char, '*' | '_' | '`' | '~')) {
        return false;
    }
    let word = last_word(before);
    let lead = &before[..before.len() - word.len()];
    let next = next_word(rest);
    let Some(first) = word.chars().next() else { return false };
    // The domain of an address is no abbreviation: `a.b@c.de. End.`
    if lead.ends_with('@') {
        return false;
    }
    if word.chars().all(|char| char.is_ascii_digit() || char == '.') {
        return number_goes_on(lead, word, rest);
    }
    if word.chars().nth(1).is_none() {
        return initial_goes_on(lead, first, rest);
    }
    let lower = word.to_lowercase();
    if words::TITLES.contains(&word) || words::NEVER_LAST.contains(&uncapitalised(word).as_str()) {
        return true;
    }
    if words::BEFORE_NUMBER.contains(&lower.as_str()) {
        // `Art. I` is a number; in `No. I think not` and `modern art. I think` the word comes first.
        let is_word = matches!(next, "A" | "I") && (word == "No" || word.starts_with(char::is_lowercase));
        return is_number(next) && !(is_word && is_followed_by_blank(next, rest));
    }
    // `II. The second part`: the number of a part begins its sentence.
    if is_roman(word) && lead.chars().all(|char| !char.is_alphanumeric()) {
        return true;
    }
    // `U.S.`, `Ph.D.`, `a.m.`; and `Inc.`, `etc.`: the next word tells.
    (is_dotted(word) || words::SELDOM_LAST.contains(&lower.as_str())) && !is_starter(next, rest)
}

/// The word with a small first letter: `Vgl.` at the beginning of a sentence, but not `CA.` for `ca.`
fn uncapitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// True when the next word usually begins a sentence; `A.` is an initial.
fn is_starter(next: &str, rest: &str) -> bool {
    words::STARTERS.contains(&next) && (next.len() > 1 || is_followed_by_blank(next, rest))
}

/// True when what follows cannot begin a sentence: a small letter (perhaps after an opening mark), or a mark that
/// goes on.
pub(super) fn goes_on_small(rest: &str) -> bool {
    if rest.starts_with([',', ';', ':', ')', ']', '}', '.', '!', '?', '…', '，', '、', '；']) {
        return true;
    }
    let first = rest.chars().take(8).find(|char| !is_opener(*char));
    first.is_some_and(char::is_lowercase)
}

/// After `!` or `?` a small letter begins a sentence often enough, unless a quote closes: `"Why?" he asked.`
pub(super) fn goes_on_after_mark(closing: &str, rest: &str) -> bool {
    let is_quoted = closing.chars().any(|char| !matches!(char, '*' | '_' | '`' | '~'));
    let goes_on = goes_on_small(rest);
    goes_on && (is_quoted || !rest.starts_with(|char: char| char.is_lowercase() || is_opener(char)))
}

/// After `。`: a number goes on (`３．１`), and so does a quote that is quoted (`」と`).
pub(super) fn goes_on_wide(closing: &str, rest: &str) -> bool {
    let is_number = rest.starts_with(|char: char| char.is_numeric());
    let is_quoted = closing.ends_with(['」', '』']) && rest.starts_with(['と', 'っ', '、']);
    is_number && closing.is_empty() && !rest.starts_with(|char: char| char.is_ascii_digit()) || is_quoted
}

/// True when a script without blank space between words follows.
pub(super) fn is_ideographic(rest: &str) -> bool {
    rest.starts_with(|char| matches!(char, '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'))
}

fn is_opener(char: char) -> bool {
    matches!(char, '"' | '\'' | '(' | '[' | '{' | '«' | '»' | '“' | '‘' | '„' | '‚' | '‹' | '›' | '*' | '_' | '`')
        || matches!(char, '-' | '–' | '—' | '―' | '>' | '¿' | '¡' | '「' | '『' | '（')
}

/// The letters, digits and inner full stops at the end of `before`, if they are few.
fn last_word(before: &str) -> &str {
    let mut start = before.len();
    for (at, char) in before.char_indices().rev() {
        if before.len() - at > LONGEST {
            return "";
        }
        if !char.is_alphanumeric() && char != '.' {
            break;
        }
        start = at;
    }
    before[start..].trim_start_matches('.')
}

/// The first word of `rest`, without the marks that open it.
fn next_word(rest: &str) -> &str {
    let rest = rest.trim_start_matches(is_opener);
    let end =
        rest.char_indices().take(LONGEST).find(|(_, char)| !char.is_alphanumeric()).map_or(rest.len(), |(at, _)| at);
    let end = rest.char_indices().nth(LONGEST).map_or(end, |(at, _)| end.min(at));
    &rest[..end]
}

/// `5`, `IV`, `B`: what follows `No.`, `Fig.`, `Art.`.
fn is_number(word: &str) -> bool {
    let is_letter = word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase();
    word.starts_with(char::is_numeric) || is_roman(word) || is_letter
}

/// True when blank space comes after the next word, not a mark.
fn is_followed_by_blank(next: &str, rest: &str) -> bool {
    rest.trim_start_matches(is_opener)[next.len()..].starts_with(char::is_whitespace)
}

fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"IVXLC".contains(&byte))
}

/// `U.S`, `Ph.D`, `e.g`, `т.д`: short parts of letters, one of them a single letter, with a full stop between them;
/// `www.eu.org` has none.
fn is_dotted(word: &str) -> bool {
    let letters = |part: &str| part.chars().count();
    word.contains('.')
        && word.split('.').any(|part| letters(part) == 1)
        && word.split('.').all(|part| (1..=3).contains(&letters(part)) && part.chars().all(char::is_alphabetic))
}

/// `29. Juli`, `3.1. Overview`, `Section 2.01. Closing`, `am 3. Tag`.
fn number_goes_on(lead: &str, number: &str, rest: &str) -> bool {
    let next = next_word(rest);
    let lead = lead.trim_end();
    // The number begins the sentence: it counts a section or an item. A year does not.
    if lead.chars().all(|char| !char.is_alphanumeric()) {
        return number.split('.').all(|part| part.len() <= 3);
    }
    let is_day = matches!(number.len(), 1 | 2) && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_day && words::MONTHS.contains(&next) {
        return true;
    }
    let word = lead.rsplit(char::is_whitespace).next().unwrap_or(lead);
    // The label stands at the beginning: `Section 2.01. Closing`.
    if word.len() == lead.len() && words::LABELS.contains(&word.to_lowercase().as_str()) {
        return true;
    }
    let is_ordinal =
        number.len() <= 3 && !number.contains('.') && words::GERMAN.contains(&word.to_lowercase().as_str());
    is_ordinal && !is_starter(next, rest)
}

/// `J. R. R. Tolkien`, `Marbury v. Madison`, `p. 5`; but `Vitamin C. The`, `than I. Smith`.
fn initial_goes_on(lead: &str, letter: char, rest: &str) -> bool {
    let is_cased = letter.is_uppercase() || letter.is_lowercase();
    let before = lead.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_pronoun = letter == 'I' && before.starts_with(char::is_lowercase);
    let begins = lead.chars().all(|char| !char.is_alphanumeric());
    is_cased && !is_pronoun && (begins || !is_starter(next_word(rest), rest))
}
