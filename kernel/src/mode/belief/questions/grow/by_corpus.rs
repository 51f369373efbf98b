//! `grow`: below its thesis what its case rests on (rule 16), without a case what the persona leads
//! with (rule 5), and what it knows against it (rule 6), and nothing where it recalls no statement
//! of its own; below every other sentence what it has to say for and against it (rule 7).
//!
//! Left out: whatever exceeds the width of a level; below sentences, also what the graph already
//! says.

use crate::question::ByCorpus;
use std::collections::BTreeSet;

use super::{BELOW_EACH, EACH_WAY, Grow, GrowAnswer, name};
use crate::corpus::{self, Heard, HeardForm, LeadAxes, Remark, Silence, Voice, Voices};
use crate::mode::belief::questions::nodes::NodeDraft;
use crate::vocabulary::{PersonaId, Statement};

impl ByCorpus for Grow {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<GrowAnswer, Silence> {
        let author = &self.brief.persona;
        let voice = voices.voice(author)?;
        let first = below_thesis(&voice, voices, self.width);
        let known = self.tree.iter().map(|node| node.claim.as_str());
        let mut used: BTreeSet<&str> =
            known.chain(first.iter().map(|remark| remark.text)).collect();
        let thesis = self.thesis.to_string();
        let draft =
            |above: &str, remark: &Remark<'_>| NodeDraft::from_remark(&voice, above, remark);
        let mut nodes: Vec<NodeDraft> = first.iter().map(|remark| draft(&thesis, remark)).collect();
        for (position, remark) in first.iter().enumerate() {
            let below = below_sentence(&voice, author, remark, &mut used);
            nodes.extend(below.iter().map(|remark| draft(&name(position), remark)));
        }
        Ok(GrowAnswer { nodes })
    }
}

/// The pillars that the two levels below the thesis contain: those of its first reasons, and those
/// that these rest on.
pub(crate) fn pillars_below_thesis<'a>(voice: &Voice<'a>, width: usize) -> Vec<&'a Statement> {
    let first = reasons(voice).into_iter().take(width);
    let mut below: Vec<&Statement> = first.map(|remark| remark.statement).collect();
    let pillars = voice.pillars();
    for statement in below.clone() {
        for axis in voice.rests_on(statement) {
            below.extend(pillars.iter().copied().find(|own| own.axis.as_ref() == Some(&axis)));
        }
    }
    below
}

/// The reasons of the case, each said by the first statement that argues for what it asserts, and
/// after them the other statements that show what these issues depend on, and those that the
/// reasons below them assert.
fn reasons<'a>(voice: &Voice<'a>) -> Vec<Remark<'a>> {
    let mut remarks: Vec<Remark<'a>> = Vec::new();
    let mut others: Vec<Remark<'a>> = Vec::new();
    for &case in voice.case() {
        let linked = case.reasons.iter().zip(&voice.links(case).reasons);
        for ((reason, link), below) in linked.zip(voice.asserted_below(case)) {
            let asserts = link.as_ref().map(|link| &link.asserts);
            let mut on_issue =
                asserts.map(|asserts| voice.pillars_for(asserts)).unwrap_or_default().into_iter();
            let asserts = asserts.filter(|asserts| voice.can_hold(asserts));
            let clause =
                Remark::clause(corpus::InfluenceKind::Support, case, &reason.text, asserts);
            let first =
                on_issue.next().map(|own| Remark::statement(corpus::InfluenceKind::Support, own));
            let first = first.unwrap_or(clause);
            if remarks.iter().all(|remark| remark.text != first.text) {
                remarks.push(first);
                let below = below.iter().flat_map(|asserts| voice.pillars_for(asserts));
                others.extend(
                    on_issue
                        .chain(below)
                        .map(|own| Remark::statement(corpus::InfluenceKind::Support, own)),
                );
            }
        }
    }
    for other in others {
        if remarks.iter().all(|remark| remark.text != other.text) {
            remarks.push(other);
        }
    }
    remarks
}

fn below_thesis<'a>(voice: &Voice<'a>, voices: &Voices<'a>, width: usize) -> Vec<Remark<'a>> {
    let most = width - EACH_WAY;
    let mut support = reasons(voice);
    if support.is_empty() {
        let leads =
            voice.lead(LeadAxes::Any, most, |own| !voice.grants(own) && !voices.is_shared(own));
        support = leads
            .into_iter()
            .map(|own| Remark::statement(corpus::InfluenceKind::Support, own))
            .collect();
    }
    if support.is_empty() {
        // No statement can be an argument.
        let own = voice.surest(|own| !voice.grants(own) && !voices.is_shared(own));
        support.extend(own.map(|own| Remark::statement(corpus::InfluenceKind::Support, own)));
    }
    support.truncate(most);
    if !support.is_empty() {
        support.extend(voice.objections(EACH_WAY));
    }
    support
}

