//! ROOM 4: the only threads: run effects, answer with messages, newest wins.
//! Never decides what happens next.
