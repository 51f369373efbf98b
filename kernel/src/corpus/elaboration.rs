//! Rules 6 and 7: what a persona itself has to say for and against its thesis and its own
//! sentences.

use std::cmp::Reverse;

use super::case::reasons_below;
use super::heard::Role;
use super::{Heard, Link, Voice, sortable};
use crate::vocabulary::{AxisId, AxisSide, Citation, Component, Side, Statement};

/// Whether a remark speaks for or against what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InfluenceKind {
    /// It supports it.
    Support,
    /// It attacks it.
    Attack,
}

/// A sentence that a persona puts to another sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Remark<'a> {
    /// Whether it speaks for or against that sentence.
    pub influence: InfluenceKind,
    /// The statement that it is or belongs to.
    pub statement: &'a Statement,
    /// The sentence.
    pub text: &'a str,
    /// The axis that it is about, where known.
    pub axis: Option<&'a AxisId>,
    /// The side that it takes on that axis, if it takes one.
    pub side: Option<Side>,
    /// What it cites.
    pub evidence: &'a [Citation],
}

impl<'a> Remark<'a> {
    /// A whole statement.
    pub fn statement(influence: InfluenceKind, statement: &'a Statement) -> Self {
        let Statement { text, axis, side, evidence, .. } = statement;
        Self { influence, statement, text, axis: axis.as_ref(), side: *side, evidence }
    }

    /// A reason, an assumption or a concession of a statement, with the side of an axis that it
    /// asserts.
    pub fn clause(
        influence: InfluenceKind,
        statement: &'a Statement,
        text: &'a str,
        asserts: Option<&'a AxisSide>,
    ) -> Self {
        let axis = asserts.map(|asserts| &asserts.axis);
        let side = asserts.map(|asserts| asserts.side);
        Self { influence, statement, text, axis, side, evidence: &[] }
    }

    /// A claim against its own thesis that the author of a statement attributes to the other side.
    fn ascribed(statement: &'a Statement, text: &'a str) -> Self {
        let (axis, side) = (statement.axis.as_ref(), statement.side.map(Side::opposite));
        Self { axis, side, ..Self::clause(InfluenceKind::Attack, statement, text, None) }
    }
}

