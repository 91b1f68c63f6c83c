//! Events of the terminal as messages.
//! Never knows the keymap.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::app::geometry::Size;
use crate::app::key::{Code, Key};
use crate::app::message::{Click, Message, Mouse};

/// The message of an event; `None` for what means nothing here.
pub(super) fn message(event: Event) -> Option<Message> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Message::Key(pressed(key)?)),
        Event::Mouse(mouse) => Some(Message::Mouse(moved(mouse)?)),
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::FocusGained => Some(Message::Looks(true)),
        Event::FocusLost => Some(Message::Looks(false)),
        Event::Resize(width, height) => Some(Message::Resize(Size { width, height })),
        Event::Key(_) => None,
    }
}

fn pressed(event: KeyEvent) -> Option<Key> {
    let code = match event.code {
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => Code::BackTab,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::F(number) => Code::F(number),
        _ => return None,
    };
    // Shift is in a character and in BackTab already.
    let shift = event.modifiers.contains(KeyModifiers::SHIFT) && !matches!(code, Code::Char(_) | Code::BackTab);
    Some(Key {
        code,
        ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift,
    })
}

fn moved(event: MouseEvent) -> Option<Mouse> {
    let what = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => Click::Press,
        MouseEventKind::Drag(MouseButton::Left) => Click::Drag,
        MouseEventKind::Up(MouseButton::Left) => Click::Release,
        MouseEventKind::ScrollUp => Click::WheelUp,
        MouseEventKind::ScrollDown => Click::WheelDown,
        _ => return None,
    };
    Some(Mouse { x: event.column, y: event.row, what })
}
