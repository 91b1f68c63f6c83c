//! What each cut breaks, from blocks, sentence edges and graphemes.
//! Never moves a cut.
