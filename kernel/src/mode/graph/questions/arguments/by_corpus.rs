//! `arguments`: the persona's case in short is its thesis (rule 16); without one, the sentence of the topic that it agrees
//! with. It grants the points that it shares with others (rule 4). The arguments are the pillars of the case, then the
//! statement that leads best on each other axis (rule 5); where no statement on an axis has reasons, the surest one without, as
//! its own premise.
//!
//! Left out: statements for the side that the persona does not take, and shared points. Of a statement's reasons and assumptions,
//! those that assert an axis are taken first.

use std::collections::BTreeSet;

use super::{
    ArgumentDraft, Arguments, ArgumentsAnswer, ComponentKind, GrantDraft, LEAST, RestsOnDraft,
    ThesisDraft,
};
use crate::corpus::{Issues, Link, Links, Silence, Voices};
use crate::question::Cited;
use crate::vocabulary::{AxisId, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Statement};

pub(super) fn answer(
    question: &Arguments,
    voices: &Voices<'_>,
) -> Result<ArgumentsAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let axes: Vec<&AxisId> = question.topic.axes.iter().map(|axis| &axis.id).collect();
    let mut chosen = voice.pillars();
    let covered = |chosen: &[&Statement], axis: &AxisId| {
        chosen.iter().any(|statement| statement.axis.as_ref() == Some(axis))
    };
    let open: Vec<&AxisId> = axes.iter().copied().filter(|axis| !covered(&chosen, axis)).collect();
    // It argues for the other side only where all that it says for its own is common ground.
    let has_position = |axis: &Option<AxisId>| {
        voice.statements().iter().any(|own| own.axis == *axis && voice.is_position(own))
    };
    let may_lead = |own: &Statement| {
        !voices.is_shared(own) && (!voice.grants(own) || !has_position(&own.axis))
    };
    for lead in voice.lead(Issues::Named(&open), LEAST, may_lead) {
        if chosen.iter().all(|other| other.id != lead.id) {
            chosen.push(lead);
        }
    }
    for &axis in &open {
        if !covered(&chosen, axis) {
            let takes = |own: &Statement| own.axis.as_ref() == Some(axis);
            chosen.extend(voice.surest(|own| takes(own) && voice.is_position(own)));
        }
    }
    let draft =
        |statement: &Statement| ArgumentDraft::from_statement(statement, voice.links(statement));
    let thesis = ThesisDraft::from_case(&voice, &question.topic);
    let grants = GrantDraft::of_voice(&voice, voices);
    Ok(ArgumentsAnswer { thesis, grants, arguments: chosen.into_iter().map(draft).collect() })
}

impl ArgumentDraft {
    /// The argument that a statement makes: the reasons that assert an axis, and others until there are three, level by level; of
    /// its assumptions in the same way until there are two; of its citations the first two, its own before those
    /// of its reasons. A statement without reasons is its own premise: what ASPIC+ calls an atomic argument.
    pub(crate) fn from_statement(statement: &Statement, links: &Links) -> Self {
        let reasons = statement.all_reasons();
        let reasons = reasons.iter().map(|reason| reason.text.as_str());
        let assumed = statement.assumptions.iter().map(|assumed| assumed.text.as_str());
        let premises = linked_first(reasons, &links.reasons, MOST_PREMISES);
        let assumptions = linked_first(assumed, &links.assumptions, MOST_ASSUMPTIONS);
        let rests_on = |part, clauses: &[Clause<'_>]| -> Vec<RestsOnDraft> {
            let linked = clauses.iter().zip(1..).filter_map(|((_, link), number)| {
                let asserts = &(*link)?.asserts;
                let (axis, side) = (asserts.axis.to_string(), asserts.side);
                Some(RestsOnDraft { part, number, axis, side })
            });
            linked.collect()
        };
        let mut rests = rests_on(ComponentKind::Premise, &premises);
        rests.extend(rests_on(ComponentKind::Assumption, &assumptions));
        Self {
            claim: statement.text.clone(),
            premises: if premises.is_empty() {
                vec![statement.text.clone()]
            } else {
                texts(&premises)
            },
            assumptions: texts(&assumptions),
            rests_on: rests,
            evidence: statement.citations().map(Cited::from).take(MOST_CITATIONS).collect(),
            excerpts: vec![statement.id.to_string()],
            axis: statement.axis.as_ref().map(ToString::to_string),
            side: statement.side,
            confidence: statement.confidence.value(),
        }
    }
}

/// A reason or an assumption, with what it asserts.
type Clause<'a> = (&'a str, Option<&'a Link>);

