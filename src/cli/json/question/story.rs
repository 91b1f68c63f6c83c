//! The story of one question, told from its trace.
//! Never ranks and never decides; sums, verdicts and steps are the trace's own.

use std::collections::{BTreeSet, HashMap};

use super::{
    Bm25Json, BudgetJson, ExpansionJson, FusedRow, HitJson, IndexJson, ListJson, NamedChunk, PassageJson, QuestionJson,
    RefusalJson, RerankJson, RerankedRow, SeamRow, TIES, WordJson,
};
use crate::cli::json::corpus::Place;
use crate::cli::{json, open};
use crate::retrieve::context::SEPARATOR;
use crate::retrieve::fuse;
use crate::retrieve::index::lexical::{Lexical, LexicalError};
use crate::retrieve::params::Params;
use crate::retrieve::pipeline::build::Index;
use crate::retrieve::replay::output;
use crate::retrieve::span::Span;
use crate::retrieve::text::positions::Positions;
use crate::retrieve::text::tokens::Counter;
use crate::retrieve::trace::{ChunkId, Entry, Expansion, ListName, Passage, RankedList, Reranked, Scored, Trace};

/// What the story is told from.
pub(in crate::cli) struct Story<'a> {
    pub(in crate::cli) index: &'a Index,
    pub(in crate::cli) params: &'a Params,
    pub(in crate::cli) trace: &'a Trace,
    /// The question's vector.
    pub(in crate::cli) vector: Option<&'a [f32]>,
    /// Counts in the unit of the seams.
    pub(in crate::cli) counter: &'a Counter,
}

