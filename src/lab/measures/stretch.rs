//! Stretches of documents and the arithmetic of their unions.
//! Never mixes two documents.

/// The characters `[start, end)` of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stretch {
    /// Number of the document.
    pub document: u32,
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

impl Stretch {
    /// Length in characters.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// True when it holds no character.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// True when the two share a character.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.document == other.document && self.start.max(other.start) < self.end.min(other.end)
    }

    /// True when the two touch as closed intervals: also when one ends exactly where the other begins.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.document == other.document && self.start.max(other.start) <= self.end.min(other.end)
    }

    /// True when every character of `other` is in it.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        self.document == other.document && self.start <= other.start && other.end <= self.end
    }
}

/// The union as disjoint stretches in order; what touches is joined, what is empty is dropped.
#[must_use]
pub fn merged(stretches: impl IntoIterator<Item = Stretch>) -> Vec<Stretch> {
    let mut sorted: Vec<Stretch> = stretches.into_iter().filter(|stretch| !stretch.is_empty()).collect();
    sorted.sort_unstable();
    let mut union: Vec<Stretch> = Vec::with_capacity(sorted.len());
    for next in sorted {
        match union.last_mut() {
            Some(last) if last.touches(next) => last.end = last.end.max(next.end),
            _ => union.push(next),
        }
    }
    union
}

/// Sum of the lengths; what overlaps counts twice.
pub fn total<'a>(stretches: impl IntoIterator<Item = &'a Stretch>) -> usize {
    stretches.into_iter().map(|stretch| stretch.len()).sum()
}

/// Characters that two unions share; both must come from [`merged`].
#[must_use]
pub fn shared(left: &[Stretch], right: &[Stretch]) -> usize {
    let (mut l, mut r, mut sum) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(l), right.get(r)) {
        if a.document == b.document {
            sum += a.end.min(b.end).saturating_sub(a.start.max(b.start));
        }
        if (a.document, a.end) <= (b.document, b.end) {
            l += 1;
        } else {
            r += 1;
        }
    }
    sum
}
