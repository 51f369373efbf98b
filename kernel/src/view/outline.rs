//! Graphs in sentences: every node once, below a node that it supports or attacks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Block, History, Inline, Section, Text};
use crate::argue::Label;
use crate::graph::{Edge, Node, NodeKind, Relation};
use crate::text::folded;
use crate::vocabulary::{Component, EdgeId, EvidenceId, NodeId, Side};

/// A graph in sentences.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// Its heading; empty where the section's heading is enough.
    pub title: String,
    /// How to read it.
    pub lead: Text,
    /// Whether its nodes are those of a merged graph.
    pub is_merged: bool,
    /// The nodes that neither support nor attack another one.
    pub entries: Vec<Entry>,
}

/// A node in sentences.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The node.
    pub node: NodeId,
    /// Its author and its relations, as words that the claim can follow.
    pub heading: Text,
    /// The claim.
    pub claim: String,
    /// Its label, where it has one.
    pub label: Option<Label>,
    /// What else there is to know of it, one piece each.
    pub notes: Vec<Text>,
    /// Its premises, assumptions and citations.
    pub grounds: Vec<Ground>,
    /// The nodes that support or attack it.
    pub children: Vec<Entry>,
}

/// A premise, assumption or citation of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Ground {
    /// Which of them it is.
    pub kind: GroundKind,
    /// What it says.
    pub text: String,
    /// The item of the topic's evidence that it cites.
    pub evidence: Option<EvidenceId>,
}

/// What a ground is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroundKind {
    /// A reason for the claim.
    Premise,
    /// Something that the claim takes for granted.
    Assumption,
    /// A restriction that its author has granted.
    Qualifier,
    /// A source.
    Citation,
}

impl Ground {
    /// What it says, after a word for what it is.
    pub fn sentence(&self) -> String {
        let word = match self.kind {
            GroundKind::Premise => "because",
            GroundKind::Assumption => "assuming",
            GroundKind::Qualifier => "granting",
            GroundKind::Citation => "citing",
        };
        format!("{word}: {}", self.text)
    }
}

/// A graph as a forest: each node below one of those that it supports or attacks.
#[derive(Debug)]
pub struct Forest<'a> {
    edges: BTreeMap<EdgeId, &'a Edge>,
    /// The edge from each node to its parent.
    up: BTreeMap<NodeId, EdgeId>,
    children: BTreeMap<NodeId, Vec<NodeId>>,
    roots: Vec<NodeId>,
}

impl<'a> Forest<'a> {
    /// Arranges nodes by their edges; of two edges with the same id the later one counts.
    pub fn new(edges: impl IntoIterator<Item = &'a Edge>, nodes: &[NodeId]) -> Self {
        let edges: BTreeMap<EdgeId, &Edge> =
            edges.into_iter().map(|edge| (edge.id, edge)).collect();
        let counts = |edge: &Edge| edge.mirrors.is_none() && edge.from != edge.to;
        let below: BTreeSet<NodeId> =
            edges.values().filter(|edge| counts(edge)).map(|edge| edge.from).collect();
        let first = nodes.iter().filter(|id| !below.contains(id));
        let mut forest =
            Self { up: BTreeMap::new(), children: BTreeMap::new(), roots: Vec::new(), edges };
        let mut seen = BTreeSet::new();
        for &start in first.chain(nodes) {
            if !seen.insert(start) {
                continue;
            }
            forest.roots.push(start);
            let mut queue = VecDeque::from([start]);
            while let Some(parent) = queue.pop_front() {
                for (id, edge) in forest.edges.iter().filter(|(_, edge)| edge.to == parent) {
                    if counts(edge) && seen.insert(edge.from) {
                        forest.up.insert(edge.from, *id);
                        forest.children.entry(parent).or_default().push(edge.from);
                        queue.push_back(edge.from);
                    }
                }
            }
        }
        forest
    }

