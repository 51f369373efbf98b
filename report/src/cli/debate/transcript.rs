//! Prints the events of a debate as they happen.

use std::collections::BTreeMap;

use faultline::argue::Label;
use faultline::graph::{Graph, Node, NodeKind, Operation};
use faultline::mode::Mode;
use faultline::record::{Act, Event, Fate, Standing, Turn};
use faultline::vocabulary::{Claim, Component, NodeId, Persona, PersonaId, Side, Topic};

use super::super::diagnose::plural;
use super::super::terminal::{Layout, Tone};

/// The column of node ids.
const NODE: usize = 4;
/// The column of their texts.
const TEXT: usize = 9;

/// Formats the events of a debate; keeps its graph, so that it can quote the nodes that an event refers to.
#[derive(Debug)]
pub(super) struct Transcript<'d> {
    pub(super) layout: Layout,
    pub(super) personas: &'d [Persona],
    graph: Graph,
    /// The previous label of each argument whose label changed in this round.
    earlier: BTreeMap<NodeId, Option<Label>>,
    /// The title of the current section.
    section: Option<String>,
    speaker: Option<PersonaId>,
}

impl<'d> Transcript<'d> {
    pub(super) fn new(layout: Layout, personas: &'d [Persona]) -> Self {
        Self {
            layout,
            personas,
            graph: Graph::default(),
            earlier: BTreeMap::new(),
            section: None,
            speaker: None,
        }
    }

    /// The topic, the personas with their stances, and the mode with its parameters.
    pub(super) fn title(&self, topic: &Topic, mode: &Mode, seed: &str) -> String {
        let mut set = self.layout.labelled_in(0, "", &topic.title, Tone::Strong);
        set.push_str(&self.layout.labelled(0, "", &topic.question));
        set.push('\n');
        for persona in self.personas {
            let stance = persona.corpora.get(&topic.id).map(|corpus| corpus.stance);
            let position = match stance {
                Some(Side::Yes) => format!("Yes: {}", topic.yes),
                Some(Side::No) => format!("No: {}", topic.no),
                None => "no statements on this topic".to_owned(),
            };
            set.push_str(&self.layout.labelled(2, "", &self.name(&persona.id)));
            set.push_str(&self.layout.labelled(NODE, "", &position));
        }
        let parameters =
            mode.parameters().into_iter().map(|(name, value)| format!("{name} {value}"));
        let how = parameters.chain([seed.to_owned()]).collect::<Vec<_>>().join(", ");
        let how = format!("{}: {how}", mode.name().title());
        set.push('\n');
        set + &self.layout.labelled_in(2, "", &how, Tone::Faint)
    }

    /// The text of an event; empty for an event that needs none.
    pub(super) fn event(&mut self, event: &Event) -> String {
        match event {
            Event::ClaimsDecomposed { claims } => self.claims(claims),
            Event::TurnTaken { turn } => self.turn(turn),
            Event::GraphChanged { change } => {
                self.change(&change.operation);
                String::new()
            }
            Event::AttacksGenerated { round, attacks, dropped } => {
                let head = self.round(*round);
                let none = "No attacks.";
                let quiet = attacks + dropped == 0;
                head + &if quiet { self.layout.labelled(2, "", none) } else { String::new() }
            }
            Event::GraphUpdate { preferred, .. } => self.labels(preferred),
            Event::GraphConvergence { unchanged: true, .. } => {
                let words = "No argument of an earlier round changed its label.";
                self.layout.labelled_in(NODE, "", words, Tone::Faint)
            }
            Event::CallFailed { call, task, fault } => {
                let head = self.layout.paint(Tone::Bad, "✗");
                let words = format!("Call {call} ({task}) failed: {fault}");
                self.layout.labelled(NODE, &format!("  {head}"), &words)
            }
            Event::CallRepaired { call, task, faults } => {
                let words = format!(
                    "Call {call} ({task}) had an invalid answer and was repeated: {}",
                    faults.join("; ")
                );
                self.layout.labelled_in(NODE, "", &words, Tone::Faint)
            }
            Event::StrengthsUpdate { round, roots, moved } => self.strengths(*round, roots, *moved),
            Event::CommunityMerged { nodes, merged } => {
                let merged = format!("{merged} of them shared by several personas");
                let words =
                    format!("{} after merging the graphs, {merged}", plural(*nodes, "node"));
                format!("\n{}", self.layout.labelled_in(2, "", &words, Tone::Faint))
            }
            Event::GraphConvergence { unchanged: false, .. }
            | Event::BeliefRevised { .. }
            | Event::InitialStance { .. }
            | Event::ArgumentsSubmitted { .. }
            | Event::ValidationComplete { .. }
            | Event::AgentTurn { .. }
            | Event::ConvergenceUpdate { .. }
            | Event::BlackboardUpdate { .. }
            | Event::DebateComplete { .. } => String::new(),
        }
    }

    /// A persona's name in its colour.
    pub(super) fn name(&self, id: &PersonaId) -> String {
        let seat = self.personas.iter().position(|persona| persona.id == *id);
        let name = seat.map_or(id.as_str(), |seat| &self.personas[seat].contract.name);
        self.layout.paint(Tone::Speaker(seat.unwrap_or_default()), name)
    }

