//! A debate with a course of its own: the steps of this mode, in an order that the caller decides.
//! `Graph` plays them in rounds in which every persona attacks whatever it likes.

use std::collections::{BTreeMap, BTreeSet};

use super::{attacks, metrics, opening, validated_attacks};
use crate::graph::{Node, NodeKind};
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::debate_context::{Contributions, DebateContext, Setting};
use crate::mode::graph::Graph;
use crate::mode::issues::Issues;
use crate::mode::shared::decomposition;
use crate::mode::shared::dung::{evaluate, outcome};
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::{Finished, Interrupted, Mode, ProtocolFailure};
use crate::record::{Outcome, Stop, StopReason};
use crate::vocabulary::{Claim, NodeId, Persona, Side, Topic};

/// A debate in progress, as a protocol sees it that is written outside of the list of modes: a
/// function on a `&mut Room`.
///
/// The personas state their cases, reply to each other's statements, and rounds end, in the order
/// that the function decides. Questions, judge, semantics and the computation of cruxes are those
/// of the mode `graph`. A topic without axes is split into propositions first.
pub struct Room<'a> {
    table: DebateContext<'a>,
    /// The topic with the issues of the debate.
    topic: Topic,
    claims: Vec<Claim>,
    judged: JudgedPairs,
    /// The number of statements after the opening.
    opened: Option<usize>,
    /// The title of a round that has ended. Its snapshot is taken before the next step, so that
    /// what follows from the end of the debate is in the last one.
    ended: Option<String>,
    /// The number of attacks that the current round has added.
    attacks: usize,
}

/// A statement in a debate: an argument of the opening, or a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The id of its node, such as `n3`.
    pub id: String,
    /// The id of its persona.
    pub by: String,
    /// What it says.
    pub text: String,
    /// The issue that it is about, by the id of its axis.
    pub axis: Option<String>,
    /// The answer that it gives to the issue.
    pub side: Option<Side>,
}

/// A step of a protocol that is not possible, or that failed.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// The personas have no arguments yet.
    #[error("the personas have not stated their cases: call `open` first")]
    NotOpen,
    /// The personas have stated their cases before.
    #[error("the personas have stated their cases already: call `open` once")]
    AlreadyOpen,
    /// The debate has no such persona.
    #[error("the debate has no persona `{wanted}`; its personas: {}", .known.join(", "))]
    NoPersona {
        /// The name.
        wanted: String,
        /// The personas in seat order.
        known: Vec<String>,
    },
    /// The debate has no such statement.
    #[error("the debate has no statement `{0}`: reply to one that `open` or `reply` has returned")]
    NoStatement(String),
    /// A persona cannot reply to itself.
    #[error("`{0}` is a statement of the same persona: let another one reply")]
    OwnStatement(String),
    /// No persona gave a usable answer.
    #[error("{0}")]
    NoAnswer(String),
    /// The provider cannot be asked.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<ProtocolFailure> for RoomError {
    fn from(ProtocolFailure(cause): ProtocolFailure) -> Self {
        Self::NoAnswer(cause)
    }
}

