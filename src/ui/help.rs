//! The help: every key from the keymap, those of the present place first; the signs; the words.
//! Never holds a key of its own.

mod words;

use ratatui::text::Line;

use super::clean;
use super::theme::{Role, Theme};
use crate::app::Model;
use crate::app::action::ACTIONS;
use crate::app::cells;
use crate::app::help::Page;
use crate::app::keymap::{Context, spelled};

/// Lines under one heading: what is explained, and how.
struct Section {
    title: String,
    rows: Vec<(String, String)>,
}

/// What the frame says: the pages, the present one marked, or what is looked for.
pub(super) fn title(model: &Model, theme: &Theme) -> String {
    if !model.help.words.is_empty() {
        return format!(" Help: lines that hold {} ", clean::line(&model.help.words));
    }
    let page = |page: Page| {
        if page == model.help.page { format!("[{}]", page.title()) } else { format!(" {} ", page.title()) }
    };
    let pages: String = Page::ALL.into_iter().map(page).collect();
    theme.glyphs.plain(&format!(" Help {pages} ")).into_owned()
}

/// The lines of the help.
pub(super) fn lines<'a>(model: &Model, theme: &'a Theme, width: u16) -> Vec<Line<'a>> {
    let wanted: Vec<String> = model.help.words.split_whitespace().map(str::to_lowercase).collect();
    let sections: Vec<Section> = if wanted.is_empty() {
        page(model, theme, model.help.page)
    } else {
        let all = Page::ALL.into_iter().flat_map(|one| page(model, theme, one));
        all.map(|section| holding(section, &wanted)).filter(|section| !section.rows.is_empty()).collect()
    };
    let mut lines = Vec::new();
    for section in &sections {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::from(theme.span(format!(" {}", section.title), Role::Heading)));
        for (name, about) in &section.rows {
            row(theme, name, about, usize::from(width), &mut lines);
        }
    }
    if sections.is_empty() {
        lines.push(Line::from(theme.span(" Nothing here holds that.", Role::Dim)));
    }
    lines
}

/// The rows of a section that hold every word; its title counts too.
fn holding(section: Section, wanted: &[String]) -> Section {
    let Section { title, rows } = section;
    let holds = |(name, about): &(String, String)| {
        let text = format!("{title} {name} {about}").to_lowercase();
        wanted.iter().all(|word| text.contains(word.as_str()))
    };
    let rows = rows.into_iter().filter(holds).collect();
    Section { title, rows }
}

/// A name and what it means, on as many lines as that takes.
fn row(theme: &Theme, name: &str, about: &str, width: usize, lines: &mut Vec<Line<'_>>) {
    let column = if width >= 60 { 22 } else { 14 };
    let name = clean::pad(&theme.glyphs.plain(name), column.max(cells::width(name) + 1), "");
    let before = 3 + cells::width(&name);
    let about = theme.glyphs.plain(about);
    for (at, part) in cells::wrapped(&about, width.saturating_sub(before + 1)).into_iter().enumerate() {
        let left = if at == 0 { format!("   {name}") } else { " ".repeat(before) };
        lines.push(Line::from(vec![theme.span(left, Role::Key), theme.span(part.to_owned(), Role::Text)]));
    }
}

fn page(model: &Model, theme: &Theme, page: Page) -> Vec<Section> {
    match page {
        Page::Keys => keys(model),
        Page::Signs => words::signs(theme),
        Page::Words => words::words(),
    }
}

/// Every key: those of the pane or screen behind the window first.
fn keys(model: &Model) -> Vec<Section> {
    let here = model.place();
    let first = [here, Context::Main];
    let rest = Context::ALL.into_iter().filter(|context| !first.contains(context));
    let mut order = vec![here];
    order.extend((here != Context::Main).then_some(Context::Main));
    order.extend(rest);
    let section = |context: Context| {
        let rows = ACTIONS.iter().filter_map(|(action, _, about, _)| {
            let bound = model.keymap.bindings().iter().filter(|b| b.context == context && b.action == *action);
            let keys: Vec<String> = bound.map(|binding| spelled(&binding.keys)).collect();
            (!keys.is_empty()).then(|| (keys.join("  "), (*about).to_owned()))
        });
        Section { title: context.title().to_owned(), rows: rows.collect() }
    };
    let mut sections: Vec<Section> = order.into_iter().map(section).collect();
    let mouse = [
        ("click", "focuses a pane, a tab, a view; a second click on a row opens it"),
        ("wheel", "scrolls; over a knob it turns it"),
        ("drag", "moves a border, turns a knob, selects rows of the text"),
        ("Shift-drag", "selects text in most terminals"),
    ];
    let rows = mouse.into_iter().map(|(name, about)| (name.to_owned(), about.to_owned())).collect();
    sections.push(Section { title: "With the mouse".to_owned(), rows });
    sections
}
