//! Which disputed question the exchange turns to next: none is discussed a fourth time before each
//! was discussed.

use std::collections::BTreeSet;

use super::moves::{has_words, is_pass};
use super::steering::Hint;
use crate::dependence::IssueStatus;
use crate::graph::Graph;
use crate::mode::debate_context::Setting;
use crate::mode::issues::{DisputedIssue, Issues};
use crate::record::{Phase, Turn};
use crate::vocabulary::{Axis, AxisId, PersonaId, StatementId, Topic};

/// After this many turns on a question those come first of which nothing was said: one persona
/// opens it, another answers, and the first may come back to it. So of two personas the other one
/// opens the next, and neither always has the last word.
pub(crate) const TURNS_ON_A_QUESTION: usize = 3;

/// What a debate has spoken of so far.
#[derive(Debug)]
pub(super) struct OpenQuestions<'t> {
    /// The disputed questions on which theses of both sides may rest, the most important first,
    /// each with the personas that answer it.
    disputed: Vec<(&'t Axis, Vec<PersonaId>)>,
    /// The questions that each turn of the exchange is about, as far as they are known.
    spoken: Vec<BTreeSet<AxisId>>,
}

impl<'t> OpenQuestions<'t> {
    pub(super) fn of(
        setting: &Setting<'_>,
        graph: &Graph,
        topic: &'t Topic,
        turns: &[Turn],
    ) -> Self {
        let issues = Issues::of(graph, topic, setting.personas);
        let mut disputed = issues.disputed(|case, issue| case.dependence.load(issue));
        disputed.retain(|issue| issue.status != IssueStatus::Idle);
        let named = |issue: DisputedIssue<'_>| {
            let held = issue.positions.into_iter().map(|held| held.persona);
            Some((topic.axis(&issue.axis.id)?, held.collect()))
        };
        let spoken = exchanged(turns).map(|turn| questions_of(setting, graph, turn)).collect();
        Self { disputed: disputed.into_iter().filter_map(named).collect(), spoken }
    }

    /// The question that the speaker is asked to turn to, where the latest turn is about one that
    /// was spoken of three times, or where the speaker before had nothing to say: the first that
    /// the speaker answers, of which the exchange has not spoken, and for which the speaker was not
    /// asked before.
    pub(super) fn next(&self, turns: &[Turn], speaker: &PersonaId) -> Option<&'t Axis> {
        let times = |axis: &AxisId| self.spoken.iter().filter(|of| of.contains(axis)).count();
        let latest = self.spoken.iter().rfind(|of_turn| !of_turn.is_empty())?;
        let has_passed = turns.last().is_some_and(is_pass);
        if !has_passed && latest.iter().any(|axis| times(axis) < TURNS_ON_A_QUESTION) {
            return None;
        }
        let own: Vec<&Turn> = exchanged(turns).filter(|turn| turn.is_by(speaker)).collect();
        let was_asked = |axis: &Axis| {
            let hint = Hint::open_question(axis).sentence();
            own.iter()
                .any(|turn| turn.speech.as_ref().is_some_and(|it| it.hint.as_ref() == Some(&hint)))
        };
        let mut open = self.disputed.iter().filter(|(axis, held)| {
            held.contains(speaker) && times(&axis.id) == 0 && !was_asked(axis)
        });
        open.next().map(|(axis, _)| *axis)
    }
}

/// The turns of the exchange in which something was said.
fn exchanged(turns: &[Turn]) -> impl Iterator<Item = &Turn> {
    let is_exchange =
        |turn: &&Turn| turn.speech.as_ref().is_some_and(|speech| speech.phase == Phase::Exchange);
    turns.iter().filter(|turn| has_words(turn)).filter(is_exchange)
}

/// The questions that a turn is about: those of the statements that it says, and of what it added
/// to the graph.
fn questions_of(setting: &Setting<'_>, graph: &Graph, turn: &Turn) -> BTreeSet<AxisId> {
    let spoken = turn.speaker.as_ref().zip(turn.speech.as_ref());
    let said = spoken.map(|(speaker, speech)| about(setting, speaker, &speech.excerpts));
    let added = graph.nodes().filter(|node| node.provenance.turns.contains(&turn.id));
    said.into_iter().flatten().chain(added.filter_map(|node| node.axis.clone())).collect()
}

/// The questions of some statements of a persona.
pub(super) fn about(
    setting: &Setting<'_>,
    persona: &PersonaId,
    statements: &[StatementId],
) -> BTreeSet<AxisId> {
    let corpus = setting.persona(persona).corpora.get(&setting.topic.id);
    statements.iter().filter_map(|id| corpus?.statement(id)?.axis.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{persona, turns};
    use super::*;
    use crate::question::samples::topic;
    use crate::vocabulary::PersonaId;

    /// The question that Ada is asked to turn to after turns of the exchange on these questions,
    /// where both personas answer each.
    fn next(spoken: &[&str], change: impl FnOnce(&mut Vec<Turn>, &mut Vec<PersonaId>)) -> String {
        let topic = topic();
        let said: Vec<&str> = spoken
            .iter()
            .zip(["ben claim", "ada claim"].iter().cycle())
            .map(|(_, said)| *said)
            .collect();
        let (mut turns, mut held) = (turns(&said), vec![persona("ada"), persona("ben")]);
        change(&mut turns, &mut held);
        let of_turn = |axis: &&str| AxisId::new(*axis).into_iter().collect();
        let open = OpenQuestions {
            disputed: topic.axes.iter().map(|axis| (axis, held.clone())).collect(),
            spoken: spoken.iter().map(of_turn).collect(),
        };
        open.next(&turns, &persona("ada")).map_or_else(String::new, |axis| axis.id.to_string())
    }

    #[test]
    fn dialogue_rule_15_after_three_turns_on_a_question_a_hint_names_one_that_no_one_has_mentioned()
    {
        let of = |spoken: &[&str]| next(spoken, |_, _| ());
        assert_eq!(of(&[]), "", "the first turn has its choice");
        assert_eq!(of(&["trade"]), "", "it can be answered");
        assert_eq!(of(&["trade", "trade"]), "", "and the answer too");
        assert_eq!(of(&["trade", "trade", "trade"]), "air", "the first that is left");
        assert_eq!(
            of(&["trade", "trade", "trade", ""]),
            "air",
            "of the latest turn nothing is known"
        );
        assert_eq!(of(&["trade", "trade", "trade", "air"]), "");
        assert_eq!(of(&["trade", "trade", "air", "trade"]), "", "nothing is left");
        let passed = next(&["trade"], |said, _| said.extend(turns(&["ben pass"])));
        assert_eq!(passed, "air", "Ben has nothing to say");
    }

    #[test]
    fn dialogue_rule_15_a_hint_names_a_question_only_to_those_who_answer_it_and_to_each_once() {
        let spoken = ["trade", "trade", "trade"];
        assert_eq!(next(&spoken, |_, held| drop(held.remove(0))), "", "Ada answers none");
        let air = topic().axes.iter().find(|axis| axis.id.as_str() == "air").cloned().unwrap();
        let asked = |at: usize| {
            let hint = Hint::open_question(&air).sentence();
            next(&spoken, move |turns, _| turns[at].speech.as_mut().unwrap().hint = Some(hint))
        };
        assert_eq!(asked(0), "air", "Ben was asked");
        assert_ne!(asked(1), "air", "Ada was asked");
    }
}
