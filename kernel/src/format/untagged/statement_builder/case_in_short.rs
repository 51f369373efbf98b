//! Adds what belongs to the author's case in short: the answer to the topic's question, and the
//! reasons that are listed for it.

use super::StatementBuilder;
use crate::format::untagged::cue_matching;
use crate::format::untagged::guess::ClauseKind;
use crate::format::untagged::sentence_analysis::{Clause, Role, SentenceAnalysis};
use crate::text::to_sentence;

impl StatementBuilder<'_> {
    /// Adds a sentence that lists reasons of the open case, or that answers the topic's question.
    /// Returns any other sentence.
    pub(super) fn add_to_case(&mut self, analysis: SentenceAnalysis) -> Option<SentenceAnalysis> {
        let is_asserted = !matches!(analysis.role, Role::Asks | Role::Exclaims | Role::Hedges(_));
        let is_open_case = self.is_case_open();
        let announced = cue_matching::announced(&analysis.claim);
        if let Some(list) = announced.filter(|_| is_asserted && is_open_case) {
            for reason in listed_reasons(list).chain(analysis.clauses) {
                self.add_clause(reason);
            }
            return None;
        }
        let says_so = analysis.role == Role::Answers(self.stance);
        let listed = if is_asserted { self.reasons_after_answer(&analysis.claim) } else { None };
        let answers = is_asserted && self.matcher.gives_answer(self.stance, &analysis.claim);
        if !says_so && !answers && listed.is_none() {
            return Some(analysis);
        }
        let (before, case) = (self.before, self.statements.len());
        let (claim, listed) = listed.unwrap_or((analysis.claim, Vec::new()));
        let clauses = listed.into_iter().chain(analysis.clauses).collect();
        self.add_statement(claim, clauses, None, self.stance);
        self.case = Some(case).filter(|&case| case < self.statements.len());
        if let Role::Concludes(cue) = analysis.role {
            self.conclude_from(before, cue);
        }
        None
    }

    pub(super) fn is_case_open(&self) -> bool {
        self.open.is_some_and(|open| self.statements[open].is_case())
    }

    /// The answer to the topic's question, and the reasons that a colon after it lists: «We should
    /// dig: it is cheap, it is quick, and it is safe.»
    pub(super) fn reasons_after_answer(&self, claim: &str) -> Option<(String, Vec<Clause>)> {
        let (answer, list) = claim.split_once(": ")?;
        let answer = to_sentence(answer);
        let gives_answer =
            self.matcher.gives_answer(self.stance, &answer) && !cue_matching::is_amount(list);
        gives_answer.then(|| (answer, listed_reasons(list).collect()))
    }

    /// Makes the sentence before a conclusion, if it is neither a statement nor a clause of one, a
    /// reason for the statement to which the conclusion belongs; not where the conclusion itself
    /// stays prose.
    pub(super) fn conclude_from(&mut self, before: Option<usize>, cue: &'static str) {
        let open = self.open.filter(|_| self.before.is_none());
        if let Some((open, before)) = open.zip(before) {
            let guess = &mut self.guesses[before];
            (guess.kind, guess.cue) = (ClauseKind::Because, Some(cue));
            self.attach(before, open);
        }
    }
}

/// The reasons in a list after a colon.
fn listed_reasons(list: &str) -> impl Iterator<Item = Clause> + use<'_> {
    let reason = |text| Clause { kind: ClauseKind::Because, text: to_sentence(text), cue: ":" };
    cue_matching::enumerated(list).into_iter().map(reason)
}
