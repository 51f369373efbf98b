//! Rule 16: what a persona's thesis rests on.

use std::collections::BTreeSet;

use super::Voice;
use crate::dependence::Dependence;
use crate::vocabulary::{AxisId, AxisSide, Reason, Statement};

impl<'a> Voice<'a> {
    /// The statements that answer the topic's own question: the persona's case in short. A persona never forgets them.
    pub fn case(&self) -> &[&'a Statement] {
        &self.cases
    }

    /// What the persona's thesis rests on: the issues that the reasons of its case assert, and the issues below them.
    pub fn dependence(&self) -> Dependence {
        let mut dependence = Dependence::default();
        for case in &self.cases {
            let links = &self.links(case).reasons;
            // Links are in the order of all reasons, level by level; the first ones are the case's own.
            let mut all = case.all_reasons().into_iter().zip(links);
            for (reason, link) in all.by_ref().take(case.reasons.len()) {
                let below = self.asserted_below(case, reason);
                match link.as_ref().and_then(|link| self.own_side(&link.asserts)) {
                    Some(issue) => {
                        if !below.is_empty() {
                            dependence.add_argument(issue.clone(), below);
                        }
                        dependence.add_reason([issue.clone()]);
                    }
                    None => dependence.add_reason(below),
                }
            }
        }
        for statement in self.positions() {
            let axis = statement.axis.clone().expect("a position is on an axis");
            dependence.add_argument(axis, self.rests_on(statement));
        }
        dependence
    }

    /// The statements that argue for what the thesis rests on, issue by issue, nearest first. For each issue there are just
    /// as many statements as show what the issue depends on: the best one that depends on nothing, or else enough that no
    /// issue stays below all of them that is not below all of the persona's statements there.
    pub fn pillars(&self) -> Vec<&'a Statement> {
        let dependence = self.dependence();
        let ranked = self.by_worth();
        let mut pillars = Vec::new();
        for issue in dependence.issues() {
            let on_issue = ranked.iter().copied().filter(|statement| {
                statement.axis.as_ref() == Some(issue) && self.is_position(statement)
            });
            let on_issue: Vec<&Statement> = on_issue.collect();
            let below = |statement: &Statement| -> BTreeSet<AxisId> { self.rests_on(statement) };
            let mut common: Option<BTreeSet<AxisId>> = None;
            while let Some(next) = on_issue.iter().copied().min_by_key(|statement| {
                let rest = below(statement);
                common.as_ref().map_or(rest.len(), |common| common.intersection(&rest).count())
            }) {
                let rest = below(next);
                let narrowed: BTreeSet<AxisId> = match &common {
                    Some(common) => common.intersection(&rest).cloned().collect(),
                    None => rest,
                };
                if common.as_ref().is_some_and(|common| common.len() == narrowed.len()) {
                    break;
                }
                common = Some(narrowed);
                pillars.push(next);
            }
        }
        pillars
    }

    /// The recalled statements with which the persona takes its own side of an axis. A point that it shares with another
    /// persona, and what it grants, is no position.
    fn positions(&self) -> impl Iterator<Item = &'a Statement> {
        self.statements.iter().copied().filter(|statement| self.is_position(statement))
    }

    /// Whether the statement takes the side of its axis that the persona takes, and is no shared point.
    pub fn is_position(&self, statement: &Statement) -> bool {
        let stance = statement.axis.as_ref().and_then(|axis| self.stance(axis));
        let is_own = stance.is_some_and(|stance| Some(stance.side) == statement.side);
        is_own && !self.voices.is_shared(statement)
    }

    /// The issues whose side of this persona the reasons and assumptions of a statement assert.
    pub fn rests_on(&self, statement: &Statement) -> BTreeSet<AxisId> {
        let asserted = self.links(statement).asserted().into_iter();
        asserted.filter_map(|asserts| self.own_side(asserts)).cloned().collect()
    }

    /// The issues that the reasons below a reason of the case assert.
    fn asserted_below(&self, case: &Statement, reason: &Reason) -> BTreeSet<AxisId> {
        let below = Statement { reasons: vec![reason.clone()], ..case.clone() };
        let texts: BTreeSet<&str> =
            below.all_reasons().into_iter().skip(1).map(|below| below.text.as_str()).collect();
        let all = case.all_reasons().into_iter().zip(&self.links(case).reasons);
        all.filter(|(reason, _)| texts.contains(reason.text.as_str()))
            .filter_map(|(_, link)| self.own_side(&link.as_ref()?.asserts))
            .cloned()
            .collect()
    }

    /// The axis, where the persona does not take the other side of it.
    fn own_side<'s>(&self, asserts: &'s AxisSide) -> Option<&'s AxisId> {
        let stance = self.stance(&asserts.axis);
        stance.is_none_or(|stance| stance.side == asserts.side).then_some(&asserts.axis)
    }
}
