//! Where a place of a text lies after the text was edited.
//! Never compares more than what is alike at both ends.

/// The byte of `new` that `byte` of `old` has become: nothing moves before the first change, everything after the last
/// one keeps its distance to the end, and what lies between goes to the beginning of the change.
#[must_use]
pub fn carried(old: &str, new: &str, byte: usize) -> usize {
    let byte = byte.min(old.len());
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let alike = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    if byte <= alike {
        return new.floor_char_boundary(byte);
    }
    let most = a.len().min(b.len()) - alike;
    let rest = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    if byte >= a.len() - rest {
        return new.floor_char_boundary(b.len() - (a.len() - byte));
    }
    new.floor_char_boundary(alike)
}
