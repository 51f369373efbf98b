//! Attaches clauses to statements, and keeps a guess for each of them.

use super::{NEXT_SENTENCE, StatementBuilder};
use crate::format::untagged::concessions::OTHER_ANSWER;
use crate::format::untagged::cue_matching;
use crate::format::untagged::guess::{ClauseKind, Guess, ProseReason};
use crate::format::untagged::sentence_analysis::{Clause, Role, SentenceAnalysis};
use crate::text::{content_stems, to_sentence};
use crate::vocabulary::{
    Assumption, Citation, Component, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Objection,
    Reason,
};

/// The fewest content words of a concession or an objection: “It can.” says nothing without the
/// sentence before.
const FEWEST_WORDS: usize = 2;

impl StatementBuilder<'_> {
    /// Adds the clauses of a sentence that claims nothing itself, such as one that only gives
    /// reasons.
    pub(super) fn add_clauses_without_claim(&mut self, text: &str, analysis: SentenceAnalysis) {
        if analysis.clauses.is_empty() {
            self.prose(text.to_owned(), ProseReason::TooShort);
            return;
        }
        let is_of_case = analysis.role == Role::SaysWhy && !self.is_case_open();
        for clause in analysis.clauses {
            if is_of_case && clause.kind == ClauseKind::Because {
                self.thesis_reasons.push((clause, self.line));
            } else {
                self.add_clause(clause);
            }
        }
        self.before = None;
    }

    /// Adds a sentence that begins as the other answer does: its author concedes it. It belongs to
    /// the next statement.
    pub(super) fn add_other_answer(&mut self, claim: String, clauses: Vec<Clause>) {
        let guess = self.guess(ClauseKind::Concedes, claim, Some(OTHER_ANSWER));
        self.waiting.push(guess);
        self.leave_clauses(clauses);
        self.before = None;
    }

    pub(super) fn add_reason(
        &mut self,
        open: usize,
        claim: String,
        clauses: Vec<Clause>,
        cue: &'static str,
    ) {
        // What a case in short lists is one reason after another, each perhaps about an axis of its
        // own.
        let reasons = if self.statements[open].is_case() {
            cue_matching::listed(&claim)
        } else {
            vec![claim]
        };
        for reason in reasons {
            let guess = self.guess(ClauseKind::Because, reason, Some(cue));
            self.attach(guess, open);
        }
        self.attach_clauses(clauses, open);
        self.before = None;
    }

    /// Adds an answer to the reasons of a case in short, with the reasons of the answer below it.
    pub(super) fn rest_case_on(&mut self, case: usize, answer: &str, clauses: &[Clause]) {
        let reasons = clauses.iter().filter(|clause| clause.kind == ClauseKind::Because);
        let below: Vec<String> = reasons.flat_map(|reason| self.apart(&reason.text)).collect();
        let guess = self.guess(ClauseKind::Because, answer.to_owned(), Some(NEXT_SENTENCE));
        self.attach(guess, case);
        let reason = self.statements[case].reasons.last_mut();
        if let Some(reason) = reason.filter(|reason| reason.text == answer) {
            reason.reasons = below.into_iter().map(Reason::new).collect();
        }
    }

    pub(super) fn attach_clauses(&mut self, clauses: Vec<Clause>, open: usize) {
        for Clause { kind, text, cue } in clauses {
            let texts =
                if kind == ClauseKind::Because { self.apart(&text) } else { vec![text.clone()] };
            for text in texts {
                let guess = self.guess(kind.clone(), text, Some(cue));
                self.attach(guess, open);
            }
        }
    }

    /// The reasons that «and» joins in one text, where each says an answer to an axis of its own.
    pub(super) fn apart(&self, reason: &str) -> Vec<String> {
        let axis = |part: &str| self.matcher.said(part).map(|(found, _)| found.axis);
        let parts = reason.match_indices(" and ").find_map(|(at, and)| {
            let (first, rest) =
                (to_sentence(&reason[..at]), to_sentence(&reason[at + and.len()..]));
            let axes = axis(&first).zip(axis(&rest));
            axes.filter(|(first, rest)| first != rest).map(|_| (first, rest))
        });
        match parts {
            Some((first, rest)) => std::iter::once(first).chain(self.apart(&rest)).collect(),
            None => vec![reason.to_owned()],
        }
    }

    /// Adds a clause to a statement, if an argument can hold another one of its kind.
    pub(super) fn attach(&mut self, guess: usize, open: usize) {
        let statement = &mut self.statements[open];
        let text = self.guesses[guess].text.clone();
        let has_room = match self.guesses[guess].kind {
            ClauseKind::Because => statement.is_case() || statement.reasons.len() < MOST_PREMISES,
            ClauseKind::Assumes => statement.assumptions.len() < MOST_ASSUMPTIONS,
            ClauseKind::Evidence => statement.evidence.len() < MOST_CITATIONS,
            ClauseKind::Unless
            | ClauseKind::Concedes
            | ClauseKind::Answers
            | ClauseKind::Statement
            | ClauseKind::Prose(_) => true,
        };
        if !has_room {
            self.guesses[guess].kind = ClauseKind::Prose(ProseReason::Full);
            return;
        }
        let kind = &self.guesses[guess].kind;
        let is_of_others = matches!(kind, ClauseKind::Concedes | ClauseKind::Answers);
        if is_of_others && content_stems(&text).len() < FEWEST_WORDS {
            self.guesses[guess].kind = ClauseKind::Prose(ProseReason::TooShort);
            return;
        }
        match self.guesses[guess].kind {
            ClauseKind::Because => {
                statement.reasons.push(Reason::new(text));
            }
            ClauseKind::Assumes => statement.assumptions.push(Assumption::new(text)),
            ClauseKind::Evidence => statement.evidence.push(Citation { text, evidence: None }),
            ClauseKind::Unless => statement.unless.push(text),
            ClauseKind::Concedes => statement.concedes.push(text),
            ClauseKind::Answers => {
                statement.answers.push(Objection { component: Component::Claim, text });
            }
            ClauseKind::Statement | ClauseKind::Prose(_) => return,
        }
        self.set_statement(guess, open);
    }

    pub(super) fn set_statement(&mut self, guess: usize, open: usize) {
        let statement = &self.statements[open];
        self.guesses[guess].statement = Some(statement.id.clone());
        self.guesses[guess].side = statement.side;
    }

    pub(super) fn leave_as_prose(
        &mut self,
        claim: String,
        clauses: Vec<Clause>,
        reason: ProseReason,
    ) {
        self.prose(claim, reason);
        self.leave_clauses(clauses);
    }

    pub(super) fn leave_clauses(&mut self, clauses: Vec<Clause>) {
        for clause in clauses {
            self.guess(ClauseKind::Prose(ProseReason::NoStatement), clause.text, Some(clause.cue));
        }
    }

    pub(super) fn prose(&mut self, text: String, reason: ProseReason) {
        self.before = Some(self.guess(ClauseKind::Prose(reason), text, None));
    }

    pub(super) fn guess(
        &mut self,
        kind: ClauseKind,
        text: String,
        cue: Option<&'static str>,
    ) -> usize {
        let axis = match kind.prose_reason() {
            Some(ProseReason::TwoAxes(found) | ProseReason::NoSide(found)) => Some(found.clone()),
            Some(_) | None => None,
        };
        self.guesses.push(Guess {
            text,
            line: self.line,
            kind,
            cue,
            axis,
            side: None,
            statement: None,
        });
        self.guesses.len() - 1
    }
}
