//! The graph of the community in sentences.

use askama::Template;
use faultline::graph::Edge;
use faultline::record::{Community, Shared};
use faultline::view::number;
use faultline::vocabulary::NodeId;

use super::super::outline::{self, Line, Tree};
use super::super::scene::{NodeRef, Ref, Scene};
use crate::site::cast::Tag;
use crate::site::prose;
use crate::site::route::{Anchor, Link};
use crate::site::words::{self, Term};

/// How a statement bears on another, and who says so.
#[derive(Debug, Clone)]
pub(in crate::site) struct Bond {
    pub(in crate::site) phrase: &'static str,
    pub(in crate::site) weight: String,
    pub(in crate::site) to: Ref,
    pub(in crate::site) held_by: Vec<Tag>,
    pub(in crate::site) is_contested: bool,
}

/// A statement of the community.
#[derive(Debug, Clone)]
pub(in crate::site) struct Entry {
    pub(in crate::site) id: String,
    pub(in crate::site) members: Vec<NodeRef>,
    pub(in crate::site) bonds: Vec<Bond>,
    pub(in crate::site) text: String,
    pub(in crate::site) class: Term,
    pub(in crate::site) numbers: String,
    pub(in crate::site) drawn: Link,
}

/// A statement and what bears on it.
#[derive(Debug, Clone, Template)]
#[template(path = "parts/shared.html")]
pub(in crate::site) struct Item {
    entry: Entry,
    children: Vec<Item>,
}

pub(super) fn items(scene: &Scene<'_>, community: &Community) -> Vec<Item> {
    let ids: Vec<NodeId> = community.nodes.iter().map(|shared| shared.node).collect();
    let tree = Tree::grow(community.graph.edges(), &ids);
    tree.roots.iter().map(|&root| item(scene, community, &tree, root)).collect()
}

/// The statements as indented lines.
pub(super) fn lines(items: &[Item]) -> Vec<Line<Entry>> {
    outline::indented(items, |item| (&item.entry, &item.children))
}

fn item(scene: &Scene<'_>, community: &Community, tree: &Tree<'_>, id: NodeId) -> Item {
    let shared = community.nodes.iter().find(|shared| shared.node == id);
    let children = tree.children.get(&id).into_iter().flatten();
    Item {
        entry: entry(scene, community, shared.expect("the tree holds nodes of the community")),
        children: children.map(|&child| item(scene, community, tree, child)).collect(),
    }
}

fn entry(scene: &Scene<'_>, community: &Community, shared: &Shared) -> Entry {
    let node = community.graph.node(shared.node);
    let mean =
        node.map_or_else(String::new, |node| outline::numbers(node.base_score, node.strength));
    Entry {
        id: Anchor::Shared(shared.node).id(),
        members: scene.node_refs(&shared.members),
        bonds: community
            .graph
            .out_of_node(shared.node)
            .map(|edge| bond(scene, community, edge))
            .collect(),
        text: prose::sentence(&scene.node(shared.node).text),
        class: words::class(shared.class),
        numbers: format!(
            "mean {mean}, {} apart, crux score {}",
            number::score(shared.spread.value()),
            number::score(shared.score.value())
        ),
        drawn: scene.place(&Anchor::Box(scene.common_sheet(), shared.node)),
    }
}

fn bond(scene: &Scene<'_>, community: &Community, edge: &Edge) -> Bond {
    let tagged = community.edges.iter().find(|tagged| tagged.edge == edge.id);
    let to = Ref { text: edge.to.to_string(), link: scene.place(&Anchor::Shared(edge.to)) };
    Bond {
        phrase: edge.relation.verb(),
        weight: outline::weight(edge),
        to,
        held_by: scene.tags(tagged.into_iter().flat_map(|tagged| &tagged.held_by)),
        is_contested: tagged.is_some_and(|tagged| tagged.contested_relation),
    }
}