impl<'a> Room<'a> {
    /// Holds a debate, and reads its outcome off the final graph as the mode `graph` does.
    ///
    /// # Errors
    /// The error of the protocol, or [`RoomError::NotOpen`] where it did not open the debate.
    pub fn hold(
        setting: Setting<'_>,
        protocol: impl FnOnce(&mut Room<'_>) -> Result<(), RoomError>,
    ) -> Result<Finished, RoomError> {
        let contributions = Contributions::of(None, setting.foreign)?;
        let mut silent = |_: &_| ();
        let mut room = Room {
            table: DebateContext::new(setting, contributions, &mut silent),
            topic: setting.topic.clone(),
            claims: Vec::new(),
            judged: JudgedPairs::default(),
            opened: None,
            ended: None,
            attacks: 0,
        };
        let held = protocol(&mut room);
        // A question that could not be asked looks like one without an answer to the protocol.
        room.table.check_interrupted()?;
        held?;
        room.conclude()
    }

    /// The mode whose steps a room has.
    pub fn mode() -> Mode {
        Mode::Graph(Graph::default())
    }

    /// The ids of the personas, in seat order.
    pub fn personas(&self) -> Vec<String> {
        self.table.setting.personas.iter().map(|persona| persona.id.to_string()).collect()
    }

    /// Lets every persona state its case: its thesis, what it grants, and its arguments. Returns
    /// the arguments, in the order in which they were stated. This is round 0.
    ///
    /// # Errors
    /// Where it was called before, or no persona answers.
    pub fn open(&mut self) -> Result<Vec<Said>, RoomError> {
        if self.opened.is_some() {
            return Err(RoomError::AlreadyOpen);
        }
        pollster::block_on(async {
            let most = Graph::default().max_propositions as usize;
            (self.topic, self.claims) = decomposition::issues(&mut self.table, most).await?;
            opening::arguments(&mut self.table, &self.topic).await?;
            let opened = self.table.graph().nodes().len();
            let most = comparisons(0, opened);
            self.judged.compare(&mut self.table, ComparisonTime::Before, most, |_| true).await;
            self.opened = Some(opened);
            Ok::<(), ProtocolFailure>(())
        })?;
        Ok(self.said(|_| true))
    }

    /// Lets a persona reply to one statement of another. It sees the theses, its own statements and
    /// this one. A judge checks the reply, as every attack in the mode `graph`. Returns the
    /// arguments that make the attacks, which may be some that the persona has stated before: most
    /// often one, none if it has nothing to object or the judge accepts nothing.
    ///
    /// # Errors
    /// Where the debate is not open or has no such persona or statement, the statement is the
    /// persona's own, or it gives no usable answer.
    pub fn reply(&mut self, persona: &str, to: &Said) -> Result<Vec<Said>, RoomError> {
        let persona = self.persona(persona)?;
        let target = self.statement(&to.id)?;
        if target.is_by(&persona.id) {
            return Err(RoomError::OwnStatement(to.id.clone()));
        }
        let target = target.id;
        self.begin();
        let question =
            attacks::question(&self.table, &self.topic, persona, |heard| heard == target);
        let questions: Vec<_> = question.into_iter().collect();
        let attackers = pollster::block_on(async {
            let submitted = attacks::ask(&mut self.table, &questions).await?;
            let judged = attacks::judge(&mut self.table, submitted).await;
            let new = validated_attacks::deduplicate(self.table.graph(), judged);
            Ok::<_, ProtocolFailure>(validated_attacks::add(&mut self.table, new))
        })?;
        self.attacks += attackers.len();
        let attackers: BTreeSet<NodeId> = attackers.into_iter().collect();
        Ok(self.said(|node| attackers.contains(&node.id)))
    }

    /// Who takes which side of which issue: for each issue, by the id of its axis, the personas
    /// that take a side, each with its side.
    pub fn positions(&self) -> BTreeMap<String, BTreeMap<String, Side>> {
        let issues = Issues::of(self.table.graph(), &self.topic, self.table.setting.personas);
        let mut positions: BTreeMap<String, BTreeMap<String, Side>> = BTreeMap::new();
        for case in &issues.cases {
            for (axis, side) in &case.sides {
                let on_issue = positions.entry(axis.to_string()).or_default();
                on_issue.insert(case.persona.id.to_string(), *side);
            }
        }
        positions
    }

    /// Ends a round under a title: the labels of all arguments are computed, and the graph is kept
    /// as it is. Nothing happens where no step was taken since the last round. The last round ends
    /// with the debate.
    pub fn end_round(&mut self, title: &str) {
        if self.opened.is_some() {
            self.ended.get_or_insert_with(|| title.to_owned());
        }
    }

    /// Begins a step: takes the snapshot of a round that has ended.
    fn begin(&mut self) {
        if let Some(title) = self.ended.take() {
            let evaluated = evaluate(&mut self.table);
            self.table.end_round(title, Some(evaluated.semantics));
            self.attacks = 0;
        }
    }

    /// Compares what is accepted by meaning, ends the last round, and reads off the outcome.
    fn conclude(mut self) -> Result<Finished, RoomError> {
        let opened = self.opened.ok_or(RoomError::NotOpen)?;
        let accepted = evaluate(&mut self.table).accepted();
        let added = self.table.graph().nodes().len() - opened;
        let most = comparisons(opened, added);
        let is_accepted = |node: &Node| accepted.contains(&node.id);
        pollster::block_on(self.judged.compare(
            &mut self.table,
            ComparisonTime::AtEnd,
            most,
            is_accepted,
        ));
        let evaluated = evaluate(&mut self.table);
        let is_complete = self.table.is_round_complete();
        let title = self.ended.take().unwrap_or_else(|| "End".to_owned());
        self.table.end_round(title, Some(evaluated.semantics.clone()));
        let (table, topic) = (&self.table, &self.topic);
        let stop = self.stop(is_complete);
        let outcome = outcome::outcome(table, topic, stop, &evaluated, &self.judged, Vec::new());
        let metrics = metrics::of_debate(&evaluated, table.snapshots());
        let (snapshots, usage) = self.table.finish()?;
        let outcome = Outcome { claims: self.claims, metrics, usage, ..outcome };
        Ok(Finished { snapshots, outcome })
    }

    /// Without an attack in a last round that lost no turn, no persona had a move left.
    fn stop(&self, is_complete: bool) -> Stop {
        let (reason, rule) = match (self.attacks, is_complete) {
            (0, true) => (StopReason::NoMoves, "In the last round no persona made a new attack."),
            (0, false) => (
                StopReason::MaxRounds,
                "The protocol ended after a round that lost turns to failed calls.",
            ),
            (_, _) => (StopReason::MaxRounds, "The protocol ended."),
        };
        Stop { reason, rule: rule.to_owned(), rounds: self.table.rounds_played() }
    }

    fn persona(&self, wanted: &str) -> Result<&'a Persona, RoomError> {
        let personas: &'a [Persona] = self.table.setting.personas;
        let mut personas = personas.iter();
        personas.find(|persona| persona.id.as_str() == wanted).ok_or_else(|| RoomError::NoPersona {
            wanted: wanted.to_owned(),
            known: self.personas(),
        })
    }