impl<'a> Story<'a> {
    /// The whole story.
    pub(in crate::cli) fn json(&self) -> Result<QuestionJson<'a>, LexicalError> {
        let Story { index, params, trace, .. } = *self;
        let corpus = &index.corpus;
        let halves: HashMap<_, _> = trace.halves.iter().copied().collect();
        let mut places = Places { index, of_document: HashMap::new() };
        let name = |entry| corpus.name(entry);
        let list = |at: usize| trace.lists.get(at).map(|list| list.name.as_str().to_owned()).unwrap_or_default();
        let fused = output::fused(&trace.ranking, &name, &list).into_iter().zip(&trace.ranking);
        let seams = output::seams(&trace.verdicts, &name).into_iter().zip(&trace.verdicts);
        Ok(QuestionJson {
            schema: json::SCHEMA,
            question: &trace.question,
            params: json::params(params),
            model: index.vectors.as_ref().map(|vectors| &vectors.model),
            vector: None,
            index: IndexJson {
                documents: corpus.documents.len(),
                chunks: corpus.chunks.len(),
                seams: corpus.seams.len(),
                notices: &index.notices,
            },
            lists: trace.lists.iter().map(|list| self.list(list)).collect::<Result<_, _>>()?,
            fused: fused.map(|(fused, row)| FusedRow { fused, place: places.of(row.entry) }).collect(),
            seams: seams
                .map(|(seam, verdict)| SeamRow {
                    seam,
                    cut: corpus.seam(verdict.seam).cut,
                    place: places.of(Entry::Seam(verdict.seam)),
                    half_cosines: halves.get(&verdict.seam).copied(),
                })
                .collect(),
            rerank: trace.rerank.as_ref().map(|reranked| self.reranked(reranked)),
            expansions: trace.expansions.iter().map(|test| self.expansion(test, &mut places)).collect(),
            budget: BudgetJson {
                budget: output::budget(&trace.budget, params.budget.unit, &name),
                separator_tokens: self.counter.count(SEPARATOR),
            },
            chunks: self.named().into_iter().map(|id| self.named_chunk(id, &mut places)).collect(),
            context: trace.context.iter().map(|passage| self.passage(passage, &mut places)).collect(),
            partial: None,
            refused: trace.refusal.map(|refusal| RefusalJson {
                id: name(Entry::Chunk(refusal.chunk)),
                distance: refusal.distance,
                threshold: refusal.threshold,
                by: refusal.by,
            }),
            notes: trace.notes.iter().map(ToString::to_string).chain(open::without_seams(params)).collect(),
            ties: TIES,
            explain: None,
        })
    }

    fn reranked(&self, reranked: &Reranked) -> RerankJson {
        let trace = self.trace;
        let ranks: HashMap<Entry, usize> = trace.ranking.iter().map(|fused| fused.entry).zip(1..).collect();
        let by_entry: HashMap<Entry, &Scored> =
            reranked.scores.iter().map(|scored| (Entry::Chunk(scored.chunk), scored)).collect();
        let fired = trace.verdicts.iter().filter(|verdict| verdict.fired);
        let linked: BTreeSet<ChunkId> = fired.flat_map(|verdict| [verdict.left, verdict.right]).collect();
        let row = |(&entry, place): (&Entry, usize)| {
            let fused_rank = ranks.get(&entry).copied().unwrap_or(place);
            let scored = by_entry.get(&entry);
            RerankedRow {
                place,
                id: self.index.corpus.name(entry),
                fused_rank,
                moved: fused_rank.cast_signed() - place.cast_signed(),
                score: scored.map(|scored| scored.score),
                windows: scored.map(|scored| scored.windows),
                pinned: !matches!(entry, Entry::Chunk(chunk) if !linked.contains(&chunk)),
            }
        };
        RerankJson {
            model: reranked.model.clone(),
            n: self.params.rerank.n,
            scored: reranked.scores.len(),
            order: reranked.order.iter().zip(1..).map(row).collect(),
        }
    }

    fn list(&self, list: &RankedList) -> Result<ListJson, LexicalError> {
        let words = match list.name {
            ListName::ChunkBm25 => Some(&self.index.chunk_words),
            ListName::SeamBm25 => Some(&self.index.seam_words),
            _ => None,
        };
        let mut bm25 = None;
        let mut entries = Vec::with_capacity(list.hits.len());
        for (hit, rank) in list.hits.iter().zip(1..) {
            let id = self.index.corpus.name(hit.entry);
            let mut line = HitJson { id, rank, score: hit.score, length: None, tf: None };
            if let Some(words) = words {
                let row = match hit.entry {
                    Entry::Chunk(chunk) => chunk.0,
                    Entry::Seam(seam) => seam.0,
                };
                let parts = words.explain(&self.trace.question, row)?;
                line.length = Some(parts.length);
                line.tf = Some(parts.terms.iter().map(|term| term.tf).collect());
                bm25.get_or_insert_with(|| Bm25Json {
                    k1: Lexical::K1,
                    b: Lexical::B,
                    rows: parts.rows,
                    average_length: parts.average,
                    words: parts
                        .terms
                        .into_iter()
                        .map(|term| WordJson { word: term.word, count: term.count, rows: term.rows, idf: term.idf })
                        .collect(),
                });
            }
            entries.push(line);
        }
        Ok(ListJson { name: list.name, weight: fuse::weight(&self.params.fusion.weights, list.name), bm25, entries })
    }

    fn expansion(&self, test: &Expansion, places: &mut Places<'a>) -> ExpansionJson {
        let name = |id| self.index.corpus.name(Entry::Chunk(id));
        ExpansionJson {
            from: name(test.from),
            to: name(test.to),
            distance: test.distance,
            cos_question_chunk: test.cos_question_chunk,
            cos_question_neighbour: test.cos_question_neighbour,
            cos_chunk_neighbour: test.cos_chunk_neighbour,
            penalty: test.penalty,
            score: test.score,
            threshold: test.threshold,
            taken: test.taken,
            already: test.already,
            place: places.of(Entry::Chunk(test.to)),
        }
    }

    /// Every chunk of the ranking, of a seam in it, of an expansion and of the context.
    fn named(&self) -> BTreeSet<ChunkId> {
        let trace = self.trace;
        let ranked = trace.ranking.iter().filter_map(|fused| match fused.entry {
            Entry::Chunk(chunk) => Some(chunk),
            Entry::Seam(_) => None,
        });
        let linked = trace.verdicts.iter().flat_map(|verdict| [verdict.left, verdict.right]);
        let looked_at = trace.expansions.iter().flat_map(|test| [test.from, test.to]);
        ranked.chain(linked).chain(looked_at).chain(trace.budget.chunks.iter().copied()).collect()
    }

    fn named_chunk(&self, id: ChunkId, places: &mut Places<'a>) -> NamedChunk<'a> {
        let index = self.index;
        let chunk = index.corpus.chunk(id);
        let vectors = index.vectors.as_deref();
        let cosine = vectors.zip(self.vector).map(|(vectors, vector)| vectors.chunks.cos(id.at(), vector).into());
        NamedChunk {
            id: index.corpus.name(Entry::Chunk(id)),
            place: places.of(Entry::Chunk(id)),
            tokens: chunk.tokens,
            section: &chunk.section,
            cosine,
            windows: vectors.and_then(|vectors| vectors.chunk_windows.get(id.at()).copied()),
        }
    }

    fn passage(&self, passage: &'a Passage, places: &mut Places<'a>) -> PassageJson<'a> {
        let corpus = &self.index.corpus;
        let names: Vec<String> = passage.chunks.iter().map(|&id| corpus.name(Entry::Chunk(id))).collect();
        let citation = &passage.citation;
        let document = passage.chunks.first().map_or(0, |&id| corpus.chunk(id).document);
        let tokens = match passage.chunks.as_slice() {
            [only] => corpus.chunk(*only).tokens as usize,
            _ => self.counter.count(&passage.text),
        };
        PassageJson {
            n: passage.n,
            id: names.first().cloned().unwrap_or_default(),
            chunks: names,
            path: &citation.path,
            section: &citation.section,
            place: places.of_span(document, citation.byte),
            citation: citation.to_string(),
            tokens,
            text: &passage.text,
        }
    }
}

/// Places of entries, each document counted through once.
struct Places<'a> {
    index: &'a Index,
    of_document: HashMap<u32, Positions<'a>>,
}

impl Places<'_> {
    fn of(&mut self, entry: Entry) -> Place {
        let corpus = &self.index.corpus;
        match entry {
            Entry::Chunk(id) => self.of_span(corpus.chunk(id).document, corpus.chunk(id).span),
            Entry::Seam(id) => self.of_span(corpus.seam(id).document, corpus.seam(id).span),
        }
    }

    fn of_span(&mut self, document: u32, span: Span) -> Place {
        let text = &self.index.corpus.documents[document as usize].text;
        Place::of(span, self.of_document.entry(document).or_insert_with(|| Positions::new(text)))
    }
}
