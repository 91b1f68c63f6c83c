//! ROOM 5: the picture of a model: panes, widgets, theme, highlight.
//! Reads, never decides.
