//! Rule 2: which side a persona takes.

use std::collections::BTreeMap;

use super::{Link, LinkedBy, Links, sortable};
use crate::text::begins_granting;
use crate::vocabulary::{AxisId, AxisSide, Corpus, Side, Statement, StatementId};

/// The side that a persona takes on an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// The side.
    pub side: Side,
    /// The summed confidence of the statements and reasons for it, less that of those against it.
    pub weight: f64,
}

/// The stance on every axis that the statements are about.
pub(crate) fn stances<'a>(statements: &[&'a Statement]) -> BTreeMap<&'a AxisId, Stance> {
    stances_with(statements, &BTreeMap::new())
}

/// The stance on every axis that the statements are about. A reason that asserts an answer, by tag
/// or in the words of the axis, counts as much as its statement does. What a statement grants
/// counts only where its author says nothing else.
fn stances_with<'a>(
    statements: &[&'a Statement],
    links: &BTreeMap<StatementId, Links>,
) -> BTreeMap<&'a AxisId, Stance> {
    let (granting, own): (Vec<&Statement>, Vec<&Statement>) =
        statements.iter().partition(|own| begins_granting(&own.text));
    let (mut stances, granted) = (summed(&own, links), summed(&granting, &BTreeMap::new()));
    for (axis, stance) in granted {
        if !own.iter().any(|own| own.axis.as_ref() == Some(axis) && own.side.is_some()) {
            stances.insert(axis, stance);
        }
    }
    stances
}

/// The stance on every axis, as the statements show it that their author tagged.
pub(super) fn stances_by_tags<'a>(statements: &[&'a Statement]) -> BTreeMap<&'a AxisId, Stance> {
    let tagged = statements.iter().copied().filter(|own| own.inferred.is_none());
    stances(&tagged.collect::<Vec<_>>())
}

/// For each axis that the statements answer, the side for which they and their reasons have the
/// greater summed confidence; no entry if both sides have the same.
fn summed<'a>(
    statements: &[&'a Statement],
    links: &BTreeMap<StatementId, Links>,
) -> BTreeMap<&'a AxisId, Stance> {
    let mut sums: BTreeMap<&AxisId, [f64; 2]> = BTreeMap::new();
    for statement in statements {
        if let Some((axis, side)) = statement.axis.as_ref().zip(statement.side) {
            sums.entry(axis).or_default()[usize::from(side == Side::Yes)] +=
                statement.confidence.value();
        }
    }
    for statement in statements {
        for AxisSide { axis, side } in links.get(&statement.id).into_iter().flat_map(Links::stated)
        {
            if let Some(sums) = sums.get_mut(axis) {
                sums[usize::from(*side == Side::Yes)] += statement.confidence.value();
            }
        }
    }
    let stance = |[no, yes]: [f64; 2]| {
        let weight = (yes - no).abs();
        let side = if yes > no { Side::Yes } else { Side::No };
        (sortable(weight) > 0).then_some(Stance { side, weight })
    };
    sums.into_iter().filter_map(|(axis, sums)| Some((axis, stance(sums)?))).collect()
}

/// The stance on every axis that the statements are about, as the cases correct them.
pub(super) fn corrected<'a>(
    statements: &[&'a Statement],
    cases: &[&'a Statement],
    links: &BTreeMap<StatementId, Links>,
) -> BTreeMap<&'a AxisId, Stance> {
    let mut stances = stances_with(statements, links);
    let linked = cases.iter().filter_map(|case| Some((*case, links.get(&case.id)?)));
    correct_by_case(&mut stances, statements, &linked.collect::<Vec<_>>());
    stances
}

/// The stance of a corpus on every axis, as its tags alone show it.
pub(crate) fn tagged_stances(corpus: &Corpus) -> BTreeMap<&AxisId, Stance> {
    let links = corpus.statements().map(|own| (own.id.clone(), Links::of_tags(own))).collect();
    let (cases, others): (Vec<&Statement>, Vec<&Statement>) =
        corpus.statements().partition(|statement| statement.is_case());
    corrected(&others, &cases, &links)
}

/// The side that a persona takes on each axis by its whole corpus.
pub(super) fn sides(
    corpus: &Corpus,
    links: &BTreeMap<StatementId, Links>,
) -> BTreeMap<AxisId, Side> {
    let (cases, others): (Vec<&Statement>, Vec<&Statement>) =
        corpus.statements().partition(|statement| statement.is_case());
    let stances = corrected(&others, &cases, links);
    stances.into_iter().map(|(axis, stance)| (axis.clone(), stance.side)).collect()
}

