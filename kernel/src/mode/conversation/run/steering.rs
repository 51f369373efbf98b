//! The hints that the protocol gives to the next speaker.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use super::convergence::{Updated, goes_in_circles};
use super::moves::{has_words, is_substantive};
use super::proposals::{has_proposed, open_for};
use super::speakers::addressee;
use super::tone::ConversationTone;
use crate::corpus::tagged_stances;
use crate::graph::Graph;
use crate::mode::debate_context::Setting;
use crate::record::{Act, NotFollowed, Phase, Turn};
use crate::vocabulary::{Axis, AxisId, Persona, PersonaId, TurnId};

/// How much of a proposal a hint quotes, in characters.
const QUOTED: usize = 150;
/// A point is unanswered if this many turns passed without an answer to it.
const UNANSWERED_FOR: usize = 3;
/// The exchange needs another subject if the graph has not changed for this many turns.
const UNCHANGED_FOR: usize = 8;
/// After this many challenges in a row a hint asks for what is right in the other case.
const CHALLENGES: usize = 4;

/// A hint to a speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hint {
    /// Another persona proposed a crux; the hint quotes it.
    DoYouAgree(String),
    /// Another persona conceded a point.
    WhatFollows,
    /// Another persona reframed the question.
    IsItTheRightQuestion,
    /// The exchange has not spoken of a disputed question on which theses rest.
    OpenQuestion {
        /// The question.
        axis: AxisId,
        /// Its words.
        question: String,
    },
    /// The turns repeat each other.
    WhatWouldChangeYourMind,
    /// The last turns were all challenges.
    WhatIsRightInIt,
    /// A point of another persona was not answered.
    Answer {
        /// The turn that makes it.
        turn: TurnId,
        /// Its text.
        text: String,
    },
    /// The graph has not changed for some time.
    NextDisagreement,
}

impl Hint {
    /// Asks to turn to a question.
    pub(crate) fn open_question(axis: &Axis) -> Self {
        Self::OpenQuestion { axis: axis.id.clone(), question: axis.question.clone() }
    }

    /// What every hint of this kind begins with.
    const fn asks(&self) -> &'static str {
        match self {
            Self::DoYouAgree(_) => "The crux was said to be:",
            Self::WhatFollows => "A point was conceded. What follows from it for your position?",
            Self::IsItTheRightQuestion => "The question was reframed. Is that the right question?",
            Self::OpenQuestion { .. } => {
                "No one has returned to this question since the opening speeches:"
            }
            Self::WhatWouldChangeYourMind => {
                "The turns repeat each other. What evidence would change your mind?"
            }
            Self::WhatIsRightInIt => {
                "The last turns were all challenges. What is convincing in the other case?"
            }
            Self::Answer { .. } => "A point has not been answered yet:",
            Self::NextDisagreement => {
                "The arguments have not changed for a while. Turn to the next most important disagreement."
            }
        }
    }

    /// What it asks for, where a turn with this move, that answers this turn and is about these
    /// questions, does not do it. A turn shows what it is about where it says statements that have
    /// a question.
    pub(crate) fn not_followed_by(
        &self,
        act: Act,
        replies_to: Option<TurnId>,
        about: &BTreeSet<AxisId>,
    ) -> Option<NotFollowed> {
        match self {
            Self::Answer { turn, .. } => {
                (replies_to != Some(*turn)).then_some(NotFollowed::Answer(*turn))
            }
            Self::OpenQuestion { axis, .. } => {
                let is_shown = act == Act::Silence || !about.is_empty();
                let is_followed = !is_shown || about.contains(axis);
                (!is_followed).then(|| NotFollowed::Question(axis.clone()))
            }
            Self::WhatIsRightInIt => (act != Act::Concede).then_some(NotFollowed::Concession),
            Self::DoYouAgree(_)
            | Self::WhatFollows
            | Self::IsItTheRightQuestion
            | Self::WhatWouldChangeYourMind
            | Self::NextDisagreement => None,
        }
    }

    /// The hint as the speaker reads it.
    pub(crate) fn sentence(&self) -> String {
        let asks = self.asks();
        match self {
            Self::DoYouAgree(crux) => format!("{asks} “{crux}” Do you agree?"),
            Self::Answer { turn, text } => format!("{asks} {turn}, “{text}” Answer it if you can."),
            Self::OpenQuestion { question, .. } => format!("{asks} “{question}” Turn to it."),
            Self::WhatFollows
            | Self::IsItTheRightQuestion
            | Self::WhatWouldChangeYourMind
            | Self::WhatIsRightInIt
            | Self::NextDisagreement => asks.to_owned(),
        }
    }
}