    fn change(&mut self, operation: &Operation) {
        if let Operation::Label { node, .. } = operation {
            let label = self.graph.node(*node).and_then(|node| node.label);
            self.earlier.insert(*node, label);
        }
        self.graph.apply(operation).expect("the debate applied this change already");
    }

    fn claims(&mut self, claims: &[Claim]) -> String {
        let mut set = self.head("Propositions".to_owned());
        for (claim, number) in claims.iter().zip(1..) {
            set.push_str(&self.layout.labelled(NODE + 1, &format!("  {number}"), &claim.text));
        }
        set
    }

    fn round(&mut self, round: u32) -> String {
        self.head(if round == 0 { "Opening".to_owned() } else { format!("Round {round}") })
    }

    fn head(&mut self, title: String) -> String {
        if self.section.as_ref() == Some(&title) {
            return String::new();
        }
        self.speaker = None;
        let set = self.layout.heading(&title);
        self.section = Some(title);
        set
    }

    fn turn(&mut self, turn: &Turn) -> String {
        match &turn.act {
            // The event that lists the propositions shows them.
            Act::Decompose { .. } => String::new(),
            Act::Argue { node } => {
                let set = self.round(turn.round) + &self.speaks(turn);
                set + &self.said(Some(*node), &turn.text)
                    + &self.relations(*node)
                    + &self.reasons(*node)
            }
            Act::Attack { target, relation, component, node, strength, .. } => {
                let does =
                    format!("{} {} of {target}", relation.verb(), component_name(*component));
                let set = self.round(turn.round) + &self.does(turn, &does);
                let set = set + &self.attacked(*target, *component);
                let fate = match strength {
                    Some(strength) => self.fate(&turn.fate, &format!(", strength {strength}")),
                    None => self.fate(&turn.fate, ""),
                };
                set + &self.said(*node, &turn.text) + &fate
            }
            Act::Bear { target, relation, node, .. } => {
                let does = format!("{} {target}", relation.verb());
                let set = self.round(turn.round) + &self.does(turn, &does);
                set + &self.attacked(*target, Component::Claim)
                    + &self.said(Some(*node), &turn.text)
            }
            Act::Revise(revision) => {
                let does = format!("revises {}", revision.root);
                let set = self.round(turn.round) + &self.does(turn, &does);
                let aim = format!("from {} towards {}", revision.before, revision.aim);
                let changed = plural(revision.shifts.len(), "base score");
                let words = format!("{aim}: {} after {changed} changed", revision.after);
                set + &self.layout.labelled_in(TEXT, "", &words, Tone::Faint)
            }
            Act::Misfire { target, .. } => {
                let set = self.round(turn.round) + &self.does(turn, &format!("attacks {target}"));
                set + &self.said(None, &turn.text) + &self.fate(&turn.fate, "")
            }
            Act::Answer { node } => {
                let head = self.head("Answer".to_owned());
                let first = self.graph.nodes().next().map(|node| node.id) == Some(*node);
                let kind = self.graph.node(*node).map(|node| node.kind);
                let parted = if kind == Some(NodeKind::Question) && !first { "\n" } else { "" };
                let voice = match &turn.speaker {
                    Some(speaker) => format!("{}: ", self.name(speaker)),
                    None => String::new(),
                };
                head + parted + &self.said(Some(*node), &format!("{voice}{}", turn.text))
            }
            Act::Silence => {
                let set = self.round(turn.round) + &self.does(turn, "is silent");
                set + &self.fate(&turn.fate, "")
            }
        }
    }

    /// The strength of each persona's thesis after a round.
    fn strengths(&mut self, round: u32, roots: &[Standing], moved: f64) -> String {
        let lines = roots.iter().map(|Standing { persona, strength }| {
            self.layout.labelled(NODE, "", &format!("{} {strength}", self.name(persona)))
        });
        let moved = match round {
            0 => "Strength of each thesis".to_owned(),
            _ => format!("Strength of each thesis; largest change {moved:.2}"),
        };
        format!("\n{}{}", self.layout.labelled(2, "", &moved), lines.collect::<String>())
    }

    /// The name of the speaker, if it changed.
    fn speaks(&mut self, turn: &Turn) -> String {
        if turn.speaker == self.speaker {
            return String::new();
        }
        let parted = if self.speaker.is_some() { "\n" } else { "" };
        self.speaker.clone_from(&turn.speaker);
        let name = turn.speaker.as_ref().map_or(String::new(), |speaker| self.name(speaker));
        format!("{parted}{}", self.layout.labelled(2, "", &name))
    }

    /// The name of the speaker and what it does.
    fn does(&mut self, turn: &Turn, what: &str) -> String {
        let parted = if self.speaker.is_some() { "\n" } else { "" };
        self.speaker.clone_from(&turn.speaker);
        let name = turn.speaker.as_ref().map_or(String::new(), |speaker| self.name(speaker));
        format!("{parted}{}", self.layout.labelled(2, "", &format!("{name} {what}")))
    }

