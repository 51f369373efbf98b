//! Builds statements with their clauses from the sentences of an untagged text.

mod case_in_short;
mod clauses;
mod thesis;
mod views_of_others;

use std::collections::BTreeSet;

use super::axis_match::{AxisMatcher, Surroundings};
use super::concessions::concede_other_answers;
use super::cue_matching;
use super::guess::{AxisMatch, ClauseKind, Guess, ProseReason};
use super::paragraph::Paragraph;
use super::sentence_analysis::{self, Clause, Role, SentenceAnalysis};
use super::stated_weight::{self, AxisWeight, Weight};
use crate::format::markdown::Author;
use crate::format::statement_defaults::{default_confidence, derived_id};
use crate::text::{content_stems, sentences};
use crate::vocabulary::{AxisId, Inferred, Side, Statement, StatementId};

/// The cue of a reason that only its position after the claim marks.
const NEXT_SENTENCE: &str = "(next sentence)";
/// The cue of what would change the author's mind, where a question asks for it.
const ASKS_ITS_MIND: &str = "(the question before)";
/// The maximum number of sentences between “of course” and the “but” that contradicts it.
const CONCESSION_REACH: usize = 2;

/// Builds the statements of one text, sentence by sentence.
#[derive(Debug)]
pub(super) struct StatementBuilder<'t> {
    matcher: &'t AxisMatcher<'t>,
    stance: Side,
    guesses: Vec<Guess>,
    statements: Vec<Statement>,
    ids: BTreeSet<StatementId>,
    line: usize,
    /// The statement of this paragraph to which the next sentence may belong.
    open: Option<usize>,
    /// The case in short in this paragraph. It rests on the answers that the sentences after it
    /// say.
    case: Option<usize>,
    /// The guesses of clauses that wait for the next statement of this paragraph, by index.
    waiting: Vec<usize>,
    /// The statements that turn against what is conceded with them, or precede it.
    turning: BTreeSet<StatementId>,
    /// The guess of the sentence before, by index, if that sentence is neither a statement nor a
    /// clause of one.
    before: Option<usize>,
    /// Whether the sentence before asks what would change the author's mind.
    asks_its_mind: bool,
    /// Whether a sentence of this paragraph announces objections.
    announces_objections: bool,
    /// Whether a sentence so far announces the reasons of the author's answer.
    announces_reasons: bool,
    /// What the sentences so far say about how much hangs on an axis.
    weights: Vec<AxisWeight>,
    /// The same of this paragraph, where nothing shows the axis yet.
    unplaced: Vec<Weight>,
    /// The reasons of the author's answer that are written apart from it, each with the line of its
    /// paragraph.
    thesis_reasons: Vec<(Clause, usize)>,
}

impl<'t> StatementBuilder<'t> {
    pub(super) fn new(matcher: &'t AxisMatcher<'t>, stance: Side) -> Self {
        Self {
            matcher,
            stance,
            guesses: Vec::new(),
            statements: Vec::new(),
            ids: BTreeSet::new(),
            line: 1,
            open: None,
            case: None,
            waiting: Vec::new(),
            turning: BTreeSet::new(),
            before: None,
            asks_its_mind: false,
            announces_objections: false,
            announces_reasons: false,
            weights: Vec::new(),
            unplaced: Vec::new(),
            thesis_reasons: Vec::new(),
        }
    }

    /// Returns the guesses and statements, in the order of the text, and the axes on which the
    /// author's answer does not depend.
    pub(super) fn finish(mut self) -> (Vec<Guess>, Vec<Statement>, Vec<AxisId>) {
        let is_own = |own: &Statement| self.matcher.takes_own_side(own, self.stance);
        let said = |axis: &AxisId, text: &str| self.matcher.side_said(axis, text);
        let turns = |own: &Statement| self.turning.contains(&own.id);
        concede_other_answers(is_own, said, turns, &mut self.guesses, &mut self.statements);
        self.rest_case_on_reasons();
        let idle = self.rest_case_on_weights();
        (self.guesses, self.statements, idle)
    }

