//! What can be counted once when a folder arrives and is asked on every frame: the cuts of each document and the worst.
//! Never judges a cut itself; the warnings are those of the corpus.

use crate::retrieve::trace::{ChunkId, Corpus, SeamId, Warning};

/// Counts of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentFacts {
    /// Chunks.
    pub chunks: usize,
    /// Cuts that break something.
    pub broken: usize,
    /// Where they lie: the ends of their left chunks, ascending.
    pub broken_at: Vec<usize>,
    /// The cut that breaks worst: the chunk that it ends, and what it breaks most.
    pub worst: Option<(ChunkId, Warning)>,
    /// Where each chunk but the first starts: the cuts, ascending.
    pub cuts: Vec<usize>,
}

/// Counts of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// One for each document.
    pub documents: Vec<DocumentFacts>,
    /// Cuts that break something, in all documents.
    pub broken: usize,
    /// All cuts.
    pub cuts: usize,
    /// Columns that the widest document takes in the tree.
    pub widest: usize,
    /// Columns of the longest path.
    pub longest: usize,
}

impl Facts {
    /// Counts once through a folder.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        let documents: Vec<_> = (0..corpus.documents.len()).map(|at| document(corpus, at)).collect();
        let broken = documents.iter().map(|document| document.broken).sum();
        let cuts = documents.iter().map(|document| document.cuts.len()).sum();
        let paths = || corpus.documents.iter().map(|document| document.path.as_str());
        let widest = super::tree::widest(paths());
        let longest = paths().map(super::cells::width).max().unwrap_or(0);
        Self { documents, broken, cuts, widest, longest }
    }
}

fn document(corpus: &Corpus, at: usize) -> DocumentFacts {
    let mut facts = DocumentFacts::default();
    let Some(range) = corpus.chunk_ranges.get(at) else { return facts };
    facts.chunks = range.len();
    let mut worst = 0;
    for id in range.clone() {
        let chunk = corpus.chunk(ChunkId(id));
        if id > range.start {
            facts.cuts.push(chunk.span.start);
        }
        let most = chunk.warnings.iter().copied().max_by_key(|warning| weight(*warning));
        let Some(most) = most.filter(|warning| weight(*warning) > 0) else { continue };
        facts.broken += 1;
        facts.broken_at.push(chunk.span.end);
        let sum = badness(&chunk.warnings);
        if sum > worst {
            worst = sum;
            facts.worst = Some((ChunkId(id), most));
        }
    }
    facts
}

/// How badly a warning weighs; what is larger than its size only is no broken cut.
#[must_use]
pub const fn weight(warning: Warning) -> u32 {
    match warning {
        Warning::MidGrapheme => 2000,
        Warning::MidWord => 1000,
        Warning::TableHeaderLost => 500,
        Warning::InFence => 200,
        Warning::MidSentence => 100,
        Warning::InTable => 50,
        Warning::HeadingOrphan => 40,
        Warning::InFrontMatter => 30,
        Warning::InListItem => 20,
        Warning::MidParagraph => 10,
        Warning::Oversize => 0,
    }
}

/// How bad a cut is: the weights of all that it breaks.
#[must_use]
pub fn badness(warnings: &[Warning]) -> u32 {
    warnings.iter().map(|warning| weight(*warning)).sum()
}

/// The chunk of a document that holds `byte`: the later one where two overlap, `None` between two chunks.
#[must_use]
pub fn chunk_at(corpus: &Corpus, document: usize, byte: usize) -> Option<ChunkId> {
    nearest_chunk(corpus, document, byte).filter(|id| byte < corpus.chunk(*id).span.end)
}

/// The last chunk of a document that starts at or before `byte`.
#[must_use]
pub fn nearest_chunk(corpus: &Corpus, document: usize, byte: usize) -> Option<ChunkId> {
    let range = corpus.chunk_ranges.get(document)?;
    let chunks = corpus.chunks.get(range.start as usize..range.end as usize)?;
    let at = chunks.partition_point(|chunk| chunk.span.start <= byte).checked_sub(1)?;
    Some(ChunkId(range.start + at as u32))
}

/// The seam over the cut at the end of a chunk, where seams are drawn.
#[must_use]
pub fn seam_after(corpus: &Corpus, chunk: ChunkId) -> Option<SeamId> {
    let range = corpus.seam_ranges.get(corpus.chunk(chunk).document as usize)?;
    let seams = corpus.seams.get(range.start as usize..range.end as usize)?;
    let at = seams.binary_search_by_key(&chunk, |seam| seam.left).ok()?;
    Some(SeamId(range.start + at as u32))
}