    fn said(&self, node: Option<NodeId>, text: &str) -> String {
        let name = node.map_or("–".to_owned(), |node| node.to_string());
        self.layout.labelled(TEXT, &format!("{:NODE$}{name}", ""), text)
    }

    /// The text that an attack targets.
    fn attacked(&self, target: NodeId, component: Component) -> String {
        let node = self.graph.node(target).expect("a target is in the graph");
        let text = match component {
            Component::Claim | Component::Inference => Some(&node.text),
            Component::Premise(index) => node.detail.premises.get(index),
            Component::Assumption(index) => node.detail.assumptions.get(index),
        };
        let head = self.layout.paint(Tone::Faint, &format!("{:NODE$}{target}", ""));
        let quoted = |text| self.layout.labelled_in(TEXT, &head, &format!("«{text}»"), Tone::Faint);
        text.map_or_else(String::new, quoted)
    }

    /// The nodes that a new node attacks or supports.
    fn relations(&self, node: NodeId) -> String {
        let edges = self.graph.out_of_node(node);
        let set = edges.map(|edge| {
            let words = format!("{} {}", edge.relation.verb(), edge.to);
            self.layout.labelled_in(TEXT + 2, "", &words, Tone::Faint)
        });
        set.collect()
    }

    fn reasons(&self, node: NodeId) -> String {
        let node = self.graph.node(node).expect("the node of an event is in the graph");
        let premises = node.detail.premises.iter().map(|text| ("because", text));
        let assumptions = node.detail.assumptions.iter().map(|text| ("assuming", text));
        let set = premises.chain(assumptions).map(|(word, text)| {
            self.layout.labelled_in(TEXT + 2, "", &format!("{word}: {text}"), Tone::Faint)
        });
        set.collect()
    }

    fn fate(&self, fate: &Fate, strength: &str) -> String {
        let (tone, sign, words) = match fate {
            Fate::Kept => (Tone::Good, "✓", format!("valid{strength}")),
            Fate::Corrected(how) => {
                (Tone::Good, "✓", format!("valid after correction{strength}: {how}"))
            }
            Fate::Rejected(why) => (Tone::Bad, "✗", format!("rejected: {why}")),
            Fate::Duplicate(turn) => {
                (Tone::Faint, "=", format!("repeats turn {turn}, which is more confident"))
            }
            Fate::Dropped(why) => (Tone::Bad, "✗", format!("dropped: {why}")),
            Fate::Failed(why) => (Tone::Bad, "✗", format!("failed: {why}")),
        };
        let head = format!("{:TEXT$}{}", "", self.layout.paint(tone, sign));
        self.layout.labelled_in(TEXT + 2, &head, &words, tone)
    }

    /// The labels of all arguments after a round, and which labels changed.
    fn labels(&mut self, preferred: &str) -> String {
        let all = plural(self.graph.nodes().len(), "argument");
        let views = match preferred {
            "1" => "one coherent worldview".to_owned(),
            many => format!("{many} coherent worldviews"),
        };
        let mut set = format!("\n{}", self.layout.labelled(2, "", &format!("{all}, {views}")));
        for (label, tone, sign) in [
            (Label::In, Tone::Good, "✓"),
            (Label::Out, Tone::Bad, "✗"),
            (Label::Undec, Tone::Open, "?"),
        ] {
            let named = self.labelled(label);
            if named.is_empty() {
                continue;
            }
            let head = self.layout.paint(tone, &format!("{sign} {:<9}", word(label)));
            let head = format!("{:NODE$}{head}", "");
            set.push_str(&self.layout.labelled(NODE + 13, &head, &named));
        }
        self.earlier.clear();
        self.speaker = None;
        set
    }

    /// The arguments with a label; those that had another label before come last.
    fn labelled(&self, label: Label) -> String {
        let before = |node: &Node| self.earlier.get(&node.id).copied().flatten();
        let named = |earlier: Option<Label>| {
            let nodes = self.graph.nodes().filter(|node| node.label == Some(label));
            let nodes = nodes.filter(|node| before(node) == earlier);
            nodes.map(|node| node.id.to_string()).collect::<Vec<_>>().join(", ")
        };
        let was = |earlier: Label| format!("was {}: {}", word(earlier), named(Some(earlier)));
        let earlier = [Label::In, Label::Out, Label::Undec].into_iter();
        let moved = earlier.filter(|earlier| !named(Some(*earlier)).is_empty()).map(was);
        let stayed = Some(named(None)).filter(|stayed| !stayed.is_empty());
        stayed.into_iter().chain(moved).collect::<Vec<_>>().join("; ")
    }
}

fn word(label: Label) -> &'static str {
    match label {
        Label::In => "accepted",
        Label::Out => "defeated",
        Label::Undec => "undecided",
    }
}

fn component_name(component: Component) -> String {
    match component {
        Component::Claim | Component::Inference => format!("the {component}"),
        Component::Premise(_) | Component::Assumption(_) => component.to_string(),
    }
}