    /// Adds the sentences of one paragraph.
    pub(super) fn add_paragraph(&mut self, paragraph: &Paragraph, around: &Surroundings) {
        (self.line, self.open, self.case, self.before) = (paragraph.line, None, None, None);
        self.announces_objections = false;
        if paragraph.author == Author::Other {
            self.prose(paragraph.text.clone(), ProseReason::Quoted);
            return;
        }
        let sentences = sentences(&paragraph.text);
        let mut concession_end = 0;
        for (number, &sentence) in sentences.iter().enumerate() {
            if number >= concession_end
                && let Some(first) = sentence_analysis::possible_concession(sentence)
            {
                let next = &sentences[number + 1..];
                let turn = next
                    .iter()
                    .take(CONCESSION_REACH)
                    .position(|next| sentence_analysis::turns_back(next));
                if let Some(turn) = turn {
                    concession_end = number + 1 + turn;
                    self.add_concession(first, around);
                    continue;
                }
            }
            if number < concession_end {
                let text = sentence.to_owned();
                let clause = Clause { kind: ClauseKind::Concedes, text, cue: "… but" };
                self.add_concession(clause, around);
                continue;
            }
            let links: Vec<&str> = paragraph
                .links
                .iter()
                .filter(|link| sentence.contains(&link.text))
                .map(|link| link.address.as_str())
                .collect();
            if let Some(own) = self.add_sentence(sentence, &links, around) {
                self.note_weight(&own, sentence, around);
            }
        }
        self.place_weights();
        // A concession can follow its statement, where nothing follows that answers it; an
        // objection is always answered by a later sentence.
        let ends = self.waiting.last().is_some_and(|last| last + 1 == self.guesses.len());
        for guess in std::mem::take(&mut self.waiting) {
            let is_answered = !ends || self.guesses[guess].kind == ClauseKind::Answers;
            let last = self.open.filter(|_| !is_answered);
            match last {
                Some(open) => {
                    self.turning.insert(self.statements[open].id.clone());
                    self.attach(guess, open);
                }
                None => self.guesses[guess].kind = ClauseKind::Prose(ProseReason::NoStatement),
            }
        }
    }

    /// Adds a sentence. Returns what its author asserts in it; `None` if that is nothing, because
    /// it asks, concedes or reports.
    fn add_sentence(
        &mut self,
        text: &str,
        links: &[&str],
        around: &Surroundings,
    ) -> Option<String> {
        if self.add_evidence(text, links) {
            return Some(text.to_owned());
        }
        if self.add_objection(text) {
            return None;
        }
        let Some(sentence) = self.without_number(text) else { return Some(text.to_owned()) };
        let analysis = sentence_analysis::analyse(&sentence);
        // The number shows that it is one of the reasons that were announced.
        let is_numbered = sentence != text;
        let own = if is_numbered { text.to_owned() } else { analysis.own.clone() };
        self.add_analysis(&sentence, analysis, around);
        Some(own).filter(|own| !own.is_empty())
    }

    fn add_analysis(&mut self, text: &str, mut analysis: SentenceAnalysis, around: &Surroundings) {
        let is_question = matches!(analysis.role, Role::Asks);
        if std::mem::take(&mut self.asks_its_mind) && !is_question {
            self.add_clause(Clause {
                kind: ClauseKind::Unless,
                text: text.trim_end_matches('.').to_owned(),
                cue: ASKS_ITS_MIND,
            });
            return;
        }
        let clauses = std::mem::take(&mut analysis.clauses).into_iter();
        let (agreed, clauses) = clauses.partition(|clause| self.is_agreed(clause, around));
        analysis.clauses = clauses;
        let own = if analysis.own.is_empty() { text.to_owned() } else { analysis.own.clone() };
        for Clause { text, .. } in agreed {
            self.add_claim(&text, SentenceAnalysis::asserts(text.clone()), around);
            if analysis.claim.is_empty() && analysis.clauses.is_empty() {
                return;
            }
        }
        if analysis.claim.is_empty() {
            self.add_clauses_without_claim(text, analysis);
        } else {
            self.add_claim(&own, analysis, around);
        }
    }

    /// Adds a sentence with a claim. `text` is what its author asserts in it.
    fn add_claim(&mut self, text: &str, analysis: SentenceAnalysis, around: &Surroundings) {
        let before = self.before;
        let Some(SentenceAnalysis { claim, role, clauses, .. }) = self.add_to_case(analysis) else {
            return;
        };
        let role = match stated_weight::only_weighs(&claim) {
            Some(cue) if matches!(role, Role::RefersBack(_)) => Role::Hedges(cue),
            Some(_) | None => role,
        };
        match role {
            Role::Asks => {
                self.asks_its_mind = cue_matching::asks_its_mind(&claim);
                self.prose(claim, ProseReason::Question);
            }
            Role::Exclaims if self.says_own_answer(&claim, around) => {
                self.add_assertion(text, claim, clauses, around);
            }
            Role::Exclaims => self.prose(claim, ProseReason::Exclamation),
            Role::Hedges(cue) => {
                for clause in clauses {
                    self.add_clause(clause);
                }
                self.prose(claim, ProseReason::Hedged(cue));
            }
            Role::RefersBack(cue) => self.add_back_reference(text, claim, clauses, cue, around),
            Role::Personal => self.add_personal(text, claim, clauses, around),
            Role::Asserts | Role::Concludes(_) | Role::Answers(_) | Role::SaysWhy => {
                let concedes = self.add_assertion(text, claim, clauses, around);
                if let (false, Role::Concludes(cue)) = (concedes, role) {
                    self.conclude_from(before, cue);
                }
            }
        }
    }