    fn statement(&self, id: &str) -> Result<&Node, RoomError> {
        let known = id.parse().ok().and_then(|id: NodeId| self.table.graph().node(id));
        let known = known.filter(|node| node.kind == NodeKind::Argument);
        known.ok_or_else(|| RoomError::NoStatement(id.to_owned()))
    }

    /// The arguments that `is_wanted` is true of.
    fn said(&self, is_wanted: impl Fn(&Node) -> bool) -> Vec<Said> {
        let arguments = self.table.graph().nodes().filter(|node| node.kind == NodeKind::Argument);
        arguments.filter(|node| is_wanted(node)).filter_map(Said::of).collect()
    }
}

impl Said {
    /// The statement of a node; none for a node without an author.
    fn of(node: &Node) -> Option<Self> {
        Some(Self {
            id: node.id.to_string(),
            by: node.author.as_ref()?.to_string(),
            text: node.text.clone(),
            axis: node.axis.as_ref().map(ToString::to_string),
            side: node.side,
        })
    }
}

impl std::fmt::Debug for Room<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let graph = self.table.graph();
        let (nodes, edges) = (graph.nodes().len(), graph.edges().len());
        f.debug_struct("Room").field("nodes", &nodes).field("edges", &edges).finish_non_exhaustive()
    }
}

