//! What pages show of a debate in this mode.

use super::super::left;
use super::{belief, debate, revisions};
use crate::graph::{NodeKind, Relation};
use crate::mode::belief::view::numbers;
use crate::mode::tests::scripted::{ADA, BEN};
use crate::record::Act;
use crate::view::{
    Action, Block, Diagram, DiagramEdge, History, Inline, Line, Section, Text, number::score,
};
use crate::vocabulary::{NodeId, PersonaId};
use std::collections::BTreeSet;

/// The panels of the merged graph, and the edges between them.
fn merged_graph(sections: &[Section]) -> (Vec<&Diagram>, Vec<&DiagramEdge>) {
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let tabs =
        blocks.filter_map(|block| if let Block::Tabs(tabs) = block { Some(tabs) } else { None });
    let mut tabs = tabs.flatten();
    let tab = tabs.find(|tab| tab.title == Text::from("Merged graph")).unwrap();
    let panels = tab.blocks.iter();
    let panels =
        panels.filter_map(|block| if let Block::Panels(all) = block { Some(all) } else { None });
    let panels: Vec<_> = panels.flatten().collect();
    let diagrams: Vec<&Diagram> =
        panels.iter().flat_map(|panel| panel.beyond.iter().chain([&panel.diagram])).collect();
    let edges = diagrams.iter().flat_map(|diagram| &diagram.edges);
    let edges = edges.chain(panels.iter().flat_map(|panel| &panel.links)).collect();
    (diagrams, edges)
}

#[test]
fn belief_view_a_merged_node_names_who_says_it_or_else_who_only_considers_it() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let sections = debate.sections(&belief(4));
    let history = History::new(debate.snapshots(), debate.outcome());
    let (diagrams, _) = merged_graph(&sections);
    let shown = |id: NodeId| {
        let mut nodes = diagrams.iter().flat_map(|diagram| &diagram.nodes);
        nodes.find(|node| node.id == id).unwrap_or_else(|| panic!("{id} is shown"))
    };
    let community = left(&debate).community;
    let mut sizes = BTreeSet::new();
    for shared in &community.nodes {
        let (objections, said): (Vec<NodeId>, Vec<NodeId>) =
            shared.members.iter().partition(|member| history.is_objection(**member));
        let named = if said.is_empty() { &objections } else { &said };
        let wanted: BTreeSet<&PersonaId> =
            named.iter().filter_map(|id| history.node(*id)?.author.as_ref()).collect();
        let authors = &shown(shared.node).authors;
        assert_eq!(authors.iter().collect::<BTreeSet<_>>(), wanted, "{}", shared.node);
        assert_eq!(authors.len(), wanted.len(), "{}: each once", shared.node);
        sizes.insert((objections.len(), said.len()));
    }
    assert!(sizes.contains(&(1, 1)), "one considers what the other says: {sizes:?}");
    assert!(sizes.contains(&(1, 0)), "an objection that nobody makes: {sizes:?}");
}

#[test]
fn belief_view_the_merged_graph_draws_each_relation_and_says_which_are_contested() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let sections = debate.sections(&belief(4));
    let community = left(&debate).community;
    let wanted: BTreeSet<(NodeId, NodeId, bool, bool)> = community
        .edges
        .iter()
        .map(|tag| {
            let edge = community.graph.edge(tag.edge).unwrap();
            let supports = edge.relation == Relation::Support;
            (edge.from, edge.to, supports, tag.contested_relation)
        })
        .collect();
    let (_, edges) = merged_graph(&sections);
    let is_thesis = |id| community.graph.node(id).unwrap().kind == NodeKind::Thesis;
    let shown = edges.into_iter().map(|edge| {
        let is_contested = edge.verb.starts_with("contested: ");
        (edge.from, edge.to, edge.line == Line::Support, is_contested)
    });
    let shown: BTreeSet<_> = shown.collect();
    assert_eq!(shown.difference(&wanted).next(), None);
    let mut missing = wanted.difference(&shown);
    assert!(missing.all(|(_, to, ..)| is_thesis(*to)), "branches begin below a thesis: {shown:?}");
}

#[test]
fn belief_view_a_revision_quotes_its_reason_and_lists_the_scores_that_visibly_change() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let sections = debate.sections(&belief(4));
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let moments =
        blocks.filter_map(
            |block| {
                if let Block::Timeline(moments) = block { Some(moments) } else { None }
            },
        );
    let actions: Vec<&Action> = moments.flatten().flat_map(|moment| &moment.actions).collect();
    let turns = debate.turns().filter(|turn| turn.act == Act::Revise);
    let mut all = revisions(&debate).into_iter();
    for (turn, (.., revision)) in turns.zip(all.by_ref()) {
        let action = actions.iter().find(|action| action.source == Text::from(turn.id)).unwrap();
        assert!(action.text.pieces().contains(&Inline::Quote(turn.text.clone())), "{}", turn.id);
        let shifts = revision.shifts.iter();
        let visible = shifts.filter(|it| score(it.before.value()) != score(it.after.value()));
        assert_eq!(action.details.len(), visible.count(), "{}", turn.id);
    }
    assert_eq!(all.next(), None);
}

#[test]
fn belief_view_only_a_revision_has_numbers() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let mut revised = revisions(&debate).into_iter();
    for turn in debate.turns() {
        let wanted = (turn.act == Act::Revise).then(|| {
            let (.., revision) = revised.next().unwrap();
            let [before, target, after] =
                [revision.before, revision.target, revision.after].map(|it| score(it.value()));
            format!("strength {before} → {after}, target {target}")
        });
        assert_eq!(numbers(turn).unwrap(), wanted, "{}", turn.id);
    }
}

#[test]
fn belief_view_shows_how_sure_those_say_they_are_who_say_it() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let said = |edit: fn(&mut crate::graph::Node)| -> Vec<usize> {
        let mut snapshots = debate.snapshots().to_vec();
        for snapshot in &mut snapshots {
            for root in &left(&debate).roots {
                let mut thesis = snapshot.graph.node(root.node).unwrap().clone();
                edit(&mut thesis);
                let operation = crate::graph::Operation::UpdateNode(Box::new(thesis));
                snapshot.graph.apply(&operation).unwrap();
            }
        }
        let sections = belief(4).view(&History::new(&snapshots, debate.outcome())).unwrap();
        let blocks = sections.iter().flat_map(|section| &section.blocks);
        let facts = blocks.filter_map(|block| {
            if let Block::Facts(facts) = block { Some(facts.len()) } else { None }
        });
        facts.collect()
    };
    assert_eq!(said(|_| ()), [2]);
    let unsure = said(|thesis| thesis.detail.confidence = None);
    assert_eq!(unsure, [0; 0], "not even a heading");
}
