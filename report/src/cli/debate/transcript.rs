//! Prints the events of a debate as they happen.

mod calls;
mod conversation;

use std::collections::BTreeMap;

use faultline::argue::Label;
use faultline::graph::{Graph, Node, NodeKind, Operation};
use faultline::mode::Mode;
use faultline::record::{Act, Event, Fate, Target, Turn};
use faultline::view::{EventLine, Level, Text, action, glossary};
use faultline::vocabulary::{Component, NodeId, Persona, PersonaId, Side, Topic};

use super::super::blocks::{name, piece, styled, tone};
use super::super::diagnose::plural;
use super::super::terminal::{Layout, Styled, Tone};
use super::stances;

/// The column of node ids.
const NODE: usize = 4;
/// The column of their texts.
const TEXT: usize = 9;
/// The column of reasons and results.
const DETAIL: usize = TEXT + 2;

/// Formats the events of a debate; keeps its graph, so that it can quote the nodes that an event
/// refers to.
#[derive(Debug)]
pub(super) struct Transcript<'d> {
    layout: Layout,
    mode: &'d Mode,
    personas: &'d [Persona],
    graph: Graph,
    /// The previous label of each argument whose label changed in this round.
    previous_labels: BTreeMap<NodeId, Option<Label>>,
    /// The title of the current section.
    section: Option<String>,
    speaker: Option<PersonaId>,
}

impl<'d> Transcript<'d> {
    pub(super) fn new(layout: Layout, mode: &'d Mode, personas: &'d [Persona]) -> Self {
        Self {
            layout,
            mode,
            personas,
            graph: Graph::default(),
            previous_labels: BTreeMap::new(),
            section: None,
            speaker: None,
        }
    }

    /// The topic, the personas with their answers, and the mode.
    pub(super) fn title(&self, topic: &Topic) -> String {
        let mut lines = self.layout.indented(0, Styled::toned(Tone::Strong, &topic.title));
        lines.push_str(&self.layout.indented(0, &topic.question));
        lines.push('\n');
        for persona in self.personas {
            let answer = match persona.answer(&topic.id) {
                Some(Side::Yes) => format!("Yes: {}", topic.yes),
                Some(Side::No) => format!("No: {}", topic.no),
                None => "no statements on this topic".to_owned(),
            };
            lines.push_str(&self.layout.indented(2, self.name(&persona.id)));
            lines.push_str(&self.layout.indented(NODE, answer));
        }
        lines.push('\n');
        lines + &self.faint(2, self.mode.name().title())
    }

    /// The text of an event; empty for an event that needs none.
    pub(super) fn event(&mut self, event: &Event) -> String {
        match event {
            Event::TurnTaken { turn } => self.turn(turn),
            Event::GraphChanged { change } => {
                self.change(&change.operation);
                String::new()
            }
            Event::CallFailed { .. }
            | Event::CallReplaced { .. }
            | Event::CallRepaired { .. }
            | Event::PartsDropped { .. }
            | Event::AnswerDrafted { .. } => self.of_call(event),
            Event::Mode(event) => {
                let lines = self.mode.event_lines(event).unwrap_or_default();
                lines.iter().map(|line| self.line(line)).collect()
            }
            Event::BlackboardUpdate { .. } | Event::DebateComplete { .. } => String::new(),
        }
    }

    /// A line that the mode shows of an event of its own.
    fn line(&mut self, line: &EventLine) -> String {
        match line {
            EventLine::Heading(title) => self.heading(title.clone()),
            EventLine::Round(round) => self.round(*round),
            EventLine::Gap => "\n".to_owned(),
            EventLine::Sentence(text) => {
                // The next turn names its speaker again.
                self.speaker = None;
                self.layout.indented(2, self.text(text).to_plain())
            }
            EventLine::Persona(text) => self.layout.indented(NODE, self.text(text)),
            EventLine::Detail(level, text) => {
                let indent = match level {
                    Level::Round => 2,
                    Level::Node => NODE,
                    Level::Text => TEXT,
                    Level::Detail => DETAIL,
                };
                self.faint(indent, &self.text(text).to_plain())
            }
            EventLine::Item(number, text) => {
                self.layout.labelled(NODE + 1, format!("  {number}"), text.as_str())
            }
            EventLine::Labels { preferred } => self.labels(preferred),
        }
    }

