//! The walls between the rooms.
