//! Theme files: `inherits` for what a file leaves out, `[palette]` with names of colours, `[styles]` with one table a
//! role. Never guesses: what it does not know is an error with its key and line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};
use toml::de::{DeTable, DeValue};

use super::Role;

/// A theme that cannot be used: what, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ThemeError(pub String);

/// Longest chain of themes that inherit from one another.
const DEEPEST: usize = 8;

const ATTRIBUTES: &[(&str, Modifier)] = &[
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underline", Modifier::UNDERLINED),
    ("reverse", Modifier::REVERSED),
    ("strike", Modifier::CROSSED_OUT),
];

/// Names of colours.
type Palette = BTreeMap<String, Color>;

/// One file of a chain.
struct Layer<'a> {
    name: String,
    text: &'a str,
    table: DeTable<'a>,
}

impl Layer<'_> {
    fn error(&self, at: Range<usize>, what: &str) -> ThemeError {
        fail(&self.name, self.text, at, what)
    }

    /// The value of a key of the file where it is a table.
    fn part(&self, key: &str) -> Option<&DeTable<'_>> {
        self.table.get(key).and_then(|value| value.get_ref().as_table())
    }
}

fn fail(name: &str, text: &str, at: Range<usize>, what: &str) -> ThemeError {
    let line = text.get(..at.start).unwrap_or(text).matches('\n').count() + 1;
    ThemeError(format!("theme {name}, line {line}: {what}"))
}

/// One style a role, in the order of [`Role::ALL`]. `parent` finds the text of a theme from
/// which another one inherits, or says why there is none.
///
/// A palette is that of the whole chain, the nearer file's colour for a name: a theme that inherits may change
/// nothing but the palette.
pub(super) fn styles<'a>(
    name: &str,
    text: &'a str,
    parent: impl Fn(&str, &str) -> Result<&'a str, String>,
) -> Result<Vec<Style>, ThemeError> {
    let mut chain = vec![layer(name, text)?];
    while let Some((ancestor, at)) = chain.last().and_then(inherits) {
        let from = &chain[chain.len() - 1];
        let found = if chain.len() < DEEPEST {
            parent(&from.name, &ancestor)
        } else {
            let names: Vec<&str> = chain.iter().map(|layer| layer.name.as_str()).collect();
            Err(format!("{} inherit from one another without end", names[names.len().saturating_sub(3)..].join(", ")))
        };
        let text =
            found.map_err(|why| from.error(at, &format!("inherits: cannot inherit from `{ancestor}`: {why}")))?;
        chain.push(layer(&ancestor, text)?);
    }
    chain.reverse();
    let mut palette = Palette::new();
    for layer in &chain {
        palette.extend(colours(layer)?);
    }
    let mut styles = vec![Style::new(); Role::ALL.len()];
    for layer in &chain {
        for (key, value) in layer.part("styles").into_iter().flatten() {
            let role = key.get_ref();
            let Some(at) = Role::ALL.iter().position(|(_, known)| known == role) else {
                let near = Role::ALL.iter().max_by(|a, b| strsim::jaro(a.1, role).total_cmp(&strsim::jaro(b.1, role)));
                let near = near.map_or("", |(_, known)| known);
                return Err(layer.error(key.span(), &format!("unknown role `{role}`; did you mean `{near}`?")));
            };
            styles[at] = style(value.get_ref(), &palette)
                .map_err(|what| layer.error(value.span(), &format!("{role}: {what}")))?;
        }
    }
    Ok(styles)
}

fn layer<'a>(name: &str, text: &'a str) -> Result<Layer<'a>, ThemeError> {
    let table = DeTable::parse(text)
        .map_err(|error| fail(name, text, error.span().unwrap_or_default(), error.message()))?
        .into_inner();
    let layer = Layer { name: name.to_owned(), text, table };
    for (key, value) in &layer.table {
        let fits = match key.get_ref().as_ref() {
            "inherits" => matches!(value.get_ref(), DeValue::String(_)),
            "palette" | "styles" => matches!(value.get_ref(), DeValue::Table(_)),
            other => {
                let what = format!("unknown key `{other}`; there are inherits, palette and styles");
                return Err(layer.error(key.span(), &what));
            }
        };
        if !fits {
            let what = "is the name of a theme (inherits) or a table (palette, styles)";
            return Err(layer.error(key.span(), &format!("{} {what}", key.get_ref())));
        }
    }
    Ok(layer)
}

fn inherits(layer: &Layer<'_>) -> Option<(String, Range<usize>)> {
    let value = layer.table.get("inherits")?;
    Some((value.get_ref().as_str()?.to_owned(), value.span()))
}

fn colours(layer: &Layer<'_>) -> Result<Palette, ThemeError> {
    let mut palette = Palette::new();
    for (key, value) in layer.part("palette").into_iter().flatten() {
        let name = key.get_ref();
        let colour = value.get_ref().as_str().ok_or_else(|| "must be a colour such as \"#7fb2f0\"".to_owned());
        let colour = colour.and_then(|text| colour_of(text, &Palette::new()));
        let colour = colour.map_err(|what| layer.error(value.span(), &format!("{name}: {what}")))?;
        palette.insert(name.to_string(), colour);
    }
    Ok(palette)
}

fn colour_of(text: &str, palette: &Palette) -> Result<Color, String> {
    let known = palette.get(text).copied();
    known.map_or_else(|| Color::from_str(text).map_err(|_| format!("`{text}` is no colour")), Ok)
}

fn style(value: &DeValue<'_>, palette: &Palette) -> Result<Style, String> {
    let DeValue::Table(table) = value else {
        return Err("must be a table such as { fg = \"cyan\", bold = true }".into());
    };
    let mut style = Style::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::String(colour) if name == "fg" || name == "bg" => {
                let colour = colour_of(colour, palette)?;
                style = if name == "fg" { style.fg(colour) } else { style.bg(colour) };
            }
            DeValue::Boolean(on) => {
                let Some((_, modifier)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) else {
                    return Err(format!("unknown attribute `{name}`"));
                };
                style = if *on { style.add_modifier(*modifier) } else { style.remove_modifier(*modifier) };
            }
            _ => return Err(format!("`{name}` is neither a colour (fg, bg) nor an attribute that is true or false")),
        }
    }
    Ok(style)
}
