//! Rule 8: which statements reply to what others said.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::components::{ComponentTexts, KINDS, bag, is_for};
use super::cues::{COMES_TO_MIND, Connection, cues};
use super::heard::{Role, Traced};
use super::{Heard, Untagged, Voice};
use crate::text::{Bag, Index};
use crate::vocabulary::{Component, Statement};

/// The bonus of a match with an inference: people express an inference in other words than its
/// premises and claim.
const IN_OTHER_WORDS: f64 = 0.35;

/// A statement that is retrieved as a reply to something heard.
#[derive(Debug, Clone, Copy)]
pub struct Reply<'a> {
    /// What it replies to: a position among what was heard.
    pub heard: usize,
    /// The component that it is aimed at.
    pub component: Component,
    /// The statement.
    pub statement: &'a Statement,
    /// How well it matches. *Range*: [0, 1].
    pub score: f64,
    pub(super) link: Connection,
}

impl Reply<'_> {
    /// Whether the author of the statement wrote it to answer such a claim.
    pub fn is_written(&self) -> bool {
        self.link == Connection::Answers
    }

    /// The claims of others, in the words of the author of the statement, that it answers in a
    /// component of this kind.
    pub fn answered(&self) -> impl Iterator<Item = &str> {
        let of_kind = self.statement.answers.iter();
        let of_kind = of_kind.filter(|answer| is_for(answer.component, self.component));
        of_kind.map(|answer| answer.text.as_str())
    }

    /// What the reply ranks by among others: its score, raised for an inference.
    pub fn rank(&self) -> f64 {
        let raised = if self.component == Component::Inference { IN_OTHER_WORDS } else { 0.0 };
        self.score + raised
    }
}

impl<'a> Voice<'a> {
    /// The surest recalled statement on the other side of the axis of a claim, of those that
    /// `may_be_used` is true of. None against anything but a whole statement.
    pub fn surest_against(
        &self,
        heard: &Heard<'_>,
        may_be_used: impl Fn(&Statement) -> bool,
    ) -> Option<&'a Statement> {
        let traced = self.voices.trace(heard);
        let is_claim = traced.role == Role::Claim;
        self.surest(|own| is_claim && traced.is_opposed_by(own) && may_be_used(own))
    }

    /// The statements that answer or oppose those components of what was heard that `may_answer` is
    /// true of; it is given a position among what was heard and a component.
    pub fn replies(
        &self,
        heard: &[Heard<'_>],
        untagged: Untagged,
        may_answer: impl Fn(usize, Component) -> bool,
    ) -> Vec<Reply<'a>> {
        let traced: Vec<_> = heard.iter().map(|heard| self.voices.trace(heard)).collect();
        let untagged = self.indexed.untagged(untagged);
        let mut replies = self.matches(&traced, untagged, may_answer);
        replies.retain(|reply| matches!(reply.link, Connection::Answers | Connection::Opposes));
        replies
    }

    /// Every statement that answers something heard, with what connects them.
    pub(super) fn matches(
        &self,
        heard: &[Traced<'_, '_>],
        untagged: Untagged,
        may_answer: impl Fn(usize, Component) -> bool,
    ) -> Vec<Reply<'a>> {
        let lexicon = self.voices.lexicon();
        let components: Vec<(usize, ComponentTexts<'_>)> = (0..)
            .zip(heard)
            .flat_map(|(position, heard)| {
                heard.components().into_iter().map(move |p| (position, p))
            })
            .filter(|(position, texts)| may_answer(*position, texts.component))
            .collect();
        let mut matches = Vec::new();
        for kind in KINDS {
            let of_kind: Vec<&(usize, ComponentTexts<'_>)> =
                components.iter().filter(|(_, texts)| is_for(texts.component, kind)).collect();
            let bags: Vec<Cow<'_, Bag>> =
                of_kind.iter().map(|(_, texts)| bag(lexicon, &texts.texts)).collect();
            let index = Index::new(bags.iter().map(AsRef::as_ref));
            for &statement in &self.statements {
                // What both sides say opposes neither.
                let may_oppose = !self.voices.is_shared(statement);
                let found_by = cues(statement, kind, untagged).into_iter();
                for cue in found_by.filter(|cue| may_oppose || cue.link != Connection::Opposes) {
                    let scores = index.scores(&lexicon.bag(cue.text));
                    let found = of_kind.iter().zip(scores).filter_map(|((at, texts), score)| {
                        let score = self.weighted(&heard[*at], cue, score, untagged);
                        let component = texts.component;
                        let reply =
                            Reply { heard: *at, component, statement, score, link: cue.link };
                        // A statement that gives the same answer does not deny the claim, even if
                        // its author aimed it there.
                        let agrees = cue.link == Connection::Answers
                            && component == Component::Claim
                            && heard[*at].is_joined_by(statement);
                        (score >= COMES_TO_MIND && !agrees).then_some(reply)
                    });
                    matches.extend(found);
                }
            }
        }
        without_answered_concessions(matches)
    }
}