/// Prompts show the sentence.
impl Serialize for Hint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.sentence())
    }
}

/// What decides which hint the next speaker gets.
#[derive(Debug)]
pub(crate) struct Steering<'s> {
    pub(crate) phase: Phase,
    pub(crate) tone: ConversationTone,
    /// The turns as the speaker heard them.
    pub(crate) heard: &'s [Turn],
    pub(crate) updates: &'s [Updated],
    pub(crate) speaker: &'s PersonaId,
    /// The personas that answer the question of the topic as the speaker does: it owes no answer to
    /// their points.
    pub(crate) allies: &'s [PersonaId],
    /// The turns to which the speaker owes no answer: see [`owed_nothing`].
    pub(crate) owed_nothing: &'s [TurnId],
    /// The next question to turn to, where the question of the latest turn was spoken of often
    /// enough.
    pub(crate) open_question: Option<&'s Axis>,
}

impl Steering<'_> {
    /// The first hint that fits.
    pub(crate) fn hint(&self) -> Option<Hint> {
        match self.phase {
            Phase::Opening | Phase::Resolution => None,
            Phase::CruxSeeking => self.in_search(),
            Phase::Exchange => self.in_exchange(),
        }
    }

    fn in_search(&self) -> Option<Hint> {
        let Self { heard, speaker, .. } = self;
        let open = open_for(heard, speaker).filter(|_| !has_proposed(heard, speaker))?;
        Some(Hint::DoYouAgree(quoted(&open.text)))
    }

    /// A question of which nothing was said comes first. Otherwise the first of the table that
    /// fits, and that does not ask again what the speaker was asked at its turn before.
    fn in_exchange(&self) -> Option<Hint> {
        let spoken: Vec<&Turn> = self.heard.iter().filter(|turn| has_words(turn)).collect();
        if let Some(axis) = self.open_question {
            return Some(Hint::open_question(axis));
        }
        let fitting = [
            self.about_latest(&spoken),
            goes_in_circles(self.heard).then_some(Hint::WhatWouldChangeYourMind),
            self.is_due_to_concede(&spoken).then_some(Hint::WhatIsRightInIt),
            self.unanswered(&spoken),
            self.is_unchanged().then_some(Hint::NextDisagreement),
        ];
        let own = self.heard.iter().rfind(|turn| turn.speaker.as_ref() == Some(self.speaker));
        let given = own.and_then(|turn| turn.speech.as_ref()?.hint.as_deref());
        let is_given = |hint: &Hint| given.is_some_and(|given| given.starts_with(hint.asks()));
        fitting.into_iter().flatten().find(|hint| !is_given(hint))
    }

    /// Whether a persona answers the question of the topic otherwise than the speaker.
    fn is_opponent(&self, persona: &PersonaId) -> bool {
        persona != self.speaker && !self.allies.contains(persona)
    }

    fn about_latest(&self, spoken: &[&Turn]) -> Option<Hint> {
        let latest = spoken.last()?;
        let other = latest.speaker.as_ref().filter(|other| *other != self.speaker)?;
        let is_followed_up = self.tone.follows_concessions_up() && self.is_opponent(other);
        if latest.act == Act::Concede && is_followed_up {
            Some(Hint::WhatFollows)
        } else {
            (latest.act == Act::Reframe).then_some(Hint::IsItTheRightQuestion)
        }
    }

    /// The latest point that
    /// - an opponent made after the opening, at least three turns before the next one,
    /// - was put to the speaker or to all,
    /// - no turn answers, and
    /// - the speaker has not refused to answer.
    fn unanswered(&self, spoken: &[&Turn]) -> Option<Hint> {
        let old = spoken.len().checked_sub(UNANSWERED_FOR)?;
        let is_point = |turn: &&&Turn| {
            let phase = turn.speech.as_ref().map(|speech| speech.phase);
            turn.speaker.as_ref().is_some_and(|speaker| self.is_opponent(speaker))
                && self.is_put_to_speaker(turn)
                && is_substantive(turn)
                && matches!(turn.act, Act::Assert | Act::Challenge)
                && phase != Some(Phase::Opening)
                && !self.owed_nothing.contains(&turn.id)
                && !self.has_refused(&NotFollowed::Answer(turn.id))
        };
        let is_answered = |turn: &Turn| {
            let mut answers = spoken.iter().filter_map(|other| other.speech.as_ref()?.replies_to);
            answers.any(|answered| answered == turn.id)
        };
        let turn = spoken[..old].iter().filter(is_point).rev().find(|turn| !is_answered(turn))?;
        Some(Hint::Answer { turn: turn.id, text: quoted(&turn.text) })
    }

    /// Whether a turn answers one of the speaker, or no turn at all: what was put to another one is
    /// not the speaker's to answer.
    fn is_put_to_speaker(&self, turn: &Turn) -> bool {
        addressee(self.heard, turn).is_none_or(|author| author == self.speaker)
    }

    /// Whether the last turns were all challenges since the hint was given, and the speaker has
    /// not refused to concede anything.
    fn is_due_to_concede(&self, spoken: &[&Turn]) -> bool {
        let asks = Hint::WhatIsRightInIt.asks();
        let hint = |turn: &Turn| turn.speech.as_ref().and_then(|speech| speech.hint.clone());
        let is_free = |turn: &&Turn| {
            turn.act == Act::Challenge && hint(turn).is_none_or(|given| !given.starts_with(asks))
        };
        let last = spoken.last_chunk::<CHALLENGES>();
        last.is_some_and(|last| last.iter().all(is_free))
            && !self.has_refused(&NotFollowed::Concession)
    }

    /// Whether the speaker was asked for this and did not do it.
    fn has_refused(&self, asked: &NotFollowed) -> bool {
        let mut own = self.heard.iter().filter(|own| own.speaker.as_ref() == Some(self.speaker));
        own.any(|own| {
            own.speech.as_ref().is_some_and(|speech| speech.not_followed.as_ref() == Some(asked))
        })
    }

    fn is_unchanged(&self) -> bool {
        let changed = self.updates.iter().rev().find(|update| update.has_changed);
        let turns = self.heard.len();
        turns - changed.map_or(0, |update| update.turns.min(turns)) >= UNCHANGED_FOR
    }
}