    /// Adds a sentence that cites a source as evidence of the open statement. Returns whether it is
    /// such a sentence.
    fn add_evidence(&mut self, text: &str, links: &[&str]) -> bool {
        let cites = cue_matching::cites(text, !links.is_empty());
        let Some(open) = self.open.filter(|_| cites) else { return false };
        let cited =
            std::iter::once(text.to_owned()).chain(links.iter().map(|link| format!("({link})")));
        let cited = cited.collect::<Vec<_>>().join(" ");
        let guess = self.guess(ClauseKind::Evidence, cited, Some("a figure with its source"));
        self.attach(guess, open);
        self.before = None;
        true
    }

    /// Adds a sentence that is only a clause. Concessions and objections belong to the next
    /// statement, all other clauses to the statement before.
    fn add_clause(&mut self, clause: Clause) {
        self.before = None;
        let guess = self.guess(clause.kind.clone(), clause.text, Some(clause.cue));
        let belongs_to_earlier = match clause.kind {
            ClauseKind::Because
            | ClauseKind::Unless
            | ClauseKind::Assumes
            | ClauseKind::Evidence => true,
            ClauseKind::Concedes
            | ClauseKind::Answers
            | ClauseKind::Statement
            | ClauseKind::Prose(_) => false,
        };
        match (belongs_to_earlier, self.open) {
            (true, Some(open)) => self.attach(guess, open),
            (true, None) => self.guesses[guess].kind = ClauseKind::Prose(ProseReason::NoStatement),
            (false, _) if clause.kind.prose_reason().is_some() => {}
            (false, _) => self.waiting.push(guess),
        }
    }

    /// Adds a sentence about the author. It takes no position, but can be a reason for one.
    fn add_personal(
        &mut self,
        text: &str,
        claim: String,
        clauses: Vec<Clause>,
        around: &Surroundings,
    ) {
        let placed = self.axis_and_side(text, around);
        match self.statement_before(&placed, &clauses) {
            Some(open) => self.add_reason(open, claim, clauses, NEXT_SENTENCE),
            None => self.leave_as_prose(claim, clauses, ProseReason::Personal),
        }
    }

    /// Returns the open statement if it says an answer to its axis and has no reason yet, and the
    /// next sentence, which has none either, matches its axis. What follows the sentence that says
    /// what a paragraph is about is more often a reason for it than another claim; what follows any
    /// other sentence is not.
    fn statement_before(
        &self,
        placed: &Result<(AxisMatch, Side), ProseReason>,
        clauses: &[Clause],
    ) -> Option<usize> {
        let axis = match placed {
            Ok((found, _)) | Err(ProseReason::TwoAxes(found)) => &found.axis,
            Err(_) => return None,
        };
        let has_reason = clauses.iter().any(|clause| clause.kind == ClauseKind::Because);
        self.open.filter(|&open| {
            let open_statement = &self.statements[open];
            !has_reason
                && self.matcher.takes_own_side(open_statement, self.stance)
                && self.matcher.says_side(open_statement)
                && open_statement.reasons.is_empty()
                && open_statement.axis.as_ref() == Some(axis)
        })
    }

