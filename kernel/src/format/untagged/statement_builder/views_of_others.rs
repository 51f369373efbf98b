//! Adds what others object, and what the author grants them.

use super::StatementBuilder;
use crate::format::untagged::axis_match::Surroundings;
use crate::format::untagged::cue_matching;
use crate::format::untagged::cue_words;
use crate::format::untagged::guess::{ClauseKind, ProseReason};
use crate::format::untagged::sentence_analysis::{Clause, SentenceAnalysis};
use crate::text::to_sentence;

impl StatementBuilder<'_> {
    /// Adds a sentence that announces objections, or states one of those that were announced.
    /// Returns whether it is such a sentence.
    pub(super) fn add_objection(&mut self, text: &str) -> bool {
        if self.announces_objections
            && let Some((cue, objection)) = cue_matching::strip_cue(text, cue_words::ONE_OF_THEM)
        {
            let (kind, text) = (ClauseKind::Answers, to_sentence(objection));
            self.add_clause(Clause { kind, text, cue: cue.trim() });
            return true;
        }
        let Some(noun) = cue_matching::announces_objections(text) else { return false };
        self.announces_objections = true;
        self.prose(text.to_owned(), ProseReason::Hedged(noun));
        true
    }

    /// Whether a text says the author's own answer to an axis, or to the topic's question.
    pub(super) fn says_own_answer(&self, text: &str, around: &Surroundings) -> bool {
        let said = self.matcher.said(text);
        let said = said.or_else(|| {
            let found = self.matcher.best_axis(text, around).ok()?;
            let side = self.matcher.side_said(&found.axis, text)?;
            Some((found, side))
        });
        match said {
            Some((found, side)) => self.matcher.side(&found.axis, self.stance) == Some(side),
            None => self.matcher.gives_answer(self.stance, text),
        }
    }

    /// Whether a concession grants nothing to the other side, because it says the author's own
    /// answer: «I agree that shops keep their custom.»
    pub(super) fn is_agreed(&self, clause: &Clause, around: &Surroundings) -> bool {
        clause.kind == ClauseKind::Concedes && self.says_own_answer(&clause.text, around)
    }

    /// Adds a sentence that a later one turns against.
    pub(super) fn add_concession(&mut self, clause: Clause, around: &Surroundings) {
        if self.is_agreed(&clause, around) {
            let text = clause.text;
            self.add_claim(&text, SentenceAnalysis::asserts(text.clone()), around);
        } else {
            self.add_clause(clause);
        }
    }
}
