//! What stands before a numbered heading: `3.1.`, `Article 5`, `CHAPTER II`, `FEDERALIST No. 10`, `§ 12`, `第3条`.
//! Never decides whether a line is a heading after all.

/// The kinds of label, from the widest section to the narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    /// `Appendix A`, `ANNEX II`: stands beside the widest sections.
    Appendix,
    /// `FEDERALIST No. 10`, `Book I`.
    Book,
    /// `Part One`.
    Part,
    /// `TITLE III`.
    Title,
    /// `CHAPTER II`.
    Chapter,
    /// `Section 2` above articles, as in European law.
    WideSection,
    /// `Article 5`.
    Article,
    /// `Section 2.01`, and `Section 2` below articles.
    Section,
    /// `§ 12`, `Item 7A`, `Clause 4`.
    Clause,
    /// `IV.`
    Roman,
    /// `3.1.`: how many numbers.
    Number(u8),
}

/// Words that name a section when a number follows them.
const WORDS: [(&str, Label); 46] = [
    ("appendix", Label::Appendix),
    ("annex", Label::Appendix),
    ("schedule", Label::Appendix),
    ("exhibit", Label::Appendix),
    ("anhang", Label::Appendix),
    ("anlage", Label::Appendix),
    ("annexe", Label::Appendix),
    ("додаток", Label::Appendix),
    ("book", Label::Book),
    ("volume", Label::Book),
    ("act", Label::Book),
    ("letter", Label::Book),
    ("buch", Label::Book),
    ("livre", Label::Book),
    ("книга", Label::Book),
    ("part", Label::Part),
    ("teil", Label::Part),
    ("partie", Label::Part),
    ("parte", Label::Part),
    ("частина", Label::Part),
    ("title", Label::Title),
    ("titel", Label::Title),
    ("titre", Label::Title),
    ("título", Label::Title),
    ("розділ", Label::Title),
    ("chapter", Label::Chapter),
    ("scene", Label::Chapter),
    ("kapitel", Label::Chapter),
    ("chapitre", Label::Chapter),
    ("capítulo", Label::Chapter),
    ("глава", Label::Chapter),
    ("section", Label::WideSection),
    ("abschnitt", Label::WideSection),
    ("sección", Label::WideSection),
    ("article", Label::Article),
    ("art.", Label::Article),
    ("artikel", Label::Article),
    ("artículo", Label::Article),
    ("articolo", Label::Article),
    ("стаття", Label::Article),
    ("§", Label::Clause),
    ("item", Label::Clause),
    ("clause", Label::Clause),
    ("rule", Label::Clause),
    ("sec.", Label::Section),
    ("recital", Label::Clause),
];

const NUMBER_WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// A label at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) label: Label,
    /// Bytes of the label with its number and the marks after it.
    pub(super) length: usize,
    /// A word stands before the number, or a mark after it; or the title is set apart by more than one blank.
    pub(super) is_plain: bool,
}

/// The label that a line (without indentation) begins with.
pub(super) fn find(line: &str) -> Option<Found> {
    worded(line)
        .or_else(|| numbered_title(line))
        .or_else(|| cjk(line))
        .or_else(|| numeric(line))
        .or_else(|| roman(line))
}

/// `Article 5`, `Section 2.01`, `CHAPTER II.`, `Part One:`.
fn worded(line: &str) -> Option<Found> {
    let (word, rest) = line.split_once([' ', '\u{A0}', '\t'])?;
    if word.len() > 24 || word.starts_with(char::is_lowercase) {
        return None;
    }
    let lower = word.to_lowercase();
    let (_, label) = *WORDS.iter().find(|(known, _)| *known == lower)?;
    let rest = rest.trim_start();
    let number = rest.split(char::is_whitespace).next()?.trim_end_matches(['.', ':', ',', ')', '—', '–', '-']);
    let has_parts = number.contains('.');
    if !is_number(number) {
        return None;
    }
    let label = if label == Label::WideSection && has_parts { Label::Section } else { label };
    Some(Found { label, length: marks_after(line, line.len() - rest.len() + number.len()), is_plain: false })
}

