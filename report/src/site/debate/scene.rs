//! A finished debate together with what is needed to speak of its parts.

use std::collections::{BTreeMap, BTreeSet};

use faultline::graph::Node;
use faultline::record::{Belief, Snapshot};
use faultline::vocabulary::{CallId, Citation, CruxId, Evidence, NodeId, PersonaId, Topic, TurnId};

use crate::site::cast::{Cast, Tag};
use crate::site::evidence::Cited;
use crate::site::input::{Debate, Finished};
use crate::site::route::{Anchor, Link, Route};

/// A node as other parts of the page name it.
#[derive(Debug, Clone)]
pub(in crate::site) struct NodeRef {
    pub(in crate::site) id: String,
    pub(in crate::site) link: Link,
    pub(in crate::site) by: Option<Tag>,
    pub(in crate::site) text: String,
}

/// A short link: a turn, a call, a crux.
#[derive(Debug, Clone)]
pub(in crate::site) struct Ref {
    pub(in crate::site) text: String,
    pub(in crate::site) link: Link,
}

/// A finished debate and the words for its parts.
#[derive(Debug)]
pub(in crate::site) struct Scene<'a> {
    pub(in crate::site) topic: &'a Topic,
    pub(in crate::site) debate: &'a Debate,
    pub(in crate::site) finished: &'a Finished,
    pub(in crate::site) here: Route,
    cast: &'a Cast,
    store: Option<&'a Evidence>,
    /// Every node that ever stood, in its latest form.
    nodes: BTreeMap<NodeId, &'a Node>,
    /// What stands below each thesis, where everybody has a graph of its own.
    trees: Vec<BTreeSet<NodeId>>,
}

impl<'a> Scene<'a> {
    pub(in crate::site) fn new(
        cast: &'a Cast,
        topic: &'a Topic,
        debate: &'a Debate,
        finished: &'a Finished,
        here: Route,
        store: Option<&'a Evidence>,
    ) -> Self {
        let nodes = finished.snapshots.iter().flat_map(|snapshot| snapshot.graph.nodes());
        let nodes = nodes.map(|node| (node.id, node)).collect();
        let roots = finished.outcome.belief.iter().flat_map(|belief| &belief.roots);
        let trees = roots.map(|root| below(finished, root.node)).collect();
        Self { topic, debate, finished, here, cast, store, nodes, trees }
    }

    /// What the mode leaves beyond the rest, where everybody has a graph of its own.
    pub(in crate::site) fn belief(&self) -> Option<&'a Belief> {
        self.finished.outcome.belief.as_deref()
    }

    /// The sheet on which the graph of the community is drawn.
    pub(in crate::site) fn common_sheet(&self) -> usize {
        self.trees.len()
    }

    /// The sheet on which a node is drawn: one for each graph of its own, else the first.
    pub(in crate::site) fn sheet(&self, node: NodeId) -> usize {
        self.trees.iter().position(|tree| tree.contains(&node)).unwrap_or(0)
    }

    /// A citation with what the topic's evidence store says of it.
    pub(in crate::site) fn cited(&self, citation: &Citation) -> Cited {
        Cited::new(self.store, citation)
    }

    pub(in crate::site) fn last(&self) -> Option<&'a Snapshot> {
        self.finished.snapshots.last()
    }

    /// Every node that ever stood, in its latest form.
    pub(in crate::site) fn nodes(&self) -> impl Iterator<Item = &'a Node> {
        self.nodes.values().copied()
    }

    pub(in crate::site) fn tag(&self, persona: &PersonaId) -> Tag {
        self.cast.tag(persona, &self.here)
    }

    pub(in crate::site) fn tags<'p>(
        &self,
        personas: impl IntoIterator<Item = &'p PersonaId>,
    ) -> Vec<Tag> {
        personas.into_iter().map(|persona| self.tag(persona)).collect()
    }

    /// The node as other parts of the page name it; one that never stood links to the outline.
    pub(in crate::site) fn node(&self, id: NodeId) -> NodeRef {
        let node = self.nodes.get(&id);
        let anchor = if node.is_some() { Anchor::Node(id) } else { Anchor::Section("outline") };
        NodeRef {
            id: id.to_string(),
            link: self.place(&anchor),
            by: node.and_then(|node| node.author.as_ref()).map(|author| self.tag(author)),
            text: node.map_or_else(String::new, |node| node.text.clone()),
        }
    }

    pub(in crate::site) fn node_refs<'i>(
        &self,
        ids: impl IntoIterator<Item = &'i NodeId>,
    ) -> Vec<NodeRef> {
        ids.into_iter().map(|&id| self.node(id)).collect()
    }

    pub(in crate::site) fn turn(&self, id: TurnId) -> Ref {
        let known = self.finished.snapshots.iter().flat_map(|s| &s.turns).any(|turn| turn.id == id);
        let anchor = if known { Anchor::Turn(id) } else { Anchor::Section("rounds") };
        Ref { text: id.to_string(), link: self.place(&anchor) }
    }

    pub(in crate::site) fn call(&self, id: CallId) -> Ref {
        let known = self.finished.snapshots.iter().flat_map(|s| &s.calls).any(|call| call.id == id);
        let anchor = if known { Anchor::Call(id) } else { Anchor::Section("calls") };
        Ref { text: id.to_string(), link: self.place(&anchor) }
    }

    pub(in crate::site) fn crux(&self, id: CruxId) -> Ref {
        Ref { text: format!("Crux {}", id.number()), link: self.place(&Anchor::Crux(id)) }
    }

    /// The cruxes that rest on a node.
    pub(in crate::site) fn cruxes_of(&self, node: NodeId) -> Vec<Ref> {
        let cruxes = self.finished.outcome.cruxes.iter();
        cruxes
            .filter(|crux| crux.depends_on.contains(&node))
            .map(|crux| self.crux(crux.id))
            .collect()
    }

    pub(in crate::site) fn place(&self, anchor: &Anchor) -> Link {
        self.here.link_to(&self.here, anchor)
    }
}

/// A thesis and all that bears on it, directly or not.
fn below(finished: &Finished, root: NodeId) -> BTreeSet<NodeId> {
    let mut tree = BTreeSet::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if tree.insert(node) {
            let graphs = finished.snapshots.iter().map(|snapshot| &snapshot.graph);
            waiting.extend(graphs.flat_map(|graph| graph.into_node(node)).map(|edge| edge.from));
        }
    }
    tree
}