/// The comparisons of so many new statements with each other and with the earlier ones.
fn comparisons(earlier: usize, newer: usize) -> MostComparisons {
    let [earlier, newer] =
        [earlier, newer].map(|count| u32::try_from(count).expect("a debate has few statements"));
    MostComparisons::of(earlier, newer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::pair;

    use crate::provider::Corpus;
    use crate::question::Models;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{Probability, Seed};

    fn held(protocol: impl FnOnce(&mut Room<'_>) -> Result<(), RoomError>) -> Finished {
        let (topic, personas) = (topic(), pair());
        let provider = Corpus::new(&topic, &personas, Probability::share(1, 1)).unwrap();
        let models = Models::default();
        let setting = Setting::new(&topic, &personas, &provider, &models, Seed(1));
        Room::hold(setting, protocol).unwrap()
    }

    /// The replies to every argument of the opening.
    fn replies(room: &mut Room<'_>) -> Result<Vec<(Said, Said)>, RoomError> {
        let mut replies = Vec::new();
        for to in room.open()? {
            for persona in room.personas().into_iter().filter(|id| *id != to.by) {
                let own = room.reply(&persona, &to)?.into_iter();
                replies.extend(own.map(|reply| (reply, to.clone())));
            }
        }
        Ok(replies)
    }

    #[test]
    fn a_reply_is_by_the_persona_that_was_asked_and_attacks_only_the_statement_that_it_heard() {
        held(|room| {
            let replies = replies(room)?;
            assert!(!replies.is_empty());
            for (reply, to) in replies {
                assert_ne!(reply.by, to.by);
                let edges = room.table.graph().out_of_node(reply.id.parse().unwrap());
                let made = edges.filter(|edge| edge.mirrors.is_none());
                let targets: Vec<String> = made.map(|edge| edge.to.to_string()).collect();
                assert_eq!(targets, [to.id]);
            }
            Ok(())
        });
    }

    #[test]
    fn a_round_has_one_snapshot_with_labels_and_the_end_of_the_debate_is_the_end_of_the_last() {
        let titles = |debate: &Finished| -> Vec<String> {
            debate.snapshots.iter().map(|snapshot| snapshot.title.clone()).collect()
        };
        let debate = held(|room| {
            room.end_round("Before it is open");
            room.open()?;
            room.end_round("Opening");
            room.end_round("Nothing new");
            Ok(())
        });
        assert_eq!(titles(&debate), ["Opening"]);
        assert!(debate.snapshots[0].graph.nodes().all(|node| node.label.is_some()));
        assert_eq!(titles(&held(|room| room.open().map(drop))), ["End"]);
        let debate = held(|room| {
            let first = room.open()?.swap_remove(0);
            room.end_round("Opening");
            let other = room.personas().into_iter().find(|id| *id != first.by).unwrap();
            room.reply(&other, &first)?;
            room.end_round("Reply");
            Ok(())
        });
        assert_eq!(titles(&debate), ["Opening", "Reply"]);
        assert_eq!(debate.outcome.stop.rounds, 1);
    }

    #[test]
    fn a_debate_whose_last_round_adds_no_statement_ends_because_no_move_is_left() {
        assert_eq!(held(|room| replies(room).map(drop)).outcome.stop.reason, StopReason::MaxRounds);
        let debate = held(|room| {
            let (_, to) = replies(room)?.swap_remove(0);
            room.end_round("Replies");
            let other = room.personas().into_iter().find(|id| *id != to.by).unwrap();
            assert_eq!(room.reply(&other, &to)?, [], "it has replied before");
            Ok(())
        });
        assert_eq!(debate.outcome.stop.reason, StopReason::NoMoves);
    }

    #[test]
    fn a_reply_that_its_persona_has_stated_before_is_returned_again() {
        held(|room| {
            let opened = room.open()?;
            let mut heard: Vec<(Said, Said)> = Vec::new();
            for to in &opened {
                for persona in room.personas().into_iter().filter(|id| *id != to.by) {
                    let before = room.table.graph().edges().len();
                    let replies = room.reply(&persona, to)?;
                    let is_new = room.table.graph().edges().len() > before;
                    assert_eq!(is_new, !replies.is_empty(), "{to:?}");
                    heard.extend(replies.into_iter().map(|reply| (reply, to.clone())));
                }
            }
            let attacks = |reply: &Said, to: &Said| {
                let edges = room.table.graph().out_of_node(reply.id.parse().unwrap());
                edges.map(|edge| edge.to.to_string()).any(|id| id == to.id)
            };
            assert!(heard.iter().all(|(reply, to)| attacks(reply, to)));
            Ok(())
        });
    }

    #[test]
    fn positions_are_the_sides_that_the_shared_computation_reads_from_the_graph() {
        let debate = held(|room| {
            assert!(room.positions().is_empty());
            room.open()?;
            let positions = room.positions();
            assert!(positions.values().any(|sides| sides.len() == 2), "{positions:?}");
            Ok(())
        });
        let cruxes = debate.outcome.cruxes.len() + debate.outcome.idle_disputes.len();
        assert!(cruxes > 0);
    }
}