/// The turns to which a persona owes no answer: those that only give answers which it gives too, as
/// its texts and those of the speakers show it, and those of which an argument of its own attacks
/// what they added to the graph.
pub(super) fn owed_nothing(
    setting: &Setting<'_>,
    graph: &Graph,
    persona: &Persona,
    heard: &[Turn],
) -> Vec<TurnId> {
    let mut turns = shared_turns(setting, persona, heard);
    turns.extend(attacked_by(graph, &persona.id));
    turns
}

/// The turns that added to the graph what an argument of a persona attacks.
fn attacked_by(graph: &Graph, persona: &PersonaId) -> impl Iterator<Item = TurnId> {
    let is_own = |id| graph.node(id).is_some_and(|node| node.is_by(persona));
    let attacks = graph.edges().filter(move |edge| {
        edge.relation.is_attack() && edge.mirrors.is_none() && is_own(edge.from)
    });
    let attacked = attacks.filter_map(|edge| graph.node(edge.to));
    attacked.flat_map(|node| node.provenance.turns.iter().copied())
}

fn shared_turns(setting: &Setting<'_>, persona: &Persona, heard: &[Turn]) -> Vec<TurnId> {
    let topic = &setting.topic.id;
    let Some(own) = persona.corpora.get(topic) else { return Vec::new() };
    let stances = tagged_stances(own);
    let is_shared = |turn: &&Turn| {
        let speaker = turn.speaker.as_ref().map(|speaker| setting.persona(speaker));
        let corpus = speaker.and_then(|speaker| speaker.corpora.get(topic));
        let excerpts = turn.speech.iter().flat_map(|speech| &speech.excerpts);
        let said = excerpts.filter_map(|id| corpus?.statement(id)?.answers_axis());
        let mut is_own = said.map(|answer| {
            stances.get(&answer.axis).is_some_and(|stance| stance.side == answer.side)
        });
        is_own.next().is_some_and(|first| first && is_own.all(|own| own))
    };
    heard.iter().filter(is_shared).map(|turn| turn.id).collect()
}

