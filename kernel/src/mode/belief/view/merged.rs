//! The merged graph: the graphs of all personas in one, with the nodes that say the same as one
//! node.

use crate::graph::{Edge, NodeKind, Relation};
use crate::mode::belief::detail::{Community, OutcomeDetail, Shared, Tagged};
use crate::record::Crux;
use crate::view::{
    Block, Diagram, DiagramEdge, DiagramNode, Entry, Forest, History, Inline, Line, Outline, Span,
    State, Tab, Text,
};
use crate::vocabulary::{CruxId, NodeId, PersonaId};

/// The merged graph as a drawing.
pub(super) fn tab(history: &History<'_>, belief: &OutcomeDetail) -> Tab {
    let lead = "The graphs of all personas in one, at the end of the debate. Statements that say the same are one node, with every \
        persona that says it, or, where it is only an objection, that considers it. τ and weights are means over the personas, so the strengths differ from those in the personas’ own graphs.";
    let community = &belief.community;
    let diagram = Diagram {
        title: "Merged graph".into(),
        is_merged: true,
        nodes: community.nodes.iter().map(|shared| node(history, belief, shared)).collect(),
        edges: community.graph.edges().map(|edge| line(history, community, edge)).collect(),
        stages: Vec::new(),
    };
    let mut blocks = vec![Block::Prose(lead.into())];
    blocks.extend(limits(community).map(Block::Prose));
    blocks.push(Block::Panels(history.branches(&diagram)));
    Tab { title: "Merged graph".into(), blocks }
}

/// What merging left undone; nothing where it did everything.
fn limits(community: &Community) -> impl Iterator<Item = Text> {
    let (unmerged, refused) = (community.unmerged.len(), community.refused.len());
    let unmerged = (unmerged > 0).then(|| {
        Text::of(
            "Pairs judged to say the same but kept apart: {}. Merging them would have closed a cycle, or some pairs of \
             the group were not judged to say the same.",
            [unmerged.into()],
        )
    });
    let refused = (refused > 0).then(|| {
        Text::of(
            "Relations left out because they contradict another relation of the same graph: {}.",
            [refused.into()],
        )
    });
    unmerged.into_iter().chain(refused)
}

/// The personas that say it; where none does, those that consider it as an objection.
fn authors(history: &History<'_>, shared: &Shared) -> Vec<PersonaId> {
    let mut authors: Vec<PersonaId> = Vec::new();
    let is_objection = is_objection(history, shared);
    let members = shared.members.iter().copied();
    let members = members.filter(|&member| history.is_objection(member) == is_objection);
    for author in members.filter_map(|member| history.node(member)?.author.as_ref()) {
        if !authors.contains(author) {
            authors.push(author.clone());
        }
    }
    authors
}

fn node(history: &History<'_>, belief: &OutcomeDetail, shared: &Shared) -> DiagramNode {
    let merged = belief.community.graph.node(shared.node);
    let strength = merged.and_then(|node| node.strength);
    DiagramNode {
        denied_by: Vec::new(),
        id: shared.node,
        members: shared.members.clone(),
        kind: merged.map_or(NodeKind::Argument, |node| node.kind),
        is_objection: is_objection(history, shared),
        authors: authors(history, shared),
        axis: merged.and_then(|node| node.axis.clone()),
        text: claim(history, shared.node),
        round: merged.map_or(0, |node| node.round),
        is_crux: crux_of(history, shared).is_some(),
        base_score: merged.and_then(|node| node.base_score),
        strength,
        label: None,
        span: Span::ALWAYS,
        states: vec![State { from: 0, status: None, strength: strength.map(f64::from) }],
    }
}

/// Whether every persona that says it only considers it, as an objection.
pub(super) fn is_objection(history: &History<'_>, shared: &Shared) -> bool {
    shared.members.iter().all(|&member| history.is_objection(member))
}

fn line(history: &History<'_>, community: &Community, edge: &Edge) -> DiagramEdge {
    let line = if edge.relation == Relation::Support { Line::Support } else { Line::Attack };
    let is_contested = tagged(community, edge).is_some_and(|tagged| tagged.contested_relation);
    let original =
        tagged(community, edge).and_then(|tagged| history.edge(*tagged.members.first()?));
    let verb = original.map_or_else(|| edge.relation.verb().to_owned(), |edge| history.verb(edge));
    DiagramEdge {
        from: edge.from,
        to: edge.to,
        line,
        verb: if is_contested { format!("contested: {verb}") } else { verb },
        weight: edge.weight,
        is_mutual: false,
        span: Span::ALWAYS,
    }
}

