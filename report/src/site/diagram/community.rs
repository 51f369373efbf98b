//! The graph of the community as boxes and lines.

use faultline::draw::{self, State};
use faultline::graph::Relation;
use faultline::record::{Class, Community, Shared};
use faultline::vocabulary::EdgeId;

use super::{Parts, faint, thickness};
use crate::site::debate::{Scene, outline};
use crate::site::route::Anchor;
use crate::site::{prose, words};

/// Everybody's graphs in one; it stands for the end of the debate and is the same in all rounds.
pub(super) fn community(scene: &Scene<'_>, community: &Community) -> Parts {
    let nodes = community.nodes.iter().map(|shared| merged(scene, community, shared)).collect();
    let contested = |id: EdgeId| {
        community.edges.iter().any(|tagged| tagged.edge == id && tagged.contested_relation)
    };
    let line = |edge: &faultline::graph::Edge| {
        let relation = if edge.relation == Relation::Support {
            draw::Relation::Support
        } else {
            draw::Relation::Attack
        };
        let verb = relation.verb();
        draw::Edge {
            label: if contested(edge.id) { format!("{verb}, contested") } else { verb.to_owned() },
            weight: thickness(edge),
            ..draw::Edge::new(edge.from.to_string(), edge.to.to_string(), relation)
        }
    };
    let lines = community.graph.edges().map(line).collect();
    Parts { title: "Community".to_owned(), nodes, lines }
}

fn merged(scene: &Scene<'_>, community: &Community, shared: &Shared) -> draw::Node {
    let mut classes: Vec<String> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for by in shared.members.iter().filter_map(|&member| scene.node(member).by) {
        if !classes.contains(&by.hue) {
            classes.push(by.hue);
            names.push(by.name);
        }
    }
    if shared.class == Class::Crux {
        classes.push("crux".to_owned());
    }
    let node = community.graph.node(shared.node);
    classes.extend(node.and_then(faint));
    let key = shared.node.to_string();
    let members: Vec<String> = shared.members.iter().map(ToString::to_string).collect();
    let title = members.join(" = ");
    let strength = node.and_then(|node| node.strength);
    let names = prose::list(&names);
    let numbers = outline::numbers(node.and_then(|node| node.base_score), strength);
    let text = scene.node(shared.node).text;
    draw::Node {
        href: scene.place(&Anchor::Shared(shared.node)).html(),
        spoken: format!(
            "{title}, by {names}: {} {}: {numbers}.",
            prose::sentence(&text),
            prose::capital(words::class(shared.class).word)
        ),
        caption: names,
        title,
        classes,
        states: vec![State { from: 0, status: None, strength: strength.map(f64::from) }],
        ..draw::Node::new(key, text)
    }
}