/// What the persona has to say for and against a sentence of its own. An objection to its thesis
/// takes no side: the persona does not assert it.
fn below_sentence<'a>(
    voice: &Voice<'a>,
    author: &PersonaId,
    remark: &Remark<'a>,
    used: &mut BTreeSet<&'a str>,
) -> Vec<Remark<'a>> {
    let heard = Heard {
        author,
        text: remark.text,
        axis: remark.axis,
        side: remark.side.filter(|_| remark.influence == corpus::InfluenceKind::Support),
        excerpts: std::slice::from_ref(&remark.statement.id),
        form: HeardForm::Sentence,
    };
    let mut remarks = voice.elaborate(&heard);
    let mut taken = 0;
    remarks.retain(|remark| {
        let is_taken = taken < BELOW_EACH && used.insert(remark.text);
        taken += usize::from(is_taken);
        is_taken
    });
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::mode::belief::questions::nodes::{InfluenceKind, ShownNode};
    use crate::mode::belief::samples::believed;
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{
        AxisId, AxisSide, NodeId, Persona, Probability, Reason, Seed, Side, Statement,
    };

    /// The new nodes of a persona: those directly below its thesis, and those below them.
    fn grown(personas: &[Persona], by: usize, width: usize) -> (Vec<NodeDraft>, Vec<NodeDraft>) {
        let id = personas[by].id.clone();
        let thesis = ShownNode { author: id.clone(), tree: id, ..believed(1, None) };
        let question = Grow {
            brief: Brief::new(&personas[by], &topic()),
            topic: topic(),
            tree: vec![thesis],
            thesis: NodeId::new(1),
            width,
        };
        let corpora = everything(personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        answer.nodes.into_iter().partition(|node| node.target == "n1")
    }

    fn shown(leaves: &[NodeDraft]) -> Vec<(InfluenceKind, &str)> {
        leaves.iter().map(|leaf| (leaf.bearing, leaf.claim.as_str())).collect()
    }

    /// The pair, with what the keeper grants as a point of its own.
    fn without_shared_points() -> Vec<Persona> {
        personas_with(0, |statements| statements[3].point = None)
    }

    #[test]
    fn without_a_case_leads_support_a_thesis_and_a_granted_statement_attacks_it() {
        let personas = without_shared_points();
        let (first, _) = grown(&personas, 0, 3);
        assert_eq!(
            shown(&first),
            [
                (InfluenceKind::Support, "Shops lose the custom of drivers."),
                (InfluenceKind::Support, "Exhaust goes round the corner."),
                (InfluenceKind::Attack, "The street is too loud."),
            ]
        );
        let (wide, _) = grown(&personas, 0, 6);
        let rain = (InfluenceKind::Support, "People on foot stay at home in the rain.");
        let [two, granted] = [&shown(&first)[..2], &shown(&first)[2..]];
        assert_eq!(shown(&wide), [two, &[rain], granted].concat(), "what is granted never leads");
    }

    #[test]
    fn where_no_statement_can_argue_the_surest_that_is_not_granted_supports_the_thesis() {
        let personas = personas_with(0, |statements| {
            statements[3].point = None;
            statements[3].confidence = Probability::new(0.9).unwrap();
            let wind = statement("wind", "The wind stands still.", "air", Side::No);
            statements.push(Statement { confidence: Probability::new(0.75).unwrap(), ..wind });
            for own in statements {
                own.reasons.clear();
            }
        });
        let (first, _) = grown(&personas, 0, 3);
        let support = (InfluenceKind::Support, "Exhaust goes round the corner.");
        assert_eq!(shown(&first)[0], support);
        let supports = first.iter().filter(|leaf| leaf.bearing == InfluenceKind::Support);
        assert_eq!(supports.count(), 1);
    }

    #[test]
    fn without_a_granted_statement_an_answered_thought_attacks_the_thesis() {
        let without = personas_with(0, |statements| drop(statements.pop()));
        for personas in [without, pair()] {
            let (first, _) = grown(&personas, 0, 3);
            let thought = &first[2];
            assert_eq!(thought.claim, "people on foot stop more often and spend more");
            assert_eq!(
                (thought.bearing, thought.excerpts[0].as_str()),
                (InfluenceKind::Attack, "rain")
            );
            assert_eq!(thought.side, Some(Side::No), "the keeper says yes");
        }
    }

    /// The pair; the keeper's case rests on trade, on what it shares with the walker, and on taste.
    /// Its surest statement on trade rests on air.
    fn with_case() -> Vec<Persona> {
        personas_with(0, |statements| {
            let on = |axis: &str, side, text: &str| Reason {
                asserts: AxisId::new(axis).ok().map(|axis| AxisSide { axis, side }),
                ..reason(text)
            };
            statements.retain(|own| own.id.as_str() != "rain");
            statements[0].reasons.push(on("air", Side::No, "The wind carries it off."));
            statements.push(Statement {
                axis: None,
                reasons: vec![on("trade", Side::Yes, "Drivers pay my rent."), reason("I like it.")],
                ..statement("case", "In short: leave it.", "trade", Side::No)
            });
        })
    }

    #[test]
    fn belief_rule_1_below_the_thesis_are_the_reasons_of_the_case_with_what_they_rest_on() {
        let personas = with_case();
        let (first, next) = grown(&personas, 0, 6);
        let [pillar, taste] = first.as_slice() else { panic!("it knows no objection") };
        assert_eq!(pillar.claim, "Shops lose the custom of drivers.");
        assert_eq!((pillar.axis.as_deref(), pillar.side), (Some("trade"), Some(Side::Yes)));
        assert_eq!(pillar.rests_on[0].text, "The wind carries it off.");
        assert_eq!(pillar.rests_on[0].axis.as_deref(), Some("air"));
        assert_eq!((taste.claim.as_str(), &taste.axis), ("I like it.", &None));

        assert_eq!(next[0].target, "a1");
        let below = (next[0].claim.as_str(), next[0].axis.as_deref(), next[0].side);
        let expected = ("Exhaust goes round the corner.", Some("air"), Some(Side::No));
        assert_eq!(below, expected, "what it rests on comes first");
    }

    #[test]
    fn belief_rule_1_what_the_reasons_below_a_reason_assert_comes_after_all_reasons_and_only_once()
    {
        let claims = |further: &Reason| -> Vec<String> {
            let personas = personas_with(0, |statements| {
                statements.retain(|own| own.id.as_str() != "rain");
                let below = vec![asserting("air", Side::No)];
                let first = Reason { reasons: below, ..asserting("trade", Side::Yes) };
                let case = statement("case", "In short: leave it.", "trade", Side::No);
                let reasons = vec![first, further.clone()];
                statements.push(Statement { axis: None, reasons, ..case });
            });
            grown(&personas, 0, 6).0.into_iter().map(|node| node.claim).collect()
        };
        let [takings, corner] =
            ["Shops lose the custom of drivers.", "Exhaust goes round the corner."];
        assert_eq!(claims(&reason("I like it.")), [takings, "I like it.", corner]);
        assert_eq!(claims(&asserting("air", Side::No)), [takings, corner]);
    }

    /// A reason that asserts an answer.
    fn asserting(axis: &str, side: Side) -> Reason {
        let asserts = AxisId::new(axis).ok().map(|axis| AxisSide { axis, side });
        Reason { asserts, ..reason(&format!("A reason about {axis}.")) }
    }

    #[test]
    fn belief_rule_1_a_thesis_shows_the_pillars_of_its_reasons_and_of_what_they_rest_on() {
        let personas = with_case();
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let voice = voices.voice(&personas[0].id).unwrap();
        let pillars = pillars_below_thesis(&voice, 1);
        let pillars: Vec<&str> = pillars.iter().map(|own| own.id.as_str()).collect();
        assert_eq!(pillars, ["takings", "corner"]);
    }

    #[test]
    fn below_a_sentence_are_its_reasons_and_assumptions_and_nothing_is_said_twice() {
        let personas = without_shared_points();
        let (_, next) = grown(&personas, 0, 3);
        assert_eq!(
            shown(&next),
            [
                (InfluenceKind::Support, "The reason of takings."),
                (InfluenceKind::Support, "Drivers will not walk from a car park."),
                (InfluenceKind::Support, "The reason of corner."),
                (InfluenceKind::Support, "The reason of noise."),
            ]
        );
    }
}