/// At most 150 characters of a text.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = &text[..end];
            let words = cut.rsplit_once(' ').map_or(cut, |(words, _)| words);
            format!("{words} …")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{persona, turns, updates};
    use super::*;
    use crate::graph::samples::stated;
    use crate::graph::{Edge, Operation, Relation};
    use crate::question::samples::topic;
    use crate::vocabulary::{EdgeId, NodeId};

    fn exchange<'s>(heard: &'s [Turn], speaker: &'s PersonaId) -> Steering<'s> {
        let (phase, tone) = (Phase::Exchange, ConversationTone::Open);
        let (updates, allies, owed_nothing, open_question) = (&[], &[], &[], None);
        Steering { phase, tone, heard, updates, speaker, allies, owed_nothing, open_question }
    }

    fn to_ada(phase: Phase, said: &[&str]) -> Option<Hint> {
        Steering { phase, ..exchange(&turns(said), &persona("ada")) }.hint()
    }

    #[test]
    fn dialogue_rule_10_the_first_hint_of_the_table_that_fits_is_given() {
        use Hint::{
            IsItTheRightQuestion, NextDisagreement, WhatFollows, WhatIsRightInIt,
            WhatWouldChangeYourMind,
        };
        let answer = |turn, text: &str| Hint::Answer { turn: TurnId::new(turn), text: text.into() };
        let cases: &[(&[&str], Option<Hint>)] = &[
            (&["ada open", "ben open"], None),
            (&["ada claim", "ben concede"], Some(WhatFollows)),
            (&["ada claim", "ben concede", "ben fails"], Some(WhatFollows)),
            (&["ben claim", "ada concede"], None),
            (&["ada claim", "ben reframe"], Some(IsItTheRightQuestion)),
            (
                &["ben challenge 9", "ada challenge 1", "ben challenge 2", "ada challenge 3"],
                Some(WhatIsRightInIt),
            ),
            (
                &["ben claim", "ada claim", "ben challenge 2", "ada challenge 3"],
                Some(answer(1, "Text 1.")),
            ),
            (&["ben claim", "ada challenge 1", "ben clarify", "ada claim"], None),
            (&["ben open", "ada claim", "ben clarify", "ada claim"], None),
        ];
        for (said, expected) in cases {
            assert_eq!(to_ada(Phase::Exchange, said), *expected, "{said:?}");
        }
        let mut circling = turns(&["ada claim"; 8]);
        for turn in &mut circling {
            "The same words.".clone_into(&mut turn.text);
        }
        let ada = persona("ada");
        assert_eq!(exchange(&circling, &ada).hint(), Some(WhatWouldChangeYourMind));
        let quiet = turns(&["ada clarify"; 8]);
        let after = |updates: &[Updated]| Steering { updates, ..exchange(&quiet, &ada) }.hint();
        assert_eq!(after(&[]), Some(NextDisagreement));
        assert_eq!(after(&updates(&[(&[1], true)])), None, "it changed after turn 2");
    }

    #[test]
    fn dispute_rule_9_an_adversarial_debate_has_no_hint_after_a_concession() {
        let said = turns(&["ada claim", "ben concede"]);
        let ada = persona("ada");
        let to_ada = |tone| Steering { tone, ..exchange(&said, &ada) }.hint();
        assert_eq!(to_ada(ConversationTone::Open), Some(Hint::WhatFollows));
        assert_eq!(to_ada(ConversationTone::Adversarial), None);
        let reframed = turns(&["ada claim", "ben reframe"]);
        let hint =
            Steering { tone: ConversationTone::Adversarial, ..exchange(&reframed, &ada) }.hint();
        assert_eq!(hint, Some(Hint::IsItTheRightQuestion), "the other hints stay");
    }

    #[test]
    fn dialogue_rule_10_no_hint_asks_what_the_speaker_was_asked_at_its_previous_turn() {
        let said = ["ben claim", "ada claim", "ben claim", "ada claim", "ben claim"];
        let mut said = turns(&said);
        let ada = persona("ada");
        let answer =
            |turn| Some(Hint::Answer { turn: TurnId::new(turn), text: format!("Text {turn}.") });
        let hint = exchange(&said, &ada).hint();
        assert_eq!(hint, answer(1));
        let sentence = hint.map(|hint| hint.sentence());
        said[3].speech.as_mut().unwrap().hint = sentence.clone();
        assert_eq!(exchange(&said, &ada).hint(), None);
        said[3].speech.as_mut().unwrap().hint = None;
        said[1].speech.as_mut().unwrap().hint = sentence;
        assert_eq!(exchange(&said, &ada).hint(), answer(1), "it was asked two turns before");
    }

    #[test]
    fn dialogue_rule_15_a_question_that_no_one_has_mentioned_comes_before_every_other_hint() {
        let said = turns(&["ada claim", "ben concede"]);
        let ada = persona("ada");
        let topic = topic();
        let open_question = Some(&topic.axes[0]);
        let of = |phase| Steering { phase, open_question, ..exchange(&said, &ada) }.hint();
        assert_eq!(of(Phase::Exchange), Some(Hint::open_question(&topic.axes[0])));
        assert_eq!(of(Phase::CruxSeeking), None, "it belongs to the exchange");
    }

    #[test]
    fn dialogue_rule_16_a_turn_shows_whether_it_does_what_its_hint_asks_for() {
        let topic = topic();
        let about = |axis: &str| AxisId::new(axis).into_iter().collect::<BTreeSet<AxisId>>();
        let left = |hint: &Hint, act, to: Option<u32>, axis| {
            hint.not_followed_by(act, to.map(TurnId::new), &about(axis))
        };
        let point = Hint::Answer { turn: TurnId::new(1), text: "It.".into() };
        let unanswered = Some(NotFollowed::Answer(TurnId::new(1)));
        assert_eq!(left(&point, Act::Challenge, Some(1), ""), None);
        assert_eq!(left(&point, Act::Challenge, Some(3), ""), unanswered);
        assert_eq!(left(&point, Act::Silence, None, ""), unanswered);
        let trade = Hint::open_question(&topic.axes[0]);
        let open = Some(NotFollowed::Question(topic.axes[0].id.clone()));
        assert_eq!(left(&trade, Act::Assert, None, "trade"), None);
        assert_eq!(left(&trade, Act::Assert, None, "air"), open);
        assert_eq!(left(&trade, Act::Silence, None, ""), open);
        assert_eq!(left(&trade, Act::Assert, None, ""), None, "it may be about the question");
        let concede = |act| left(&Hint::WhatIsRightInIt, act, Some(1), "");
        assert_eq!(concede(Act::Concede), None);
        assert_eq!(concede(Act::Challenge), Some(NotFollowed::Concession));
    }

    #[test]
    fn dialogue_rule_16_a_speaker_is_not_asked_again_for_what_it_did_not_do() {
        let ada = persona("ada");
        let refusing = |said: &[&str], at: usize, asked: Option<NotFollowed>| {
            let mut said = turns(said);
            said[at].speech.as_mut().unwrap().not_followed = asked;
            exchange(&said, &ada).hint()
        };
        let points =
            ["ben claim", "ada claim", "ben claim", "ada claim", "ben clarify", "ada claim"];
        let of = |turn| Hint::Answer { turn: TurnId::new(turn), text: format!("Text {turn}.") };
        assert_eq!(refusing(&points, 1, None), Some(of(3)));
        let left = |turn| Some(NotFollowed::Answer(TurnId::new(turn)));
        assert_eq!(refusing(&points, 1, left(3)), Some(of(1)), "an earlier one is left");
        let attacks = [
            "ada claim", "ben challenge 1", "ada challenge 2", "ben challenge 3", "ada challenge 4",
        ];
        assert_eq!(refusing(&attacks, 0, None), Some(Hint::WhatIsRightInIt));
        assert_eq!(refusing(&attacks, 0, Some(NotFollowed::Concession)), None);
    }

    #[test]
    fn dialogue_rule_10_no_hint_asks_for_an_answer_to_an_ally() {
        let ada = persona("ada");
        let allies = [persona("ben")];
        for (said, otherwise) in [
            (
                ["ada claim", "ben claim", "ada clarify", "cleo clarify", "ben concede"],
                "What follows",
            ),
            (
                ["ada claim", "ben claim", "ada clarify", "cleo clarify", "ada clarify"],
                "answered yet: t2,",
            ),
        ] {
            let said = turns(&said);
            let hint = exchange(&said, &ada).hint().unwrap().sentence();
            assert!(hint.contains(otherwise), "{hint}");
            let hint = Steering { allies: &allies, ..exchange(&said, &ada) }.hint();
            assert_eq!(hint, None, "{said:?}");
        }
        let said = turns(&["ada claim", "ben claim", "ada clarify", "cleo clarify", "ada clarify"]);
        let shared = [said[1].id];
        let hint = Steering { owed_nothing: &shared, ..exchange(&said, &ada) }.hint();
        assert_eq!(hint, None, "it is her own answer");
    }

    #[test]
    fn dialogue_rule_10_what_is_right_is_asked_again_only_after_four_more_challenges() {
        let said = ["ben challenge 9", "ada challenge 1", "ben challenge 2", "ada challenge 3"];
        let ada = persona("ada");
        let is_asked = |given_at: Option<usize>, more: &[&str]| {
            let mut said = turns(&[&said[..], more].concat());
            if let Some(at) = given_at {
                let hint = Hint::WhatIsRightInIt.sentence();
                said[at].speech.as_mut().unwrap().hint = Some(hint);
            }
            exchange(&said, &ada).hint() == Some(Hint::WhatIsRightInIt)
        };
        assert!(is_asked(None, &[]));
        assert!(!is_asked(Some(0), &[]), "Ben was asked at the first of them");
        assert!(is_asked(Some(0), &["ben challenge 4"]));
    }

    #[test]
    fn dialogue_rule_10_no_answer_is_owed_to_a_turn_whose_argument_an_own_one_attacks() {
        let mut graph = stated(&["ada trade-", "ben trade+"]);
        let mut point = graph.node(NodeId::new(2)).unwrap().clone();
        point.provenance.turns = vec![TurnId::new(7)];
        graph.apply(&Operation::UpdateNode(Box::new(point))).unwrap();
        let attacked = |graph: &Graph| attacked_by(graph, &persona("ada")).collect::<Vec<_>>();
        assert_eq!(attacked(&graph), []);
        let attack = Edge::unnumbered(NodeId::new(1), NodeId::new(2), Relation::Undercut);
        let mirrored = Edge { mirrors: Some(EdgeId::new(9)), ..attack.clone() };
        let with = |edge: Edge| {
            let mut graph = graph.clone();
            graph.apply(&Operation::AddEdge(Edge { id: EdgeId::new(1), ..edge })).unwrap();
            graph
        };
        assert_eq!(attacked(&with(attack.clone())), [TurnId::new(7)]);
        assert_eq!(attacked(&with(mirrored)), [], "the rebuttal of the other side");
        let by_ben = Edge { from: NodeId::new(2), to: NodeId::new(1), ..attack };
        assert_eq!(attacked(&with(by_ben)), []);
    }

    #[test]
    fn dialogue_rule_10_no_hint_asks_for_an_answer_to_what_was_put_to_another_persona() {
        let ada = persona("ada");
        let of = |challenge: &str| {
            let after = ["cleo clarify", "ada clarify", "cleo clarify"];
            let said = turns(&[&["ada claim", "cleo claim", challenge][..], &after].concat());
            exchange(&said, &ada).hint().map(|hint| hint.sentence())
        };
        assert!(of("ben challenge 1").unwrap().contains("answered yet: t3,"), "it was put to her");
        assert!(of("ben claim").unwrap().contains("answered yet: t3,"), "it was put to all");
        let other = of("ben challenge 2");
        assert!(other.as_ref().is_none_or(|hint| !hint.contains("t3")), "to Cleo: {other:?}");
    }

    #[test]
    fn dialogue_rule_10_in_the_search_a_hint_quotes_the_crux_that_was_proposed() {
        let said = |said: &[&str]| to_ada(Phase::CruxSeeking, said);
        assert_eq!(said(&["ben claim"]), None, "the prompt asks for a crux");
        assert_eq!(said(&["ben propose"]), Some(Hint::DoYouAgree("Text 1.".into())));
        assert_eq!(said(&["ada propose"]), None, "it is her own");
        assert_eq!(said(&["ben propose", "ada claim ack 1"]), None);
    }

    #[test]
    fn dialogue_rule_10_no_hint_is_given_in_the_opening_and_in_the_resolution() {
        for phase in [Phase::Opening, Phase::Resolution] {
            assert_eq!(to_ada(phase, &["ada claim", "ben concede"]), None);
        }
    }

    #[test]
    fn dialogue_rule_10_a_hint_quotes_at_most_a_hundred_and_fifty_characters() {
        let long = "word ".repeat(60);
        assert!(quoted(&long).chars().count() <= QUOTED + 2);
        assert!(quoted(&long).ends_with("word …"));
        assert_eq!(quoted("A short text."), "A short text.");
        assert!(quoted(&"ü".repeat(200)).chars().count() <= QUOTED + 2, "one long word");
    }

    #[test]
    fn every_hint_is_a_sentence() {
        let hints = [
            Hint::DoYouAgree("It.".into()),
            Hint::WhatFollows,
            Hint::IsItTheRightQuestion,
            Hint::WhatWouldChangeYourMind,
            Hint::WhatIsRightInIt,
            Hint::Answer { turn: TurnId::new(1), text: "It.".into() },
            Hint::open_question(&topic().axes[0]),
            Hint::NextDisagreement,
        ];
        let sentences: std::collections::BTreeSet<String> =
            hints.iter().map(Hint::sentence).collect();
        assert_eq!(sentences.len(), hints.len(), "no two hints say the same");
    }
}
