//! The evidence of the question that was asked, where it is one of those that lie beside the documents.
//! Never looks for a text: its author says where it lies.

use super::model::Model;
use crate::lab::questions::Question;
use crate::retrieve::span::Span;

impl Model {
    /// The question that was asked, as its author wrote it down with its evidence.
    #[must_use]
    pub fn known_question(&self) -> Option<&Question> {
        let asked = self.question.asked.as_deref()?.trim();
        self.questions.iter().find(|question| question.text.trim() == asked)
    }

    /// Where its evidence lies: documents and bytes, in the order of the file; `None` for a question that nobody wrote
    /// evidence down for.
    #[must_use]
    pub fn evidence(&self) -> Option<Vec<(usize, Span)>> {
        let question = self.known_question()?;
        Some(question.evidence.iter().map(|piece| (piece.document as usize, piece.span)).collect())
    }
}