/// A persona that answers a sentence at least as clearly as it concedes it does not concede it: it
/// grants only what the two share.
fn without_answered_concessions(mut matches: Vec<Reply<'_>>) -> Vec<Reply<'_>> {
    let mut clearest: BTreeMap<(usize, Component), f64> = BTreeMap::new();
    for answer in matches.iter().filter(|reply| reply.is_written()) {
        let clearest = clearest.entry((answer.heard, answer.component)).or_default();
        *clearest = clearest.max(answer.score);
    }
    matches.retain(|found| {
        let answer = clearest.get(&(found.heard, found.component));
        found.link != Connection::Concedes || answer.is_none_or(|answer| *answer < found.score)
    });
    matches
}

/// The first of these, in their order, that repeat neither a statement nor a target; at most
/// `most`.
pub fn one_each<'a, C, T: PartialEq>(
    ordered: Vec<C>,
    most: usize,
    of: impl Fn(&C) -> (&'a Statement, T),
) -> Vec<C> {
    let mut chosen: Vec<C> = Vec::new();
    for next in ordered {
        let (statement, target) = of(&next);
        let is_taken = |other: &C| {
            let (other, at) = of(other);
            other.id == statement.id || at == target
        };
        if chosen.len() < most && !chosen.iter().any(is_taken) {
            chosen.push(next);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::HeardForm;
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::answer;
    use crate::vocabulary::{AxisId, Inferred, Persona, Probability, Seed, Side};

    /// What the second persona replies to a sentence of the first: statement, component and score
    /// in hundredths.
    fn replies(
        personas: &[Persona],
        (statement, text): (&str, Option<&str>),
        untagged: Untagged,
    ) -> Vec<String> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
        let sample = heard(personas, 0, statement, text);
        let found = voice.replies(&[sample.heard()], untagged, |_, _| true);
        let shown = |reply: &Reply<'_>| {
            format!("{} on {}: {:.2}", reply.statement.id, reply.component, reply.score)
        };
        found.iter().map(shown).collect()
    }

    const ASSUMPTION: (&str, Option<&str>) =
        ("takings", Some("Drivers will not walk from a car park."));

    #[test]
    fn a_statement_answers_the_kind_of_component_that_it_was_written_for() {
        let of = |personas: &[Persona]| replies(personas, ASSUMPTION, Untagged::ByWords);
        assert_eq!(of(&pair()), ["park on assumption 1: 1.00"]);
        let for_a_premise = personas_with(1, |statements| {
            let thought = "drivers will not walk from a car park";
            statements[2].answers = vec![answer(Component::Premise(0), thought)];
        });
        assert_eq!(of(&for_a_premise), [""; 0]);
    }

    #[test]
    fn an_answer_from_another_axis_counts_less() {
        let of = |axis| {
            let personas = personas_with(1, |statements| {
                statements[2].axis = AxisId::new(axis).ok();
                statements[2].side = Some(Side::Yes);
            });
            replies(&personas, ASSUMPTION, Untagged::ByWords)
        };
        assert_eq!(of("air"), ["park on assumption 1: 0.70"]);
        assert_eq!(of("noise"), ["park on assumption 1: 0.70"], "no one else");
    }

    #[test]
    fn a_statement_that_answers_nothing_opposes_claims_on_the_other_side_with_shared_words() {
        let text = "Shops lose custom.";
        let of = |edit: &dyn Fn(&mut Statement)| {
            let personas = personas_with(1, |statements| {
                statements[0].text = text.into();
                edit(&mut statements[0]);
            });
            replies(&personas, ("takings", None), Untagged::ByWords)
        };
        assert_eq!(of(&|_| ()), ["stroll on claim: 0.54"]);
        let none = [""; 0];
        assert_eq!(of(&|s| s.side = Some(crate::vocabulary::Side::Yes)), none, "the same side");
        assert_eq!(of(&|s| s.axis = AxisId::new("air").ok()), none, "another axis");
        assert_eq!(of(&|s| s.text = "They walk.".into()), none, "no word is shared");
        assert_eq!(of(&|s| s.answers = vec![answer(Component::Claim, "it rains")]), none);
    }

    #[test]
    fn what_both_sides_say_opposes_neither() {
        let of = |name: &str| {
            let mut personas = personas_with(1, |statements| {
                statements[0].text = "Shops lose custom.".into();
                statements[0].point = Some(name.parse().unwrap());
            });
            let keeper = personas[0].corpora.values_mut().next().unwrap();
            keeper.notes[0].statements[1].point = Some("custom".parse().unwrap());
            replies(&personas, ("takings", None), Untagged::ByWords)
        };
        assert_eq!(of("another"), ["stroll on claim: 0.54"]);
        assert_eq!(of("custom"), [""; 0]);
    }

    #[test]
    fn an_untagged_statement_opposes_by_side_alone_where_that_is_asked_for_and_none_is_tagged() {
        let personas = |untagged: usize| {
            personas_with(1, |statements| {
                statements[0].answers = vec![answer(Component::Claim, "it rains")];
                for own in statements.iter_mut().take(untagged) {
                    let score = Probability::new(0.5).unwrap();
                    own.inferred = Some(Inferred { score, runner_up: None });
                }
            })
        };
        let of = |count, untagged| replies(&personas(count), ("takings", None), untagged);
        let by_side = of(9, Untagged::BySide);
        assert!(by_side.contains(&"stroll on claim: 0.25".to_owned()), "{by_side:?}");
        assert_eq!(of(9, Untagged::ByWords), [""; 0]);
        assert_eq!(of(1, Untagged::BySide), [""; 0], "its author tagged the others");
    }

    #[test]
    fn weak_matches_do_not_come_to_mind() {
        let with = |thought: &str| {
            let personas = personas_with(1, |statements| {
                statements[2].answers = vec![answer(Component::Assumption(0), thought)];
            });
            replies(&personas, ASSUMPTION, Untagged::ByWords).len()
        };
        assert_eq!(with("drivers hurry from one appointment to another appointment"), 0);
        assert_eq!(with("drivers walk from a car to an appointment"), 1);
    }

    #[test]
    fn a_component_that_may_not_be_answered_is_not() {
        let personas = pair();
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
        let sample = heard(&personas, 0, ASSUMPTION.0, ASSUMPTION.1);
        let found = voice.replies(&[sample.heard()], Untagged::ByWords, |position, component| {
            (position, component) != (0, Component::Assumption(0))
        });
        assert_eq!(found.len(), 0);
    }

    #[test]
    fn a_reply_to_an_inference_ranks_higher_than_its_score() {
        let personas = pair();
        let statement = &personas[1].corpora.values().next().unwrap().notes[0].statements[0];
        let reply = |component| {
            Reply { heard: 0, component, statement, score: 0.5, link: Connection::Answers }.rank()
        };
        assert!((reply(Component::Inference) - 0.85).abs() < 1e-12);
        assert!((reply(Component::Claim) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn statements_and_targets_are_used_once() {
        let personas = pair();
        let statements = &personas[1].corpora.values().next().unwrap().notes[0].statements;
        let ordered = vec![(0, 1), (0, 2), (1, 1), (1, 2), (2, 3)];
        let chosen = |most| {
            one_each(ordered.clone(), most, |&(statement, target)| (&statements[statement], target))
        };
        assert_eq!(chosen(9), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(chosen(2), [(0, 1), (1, 2)]);
    }

    #[test]
    fn the_surest_statement_of_the_other_side_is_used_against_whole_statements_only() {
        let quiet = |statements: &mut Vec<Statement>| statements[4].side = Some(Side::No);
        let personas = personas_with(1, quiet);
        let corpora = everything(&personas);
        let walker = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
        let against = |statement, text| {
            let sample = heard(&personas, 0, statement, text);
            walker.surest_against(&sample.heard(), |_| true).map(|own| own.id.as_str())
        };
        assert_eq!(against("takings", None), Some("park"), "the first by name of two");
        assert_eq!(against("corner", None), Some("din"));
        assert_eq!(against("takings", Some("The reason of takings.")), None);
    }

    #[test]
    fn a_statement_with_the_same_answer_does_not_deny_the_claim_that_it_was_written_against() {
        let of = |side: Side| {
            let personas = personas_with(1, |statements| {
                let thought = "shops lose the custom of drivers";
                statements[2].answers = vec![answer(Component::Claim, thought)];
                statements[2].side = Some(side);
            });
            let found = replies(&personas, ("takings", None), Untagged::ByWords);
            found.iter().any(|reply| reply.starts_with("park on claim"))
        };
        assert!(of(Side::No));
        assert!(!of(Side::Yes), "both say yes");
    }

    #[test]
    fn a_statement_with_the_same_answer_may_deny_an_assumption_of_the_argument() {
        let personas = personas_with(1, |statements| statements[2].side = Some(Side::Yes));
        let corpora = everything(&personas);
        let walker = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
        let sample = heard(&personas, 0, "takings", None);
        let assumptions = ["Drivers will not walk from a car park.".to_owned()];
        let form = HeardForm::Argument { premises: &[], assumptions: &assumptions };
        let found =
            walker.replies(&[Heard { form, ..sample.heard() }], Untagged::ByWords, |_, _| true);
        let of_park = found.iter().filter(|reply| reply.statement.id.as_str() == "park");
        let of_park: Vec<Component> = of_park.map(|reply| reply.component).collect();
        assert_eq!(of_park, [Component::Assumption(0)]);
    }

    #[test]
    fn only_a_statement_without_a_tag_opposes_by_its_side_alone() {
        let of_stroll = |is_tagged: bool| {
            let personas = personas_with(1, |statements| {
                for own in statements.iter_mut() {
                    own.inferred = Some(Inferred::certain());
                }
                statements[0].text = "They walk.".into();
                statements[0].inferred = Some(Inferred::certain()).filter(|_| !is_tagged);
            });
            let found = replies(&personas, ("takings", None), Untagged::BySide);
            found.into_iter().find(|reply| reply.starts_with("stroll"))
        };
        assert_eq!(of_stroll(false).as_deref(), Some("stroll on claim: 0.25"));
        assert_eq!(of_stroll(true), None, "no word is shared");
    }
}
