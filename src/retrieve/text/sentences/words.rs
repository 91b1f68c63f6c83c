//! Words that tell whether a full stop ends a sentence.
//! Never holds a word that is also an everyday last word, unless a condition goes with its list.

/// Titles, as they are written: `ms.` is a time and `Ms.` a person.
#[rustfmt::skip]
pub(super) const TITLES: &[&str] = &[
    "Dr", "Mr", "Mrs", "Ms", "Messrs", "Prof", "Rev", "Hon", "Gen", "Col", "Capt", "Lt", "Sgt", "Cmdr", "Sen", "Rep", "Gov", "Pres", "Supt", "Mt", "St",
    "Hr", "Hrn", "Fr", "Dipl", "Ing", "MM", "Mme", "Mlle", "Mgr", "Sr", "Sra", "Srta", "Sig", "Dott",
];

/// Abbreviations that something always follows; the first letter may be a capital.
#[rustfmt::skip]
pub(super) const NEVER_LAST: &[&str] = &[
    "vs", "cf", "viz", "e.g", "eg", "i.e", "ie", "approx", "dept",
    "vgl", "z.B", "d.h", "bspw", "bzw", "ggf", "evtl", "inkl", "exkl", "sog", "u.a", "i.d.R", "o.g", "s.o", "s.u", "geb", "ca", "p.ej",
    "ім", "вул", "див",
];

/// Abbreviations after which a sentence may end, which the next word shows. Lower case.
#[rustfmt::skip]
pub(super) const SELDOM_LAST: &[&str] = &[
    "inc", "ltd", "co", "corp", "llc", "bros", "jr", "snr", "etc", "al", "esq", "univ", "assn", "ave", "blvd", "ed", "eds", "trans", "repr", "est",
    "usw", "gmbh", "str", "abt", "hrsg", "mio", "mrd", "tel", "max", "min",
    "млн", "млрд", "тис", "проф", "акад", "доц", "рр", "гг", "просп", "обл",
];

/// Abbreviations only where a number follows. Lower case.
#[rustfmt::skip]
pub(super) const BEFORE_NUMBER: &[&str] = &[
    "no", "nos", "fig", "figs", "eq", "eqs", "sec", "secs", "ch", "chap", "art", "arts", "vol", "vols", "pp", "para", "paras", "pt", "pts", "app",
    "cl", "reg", "regs", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri",
    "nr", "tab", "abb", "abs", "kap", "bd", "ziff", "lit", "rn", "rz", "okt", "dez", "num", "núm",
    "ст", "рис", "табл", "стр", "гл",
];

/// Months after a day with a full stop.
#[rustfmt::skip]
pub(super) const MONTHS: &[&str] = &[
    "Januar", "Jänner", "Februar", "Feber", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
    "January", "February", "March", "May", "June", "July", "October", "December",
];

/// Words before a German ordinal: `im 19. Jahrhundert`. Lower case.
#[rustfmt::skip]
pub(super) const GERMAN: &[&str] = &[
    "am", "der", "die", "das", "dem", "den", "des", "im", "vom", "zum", "zur", "beim", "ab", "bis", "seit", "und", "dieser", "diese", "jeder",
    "jede", "jedes", "ihr", "sein",
];

/// Words that name a section at the beginning of a sentence: `Section 2.01. Closing`. Lower case.
#[rustfmt::skip]
pub(super) const LABELS: &[&str] = &[
    "section", "sec.", "article", "art.", "chapter", "part", "book", "title", "clause", "rule", "item", "appendix", "annex", "schedule", "exhibit",
    "figure", "table", "artikel", "kapitel", "§", "стаття", "розділ",
];

/// Words that begin a new sentence far more often than they follow an abbreviation, an initial or an ordinal.
#[rustfmt::skip]
pub(super) const STARTERS: &[&str] = &[
    "The", "This", "That", "These", "Those", "There", "It", "Its", "He", "She", "They", "We", "You", "I", "His", "Her", "Their", "Our", "My", "A", "An",
    "In", "On", "At", "If", "When", "While", "For", "From", "But", "And", "Or", "So", "As", "By", "To", "However", "Moreover", "Therefore", "Thus",
    "Then", "Where", "What", "Who", "Why", "How", "No", "Not", "All", "Each", "Every", "Some", "Such", "Any", "After", "Before", "Since", "Although",
    "Because", "With", "Without", "Under", "Unless",
    "Der", "Die", "Das", "Ein", "Eine", "Es", "Er", "Sie", "Wir", "Im", "Dies", "Diese", "Aber", "Und", "Wenn",
    "Він", "Вона", "Це", "Але", "Якщо", "Он", "Она", "Это", "Но", "Если",
];
