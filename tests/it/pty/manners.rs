//! Sizes, paste, mouse, editor, themes and memory in a real terminal.

use super::terminal::{Home, Terminal, WHITE};

fn opened(home: &Home, words: &[&str], columns: u16, rows: u16) -> Terminal {
    let mut command = home.explorer();
    command.args(words);
    let terminal = Terminal::start(command, columns, rows);
    terminal.shows("words only");
    terminal
}

#[test]
fn a_storm_of_resizes_ends_in_the_right_picture() {
    let home = Home::new();
    let mut terminal = opened(&home, &[], 120, 36);
    for turn in 0..150_u16 {
        let (columns, rows) = match turn % 5 {
            0 => (1, 1),
            1 => (40 + turn, 12 + turn / 4),
            2 => (200, 50),
            3 => (39, 11),
            _ => (80, 24),
        };
        terminal.resize(columns, rows);
        if turn % 10 == 0 {
            terminal.types("j");
        }
    }
    terminal.resize(100, 32);
    terminal.waits("the last size is drawn", || {
        let screen = terminal.screen();
        let lines: Vec<&str> = screen.lines().collect();
        lines.len() == 32 && lines[0].contains("seamscope") && lines[31].contains("? help")
    });
    terminal.resize(39, 11);
    terminal.shows("seamscope needs 40 x 12");
    terminal.types("q");
    assert!(terminal.ends().success());
    assert_eq!(terminal.state(), terminal.before);
}

#[test]
fn pasted_text_is_text_whatever_it_holds() {
    let home = Home::new();
    let mut terminal = opened(&home, &[], 120, 36);
    terminal.types("\x1b[200~may q\nrefund\x07 ?\x1b[201~");
    terminal.shows("may q refund");
    assert!(terminal.runs(), "no letter of it was a key");
    assert!(terminal.leaves("q").success());
}

#[test]
fn the_mouse_clicks_and_is_left_to_the_terminal() {
    let home = Home::new();
    let mut terminal = opened(&home, &[], 80, 24);
    let place = |terminal: &Terminal, text: &str| {
        let screen = terminal.screen();
        let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect("it is shown");
        let column = line[..line.find(text).expect("it is there")].chars().count();
        (column + 1, row + 1)
    };
    let (column, row) = place(&terminal, "1 Documents");
    terminal.types(&format!("\x1b[<0;{};{row}M\x1b[<0;{};{row}m", column + 2, column + 2));
    terminal.shows("refunds.md");
    assert!(terminal.screen().contains('┏'), "the frame of the pane with the focus");
    terminal.types("\x1b[O");
    terminal.waits("no pane has the focus while the person looks elsewhere", || !terminal.screen().contains('┏'));
    terminal.types("\x1b[I");
    terminal.waits("the focus is back", || terminal.screen().contains('┏'));
    terminal.types("\x1bm");
    terminal.waits("the mouse is off", || {
        terminal.look(vt100::Screen::mouse_protocol_mode) == vt100::MouseProtocolMode::None
    });
    terminal.types("\x1bm");
    terminal.waits("the mouse is on", || {
        terminal.look(vt100::Screen::mouse_protocol_mode) != vt100::MouseProtocolMode::None
    });
    terminal.types("q");
    assert!(terminal.ends().success());
    assert_eq!(terminal.state(), terminal.before);
    let quiet = opened(&home, &["--no-mouse"], 80, 24);
    assert_eq!(quiet.look(vt100::Screen::mouse_protocol_mode), vt100::MouseProtocolMode::None);
}

