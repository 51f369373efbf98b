//! How what was said enters the graph: the part of a conversation that its mode decides.

use std::collections::BTreeSet;

use super::moves::has_words;
use super::tone::ConversationTone;
use crate::mode::conversation::events::GraphUpdated;
use crate::mode::conversation::questions::{LATEST, ShownTurn};
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::events::Report;
use crate::mode::shared::events::ConvergenceUpdate;
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::question::{ByCorpus, Question};
use crate::record::{Act, Event, Outcome, Semantics, Stop, Turn};
use crate::vocabulary::{NodeId, PersonaId, Topic, TurnId};

/// Makes a graph from turns.
pub(crate) trait Crystallizer {
    /// Asks what the turns since the last update change.
    type Update: ByCorpus;

    /// How the personas talk.
    const TONE: ConversationTone;

    /// What is asked about these turns.
    fn question(&self, context: &DebateContext<'_>, said: &TurnsToEnter<'_>) -> Self::Update;

    /// Changes the graph as the answer says.
    fn apply(
        &mut self,
        context: &mut DebateContext<'_>,
        said: &TurnsToEnter<'_>,
        answered: Answered<<Self::Update as Question>::Answer>,
    ) -> Changed;

    /// Adds the attacks between the opening speeches that an update does not look for. Returns
    /// their number.
    async fn discover(&self, _table: &mut DebateContext<'_>, _topic: &Topic) -> usize {
        0
    }

    /// Computes the state of the graph after an update.
    fn state(&self, context: &mut DebateContext<'_>) -> GraphState;

    /// The nodes that are compared by meaning at the end.
    fn compared_at_end(&self, context: &mut DebateContext<'_>) -> BTreeSet<NodeId>;

    /// Reads the outcome off the final graph. `topic` has the issues of the debate, `judged` the
    /// pairs that were compared by meaning.
    fn outcome(
        self,
        context: &DebateContext<'_>,
        topic: &Topic,
        stop: Stop,
        judged: &JudgedPairs,
    ) -> Outcome;
}

/// A node of the graph, or one that an update adds: its place among the new ones of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NodeTarget {
    Node(NodeId),
    New(usize),
}

impl NodeTarget {
    /// The node, once the new ones of its kind are in the graph.
    pub(crate) fn node(self, added: &[NodeId]) -> NodeId {
        match self {
            Self::Node(node) => node,
            Self::New(place) => added[place],
        }
    }
}

/// What an update changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) added: usize,
    pub(crate) updated: usize,
    pub(crate) removed: usize,
    pub(crate) attacks: usize,
    pub(crate) attacks_removed: usize,
}

impl Changed {
    /// Whether anything changed.
    pub(crate) fn is_any(self) -> bool {
        self != Self::default()
    }
}

/// The state of the graph after an update, as its mode computes it.
#[derive(Debug)]
pub(crate) struct GraphState {
    /// The arguments that are contested.
    pub(crate) contested: BTreeSet<NodeId>,
    /// The events that report it.
    pub(crate) events: Vec<Event>,
    /// Dung's semantics, in a mode that has one framework.
    pub(crate) semantics: Option<Semantics>,
}

impl GraphState {
    /// The state of a graph that is one framework: the contested arguments are in some preferred
    /// extensions, but not in all.
    pub(crate) fn of_framework(context: &DebateContext<'_>, semantics: Semantics) -> Self {
        let graph = context.graph();
        let updated = GraphUpdated {
            round: context.round(),
            nodes: graph.nodes().len(),
            edges: graph.edges().len(),
            labels: semantics.labels(),
            preferred: semantics.preferred.clone(),
        };
        let undecided = semantics.undecided_share();
        let converging = ConvergenceUpdate { round: context.round(), undecided };
        Self {
            contested: semantics.disputed.iter().copied().collect(),
            events: vec![updated.to_event(), converging.to_event()],
            semantics: Some(semantics),
        }
    }
}

/// The turns that enter the graph in an update.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnsToEnter<'s> {
    pub(crate) topic: &'s Topic,
    /// The turns that are in the graph.
    pub(crate) earlier: &'s [Turn],
    /// The turns that are not.
    pub(crate) new: &'s [Turn],
    /// Whether the debate is over, so that nothing can be discussed any more.
    pub(crate) is_last: bool,
}

impl TurnsToEnter<'_> {
    /// The new turns in which something was said.
    pub(crate) fn shown(&self) -> Vec<ShownTurn> {
        ShownTurn::all(self.new)
    }

    /// The latest of some earlier turns, as many as a prompt shows beside the new ones.
    pub(crate) fn latest(&self, earlier: &[Turn]) -> Vec<ShownTurn> {
        let mut latest = ShownTurn::latest(earlier);
        let room = LATEST.saturating_sub(self.shown().len());
        latest.split_off(latest.len().saturating_sub(room))
    }

    /// A turn, new or earlier.
    pub(crate) fn turn(&self, id: TurnId) -> Option<&Turn> {
        self.new.iter().chain(self.earlier).find(|turn| turn.id == id)
    }

    /// The latest concession of a persona among the new turns.
    pub(crate) fn concession_of(&self, persona: &PersonaId) -> Option<&Turn> {
        self.turns_of(persona).find(|turn| turn.act == Act::Concede)
    }

    /// The new turn in which a persona accepted a point of another: its latest concession,
    /// otherwise its speech that calls points agreed.
    pub(crate) fn agreement_of(&self, persona: &PersonaId) -> Option<&Turn> {
        let calls_agreed =
            |turn: &&Turn| turn.speech.as_ref().is_some_and(|it| !it.agreed.is_empty());
        self.concession_of(persona).or_else(|| self.turns_of(persona).find(calls_agreed))
    }

    /// The new turn in which a persona gave a point up or restricted it: its latest concession,
    /// otherwise its latest turn, where an update says that it did.
    pub(crate) fn giving_up(&self, persona: &PersonaId) -> Option<&Turn> {
        self.concession_of(persona).or_else(|| self.turns_of(persona).find(|turn| has_words(turn)))
    }

    fn turns_of(&self, persona: &PersonaId) -> impl Iterator<Item = &Turn> {
        self.new.iter().rev().filter(move |turn| turn.is_by(persona))
    }
}