    fn text(&self, text: &Text) -> Styled {
        styled(text, &|inline| piece(self.personas, inline))
    }

    fn name(&self, id: &PersonaId) -> Styled {
        name(self.personas, id)
    }

    fn faint(&self, indent: usize, text: &str) -> String {
        self.layout.indented(indent, Styled::toned(Tone::Faint, text))
    }

    fn change(&mut self, operation: &Operation) {
        if let Operation::Label { node, .. } = operation {
            let label = self.graph.node(*node).and_then(|node| node.label);
            self.previous_labels.insert(*node, label);
        }
        self.graph.apply(operation).expect("the debate applied this change already");
    }

    fn round(&mut self, round: u32) -> String {
        self.heading(if round == 0 { "Opening".to_owned() } else { format!("Round {round}") })
    }

    /// A heading, unless it is the current one.
    fn heading(&mut self, title: String) -> String {
        if self.section.as_ref() == Some(&title) {
            return String::new();
        }
        self.speaker = None;
        let heading = self.layout.heading(&title);
        self.section = Some(title);
        heading
    }

    fn turn(&mut self, turn: &Turn) -> String {
        if turn.act == Act::Propose && turn.speaker.is_none() {
            // The event with the propositions prints them.
            return String::new();
        }
        if turn.act == Act::Ask && turn.speaker.is_none() && turn.node.is_none() {
            // The event of the tension prints it.
            return String::new();
        }
        if let Some(speech) = &turn.speech {
            return self.speech(turn, speech);
        }
        let node = turn.node.and_then(|node| self.graph.node(node));
        let is_repeated = turn.act == Act::Assert && turn.node.is_none() && turn.fate.is_kept();
        let states_a_stance = |node: &Node| {
            node.author.is_some() && (node.detail.confidence.is_some() || turn.act == Act::Propose)
        };
        match node.map(|node| node.kind) {
            None if is_repeated => self.round(turn.round) + &self.repeated(turn),
            Some(NodeKind::Question | NodeKind::Position) if node.is_some_and(states_a_stance) => {
                self.round(turn.round) + &self.argument(turn)
            }
            Some(NodeKind::Point) if turn.speaker.is_some() => {
                self.round(turn.round) + &self.claim(turn)
            }
            // A position beside a thesis answers no question that a debate asked.
            Some(NodeKind::Position)
                if self.graph.nodes().all(|n| n.kind != NodeKind::Question) =>
            {
                self.round(turn.round) + &self.argument(turn)
            }
            Some(NodeKind::Question | NodeKind::Position | NodeKind::Point) => {
                self.heading("Answer".to_owned()) + &self.answer(turn)
            }
            Some(NodeKind::Reading) => format!("\n{}", self.statement(turn.node, &turn.text)),
            Some(NodeKind::Argument | NodeKind::Thesis) | None => {
                self.round(turn.round) + &self.argument(turn)
            }
        }
    }

    /// A question, a position on a question, or a shared claim.
    fn answer(&self, turn: &Turn) -> String {
        let is_question = |node: &&Node| node.kind == NodeKind::Question;
        let first = self.graph.nodes().find(is_question).map(|node| node.id);
        let is_first = first.is_none() || first == turn.node;
        let gap = if turn.act == Act::Ask && !is_first { "\n" } else { "" };
        let text = match &turn.speaker {
            Some(speaker) => self.name(speaker).then(format!(": {}", turn.text)),
            None => turn.text.as_str().into(),
        };
        gap.to_owned() + &self.statement(turn.node, text)
    }

