//! Numbers as the screen prints them: no zero before the point, commas between thousands.
//! Never rounds what is computed with.

/// A sum of reciprocal ranks: `.03279`.
pub(super) fn sum(value: f64) -> String {
    bare(value, 5)
}

/// A cosine or a share: `.31`.
pub(super) fn share(value: f64) -> String {
    bare(value, 2)
}

/// A cosine in arithmetic, where products must be recomputed by hand: `.3142`.
pub(super) fn fine(value: f64) -> String {
    bare(value, 4)
}

/// With `places` digits after the point and no zero before it.
pub(super) fn bare(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let zero: f64 = text.parse().unwrap_or(value);
    let text = if zero == 0.0 { text.trim_start_matches('-').to_owned() } else { text };
    match text.strip_prefix("-0.") {
        Some(rest) => format!("-.{rest}"),
        None => text.strip_prefix('0').filter(|rest| rest.starts_with('.')).map_or(text.clone(), str::to_owned),
    }
}

/// A count: `1,234`.
pub(super) fn count(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of something: `1 chunk`, `1,234 chunks`.
pub(super) fn of(value: usize, one: &str) -> String {
    format!("{} {one}{}", count(value), if value == 1 { "" } else { "s" })
}

/// Seconds as a person says them: `8 s`, `2 min 5 s`, `1 h 3 min`.
pub(super) fn seconds(value: u64) -> String {
    match value {
        0..60 => format!("{value} s"),
        60..3600 => format!("{} min {} s", value / 60, value % 60),
        _ => format!("{} h {} min", value / 3600, value % 3600 / 60),
    }
}