impl<'a> Voice<'a> {
    /// What the persona itself knows against its thesis: `most` remarks at most, those first that
    /// are about questions on which its case rests.
    pub fn objections(&self, most: usize) -> Vec<Remark<'a>> {
        let mut surest = self.statements.clone();
        surest.retain(|statement| !statement.reasons.is_empty());
        surest.sort_by_key(|&own| (Reverse(sortable(own.confidence.value())), &own.id));
        let (granted, own): (Vec<&Statement>, Vec<&Statement>) =
            surest.into_iter().partition(|statement| self.grants(statement));
        let granted = granted.into_iter().filter(|own| !self.voices.is_shared(own));
        let granted = granted.map(|own| Remark::statement(InfluenceKind::Attack, own));
        let thoughts = own.iter().filter_map(|own| {
            let answered = own.answers.iter().find(|answer| answer.component == Component::Claim);
            Some(Remark::ascribed(own, &answered?.text))
        });
        let conceded = own.iter().filter_map(|own| {
            Some(Remark::clause(InfluenceKind::Attack, own, own.concedes.first()?, None))
        });
        let mut objections: Vec<Remark<'a>> = granted.chain(thoughts).chain(conceded).collect();
        let is_idle = |remark: &Remark<'a>| {
            let axis = remark.statement.axis.as_ref();
            let load = axis.and_then(|axis| self.dependence().load(axis));
            load.is_none_or(|load| load.value() == 0.0)
        };
        objections.sort_by_cached_key(is_idle);
        objections.truncate(most);
        objections
    }

    /// What the persona has to say for and against one of its own sentences, the best first;
    /// nothing where the sentence rests on no statement of its corpus.
    pub fn elaborate(&self, own: &Heard<'_>) -> Vec<Remark<'a>> {
        use InfluenceKind::{Attack, Support};
        let traced = self.voices.trace(own);
        let Some(statement) = traced.statement else { return vec![] };
        let others = self.statements.iter().copied().filter(|other| {
            let is_on_axis = other.axis.is_some() && other.axis == statement.axis;
            let is_other = is_on_axis && other.id != statement.id;
            let is_own = !self.grants(other) && !self.voices.is_shared(other);
            is_other && !other.reasons.is_empty() && is_own
        });
        let reasons = statement.all_reasons();
        let links = self.links(statement);
        let mut clauses: Vec<Remark<'a>> = Vec::new();
        for (reason, link) in reasons.iter().zip(&links.reasons) {
            clauses.push(self.clause(statement, &reason.text, link.as_ref()));
        }
        match traced.role {
            Role::Reason | Role::Assumption => {
                let below = reasons.iter().position(|reason| reason.text == own.text);
                let below =
                    below.map(|place| reasons_below(statement)[place].clone()).unwrap_or_default();
                below.into_iter().map(|place| clauses[place]).collect()
            }
            Role::Claim if !self.grants(statement) => {
                let mut reasons = clauses.into_iter();
                let mut remarks: Vec<Remark<'a>> = reasons.next().into_iter().collect();
                let concedes = statement.concedes.iter();
                remarks.extend(concedes.map(|text| Remark::clause(Attack, statement, text, None)));
                let assumed = statement.assumptions.iter().zip(&links.assumptions);
                remarks.extend(
                    assumed.map(|(assumed, link)| {
                        self.clause(statement, &assumed.text, link.as_ref())
                    }),
                );
                remarks.extend(reasons);
                remarks.extend(others.map(|other| Remark::statement(Support, other)));
                // What the statement rests on comes first.
                remarks.sort_by_key(|remark| {
                    remark.axis == statement.axis.as_ref() || remark.axis.is_none()
                });
                remarks
            }
            Role::Claim | Role::Concession | Role::Other => {
                // A statement that is granted is answered by others; any other sentence by its own
                // statement first.
                let is_claim = traced.role == Role::Claim;
                let answer = (!is_claim).then_some(statement);
                let mut answers =
                    answer.into_iter().chain(others).map(|own| Remark::statement(Attack, own));
                let influence = if is_claim { Support } else { Attack };
                let mut reasons = clauses.into_iter().map(|reason| Remark { influence, ..reason });
                let mut remarks: Vec<Remark<'a>> = answers.next().into_iter().collect();
                remarks.extend(reasons.next());
                remarks.extend(answers);
                remarks.extend(reasons);
                remarks
            }
        }
    }

    /// A reason or an assumption in favour of its statement. One that asserts an axis is said by
    /// the pillar that the persona's case has there, if there is one.
    fn clause(&self, own: &'a Statement, text: &'a str, link: Option<&'a Link>) -> Remark<'a> {
        let asserts = link.map(|link| &link.asserts);
        let pillars = asserts.map(|asserts| self.pillars_for(asserts)).unwrap_or_default();
        if let Some(pillar) = pillars.first() {
            return Remark::statement(InfluenceKind::Support, pillar);
        }
        let asserts = asserts.filter(|asserts| self.can_hold(asserts));
        Remark::clause(InfluenceKind::Support, own, text, asserts)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::{reason, statement};
    use crate::vocabulary::{AxisId, AxisSide, Persona, Reason, Seed};
    use InfluenceKind::{Attack, Support};

    fn objections(personas: &[Persona], most: usize) -> Vec<(String, String, Option<Side>)> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let shown = |remark: &Remark<'_>| {
            assert_eq!(remark.influence, Attack);
            (remark.statement.id.to_string(), remark.text.to_owned(), remark.side)
        };
        voice.objections(most).iter().map(shown).collect()
    }

    fn elaborated(
        personas: &[Persona],
        statement: &str,
        text: Option<&str>,
    ) -> Vec<(InfluenceKind, String)> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let sample = heard(personas, 0, statement, text);
        let remarks = voice.elaborate(&sample.heard());
        remarks.iter().map(|remark| (remark.influence, remark.text.to_owned())).collect()
    }

    fn remarks<const N: usize>(
        expected: [(InfluenceKind, &str); N],
    ) -> Vec<(InfluenceKind, String)> {
        expected.map(|(influence, text)| (influence, text.to_owned())).into()
    }

    #[test]
    fn objections_are_what_is_granted_then_answered_thoughts_then_concessions() {
        let texts = |found: Vec<(String, String, Option<Side>)>| {
            found.into_iter().map(|(_, text, _)| text).collect::<Vec<_>>()
        };
        let granted = personas_with(0, |statements| {
            statements[3].point = None;
            statements[0].concedes = vec!["some drivers walk".into(), "it rains".into()];
        });
        let found = texts(objections(&granted, 9));
        assert_eq!(
            found,
            [
                "The street is too loud.",
                "people on foot stop more often and spend more",
                "some drivers walk",
            ]
        );
        assert_eq!(texts(objections(&granted, 2)), found[..2]);
        assert_eq!(texts(objections(&pair(), 9)), found[1..2], "no shared point");
        let nothing_granted = personas_with(0, |statements| drop(statements.pop()));
        let first = objections(&nothing_granted, 1).remove(0);
        assert_eq!((first.0.as_str(), first.2), ("rain", Some(Side::No)), "the other side's");
    }

    #[test]
    fn objections_on_questions_on_which_the_case_rests_come_first() {
        let first = |rests_on: &str, side: Side| {
            let personas = personas_with(0, |statements| {
                statements[3].point = None;
                let axis = AxisId::new(rests_on).unwrap();
                let asserts = Some(AxisSide { axis, side });
                let case = statement("case", "It should stay open.", rests_on, Side::No);
                let reasons = vec![Reason { asserts, ..reason("So it is.") }];
                statements.push(Statement { axis: None, reasons, ..case });
            });
            objections(&personas, 1).remove(0).0
        };
        assert_eq!(first("trade", Side::Yes), "rain");
        assert_eq!(first("air", Side::No), "noise");
    }

    #[test]
    fn an_own_statement_is_elaborated_by_reasons_concessions_assumptions_and_others_on_its_axis() {
        let personas = personas_with(0, |s| s[0].concedes = vec!["some walk".into()]);
        let expected = remarks([
            (Support, "The reason of takings."),
            (Attack, "some walk"),
            (Support, "Drivers will not walk from a car park."),
            (Support, "People on foot stay at home in the rain."),
        ]);
        assert_eq!(elaborated(&personas, "takings", None), expected);
        let granting = personas_with(0, |statements| statements[3].point = None);
        let alone = remarks([(Support, "The reason of corner.")]);
        assert_eq!(
            elaborated(&granting, "corner", None),
            alone,
            "what is granted supports nothing"
        );
    }

    #[test]
    fn a_reason_is_elaborated_by_the_reasons_below_it() {
        let personas = personas_with(0, |statements| {
            let below = vec![reason("Tills are half empty.")];
            let above = Reason { reasons: below, ..reason("Takings fall.") };
            statements[0].reasons = vec![reason("Rents rise."), above];
        });
        let of = |text: &str| elaborated(&personas, "takings", Some(text));
        assert_eq!(of("Takings fall."), remarks([(Support, "Tills are half empty.")]));
        assert_eq!(of("Rents rise."), []);
        assert_eq!(of("Drivers will not walk from a car park."), [], "an assumption has none");
    }

    #[test]
    fn what_a_statement_rests_on_about_another_question_comes_first() {
        let personas = personas_with(0, |statements| {
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let on_air = Reason { asserts: Some(asserts), ..reason("The wind carries it off.") };
            statements[0].reasons.push(on_air);
        });
        let said = elaborated(&personas, "takings", None).into_iter().map(|(_, text)| text);
        let said: Vec<String> = said.take(2).collect();
        assert_eq!(said, ["The wind carries it off.", "The reason of takings."]);
    }

    #[test]
    fn a_granted_statement_is_answered_by_another_and_supported_by_its_reason() {
        let expected = remarks([
            (Attack, "Exhaust goes round the corner."),
            (Support, "The reason of noise."),
        ]);
        assert_eq!(elaborated(&pair(), "noise", None), expected);
    }

    #[test]
    fn a_thought_ascribed_to_others_is_answered_by_its_own_statement() {
        let thought = "people on foot stop more often and spend more";
        let expected = remarks([
            (Attack, "People on foot stay at home in the rain."),
            (Attack, "The reason of rain."),
            (Attack, "Shops lose the custom of drivers."),
        ]);
        assert_eq!(elaborated(&pair(), "rain", Some(thought)), expected);
    }
}