    /// Turns every node into an entry, the children below their parents.
    pub fn entries(&self, entry: &impl Fn(NodeId) -> Entry) -> Vec<Entry> {
        self.roots.iter().map(|&root| self.entry(root, entry)).collect()
    }

    fn entry(&self, id: NodeId, make: &impl Fn(NodeId) -> Entry) -> Entry {
        let children = self.children.get(&id).into_iter().flatten();
        Entry { children: children.map(|&child| self.entry(child, make)).collect(), ..make(id) }
    }

    /// The edges from a node: the one to its parent first, mirrored ones apart.
    fn relations(&self, id: NodeId) -> (Vec<&'a Edge>, Vec<&'a Edge>) {
        let up = self.up.get(&id);
        let own = up.map(|edge| self.edges[edge]);
        let others = self.edges.values().filter(|edge| edge.from == id && Some(&edge.id) != up);
        let (mirrored, others): (Vec<&Edge>, Vec<&Edge>) =
            others.copied().partition(|edge| edge.mirrors.is_some());
        (own.into_iter().chain(others).collect(), mirrored)
    }
}

impl History<'_> {
    /// The section with the debate's own graph in sentences.
    pub(crate) fn in_sentences(&self, lead: &str) -> Section {
        Section::new("outline", "The same graph in sentences", lead.into())
            .with(Block::Outline(self.outline(Text::default())))
    }

    /// The debate's own graph in sentences.
    pub fn outline(&self, lead: impl Into<Text>) -> Outline {
        self.outline_of(lead, |_| true)
    }

    /// The nodes of the debate's own graph that `keep` is true of, in sentences.
    pub fn outline_of(&self, lead: impl Into<Text>, keep: impl Fn(&Node) -> bool) -> Outline {
        let nodes: Vec<NodeId> =
            self.nodes().filter(|node| keep(node)).map(|node| node.id).collect();
        let edges = self.snapshots().iter().flat_map(|snapshot| snapshot.graph.edges());
        let edges = edges.filter(|edge| nodes.contains(&edge.from) && nodes.contains(&edge.to));
        let forest = Forest::new(edges, &nodes);
        let entry = |id| self.entry(&forest, self.node(id).expect("the forest has these nodes"));
        Outline {
            title: String::new(),
            lead: lead.into(),
            is_merged: false,
            entries: forest.entries(&entry),
        }
    }

    fn entry(&self, forest: &Forest<'_>, node: &Node) -> Entry {
        let (relations, mirrored) = forest.relations(node.id);
        let relations = relations.into_iter().map(|edge| self.relation(edge));
        let who = node.author.as_ref().map_or_else(|| kind(node.kind).into(), Text::from);
        let who = if self.is_objection(node.id) { Text::default() } else { who };
        Entry {
            node: node.id,
            heading: Text::joined([who, Text::joined(relations, ", ")], " "),
            claim: node.text.clone(),
            label: node.label,
            notes: self.notes(node, &mirrored),
            grounds: grounds(node),
            children: Vec::new(),
        }
    }

    fn notes(&self, node: &Node, mirrored: &[&Edge]) -> Vec<Text> {
        let added: Text = Inline::Round(node.round).into();
        let mut notes = vec![match self.removed(node.id) {
            None => added,
            Some(gone) => Text::of("{}, removed in {}", [added, Inline::Round(gone).into()]),
        }];
        notes.push(Text::scores(node.base_score, node.strength));
        for edge in mirrored {
            notes.push(Text::of("{} in return", [self.relation(edge)]));
        }
        let turns = node.provenance.turns.iter().map(|&turn| turn.into());
        let turns = Text::joined(turns, ", ");
        if !turns.is_empty() {
            notes.push(Text::of("from {}", [turns]));
        }
        notes.push(Text::joined(self.cruxes_on(node.id).map(Text::from), ", "));
        let excerpts = Self::excerpts(node);
        if !excerpts.is_empty() {
            notes.push(Text::of("corpus: {}", [excerpts]));
        }
        notes.retain(|note| !note.is_empty());
        notes
    }

    /// The statements of its author's corpus on which a node rests.
    pub fn excerpts(node: &Node) -> Text {
        let statement = |id: &crate::vocabulary::StatementId| {
            Some(Inline::Statement(node.author.clone()?, id.clone()).into())
        };
        Text::joined(node.detail.excerpts.iter().filter_map(statement), ", ")
    }

    /// What an edge does to its target, such as «undermines premise 1 of n4», and how much it
    /// weighs. An objection is named with the persona that considers it, since that persona does
    /// not assert it.
    pub fn relation(&self, edge: &Edge) -> Text {
        let verb = Text::from(self.verb(edge));
        let author = self.node(edge.from).and_then(|node| node.author.as_ref());
        let relation = match author.filter(|_| self.is_objection(edge.from)) {
            Some(author) if edge.relation.is_attack() => {
                Text::of("objection considered by {}, to {}", [author.into(), edge.to.into()])
            }
            Some(author) => {
                Text::of("considered by {} in favour of {}", [author.into(), edge.to.into()])
            }
            None => Text::of("{} {}", [verb, edge.to.into()]),
        };
        let scored = self.node(edge.from).is_some_and(|node| node.base_score.is_some());
        match edge.weight.filter(|_| scored) {
            Some(weight) => Text::of("{} with weight {}", [relation, weight.into()]),
            None => relation,
        }
    }

    /// What an edge does to its target, as words that the target can follow.
    pub fn verb(&self, edge: &Edge) -> String {
        let is_attack = edge.relation.is_attack();
        match self.answer(edge) {
            Some(side) => format!("{} to", says(side)),
            None if self.is_objection(edge.from) && is_attack => {
                "is a considered objection to".into()
            }
            None if self.is_objection(edge.to) && is_attack => "answers objection".into(),
            None => verb(edge.relation, edge.component),
        }
    }
}