/// `5`, `2.01`, `7A`, `IV`, `B`, `One`.
fn is_number(token: &str) -> bool {
    let starts_with_digit = token.starts_with(|char: char| char.is_ascii_digit());
    let fits = |char: char| char.is_ascii_digit() || matches!(char, '.' | '-') || char.is_ascii_uppercase();
    match token.len() {
        0 => false,
        1..=12 if starts_with_digit => token.chars().all(fits) && !token.contains(".."),
        1 => token.starts_with(|char: char| char.is_ascii_uppercase()),
        _ => is_roman(token) || NUMBER_WORDS.contains(&token.to_lowercase().as_str()),
    }
}

fn is_roman(token: &str) -> bool {
    (1..=8).contains(&token.len()) && token.bytes().all(|byte| b"IVXLCDM".contains(&byte))
}

/// `FEDERALIST No. 10`.
fn numbered_title(line: &str) -> Option<Found> {
    let at = line.find(" No. ").filter(|at| *at <= 40)?;
    let is_capital = line[..at].chars().all(|char| char.is_uppercase() || char == ' ');
    let digits = line[at + 5..].bytes().take_while(u8::is_ascii_digit).count();
    let length = marks_after(line, at + 5 + digits);
    (is_capital && digits > 0).then_some(Found { label: Label::Book, length, is_plain: false })
}

/// `第三章`, `第5条`.
fn cjk(line: &str) -> Option<Found> {
    let rest = line.strip_prefix('第')?;
    let is_digit =
        |char: char| char.is_ascii_digit() || "〇零一二三四五六七八九十百千０１２３４５６７８９".contains(char);
    let number: usize = rest.chars().take(8).take_while(|char| is_digit(*char)).map(char::len_utf8).sum();
    let unit = rest[number..].chars().next().filter(|_| number > 0)?;
    let label = match unit {
        '編' | '编' | '部' => Label::Part,
        '章' => Label::Chapter,
        '節' | '节' => Label::WideSection,
        '条' | '條' => Label::Article,
        _ => return None,
    };
    let length = '第'.len_utf8() + number + unit.len_utf8();
    Some(Found { label, length, is_plain: false })
}

/// `3.`, `3.1`, `A.1.`, and `3` or `A.` where the title is set apart.
fn numeric(line: &str) -> Option<Found> {
    let end = line.find(char::is_whitespace)?;
    let token = &line[..end];
    let is_apart = line[end..].starts_with("  ") || line[end..].starts_with('\t');
    let number = token.strip_suffix('.').unwrap_or(token);
    let mut depth = 0_u8;
    for (at, part) in number.split('.').enumerate() {
        let is_letter = at == 0 && part.len() == 1 && part.as_bytes()[0].is_ascii_uppercase();
        let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !is_letter || at > 8 {
            return None;
        }
        depth += 1;
    }
    let is_letter = number.starts_with(|char: char| char.is_ascii_uppercase());
    // `12 apples` and `J. Smith` are no headings; `12  Apples` and `J.  Smith` may be.
    let needs_space = depth == 1 && (is_letter || number.len() == token.len());
    let is_named = !needs_space || is_apart && (!is_letter || token.ends_with('.'));
    is_named.then_some(Found { label: Label::Number(depth), length: end, is_plain: true })
}

/// `IV. THE PLAN`.
fn roman(line: &str) -> Option<Found> {
    let (token, rest) = line.split_once(". ")?;
    let is_capital = !rest.contains(char::is_lowercase);
    let fits = is_roman(token) && (token.len() > 1 || is_capital);
    fits.then_some(Found { label: Label::Roman, length: token.len() + 1, is_plain: true })
}

fn marks_after(line: &str, at: usize) -> usize {
    let rest = &line[at..];
    at + rest.len() - rest.trim_start_matches(['.', ':', ',', ')', '—', '–', '-']).len()
}