    /// A point that the speaker shares with the others, or an objection that it raises against its
    /// own thesis.
    fn claim(&mut self, turn: &Turn) -> String {
        let is_objection =
            turn.node.is_some_and(|node| self.graph.out_of_node(node).next().is_some());
        let label = if is_objection { "objection: " } else { "grants: " };
        let text = Styled::toned(Tone::Faint, label).then(turn.text.as_str());
        self.new_speaker(turn) + &self.statement(turn.node, text)
    }

    /// A sentence that the speaker has said before.
    fn repeated(&mut self, turn: &Turn) -> String {
        let text = Styled::toned(Tone::Faint, "again: ").then(turn.text.as_str());
        let node = match turn.target {
            Some(Target::Node(node)) => Some(node),
            Some(Target::Written(_)) | None => None,
        };
        let gap = self.new_speaker(turn);
        let gap = if gap.is_empty() { "\n".to_owned() } else { gap };
        gap + &self.statement(node, text)
    }

    /// The answer that a turn gives to a question, with its author's confidence.
    fn stance(&self, turn: &Turn) -> String {
        let node = turn.node.and_then(|node| self.graph.node(node));
        let stance = node.and_then(|node| stances::stance(node, turn));
        stance.map_or_else(String::new, |stance| self.faint(DETAIL, &stance))
    }

    fn argument(&mut self, turn: &Turn) -> String {
        let heading = match (turn.act, &turn.target) {
            (Act::Assert, None) => self.new_speaker(turn),
            (_, None) => self.action(turn, &action(turn)),
            (_, Some(Target::Written(name))) => {
                self.action(turn, &format!("{} {name}", action(turn)))
            }
            (_, Some(Target::Node(node))) => {
                self.action(turn, &format!("{} {node}", action(turn))) + &self.target(*node, turn)
            }
        };
        let text = if turn.text.is_empty() {
            String::new()
        } else {
            self.statement(turn.node, &turn.text)
        };
        let grounds = match turn.node.filter(|_| turn.act == Act::Assert) {
            Some(node) => self.relations(node) + &self.reasons(node),
            None => String::new(),
        };
        heading + &text + &self.stance(turn) + &grounds + &self.fate(turn)
    }

    /// The name of the speaker, if another one spoke before.
    fn new_speaker(&mut self, turn: &Turn) -> String {
        if turn.speaker == self.speaker { String::new() } else { self.action(turn, "") }
    }

    /// The name of the speaker and what it does.
    fn action(&mut self, turn: &Turn, action: &str) -> String {
        let gap = if self.speaker.is_some() { "\n" } else { "" };
        self.speaker.clone_from(&turn.speaker);
        let name = turn.speaker.as_ref().map_or(Styled::default(), |speaker| self.name(speaker));
        let action = if action.is_empty() { String::new() } else { format!(" {action}") };
        gap.to_owned() + &self.layout.indented(2, name.then(action))
    }

    fn statement(&self, node: Option<NodeId>, text: impl Into<Styled>) -> String {
        let id = node.map_or("–".to_owned(), |node| node.to_string());
        self.layout.labelled(TEXT, format!("{:NODE$}{id}", ""), text)
    }

    /// The text that a turn refers to: the component of its target, by default the claim.
    fn target(&self, target: NodeId, turn: &Turn) -> String {
        let node = self.graph.node(target).expect("a target is in the graph");
        let text = node.component(turn.component.unwrap_or(Component::Claim));
        let label = Styled::toned(Tone::Faint, &format!("{:NODE$}{target}", ""));
        let quote = |text| {
            let text = Styled::toned(Tone::Faint, &format!("“{text}”"));
            self.layout.labelled(TEXT, label, text)
        };
        text.map_or_else(String::new, quote)
    }

