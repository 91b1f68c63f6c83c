//! EDGE: raw mode, panic and signal safety, terminal events into messages, the loop.
//! Never draws a pane of its own.
