//! Turns for tests of the rules and of the questions, and the events of every conversation.

use super::convergence::Updated;
use super::moves::MoveLabel;
use super::tone::ConversationTone;
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::questions::take_turn::TakeTurn;
use crate::question::samples::{brief, topic};
use crate::record::{Act, Fate, Phase, Speech, Turn};
use crate::vocabulary::{CallId, NodeId, PersonaId, StatementId, TurnId};

/// The names of the events that the course of every conversation reports.
pub(crate) const EVENTS: [&str; 10] = [
    "engine_start", "phase_start", "phase_transition", "dialogue_turn", "steering",
    "crystallization", "concession", "crux_proposed", "convergence_check", "engine_complete",
];

/// A turn as prompts show it.
pub(crate) fn shown_turn(
    number: u32,
    speaker: &str,
    label: MoveLabel,
    to: Option<u32>,
) -> ShownTurn {
    ShownTurn {
        id: TurnId::new(number),
        speaker: persona(speaker),
        label,
        text: format!("What {speaker} says in {number}."),
        replies_to: to.map(TurnId::new),
        excerpts: StatementId::new("drivers").into_iter().collect(),
        axis: None,
        agreed: vec![],
        disputed: vec![],
    }
}

/// Asks for a turn after these.
pub(crate) fn take_turn(tone: ConversationTone, turns: Vec<ShownTurn>) -> TakeTurn {
    TakeTurn {
        brief: brief(),
        topic: topic(),
        tone,
        turns,
        said: vec![],
        conceded: vec![],
        may_propose: false,
        proposal: None,
        has_proposed: false,
        hint: None,
    }
}

pub(crate) fn persona(id: &str) -> PersonaId {
    PersonaId::new(id).expect("a name")
}

pub(crate) fn personas(ids: &[&str]) -> Vec<PersonaId> {
    ids.iter().map(|id| persona(id)).collect()
}

/// Turns from words such as «ada claim», «ben challenge 1» (an answer to turn 1), «ada pass», «ben
/// fails», «ada propose» and «ben clarify ack 3» (agrees with the proposal of turn 3). The text of
/// turn 3 is «Text 3.».
pub(crate) fn turns(said: &[&str]) -> Vec<Turn> {
    (1..).zip(said).map(|(number, said)| turn(number, said)).collect()
}

fn turn(number: u32, said: &str) -> Turn {
    let words: Vec<&str> = said.split(' ').collect();
    let act = match words[1] {
        "open" | "claim" => Act::Assert,
        "challenge" => Act::Challenge,
        "clarify" => Act::Clarify,
        "concede" => Act::Concede,
        "reframe" => Act::Reframe,
        "propose" => Act::Propose,
        "pass" | "fails" => Act::Silence,
        other => panic!("no move {other}"),
    };
    let id = |word: &&str| word.parse().ok().map(TurnId::new);
    let acknowledges =
        words.iter().position(|word| *word == "ack").and_then(|at| id(&words[at + 1]));
    let phase = if words[1] == "open" { Phase::Opening } else { Phase::Exchange };
    let speech =
        Speech { replies_to: words.get(2).and_then(id), acknowledges, ..Speech::new(phase) };
    let fate = if words[1] == "fails" { Fate::Failed("refused".into()) } else { Fate::Kept };
    let text = if act == Act::Silence { String::new() } else { format!("Text {number}.") };
    Turn {
        fate,
        ..Turn::new(TurnId::new(number), 0, act, text, CallId::new(number))
            .spoken_by(&persona(words[0]), speech)
    }
}

/// Updates with these frontiers, each with whether an argument was added.
pub(crate) fn updates(frontiers: &[(&[u32], bool)]) -> Vec<Updated> {
    let update = |&(frontier, has_new): &(&[u32], bool)| Updated {
        turns: 2,
        frontier: frontier.iter().copied().map(NodeId::new).collect(),
        arguments: 4,
        has_new,
        has_changed: has_new,
    };
    frontiers.iter().map(update).collect()
}
