//! Completions and the manual page.
//! Never knows a command by name: both come from the grammar.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Generator, Shell};
use clap_mangen::Man;

use super::args::{Cli, ShellName};
use super::output::{Failure, Outcome};

pub(super) fn completions(shell: ShellName, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    command.build();
    match shell {
        ShellName::Bash => Shell::Bash.try_generate(&command, out)?,
        ShellName::Zsh => Shell::Zsh.try_generate(&command, out)?,
        ShellName::Fish => Shell::Fish.try_generate(&command, out)?,
        ShellName::PowerShell => Shell::PowerShell.try_generate(&command, out)?,
        ShellName::Elvish => Shell::Elvish.try_generate(&command, out)?,
        ShellName::Nushell => clap_complete_nushell::Nushell.try_generate(&command, out)?,
    }
    Ok(Outcome::Done)
}

/// One page: the program, then each command as a part of its own.
pub(super) fn man(out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    command.build();
    let page = Man::new(command.clone()).manual("seamscope manual");
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    let parts_of = |command: &clap::Command| -> Vec<clap::Command> {
        let mut parts: Vec<_> = command.get_subcommands().filter(|part| part.get_name() != "help").cloned().collect();
        parts.reverse();
        parts
    };
    let mut queue = parts_of(&command);
    while let Some(part) = queue.pop() {
        let page = Man::new(part.clone());
        let title = part.get_bin_name().unwrap_or_else(|| part.get_name()).to_uppercase();
        let mut text = Vec::new();
        page.render_synopsis_section(&mut text)?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
        page.render_extra_section(&mut text)?;
        writeln!(out, ".SH {title:?}")?;
        out.write_all(String::from_utf8_lossy(&text).replace("\n.SH ", "\n.SS ").as_bytes())?;
        queue.extend(parts_of(&part));
    }
    #[cfg(feature = "tui")]
    super::keys::manual(out)?;
    page.render_extra_section(out)?;
    page.render_version_section(out)?;
    Ok(Outcome::Done)
}
