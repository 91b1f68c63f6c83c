//! From the bytes of a file to its canonical text.
//! Never touches the disk.

/// A file's text as UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The text; for UTF-8 files byte for byte the file, for UTF-16 files without the byte order mark.
    pub text: String,
    /// Where the text proper begins: 3 after a UTF-8 byte order mark, else 0.
    pub body: usize,
}

/// How far into a file a NUL byte makes it binary (git looks at the first 8,000 bytes).
const SAMPLE: usize = 8 << 10;

/// Decodes UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// The reason why the bytes are no text to index, as it stands in the list of skipped files: `empty`, `binary`,
/// `not UTF-8: ...`, `not UTF-16: ...`.
pub fn decode(bytes: Vec<u8>) -> Result<Canonical, String> {
    let canonical = match bytes.as_slice() {
        // Before UTF-16: the mark of UTF-32 begins with that of UTF-16 (little end first).
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return Err("not UTF-8: this is UTF-32".into()),
        [0xFF, 0xFE, rest @ ..] => Canonical { text: utf16(rest, u16::from_le_bytes)?, body: 0 },
        [0xFE, 0xFF, rest @ ..] => Canonical { text: utf16(rest, u16::from_be_bytes)?, body: 0 },
        _ => utf8(bytes)?,
    };
    if looks_binary(canonical.text.as_bytes()) {
        return Err("binary".into());
    }
    match &canonical.text[canonical.body..] {
        "" => Err("empty".into()),
        body if body.trim_start().is_empty() => Err("empty: blank space only".into()),
        _ => Ok(canonical),
    }
}

fn utf8(bytes: Vec<u8>) -> Result<Canonical, String> {
    if looks_binary(&bytes) {
        return Err("binary".into());
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| format!("not UTF-8: invalid at byte {}", error.utf8_error().valid_up_to()))?;
    let body = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    Ok(Canonical { text, body })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    if !odd.is_empty() {
        return Err(format!("not UTF-16: odd length, {} bytes after the byte order mark", bytes.len()));
    }
    let mut text = String::with_capacity(bytes.len());
    // Where the unit being decoded begins in the file, its mark of two bytes included.
    let mut at = 2;
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let char = decoded.map_err(|_| format!("not UTF-16: unpaired surrogate at byte {at}"))?;
        at += 2 * char.len_utf16();
        text.push(char);
    }
    Ok(text)
}

/// True when a NUL byte stands near the beginning, or when more than three in ten bytes there are control
/// characters that no text needs. Escape and backspace count as text: terminal logs are full of them.
fn looks_binary(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let control = sample.iter().filter(|&&byte| matches!(byte, 1..=7 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)).count();
    sample.contains(&0) || control * 10 > sample.len() * 3
}