    /// Adds a sentence that takes a position. Returns whether that position is a concession.
    fn add_assertion(
        &mut self,
        text: &str,
        claim: String,
        clauses: Vec<Clause>,
        around: &Surroundings,
    ) -> bool {
        if let Some((found, side)) = self.matcher.said(&claim) {
            let case =
                self.case.filter(|_| self.matcher.may_support(&found.axis, side, self.stance));
            if let Some(case) = case {
                self.rest_case_on(case, &claim, &clauses);
            }
            self.add_statement(claim, clauses, Some(found), side);
            return false;
        }
        // «We would, since …» says without its reason nothing of its own.
        if content_stems(&claim).is_empty() {
            self.leave_as_prose(claim, clauses, ProseReason::TooShort);
            return false;
        }
        let placed = self.axis_and_side(text, around);
        let concedes = placed
            .as_ref()
            .is_ok_and(|(found, side)| self.matcher.says_other(&found.axis, *side, &claim));
        if concedes {
            self.add_other_answer(claim, clauses);
        } else if let Some(open) = self.statement_before(&placed, &clauses) {
            self.add_reason(open, claim, clauses, NEXT_SENTENCE);
        } else {
            match placed {
                Ok((found, side)) => {
                    self.add_statement(claim, clauses, Some(found), side);
                    let turning = self.open.filter(|_| sentence_analysis::turns_back(text));
                    self.turning.extend(turning.map(|open| self.statements[open].id.clone()));
                }
                Err(reason) => self.leave_as_prose(claim, clauses, reason),
            }
        }
        concedes
    }

    /// Adds a sentence that refers to the one before: as a reason for the open statement, or joined
    /// with the sentence before as one statement.
    fn add_back_reference(
        &mut self,
        text: &str,
        claim: String,
        clauses: Vec<Clause>,
        cue: &'static str,
        around: &Surroundings,
    ) {
        let before = self.before.filter(|&before| self.guesses[before].kind.may_be_joined());
        let joined = before.map(|before| format!("{} {text}", self.guesses[before].text));
        let placed = self.axis_and_side(joined.as_deref().unwrap_or(text), around);
        // A case in short rests on reasons about any axis.
        let elsewhere = |open: usize| {
            let open = self.statements[open].axis.as_ref();
            let is_other = |axis| open.is_some_and(|open| open != axis);
            placed.as_ref().is_ok_and(|(found, _)| is_other(&found.axis))
        };
        if let Some(open) = self.open.filter(|&open| !elsewhere(open)) {
            let statement = &self.statements[open];
            if statement.is_case() || self.matcher.says_side(statement) {
                self.add_reason(open, claim, clauses, cue);
            } else {
                self.leave_as_prose(claim, clauses, ProseReason::RefersBack(cue));
                self.before = None;
            }
            return;
        }
        match (placed, before) {
            (Ok((found, side)), Some(before)) => {
                let first = self.guesses.remove(before);
                let claim = format!("{} {claim}", first.text);
                self.add_statement(claim, clauses, Some(found), side);
            }
            (Ok(_), None) => self.leave_as_prose(claim, clauses, ProseReason::RefersBack(cue)),
            (Err(reason), _) => self.leave_as_prose(claim, clauses, reason),
        }
    }

    fn axis_and_side(
        &self,
        text: &str,
        around: &Surroundings,
    ) -> Result<(AxisMatch, Side), ProseReason> {
        let found = self.matcher.best_axis(text, around)?;
        match self.matcher.side_of(&found.axis, text, self.stance) {
            Some(side) => Ok((found, side)),
            None => Err(ProseReason::NoSide(found)),
        }
    }

    /// Adds a statement on an axis, or without one as the author's case in short.
    fn add_statement(
        &mut self,
        claim: String,
        clauses: Vec<Clause>,
        found: Option<AxisMatch>,
        side: Side,
    ) {
        let id = derived_id(&claim);
        if !self.ids.insert(id.clone()) {
            self.leave_as_prose(claim, clauses, ProseReason::Repeated);
            return;
        }
        if clauses.iter().any(|clause| clause.kind == ClauseKind::Concedes) {
            self.turning.insert(id.clone());
        }
        let guess = self.guess(ClauseKind::Statement, claim.clone(), None);
        let open = self.statements.len();
        self.statements.push(statement(id, claim, found.as_ref(), side));
        self.guesses[guess].axis = found;
        self.set_statement(guess, open);
        for waiting in std::mem::take(&mut self.waiting) {
            self.attach(waiting, open);
        }
        self.attach_clauses(clauses, open);
        (self.open, self.before) = (Some(open), None);
    }
}

/// A statement without clauses, on an axis or without one as its author's case in short.
fn statement(id: StatementId, text: String, found: Option<&AxisMatch>, side: Side) -> Statement {
    Statement {
        axis: found.map(|found| found.axis.clone()),
        side: Some(side),
        is_confidence_assumed: true,
        inferred: Some(found.map_or_else(Inferred::certain, AxisMatch::inferred)),
        ..Statement::new(id, text, default_confidence())
    }
}
