//! Theme files: `[styles]` with one table a role, `inherits` for the rest.
//! Never guesses: what it does not know is an error with its line.

use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};

use super::{BUILT_IN, Role};

/// A theme that cannot be used: what, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ThemeError(pub String);

const ATTRIBUTES: &[(&str, Modifier)] = &[
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underline", Modifier::UNDERLINED),
    ("reverse", Modifier::REVERSED),
    ("strike", Modifier::CROSSED_OUT),
];

/// One style a role, in the order of [`Role::ALL`].
pub(super) fn styles(name: &str, text: &str) -> Result<Vec<Style>, ThemeError> {
    inherited(name, text, 0)
}

fn inherited(name: &str, text: &str, depth: usize) -> Result<Vec<Style>, ThemeError> {
    let fail = |span: Option<std::ops::Range<usize>>, what: String| {
        let line = span.map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        ThemeError(format!("theme {name}, line {line}: {what}"))
    };
    let file = toml::de::DeTable::parse(text).map_err(|error| fail(error.span(), error.message().to_owned()))?;
    let mut styles = vec![Style::new(); Role::ALL.len()];
    for (key, value) in file.get_ref() {
        let at = Some(key.span());
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("inherits", toml::de::DeValue::String(parent)) => {
                let found = BUILT_IN.iter().find(|(known, _)| known == parent);
                let Some((parent, text)) = found.filter(|_| depth < 4) else {
                    return Err(fail(at, format!("cannot inherit from `{parent}`")));
                };
                styles = inherited(parent, text, depth + 1)?;
            }
            ("styles", toml::de::DeValue::Table(_)) => {}
            (other, _) => return Err(fail(at, format!("unknown key `{other}`; there are inherits and styles"))),
        }
    }
    let Some(toml::de::DeValue::Table(table)) = file.get_ref().get("styles").map(toml::Spanned::get_ref) else {
        return Ok(styles);
    };
    for (key, value) in table {
        let role = key.get_ref();
        let Some(at) = Role::ALL.iter().position(|(_, known)| known == role) else {
            let near = Role::ALL.iter().max_by(|a, b| strsim::jaro(a.1, role).total_cmp(&strsim::jaro(b.1, role)));
            let near = near.map_or("", |(_, known)| known);
            return Err(fail(Some(key.span()), format!("unknown role `{role}`; did you mean `{near}`?")));
        };
        styles[at] = style(value.get_ref()).map_err(|what| fail(Some(value.span()), format!("{role}: {what}")))?;
    }
    Ok(styles)
}

fn style(value: &toml::de::DeValue<'_>) -> Result<Style, String> {
    let toml::de::DeValue::Table(table) = value else {
        return Err("must be a table such as { fg = \"cyan\", bold = true }".into());
    };
    let mut style = Style::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match value.get_ref() {
            toml::de::DeValue::String(color) if name == "fg" || name == "bg" => {
                let color = Color::from_str(color).map_err(|_| format!("`{color}` is no colour"))?;
                style = if name == "fg" { style.fg(color) } else { style.bg(color) };
            }
            toml::de::DeValue::Boolean(on) => {
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