    /// The nodes that a new node attacks or supports.
    fn relations(&self, node: NodeId) -> String {
        let edges = self.graph.out_of_node(node);
        let line = |edge: &faultline::graph::Edge| {
            self.faint(DETAIL, &format!("{} {}", edge.relation.verb(), edge.to))
        };
        edges.map(line).collect()
    }

    fn reasons(&self, node: NodeId) -> String {
        let node = self.graph.node(node).expect("the node of an event is in the graph");
        let premises = node.detail.premises.iter().filter(|text| **text != node.text);
        let premises = premises.map(|text| ("because", text));
        let assumptions = node.detail.assumptions.iter().map(|text| ("assuming", text));
        let reasons = premises.chain(assumptions);
        reasons.map(|(word, text)| self.faint(DETAIL, &format!("{word}: {text}"))).collect()
    }

    /// The result of a turn; nothing for a turn that is kept and has no weight.
    fn fate(&self, turn: &Turn) -> String {
        let weight = turn.weight.map_or_else(String::new, |weight| format!(", weight {weight}"));
        let (tone, sign, text) = match &turn.fate {
            Fate::Kept if turn.weight.is_none() => return String::new(),
            Fate::Kept => (Tone::Good, "✓", format!("kept{weight}")),
            Fate::Corrected(how) => {
                (Tone::Good, "✓", format!("kept after correction{weight}: {how}"))
            }
            Fate::Rejected(why) => (Tone::Bad, "✗", format!("rejected: {why}")),
            Fate::Duplicate(turn) => {
                (Tone::Faint, "=", format!("repeats turn {turn}, which is more confident"))
            }
            Fate::Dropped(why) => (Tone::Bad, "✗", format!("dropped: {why}")),
            Fate::Failed(why) => (Tone::Bad, "✗", format!("failed: {why}")),
        };
        let label = Styled::from(format!("{:TEXT$}", "")).then(Styled::toned(tone, sign));
        self.layout.labelled(DETAIL, label, Styled::toned(tone, &text))
    }

    /// The labels of all arguments after a round, and which labels changed.
    fn labels(&mut self, preferred: &str) -> String {
        let arguments = plural(self.graph.nodes().len(), "argument");
        let worldviews = match preferred {
            "1" => "one worldview".to_owned(),
            many => format!("{many} worldviews"),
        };
        let mut lines =
            format!("\n{}", self.layout.indented(2, format!("{arguments}, {worldviews}")));
        for (label, sign) in [(Label::In, "✓"), (Label::Out, "✗"), (Label::Undec, "?")] {
            let nodes = self.nodes_labelled(label);
            if nodes.is_empty() {
                continue;
            }
            let title =
                Styled::toned(tone(label), &format!("{sign} {:<9}", glossary::status(label)));
            let title = Styled::from(format!("{:NODE$}", "")).then(title);
            lines.push_str(&self.layout.labelled(NODE + 13, title, nodes));
        }
        self.previous_labels.clear();
        self.speaker = None;
        lines
    }

    /// The arguments with a label; those that had another label before come last.
    fn nodes_labelled(&self, label: Label) -> String {
        let previous = |node: &Node| self.previous_labels.get(&node.id).copied().flatten();
        let from = |earlier: Option<Label>| {
            let nodes = self.graph.nodes().filter(|node| node.label == Some(label));
            let nodes = nodes.filter(|node| previous(node) == earlier);
            nodes.map(|node| node.id.to_string()).collect::<Vec<_>>().join(", ")
        };
        let changed = [Label::In, Label::Out, Label::Undec]
            .map(|earlier| (earlier, from(Some(earlier))))
            .into_iter()
            .filter(|(_, nodes)| !nodes.is_empty())
            .map(|(earlier, nodes)| format!("was {}: {nodes}", glossary::status(earlier)));
        let unchanged = Some(from(None)).filter(|nodes| !nodes.is_empty());
        unchanged.into_iter().chain(changed).collect::<Vec<_>>().join("; ")
    }
}
