//! ROOM 3: what the person is doing: model, messages, update into effects, keymap, screen geometry. Pure.
//! Never touches a terminal, a file or a thread.