fn tagged<'c>(community: &'c Community, edge: &Edge) -> Option<&'c Tagged> {
    community.edges.iter().find(|tagged| tagged.edge == edge.id)
}

fn claim(history: &History<'_>, node: NodeId) -> String {
    history.node(node).map_or_else(String::new, |node| node.text.clone())
}

/// The merged graph in sentences.
pub(super) fn outline(history: &History<'_>, belief: &OutcomeDetail) -> Outline {
    let community = &belief.community;
    let nodes: Vec<NodeId> = community.nodes.iter().map(|shared| shared.node).collect();
    let forest = Forest::new(community.graph.edges(), &nodes);
    let entry = |id: NodeId| {
        let shared = community.nodes.iter().find(|shared| shared.node == id);
        entry(history, belief, shared.expect("the forest has these nodes"))
    };
    Outline {
        title: "The merged graph in sentences".to_owned(),
        lead: "An equals sign joins statements that were judged to say the same. Each relation names the personas whose graphs \
            contain it."
            .into(),
        is_merged: true,
        entries: forest.entries(&entry),
    }
}

fn entry(history: &History<'_>, belief: &OutcomeDetail, shared: &Shared) -> Entry {
    let community = &belief.community;
    let is_objection = is_objection(history, shared);
    let relations = community.graph.out_of_node(shared.node);
    let relations = relations.map(|edge| relation(community, edge, is_objection));
    let merged = community.graph.node(shared.node);
    let means = merged.map(|node| Text::scores(node.base_score, node.strength));
    let crux = crux_of(history, shared);
    let authors = authors(history, shared);
    let who = match shared.members.as_slice() {
        [_] => Text::joined(authors.iter().map(Text::from), ", "),
        _ => members(shared),
    };
    let who = if is_objection { Text::of("objection considered by {},", [who]) } else { who };
    Entry {
        node: shared.node,
        heading: Text::joined([who, Text::joined(relations, "; ")], " "),
        claim: claim(history, shared.node),
        label: None,
        notes: crux
            .map(Text::from)
            .into_iter()
            .chain([
                Text::of("mean {}", [means.unwrap_or_default()]),
                Text::of("difference in τ {}", [Inline::Score(shared.spread.value()).into()]),
            ])
            .collect(),
        grounds: Vec::new(),
        children: Vec::new(),
    }
}

fn relation(community: &Community, edge: &Edge, is_objection: bool) -> Text {
    let tagged = tagged(community, edge);
    let personas = tagged.into_iter().flat_map(|tagged| &tagged.held_by).map(Text::from);
    let verb = match (is_objection, edge.relation.is_attack()) {
        (false, _) => edge.relation.verb(),
        (true, true) => "to",
        (true, false) => "in favour of",
    };
    let mut relation = Text::of("{} {}", [verb.into(), Inline::Merged(edge.to).into()]);
    if let Some(weight) = edge.weight {
        relation = Text::of("{} with weight {}", [relation, weight.into()]);
    }
    let relation = Text::of("{} for {}", [relation, Text::joined(personas, ", ")]);
    if tagged.is_some_and(|tagged| tagged.contested_relation) {
        return Text::of("{} (contested by another graph)", [relation]);
    }
    relation
}

/// The nodes of the personas' graphs that say the same: «n2 = n6».
pub(super) fn members(shared: &Shared) -> Text {
    Text::joined(shared.members.iter().map(|&member| member.into()), " = ")
}

/// The crux to which a node of the merged graph belongs.
pub(super) fn crux_of(history: &History<'_>, shared: &Shared) -> Option<CruxId> {
    let belongs = |crux: &&Crux| shared.members.iter().any(|node| crux.depends_on.contains(node));
    history.outcome().cruxes.iter().find(belongs).map(|crux| crux.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::vocabulary::EdgeId;

    #[test]
    fn what_merging_left_undone_is_shown_only_where_there_is_some() {
        let pair = (NodeId::new(1), NodeId::new(2));
        for (unmerged, refused, shown) in [
            (vec![], vec![], vec![]),
            (vec![pair], vec![], vec!["Pairs judged to say the same"]),
            (vec![], vec![EdgeId::new(3)], vec!["Relations left out"]),
            (
                vec![pair],
                vec![EdgeId::new(3)],
                vec!["Pairs judged to say the same", "Relations left out"],
            ),
        ] {
            let (graph, nodes, edges) = (Graph::default(), vec![], vec![]);
            let community = Community { graph, nodes, edges, unmerged, refused };
            let found: Vec<String> = limits(&community).map(|text| format!("{text:?}")).collect();
            assert_eq!(found.len(), shown.len());
            for (found, shown) in found.iter().zip(shown) {
                assert!(found.contains(shown), "{found}");
            }
        }
    }
}
