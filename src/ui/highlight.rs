//! Syntax colours of a part of a document, through syntect.
//! Never reads more than it is asked for and never blocks a frame: `work` calls it on a thread of its own.

use std::sync::OnceLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use crate::app::ink::{Ink, Stroke};
use crate::retrieve::span::Span;
use crate::retrieve::trace::{BlockKind, Document, Format};

/// Longer lines are left without colours: no grammar is made for them.
const LONGEST: usize = 2000;

/// How far before a part of source code the parser starts, so that most multi-line constructs are seen.
const BEFORE: usize = 24 << 10;

fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: OnceLock<SyntaxSet> = OnceLock::new();
    SYNTAXES.get_or_init(SyntaxSet::load_defaults_newlines)
}

/// The colours of `span` of a document, ascending. The parser starts at a place near before it where nothing is open.
#[must_use]
pub fn paint(document: &Document, span: Span) -> Vec<Stroke> {
    let syntaxes = syntaxes();
    let Some(syntax) = syntax(document, syntaxes) else { return Vec::new() };
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let kinds = kinds();
    let mut strokes = Vec::new();
    let mut at = start(document, span.start);
    for line in document.text.get(at..).unwrap_or_default().split_inclusive('\n') {
        if at >= span.end {
            break;
        }
        if line.len() <= LONGEST {
            let Ok(ops) = state.parse_line(line, syntaxes) else { break };
            let mut from = 0;
            for (to, op) in ops {
                stroke(&stack, kinds, at + from, at + to.min(line.len()), &mut strokes);
                from = to.min(line.len());
                if stack.apply(&op).is_err() {
                    stack = ScopeStack::new();
                }
            }
            stroke(&stack, kinds, at + from, at + line.len(), &mut strokes);
        }
        at += line.len();
    }
    strokes.retain(|stroke| stroke.span.end > span.start);
    strokes
}

fn syntax<'a>(document: &Document, syntaxes: &'a SyntaxSet) -> Option<&'a SyntaxReference> {
    let name = document.path.rsplit('/').next().unwrap_or(&document.path);
    let extension = name.rsplit('.').next().unwrap_or(name);
    match document.format {
        Format::Markdown => syntaxes.find_syntax_by_extension("md"),
        Format::Rst => syntaxes.find_syntax_by_extension("rst"),
        Format::Code => {
            syntaxes.find_syntax_by_extension(extension).or_else(|| syntaxes.find_syntax_by_extension(name))
        }
        Format::Plain => None,
    }
}

/// A place at or before `at` where a parser may start: where a block begins that lies in no other, or a line.
fn start(document: &Document, at: usize) -> usize {
    let text = &document.text;
    let line = |at: usize| text[..text.floor_char_boundary(at)].rfind('\n').map_or(0, |feed| feed + 1);
    if document.format == Format::Code {
        return if at <= 4 * BEFORE { 0 } else { line(at - BEFORE) };
    }
    let outer = document.blocks.iter().take_while(|block| block.span.start <= at);
    let open = outer.filter(|block| !matches!(block.kind, BlockKind::ListItem)).last();
    open.map_or(0, |block| line(block.span.start))
}

/// Scope prefixes and what they are, the more special first.
fn kinds() -> &'static [(Scope, Ink)] {
    static KINDS: OnceLock<Vec<(Scope, Ink)>> = OnceLock::new();
    const NAMES: &[(&str, Ink)] = &[
        ("punctuation.definition.comment", Ink::Comment),
        ("comment", Ink::Comment),
        ("markup.heading", Ink::Heading),
        ("entity.name.section", Ink::Heading),
        ("markup.bold", Ink::Strong),
        ("markup.italic", Ink::Emphasis),
        ("markup.raw", Ink::String),
        ("markup.quote", Ink::Comment),
        ("markup.underline.link", Ink::Link),
        ("meta.link", Ink::Link),
        ("string", Ink::String),
        ("constant", Ink::Constant),
        ("keyword", Ink::Keyword),
        ("storage.type", Ink::Keyword),
        ("storage", Ink::Keyword),
        ("entity.name.function", Ink::Function),
        ("support.function", Ink::Function),
        ("entity.name.tag", Ink::Function),
        ("entity.name", Ink::Type),
        ("support.type", Ink::Type),
        ("support.class", Ink::Type),
        ("punctuation", Ink::Mark),
    ];
    KINDS.get_or_init(|| NAMES.iter().filter_map(|(name, ink)| Some((Scope::new(name).ok()?, *ink))).collect())
}

/// Adds a stroke for the innermost scope that says something.
fn stroke(stack: &ScopeStack, kinds: &[(Scope, Ink)], start: usize, end: usize, strokes: &mut Vec<Stroke>) {
    if start >= end {
        return;
    }
    let of = |scope: &Scope| kinds.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)).map(|(_, ink)| *ink);
    let Some(ink) = stack.scopes.iter().rev().find_map(of) else { return };
    match strokes.last_mut() {
        Some(last) if last.ink == ink && last.span.end == start => last.span.end = end,
        _ => strokes.push(Stroke { span: Span::new(start, end), ink }),
    }
}