/// Gives a persona the side that its case asserts, by tag or in the words of the axis, where its
/// statements on the axis are evenly split, or take the other side with less confidence than the
/// case has. Against a tag of the case only statements with a tag count. A case that asserts both
/// sides decides nothing.
fn correct_by_case<'a>(
    stances: &mut BTreeMap<&'a AxisId, Stance>,
    statements: &[&'a Statement],
    cases: &[(&Statement, &Links)],
) {
    let answers = || statements.iter().filter_map(|own| own.axis.as_ref().zip(own.side));
    let mut asserted: BTreeMap<&AxisId, Vec<(Stance, bool)>> = BTreeMap::new();
    for &(case, links) in cases {
        let known = links.reasons.iter().flatten().filter(|link| link.by != LinkedBy::Words);
        for Link { asserts: AxisSide { axis, side }, by, .. } in known {
            if let Some((axis, _)) = answers().find(|(answered, _)| *answered == axis) {
                let stance = Stance { side: *side, weight: case.confidence.value() };
                let is_tagged = *by == LinkedBy::Tag && case.inferred.is_none();
                asserted.entry(axis).or_default().push((stance, is_tagged));
            }
        }
    }
    let of_tagged = stances_by_tags(statements);
    asserted.retain(|_, taken| taken.iter().all(|(stance, _)| stance.side == taken[0].0.side));
    for (axis, taken) in asserted {
        let (of_case, is_tagged) = (taken[0].0, taken.iter().any(|(_, is_tagged)| *is_tagged));
        let opposed = if is_tagged { of_tagged.get(axis) } else { stances.get(axis) };
        let opposed = opposed.filter(|stance| stance.side != of_case.side);
        let against = opposed.map_or(0.0, |stance| stance.weight);
        let is_for = stances.get(axis).is_some_and(|stance| stance.side == of_case.side);
        if !is_for && of_case.weight > against {
            stances.insert(axis, Stance { weight: of_case.weight - against, ..of_case });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with, point};
    use super::*;
    use crate::vocabulary::samples::{reason, statement};
    use crate::vocabulary::{Inferred, Persona, Probability, Reason, Seed, Side, Statement};

    fn stance(personas: &[Persona], axis: &str) -> Option<Stance> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        voice.stance(&AxisId::new(axis).unwrap())
    }

    #[test]
    fn a_stance_is_the_side_for_which_confidences_sum_to_more() {
        let taken =
            |axis| stance(&pair(), axis).map(|s| (s.side, (100.0 * s.weight).round() as u32));
        assert_eq!(taken("trade"), Some((Side::Yes, 140)));
        assert_eq!(taken("air"), Some((Side::No, 10)), "0.8 for no, 0.7 for yes");
        assert_eq!(taken("noise"), None, "it has no statement on this axis");
    }

    #[test]
    fn an_evenly_split_persona_has_no_stance_and_grants_nothing() {
        let personas = personas_with(0, |statements| {
            for statement in statements {
                statement.confidence = Probability::new(0.7).unwrap();
            }
        });
        assert_eq!(stance(&personas, "air"), None);
        let granted = |personas: &[Persona]| {
            let corpora = everything(personas);
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            let granted = voice.statements().iter().filter(|statement| voice.grants(statement));
            granted.map(|statement| statement.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(granted(&personas), [""; 0]);
        assert_eq!(granted(&pair()), ["noise"], "the weaker side of an axis");
    }

    #[test]
    fn the_case_decides_the_stance_of_an_evenly_split_persona() {
        let asserting = |sides: &[Side]| {
            let personas = personas_with(0, |statements| {
                for statement in statements.iter_mut() {
                    statement.confidence = Probability::new(0.7).unwrap();
                }
                let tagged = |side: &Side| {
                    let axis = AxisId::new("air").unwrap();
                    let asserts = Some(AxisSide { axis, side: *side });
                    Reason { asserts, ..reason("The wind decides.") }
                };
                let case = statement("case", "Keep it open.", "trade", Side::No);
                let reasons = sides.iter().map(tagged).collect();
                statements.push(Statement { axis: None, reasons, ..case });
            });
            stance(&personas, "air").map(|stance| stance.side)
        };
        assert_eq!(asserting(&[Side::No]), Some(Side::No));
        assert_eq!(asserting(&[Side::Yes]), Some(Side::Yes));
        assert_eq!(asserting(&[Side::Yes, Side::No]), None);
        assert_eq!(asserting(&[]), None);
    }

    #[test]
    fn a_reason_that_asserts_an_answer_counts_as_much_as_its_statement() {
        let taken = |confidence: f64, side: Side| {
            let personas = personas_with(0, |statements| {
                statements.clear();
                statements.push(statement("mistagged", "It smells of soap.", "air", Side::Yes));
                let asserts = Some(AxisSide { axis: AxisId::new("air").unwrap(), side });
                let reasons = vec![Reason { asserts, ..reason("The wind decides.") }];
                let confidence = Probability::new(confidence).unwrap();
                let other = statement("other", "Carts are late.", "trade", Side::Yes);
                statements.push(Statement { confidence, reasons, ..other });
            });
            stance(&personas, "air").map(|stance| stance.side)
        };
        assert_eq!(taken(0.95, Side::No), Some(Side::No));
        assert_eq!(taken(0.25, Side::No), Some(Side::Yes));
        assert_eq!(taken(0.95, Side::Yes), Some(Side::Yes));
    }

    #[test]
    fn a_case_outweighs_a_statement_of_less_confidence_for_the_other_side() {
        let taken = |confidence: f64| {
            let personas = personas_with(0, |statements| {
                let is_on_air =
                    |own: &Statement| own.axis.as_ref().is_some_and(|axis| axis.as_str() == "air");
                statements.retain(|own| !is_on_air(own));
                let confidence = Probability::new(confidence).unwrap();
                let other = statement("other", "It smells of soap.", "air", Side::Yes);
                statements.push(Statement { confidence, ..other });
                let axis = AxisId::new("air").unwrap();
                let asserts = Some(AxisSide { axis, side: Side::No });
                let reasons = vec![Reason { asserts, ..reason("The wind decides.") }];
                let case = statement("case", "Keep it open.", "trade", Side::No);
                statements.push(Statement { axis: None, reasons, ..case });
            });
            stance(&personas, "air").map(|stance| stance.side)
        };
        assert_eq!(taken(0.25), Some(Side::No));
        assert_eq!(taken(0.7), Some(Side::Yes), "the case is no surer");
        assert_eq!(taken(0.95), Some(Side::Yes));
    }

    #[test]
    fn what_a_statement_grants_does_not_outvote_what_its_author_says() {
        let taken = |own: Option<(&str, &str)>| {
            let personas = personas_with(0, |statements| {
                statements.clear();
                for (id, text) in
                    [("one", "I grant that it smells."), ("two", "I admit that it stinks.")]
                {
                    statements.push(statement(id, text, "air", Side::Yes));
                }
                statements.extend(own.map(|(text, on)| statement("own", text, on, Side::No)));
            });
            stance(&personas, "air").map(|stance| stance.side)
        };
        assert_eq!(taken(Some(("The air is fine.", "air"))), Some(Side::No));
        assert_eq!(taken(Some(("The shops are full.", "trade"))), Some(Side::Yes));
        assert_eq!(taken(None), Some(Side::Yes), "it says nothing else");
    }

    #[test]
    fn a_tag_of_the_case_outweighs_statements_whose_axis_was_inferred() {
        let taken = |inferred, is_tagged: bool| {
            let personas = personas_with(0, |statements| {
                statements.clear();
                // Its words say the side, so that it does not follow the case.
                let other = statement("other", "The air gets cleaner.", "air", Side::Yes);
                statements.push(Statement { inferred, confidence: Probability::ONE, ..other });
                let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
                let tag = Some(asserts).filter(|_| is_tagged);
                let reasons = vec![Reason { asserts: tag, ..reason("It stays as it is.") }];
                let case = statement("case", "Keep it open.", "trade", Side::No);
                let confidence = Probability::new(0.5).unwrap();
                statements.push(Statement { axis: None, reasons, confidence, ..case });
            });
            stance(&personas, "air").map(|stance| stance.side)
        };
        assert_eq!(taken(Some(Inferred::certain()), true), Some(Side::No));
        assert_eq!(taken(None, true), Some(Side::Yes));
        let without = taken(Some(Inferred::certain()), false);
        assert_eq!(without, Some(Side::Yes), "the case has no tag, only the words of the axis");
    }

    #[test]
    fn allies_give_the_same_answer_to_the_topics_question() {
        let personas = pair();
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        assert!(voice.is_ally(&personas[0].id) && !voice.is_ally(&personas[1].id));
    }

    #[test]
    fn a_statement_that_denies_what_its_author_asserts_for_the_same_answer_is_not_said() {
        let personas = personas_with(0, |statements| {
            let spring = statement("spring", "Springs rise there.", "trade", Side::Yes);
            statements.push(Statement { point: point("springs"), ..spring });
            let none = statement("none", "No springs rise there.", "trade", Side::Yes);
            statements.push(Statement { denies: point("springs"), ..none });
        });
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let said: Vec<&str> = voice.statements().iter().map(|own| own.id.as_str()).collect();
        assert!(said.contains(&"spring") && !said.contains(&"none"), "{said:?}");
    }
}