/// A relation and the component of the target that it addresses, as words that the target can
/// follow.
pub fn verb(relation: Relation, component: Option<Component>) -> String {
    let verb = relation.verb();
    match (relation, component) {
        (Relation::Undercut, None | Some(Component::Inference)) => {
            format!("{verb} the inference of")
        }
        (Relation::Rebut, Some(Component::Claim)) | (_, None) => verb.to_owned(),
        (_, Some(Component::Claim)) => format!("{verb} the claim of"),
        (_, Some(Component::Inference)) => format!("{verb} the inference of"),
        (_, Some(component @ (Component::Premise(_) | Component::Assumption(_)))) => {
            format!("{verb} {component} of")
        }
    }
}

/// The noun for a node that has no author.
pub fn kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Argument => "argument",
        NodeKind::Question => "question",
        NodeKind::Position => "position",
        NodeKind::Point => "point",
        NodeKind::Thesis => "thesis",
        NodeKind::Reading => "reading",
    }
}

fn grounds(node: &Node) -> Vec<Ground> {
    let detail = &node.detail;
    let plain = |kind| move |text: &String| Ground { kind, text: text.clone(), evidence: None };
    // An argument without a reason of its own has its claim as its premise, and a claim may say its
    // reason: «A, so B».
    let claim = folded(&node.text);
    let adds = |text: &&String| !claim.contains(&folded(text));
    let premises = detail.premises.iter().filter(adds).map(plain(GroundKind::Premise));
    let assumptions = detail.assumptions.iter().map(plain(GroundKind::Assumption));
    let citations = detail.evidence.iter().map(|cited| Ground {
        kind: GroundKind::Citation,
        text: cited.text.clone(),
        evidence: cited.evidence.clone(),
    });
    let qualifiers = detail.qualifiers.iter().map(plain(GroundKind::Qualifier));
    premises.chain(assumptions).chain(qualifiers).chain(citations).collect()
}

/// The verb of a position that answers a question.
pub(super) fn says(side: Side) -> &'static str {
    match side {
        Side::Yes => "says yes",
        Side::No => "says no",
    }
}