fn texts(clauses: &[Clause<'_>]) -> Vec<String> {
    clauses.iter().map(|(text, _)| (*text).to_owned()).collect()
}

/// The clauses that assert an axis, each axis once, and then others until there are `most`: those that assert an axis again
/// before those that assert none, otherwise in their order.
fn linked_first<'a>(
    texts: impl Iterator<Item = &'a str>,
    links: &'a [Option<Link>],
    most: usize,
) -> Vec<Clause<'a>> {
    let links = links.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    let mut clauses: Vec<Clause<'a>> = texts.zip(links).collect();
    let mut named = BTreeSet::new();
    clauses.sort_by_cached_key(|(_, link)| match link {
        Some(link) if named.insert(&link.asserts.axis) => 0,
        Some(_) => 1,
        None => 2,
    });
    clauses.truncate(most.max(named.len()));
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::mode::shared::questions::thesis::ReasonDraft;
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{
        Assumption, Axis, AxisId, AxisSide, Citation, Persona, Reason, Seed, Side,
    };

    fn answered(axes: &[&str], by: usize, personas: &[Persona]) -> Result<ArgumentsAnswer, String> {
        let mut topic = topic();
        for id in axes.iter().filter_map(|axis| AxisId::new(*axis).ok()) {
            if topic.axis(&id).is_none() {
                topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            }
        }
        let brief = Brief::new(&personas[by], &topic);
        let question = Arguments { brief, topic };
        let corpora = everything(personas);
        let answer = answer(&question, &corpora.voices(Seed(1))).map_err(|why| why.to_string())?;
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        Ok(answer)
    }

    /// The statements that are argued, and those that are granted.
    fn opened(axes: &[&str], by: usize, personas: &[Persona]) -> [Vec<String>; 2] {
        let answer = answered(axes, by, personas).unwrap();
        let argued = answer.arguments.into_iter().flat_map(|argument| argument.excerpts);
        let granted = answer.grants.into_iter().flat_map(|grant| grant.excerpts);
        [argued.collect(), granted.collect()]
    }

    #[test]
    fn a_lead_on_each_axis_is_argued_and_a_shared_point_is_granted() {
        let opened = |by| opened(&["trade", "air"], by, &pair());
        assert_eq!(opened(0), [vec!["takings", "corner"], vec!["noise"]]);
        assert_eq!(opened(1), [vec!["stroll", "lungs"], vec!["din"]]);
    }

    #[test]
    fn a_shared_point_takes_no_room_from_the_arguments() {
        let personas = personas_with(0, |statements| {
            let stated = |axis| statement(axis, "It is so.", axis, Side::Yes);
            statements.extend(["buses", "parking"].map(stated));
        });
        let opened = |axes: &[&str]| opened(axes, 0, &personas);
        let three = ["trade", "air", "buses"];
        assert_eq!(opened(&three), [vec!["takings", "corner", "buses"], vec!["noise"]]);
        let four = ["trade", "air", "buses", "parking"];
        assert_eq!(opened(&four), [vec!["takings", "corner", "buses", "parking"], vec!["noise"]]);
    }

    #[test]
    fn the_case_in_short_is_the_thesis_and_without_one_the_sentence_of_the_topic() {
        let thesis = |personas: &[Persona]| {
            let thesis = answered(&["trade", "air"], 0, personas).unwrap().thesis;
            assert_eq!(thesis.side, Side::No);
            let reason = |reason: ReasonDraft| (reason.text, reason.axis.zip(reason.side));
            let rests_on: Vec<_> = thesis.rests_on.into_iter().map(reason).collect();
            (thesis.claim, rests_on, thesis.excerpts)
        };
        let sentence = "Keep it open.".to_owned();
        assert_eq!(thesis(&pair()), (sentence.clone(), vec![(sentence, None)], vec![]));
        let personas = personas_with(0, |statements| {
            let asserts = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
            let tagged = Reason { asserts: Some(asserts), ..reason("Drivers pay my rent.") };
            statements.push(Statement {
                axis: None,
                reasons: vec![tagged, reason("I like it.")],
                ..statement("case", "In short: leave it.", "trade", Side::No)
            });
        });
        let (claim, rests_on, excerpts) = thesis(&personas);
        assert_eq!((claim.as_str(), excerpts), ("In short: leave it.", vec!["case".to_owned()]));
        let trade = Some(("trade".to_owned(), Side::Yes));
        let expected =
            [("Drivers pay my rent.".to_owned(), trade), ("I like it.".to_owned(), None)];
        assert_eq!(rests_on, expected);
    }

    #[test]
    fn a_persona_with_few_statements_or_none_opens_with_its_thesis_and_these() {
        let personas = personas_with(0, |statements| statements.truncate(1));
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], ["takings"]);
        let personas = personas_with(0, Vec::clear);
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], [""; 0]);
    }

    #[test]
    fn a_statement_without_reasons_is_argued_where_no_other_statement_is_on_its_axis() {
        let personas = personas_with(0, |statements| statements[1].reasons.clear());
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], ["takings", "rain", "corner"]);
        let answer = answered(&["trade", "air"], 0, &personas).unwrap();
        assert_eq!(answer.arguments[2].premises, ["Exhaust goes round the corner."]);
    }

    #[test]
    fn a_draft_has_one_to_three_premises() {
        for persona in &pair() {
            for statement in persona.corpora[&topic().id].statements() {
                let draft = ArgumentDraft::from_statement(statement, &Links::default());
                assert!((1..=3).contains(&draft.premises.len()), "{}", draft.claim);
                assert_eq!(draft.claim, statement.text);
            }
        }
    }

    #[test]
    fn a_draft_leaves_out_the_deepest_and_the_last() {
        let cited = |text: &str| Citation { text: text.into(), evidence: None };
        let mut first = reason("One.");
        first.reasons = vec![reason("One, since."), reason("One, for.")];
        first.reasons[0].evidence = vec![cited("deep")];
        first.evidence = vec![cited("high")];
        let mut stated = statement("said", "It is so.", "trade", Side::Yes);
        stated.reasons = vec![first, reason("Two.")];
        stated.assumptions = ["A.", "B.", "C."].map(Assumption::new).into();
        let whole = ArgumentDraft::from_statement(&stated, &Links::default());
        assert_eq!(whole.premises, ["One.", "Two.", "One, since."]);
        assert_eq!(whole.assumptions, ["A.", "B."]);
        let cites = |draft: ArgumentDraft| -> Vec<String> {
            draft.evidence.into_iter().map(|cited| cited.text).collect()
        };
        assert_eq!(cites(whole), ["high", "deep"]);
        stated.evidence = vec![cited("own")];
        assert_eq!(
            cites(ArgumentDraft::from_statement(&stated, &Links::default())),
            ["own", "high"]
        );
    }
}
