//! ROOM 3: what the person is doing. `update(model, message) -> effects`, the keymap, the geometry of the screen.
//! Pure: it never reads a clock, a file or a terminal and starts no thread; effects are data that others run.

pub mod act;
pub mod action;
pub mod bar;
pub mod before;
pub mod calibrate;
pub mod carry;
pub mod cells;
pub mod compare;
pub mod cuts;
pub mod evidence;
pub mod export;
pub mod facts;
pub mod follow;
pub mod geometry;
pub mod ink;
pub mod key;
pub mod keymap;
pub mod knobs;
pub mod lab;
pub mod list;
pub mod message;
pub mod model;
pub mod mouse;
pub mod moved;
pub mod moves;
pub mod pane;
pub mod popup;
pub mod prompt;
pub mod question;
pub mod reports;
pub mod screen;
pub mod search;
pub mod select;
pub mod sheet;
pub mod source;
pub mod story;
pub mod take;
pub mod tree;
mod trial;
pub mod update;

pub use message::{Effect, Message, Report};
pub use model::Model;
pub use update::update;