#[cfg(unix)]
#[test]
fn an_editor_gets_the_terminal_and_gives_it_back() {
    use std::os::unix::fs::PermissionsExt as _;

    let home = Home::new();
    let editor = home.path("nano");
    home.write(
        "nano",
        "#!/bin/sh\nstty -a < /dev/tty > modes\nprintf '%s\\n' \"$@\" > words\ntrap 'echo CAUGHT' INT\necho EDITING\nread answer || read answer\n",
    );
    std::fs::set_permissions(&editor, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let mut command = home.explorer();
    command.env("VISUAL", &editor);
    command.env("EDITOR", "false");
    let mut terminal = Terminal::start(command, 120, 36);
    terminal.shows("2 documents");
    let during = terminal.settled();
    terminal.types("2G");
    terminal.types("e");
    terminal.shows("EDITING");
    assert!(!terminal.look(vt100::Screen::alternate_screen), "the editor has the terminal as it was");
    terminal.types("\x03");
    terminal.shows("CAUGHT");
    terminal.types("\n");
    terminal.waits("the explorer is back", || terminal.state() == during);
    terminal.shows("2 documents");
    let words = std::fs::read_to_string(home.path("words")).expect("the call");
    let lines: Vec<&str> = words.lines().collect();
    assert!(lines[0].starts_with('+') && lines[1].contains(".md"), "{words}");
    assert!(std::fs::read_to_string(home.path("modes")).expect("modes").contains(" icanon"), "not in raw mode");
    terminal.types("q");
    assert!(terminal.ends().success());
    assert_eq!(terminal.state(), terminal.before);
}

#[test]
fn the_background_of_the_terminal_chooses_the_theme() {
    let home = Home::new();
    let light = opened(&home, &[], 120, 36);
    assert!(light.screen().contains("theme ansi-light"), "the terminal says that it is white:\n{}", light.screen());
    drop(light);
    let dark = opened(&home, &["--set", "ui.background=dark"], 120, 36);
    assert!(dark.screen().contains("theme ansi "), "{}", dark.screen());
    drop(dark);
    let named = opened(&home, &["--theme", "paper"], 120, 36);
    assert!(named.screen().contains("theme paper"));
    drop(named);
    let mut command = home.explorer();
    command.env("NO_COLOR", "1");
    let plain = Terminal::start(command, 120, 36);
    plain.shows("theme mono");
    let coloured = plain.look(|screen| {
        let cells = (0..36).flat_map(|row| (0..120).filter_map(move |column| screen.cell(row, column)));
        cells.filter(|cell| cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default).count()
    });
    assert_eq!(coloured, 0);
}

#[test]
fn an_answer_that_comes_late_chooses_the_theme_and_is_no_key() {
    let home = Home::new();
    let mut terminal = Terminal::slow(home.explorer(), 120, 36);
    terminal.shows("2 documents");
    terminal.shows("theme ansi ");
    let below = |terminal: &Terminal| terminal.screen().lines().skip(1).collect::<Vec<_>>().join("\n");
    let before = below(&terminal);
    terminal.types(WHITE);
    terminal.shows("theme ansi-light");
    assert_eq!(below(&terminal), before, "nothing else happened");
    terminal.types("q");
    assert!(terminal.ends().success());
}

#[test]
fn a_theme_file_is_read_again_when_it_changes() {
    let home = Home::new();
    home.write("config/seamscope/themes/mine.toml", "[styles]\nname = { fg = \"red\" }\n");
    let terminal = opened(&home, &["--theme", "mine"], 120, 36);
    let colour = || terminal.look(|screen| screen.cell(0, 1).expect("a cell").fgcolor());
    assert_eq!(colour(), vt100::Color::Idx(1));
    home.write("config/seamscope/themes/mine.toml", "[styles]\nname = { fg = \"green\", bold = true }\n");
    terminal.waits("the new colour is shown", || colour() == vt100::Color::Idx(2));
    home.write("config/seamscope/themes/mine.toml", "[styles]\nnmae = { fg = \"blue\" }\n");
    terminal.shows("theme mine, line 2: unknown role `nmae`; did you mean `name`?");
    assert_eq!(colour(), vt100::Color::Idx(2), "the old one stays");
}

#[test]
fn a_person_comes_back_to_where_they_were() {
    let home = Home::new();
    let mut terminal = opened(&home, &[], 120, 36);
    terminal.types("iwho may refund?\r");
    terminal.shows("2 lists");
    terminal.types("]");
    terminal.shows("m 4");
    terminal.types("q");
    assert!(terminal.ends().success());
    let mut again = opened(&home, &[], 120, 36);
    again.shows("As you left it: fire.margin 4");
    again.types("i\x12");
    again.shows("Questions, earlier and suggested");
    again.shows("who may refund?");
    assert!(again.leaves("\x03").success());
    let fresh = opened(&home, &["--fresh"], 120, 36);
    fresh.shows("m 3");
    drop(fresh);
    let given = opened(&home, &["--set", "fire.margin=3"], 120, 36);
    given.shows("m 3");
}

#[test]
fn a_theme_that_was_chosen_is_there_at_the_next_start_in_another_folder_too() {
    let home = Home::new();
    let mut terminal = opened(&home, &[], 120, 36);
    terminal.types("\x14safe\r");
    terminal.shows("Theme safe, at the next start too");
    terminal.types("q");
    assert!(terminal.ends().success());
    home.write("other/a.md", "# Other\n\nOne sentence. Another one.\n");
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
    command.args(["--no-cache", "--set", "embed.model=none"]);
    command.arg(home.path("other"));
    home.at_home(&mut command);
    let mut again = Terminal::start(command, 120, 36);
    again.shows("One sentence");
    again.types("SG");
    again.shows("\"safe\"");
    assert!(again.leaves("\x03").success());
}

#[test]
fn a_mouse_outside_of_the_terminal_does_nothing() {
    let home = Home::new();
    let mut terminal = opened(&home, &[], 120, 36);
    for report in ["\x1b[<32;0;0M", "\x1b[<0;0;5M", "\x1b[<64;99999;99999M", "\x1b[<0;70000;1M", "\x1b[M\x20\x20\x20"] {
        terminal.types(report);
    }
    terminal.types("?");
    terminal.shows("Everywhere");
    assert!(terminal.leaves("q").success());
}

#[test]
fn keys_of_a_file_count_and_a_wrong_file_is_told_before_the_screen_changes() {
    let home = Home::new();
    home.write("config/seamscope/keys.toml", "[main]\nquit = \"f10\"\n");
    let mut terminal = opened(&home, &[], 120, 36);
    terminal.shows("F10 quit");
    terminal.types("q");
    terminal.types("\x1b[21~");
    assert!(terminal.ends().success());
    home.write("config/seamscope/keys.toml", "[main]\n\nquti = \"f10\"\n");
    let mut wrong = Terminal::start(home.explorer(), 120, 36);
    assert_eq!(wrong.ends().exit_code(), 2);
    let said = wrong.screen().replace('\n', "");
    assert!(said.contains("keys.toml:3: unknown action `quti`; did you mean `quit`?"), "{said}");
    assert_eq!(wrong.state(), wrong.before);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_vectors_and_the_answer_by_words_is_there() {
    let home = Home::new();
    for file in 0..150 {
        let line = |at: usize| {
            format!("Sentence {at} of file {file} tells of refunds, stripes and boards number {}. ", at * file)
        };
        home.write(&format!("docs/many/{file}.txt"), &(0..12).map(line).collect::<String>());
    }
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_seamscope"));
    command.args([
        "query",
        "docs",
        "who may refund an order?",
        "--no-cache",
        "--set",
        "chunk.size=12",
        "--set",
        "seam.k=4",
    ]);
    home.at_home(&mut command);
    let mut terminal = Terminal::start(command, 120, 36);
    terminal.shows("left · Ctrl-C stops");
    terminal.types("\x03");
    let status = terminal.ends();
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    assert!(raw.contains("stopped by Ctrl-C; this is the answer by words alone"), "{raw}");
    assert!(raw.contains("refunds.md#char="), "passages by words: {raw}");
    assert!(status.success(), "{status:?}");
}
