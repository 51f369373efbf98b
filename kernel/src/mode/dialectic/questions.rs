//! The questions of this mode.

pub(super) mod answered;
pub(super) mod discuss_passage;
pub(super) mod observe;
pub(super) mod relate;
pub(super) mod summarize;

use std::collections::BTreeMap;

use serde::Serialize;

use super::detail::Reading;
use crate::corpus::{LinkedBy, Voice, Voices};
use crate::graph::{Graph, Node};
use crate::mode::conversation::questions::opening::Opening;
use crate::mode::conversation::questions::{ShownTurn, TURNS};
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::prompt::Include;
use crate::question::QuestionInfo;
use crate::record::ReadingKind;
use crate::vocabulary::{
    AxisId, AxisSide, NodeId, PassageId, PersonaId, Statement, StatementId, TurnId,
};
use answered::IsAnswered;
use discuss_passage::DiscussPassage;
use observe::Observe;
use relate::Relate;
use summarize::Summarize;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Opening>(),
    QuestionInfo::of::<DiscussPassage>(),
    QuestionInfo::of::<Observe>(),
    QuestionInfo::of::<IsAnswered>(),
    QuestionInfo::of::<Summarize>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<Relate>(),
];

/// The rules of the reading.
const RULES: Include =
    Include { name: "dialectic/rules.md", text: include_str!("prompts/rules.md") };
/// The passage, as prompts show it.
const PASSAGE: Include =
    Include { name: "dialectic/passage.md", text: include_str!("prompts/passage.md") };

/// A key claim as questions show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ShownClaim {
    pub(super) speaker: PersonaId,
    pub(super) text: String,
    pub(super) answers: Option<AxisSide>,
    pub(super) excerpts: Vec<StatementId>,
    pub(super) stands: bool,
}

/// A reading as questions show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ShownReading {
    pub(super) node: NodeId,
    pub(super) kind: ReadingKind,
    /// The kind in words.
    pub(super) word: &'static str,
    pub(super) passage: PassageId,
    pub(super) topic: String,
    pub(super) resolution: String,
    pub(super) claims: Vec<ShownClaim>,
    pub(super) disputed: Vec<AxisId>,
}

impl ShownReading {
    pub(super) fn of(reading: &Reading, graph: &Graph) -> Self {
        let claims = reading.claims.iter().map(|claim| {
            let node = claim.node.and_then(|node| graph.node(node));
            ShownClaim {
                speaker: claim.speaker.clone(),
                text: claim.text.clone(),
                answers: node.and_then(Node::answers),
                excerpts: node.map(|node| node.detail.excerpts.clone()).unwrap_or_default(),
                stands: claim.stands,
            }
        });
        Self {
            node: reading.node,
            kind: reading.kind,
            word: reading.kind.word(),
            passage: reading.passage.clone(),
            topic: reading.topic.clone(),
            resolution: reading.resolution.clone(),
            claims: claims.collect(),
            disputed: reading.disputed.clone(),
        }
    }
}

/// The name of a speaker.
fn name<'n>(names: &'n BTreeMap<PersonaId, String>, speaker: &'n PersonaId) -> &'n str {
    names.get(speaker).map_or(speaker.as_str(), String::as_str)
}

/// The turn of an id that an answer names.
fn turn_named<'t>(turns: &'t [ShownTurn], id: &str) -> Option<&'t ShownTurn> {
    turns.iter().find(|turn| turn.id.to_string() == id)
}

/// The statement that a turn makes, where it makes a claim by one: the axis and the side that it answers.
fn claimed<'a>(voices: &Voices<'a>, turn: &ShownTurn) -> Option<(TurnId, &'a Statement)> {
    let makes_claim = |own: &&Statement| match turn.label {
        MoveLabel::Claim | MoveLabel::Challenge => true,
        MoveLabel::Concede => turn.text != own.text,
        MoveLabel::Clarify
        | MoveLabel::Reframe
        | MoveLabel::ProposeCrux
        | MoveLabel::Pass
        | MoveLabel::Close => false,
    };
    let voice = voices.voice(&turn.speaker).ok()?;
    let said = turn.excerpts.iter().find_map(|id| {
        let own = voice.statement(id)?;
        turn.text.contains(own.text.as_str()).then_some(own)
    });
    said.filter(makes_claim).map(|statement| (turn.id, statement))
}

/// What the reasons of a statement assert by their author's own word. What their words make probable is too little for a relation.
fn stated<'a>(voice: &Voice<'a>, own: &Statement) -> impl Iterator<Item = &'a AxisSide> {
    let links = voice.links(own).reasons.iter().flatten();
    links.filter(|link| link.by != LinkedBy::Words).map(|link| &link.asserts)
}
