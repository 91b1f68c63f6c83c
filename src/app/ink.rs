//! What a stretch of text is in its language, for colours: a comment, a string, a heading.
//! Never knows a colour and never parses; `ui` does both.

use crate::retrieve::span::Span;

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// A comment, or a quotation.
    Comment,
    /// A string, or inline code.
    String,
    /// A number or another constant.
    Constant,
    /// A keyword or an operator word.
    Keyword,
    /// A function, a tag, or another name that is defined or called.
    Function,
    /// A type.
    Type,
    /// Brackets, list marks, table rules.
    Mark,
    /// A heading.
    Heading,
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// A link.
    Link,
}

/// One stretch of text that is something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Where, in bytes of the document.
    pub span: Span,
    /// What.
    pub ink: Ink,
}
