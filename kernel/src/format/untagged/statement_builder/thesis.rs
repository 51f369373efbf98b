//! What the thesis of a text rests on, where its sentences say what its author's answer depends on.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{StatementBuilder, statement};
use crate::format::statement_defaults::derived_id;
use crate::format::untagged::axis_match::Surroundings;
use crate::format::untagged::guess::{ClauseKind, ProseReason};
use crate::format::untagged::sentence_analysis::Clause;
use crate::format::untagged::stated_weight::{self, AxisWeight, Weight};
use crate::text::to_sentence;
use crate::vocabulary::{AxisId, AxisSide, Reason, Side, Statement};

impl StatementBuilder<'_> {
    /// Notes what the author's own part of a sentence says about how much hangs on the axis of its
    /// paragraph.
    pub(super) fn note_weight(&mut self, own: &str, sentence: &str, around: &Surroundings) {
        self.announces_reasons |= stated_weight::announces_reasons(own);
        let one_of_them = || {
            let (cue, _) = stated_weight::one_of_the_reasons(own)?;
            self.announces_reasons.then_some(Weight::Carries(cue))
        };
        let Some(weight) = stated_weight::stated(own).or_else(one_of_them) else { return };
        let open = self.open.and_then(|open| self.statements[open].axis.clone());
        let of_paragraph = around.paragraph.as_ref().map(|found| found.axis.clone());
        let condition = stated_weight::condition(own);
        // A condition at the end of a text may look back at any paragraph.
        let of_condition = condition.and_then(|stated| self.matcher.own_words(&stated.text));
        let own = || self.matcher.best_axis(sentence, around).ok().map(|found| found.axis);
        let axis = of_condition.or(of_paragraph).or(open).or_else(own);
        let Some(axis) = axis else {
            self.unplaced.push(weight);
            return;
        };
        self.weights.push(AxisWeight { axis, weight, line: self.line });
    }

    /// Lets what a paragraph said about an axis that it had not shown yet be about the axis of its
    /// last statement: «My other reason is the state of the rails. They have worn out.»
    pub(super) fn place_weights(&mut self) {
        let axis = self.open.and_then(|open| self.statements[open].axis.clone());
        for weight in std::mem::take(&mut self.unplaced) {
            let line = self.line;
            self.weights.extend(axis.clone().map(|axis| AxisWeight { axis, weight, line }));
        }
    }

    /// A sentence, without the number where it gives one of the reasons that were announced. `None`
    /// if it only names what that reason is about, «The first is the air»: such a sentence stays
    /// prose.
    pub(super) fn without_number<'s>(&mut self, sentence: &'s str) -> Option<Cow<'s, str>> {
        let numbered =
            stated_weight::one_of_the_reasons(sentence).filter(|_| self.announces_reasons);
        match numbered {
            None => Some(Cow::Borrowed(sentence)),
            Some((_, Some(reason))) => Some(Cow::Owned(to_sentence(reason))),
            Some((cue, None)) => {
                self.prose(sentence.to_owned(), ProseReason::RefersBack(cue));
                None
            }
        }
    }

    /// Lets the case in short rest on every axis of which a sentence says that the author's answer
    /// depends on it, and none that it does not. A text that nowhere says its answer has the one
    /// that its author declares. Returns the axes on which nothing depends.
    pub(super) fn rest_case_on_weights(&mut self) -> Vec<AxisId> {
        let weights = std::mem::take(&mut self.weights);
        let is_idle = |axis: &AxisId| {
            weights
                .iter()
                .any(|other| other.axis == *axis && matches!(other.weight, Weight::Idle(_)))
        };
        let mut axes: Vec<&AxisId> = Vec::new();
        for weighed in &weights {
            let Weight::Carries(cue) = weighed.weight else { continue };
            if axes.contains(&&weighed.axis) || is_idle(&weighed.axis) {
                continue;
            }
            axes.push(&weighed.axis);
            let Some((side, text)) = self.answer_on(&weighed.axis) else { continue };
            let case = self.case_or_answer();
            let asserts = AxisSide { axis: weighed.axis.clone(), side };
            if let Some(reason) = self.reason_on(case, &weighed.axis, &text) {
                self.statements[case].reasons[reason].asserts = Some(asserts);
                continue;
            }
            let reason = Reason { asserts: Some(asserts), ..Reason::new(text.clone()) };
            self.statements[case].reasons.push(reason);
            self.line = weighed.line;
            let guess = self.guess(ClauseKind::Because, text, Some(cue));
            self.set_statement(guess, case);
        }
        let idle: BTreeSet<&AxisId> =
            weights.iter().map(|weighed| &weighed.axis).filter(|axis| is_idle(axis)).collect();
        let of_case = |axis: &AxisId| {
            let mut cases = self.statements.iter().filter(|own| own.is_case());
            cases.any(|case| {
                let mut reasons = case.all_reasons().into_iter();
                reasons.any(|reason| self.axis_of(reason).as_ref() == Some(axis))
            })
        };
        idle.into_iter().filter(|axis| !of_case(axis)).cloned().collect()
    }

    /// The statement that answers an axis best, with its side: the one with most words of the axis.
    fn answer_on(&self, axis: &AxisId) -> Option<(Side, String)> {
        let is_own = |own: &&Statement| {
            own.axis.as_ref() == Some(axis) && self.matcher.takes_own_side(own, self.stance)
        };
        let score = |own: &Statement| self.matcher.score(axis, &own.text);
        let own = self.statements.iter().filter(is_own).rev();
        let best = own.max_by(|one, other| score(one).total_cmp(&score(other)))?;
        Some((best.side?, best.text.clone()))
    }

    /// The reason of a case in short that is this sentence, or about the axis.
    fn reason_on(&self, case: usize, axis: &AxisId, text: &str) -> Option<usize> {
        let is_on =
            |reason: &Reason| reason.text == text || self.axis_of(reason).as_ref() == Some(axis);
        self.statements[case].reasons.iter().position(is_on)
    }

    /// The axis that a reason is about.
    fn axis_of(&self, reason: &Reason) -> Option<AxisId> {
        let known = reason.asserts.as_ref().map(|asserts| asserts.axis.clone());
        known.or_else(|| self.matcher.own_words(&reason.text))
    }

    /// Gives the case in short the reasons that are written apart from it.
    pub(super) fn rest_case_on_reasons(&mut self) {
        for (Clause { text, cue, .. }, line) in std::mem::take(&mut self.thesis_reasons) {
            let case = self.case_or_answer();
            self.line = line;
            for text in self.apart(&text) {
                let guess = self.guess(ClauseKind::Because, text, Some(cue));
                self.attach(guess, case);
            }
        }
    }

    /// The first case in short of the text, or else the answer to the topic's question that its
    /// author declares.
    fn case_or_answer(&mut self) -> usize {
        if let Some(case) = self.statements.iter().position(Statement::is_case) {
            return case;
        }
        let answer = self.matcher.answer(self.stance).to_owned();
        self.statements.insert(0, statement(derived_id(&answer), answer, None, self.stance));
        0
    }
}
