//! Graphs as drawings: all rounds are laid out together, and a round only shows and hides.

use std::collections::BTreeMap;

use faultline::draw::{self, Direction, Heads, Options, Relation, Style, View};
use faultline::view::{Diagram, DiagramEdge, DiagramNode, Text, kind, number};
use faultline::vocabulary::Strength;

use super::table::Table;
use super::{RichText, sentence};
use crate::site::references::References;
use crate::site::route::{self, Anchor};
use crate::site::sentence::full_stop;
use crate::site::{Fault, glossary};

/// A base score below this makes a dashed border.
const FAINT: f64 = 0.3;

/// A point in time that the drawings of a section can show.
#[derive(Debug, Clone)]
pub(in crate::site) struct Stage {
    /// The id of its radio button.
    pub(in crate::site) id: String,
    pub(in crate::site) round: u32,
    pub(in crate::site) title: String,
    pub(in crate::site) caption: RichText,
    pub(in crate::site) is_last: bool,
}

/// A drawing.
#[derive(Debug)]
pub(in crate::site) struct Drawing {
    /// Its name for readers who hear the page.
    pub(in crate::site) name: String,
    pub(in crate::site) svg: String,
    /// Its own width in CSS pixels.
    pub(in crate::site) width: u32,
    /// Whether some lines are shown as numbers only.
    pub(in crate::site) has_chips: bool,
    /// The same graph for renderers that cannot draw.
    pub(in crate::site) table: Table,
}

impl Drawing {
    pub(super) fn new(
        references: &References<'_>,
        index: usize,
        diagram: &Diagram,
    ) -> Result<Self, Fault> {
        let last = references.finished.snapshots.last().map_or(0, |last| last.round);
        let nodes = diagram.nodes.iter().map(|node| boxed(references, diagram.is_merged, node));
        let edges = diagram.edges.iter().map(line).collect();
        let described = format!(
            "{}, {}",
            number::count(diagram.nodes.len(), "node", "nodes"),
            number::count(diagram.edges.len(), "relation", "relations")
        );
        let name = if diagram.title.is_empty() {
            references.topic.question.clone()
        } else {
            {
                let title = RichText::new(references, &diagram.title).words();
                format!("{title}: {}", references.topic.question)
            }
        };
        let drawn = draw::Diagram::new(name.clone(), Direction::Fit, nodes.collect(), edges)
            .map_err(|fault| Fault::Drawing { cell: references.debate.cell.clone(), fault })?
            .described(described)
            .through(last)
            .readable();
        let options =
            Options { prefix: route::drawing(index), view: View::Whole, style: Style::Page };
        let layout = draw::layout(&drawn);
        Ok(Self {
            name,
            svg: draw::svg(&drawn, &layout, &options),
            width: layout.width.ceil() as u32,
            has_chips: !drawn.chips().is_empty(),
            table: Table::new(references, "", &diagram.table()),
        })
    }
}

/// The points in time of the first drawing that has any: the drawings of a section share them.
pub(super) fn stages(references: &References<'_>, diagrams: &[&Diagram]) -> Vec<Stage> {
    let stages = diagrams.iter().map(|diagram| &diagram.stages).find(|stages| stages.len() > 1);
    let stages = stages.into_iter().flatten();
    let last = stages.clone().count().saturating_sub(1);
    let stage = |(index, stage): (usize, &faultline::view::Stage)| Stage {
        id: format!("show-{}", stage.round),
        round: stage.round,
        title: stage.title.clone(),
        caption: RichText::new(references, &stage.caption),
        is_last: index == last,
    };
    stages.enumerate().map(stage).collect()
}

/// The style rules that show the drawings of a section at one point in time.
pub(super) fn rules(section: &str, stages: &[Stage]) -> String {
    let (Some(first), Some(last)) = (stages.first(), stages.last()) else { return String::new() };
    let scope = |round| format!("#{section}:has(#show-{round}:checked)");
    draw::round_rules(first.round..=last.round, scope)
}

fn boxed(references: &References<'_>, is_merged: bool, node: &DiagramNode) -> draw::Node {
    let tags = references.tags(&node.authors);
    let names: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
    let names = names.join(", ");
    let members: Vec<String> = node.members.iter().map(ToString::to_string).collect();
    let title = members.join(" = ");
    let noun = kind(node.kind);
    let by = if names.is_empty() { String::new() } else { format!(" by {names}") };
    let state = match node.label {
        Some(label) => glossary::label(label).word.to_owned(),
        None => scores(references, node),
    };
    let mut classes: Vec<String> = tags.into_iter().map(|tag| tag.hue).collect();
    if node.is_crux {
        classes.push("crux".to_owned());
    }
    if node.base_score.is_some_and(|base_score| base_score.value() < FAINT) {
        classes.push("faint".to_owned());
    }
    let anchor = if is_merged { Anchor::Merged(node.id) } else { Anchor::Node(node.id) };
    let when = if is_merged { String::new() } else { format!(", round {}", node.round) };
    let spoken =
        format!("{title}, {noun}{by}{when}: {} {}", sentence(&node.text), full_stop(&state));
    draw::Node {
        href: references.place(&anchor).html(),
        spoken: spoken.trim().to_owned(),
        caption: if names.is_empty() { noun.to_owned() } else { names },
        title,
        classes,
        span: node.span,
        states: node.states.clone(),
        ..draw::Node::new(node.id.to_string(), node.text.clone())
    }
}

fn scores(references: &References<'_>, node: &DiagramNode) -> String {
    RichText::new(references, &Text::scores(node.base_score, node.strength)).words()
}

fn line(edge: &DiagramEdge) -> draw::Edge {
    let weight = edge.weight.map(Strength::value);
    draw::Edge {
        label: edge.verb.clone(),
        heads: if edge.is_mutual { Heads::Both } else { Heads::End },
        weight: weight.map_or(1.5, |weight| 0.75 + 1.75 * weight),
        span: edge.span,
        ..draw::Edge::new(edge.from.to_string(), edge.to.to_string(), edge.line)
    }
}

/// The marks that the diagrams use: class and meaning.
pub(super) fn legend(diagrams: &[&Diagram]) -> Vec<(&'static str, &'static str)> {
    let edges = || diagrams.iter().flat_map(|diagram| &diagram.edges);
    let nodes = || diagrams.iter().flat_map(|diagram| &diagram.nodes);
    let line = |edge: &DiagramEdge| match edge.line {
        Relation::Support => (0, "solid, triangle: supports"),
        Relation::Attack => (1, "dashed, bar: attacks"),
        Relation::Rebut | Relation::Undermine => {
            (2, "dashed, bar: rebuts or undermines; a bar at both ends: each rebuts the other")
        }
        Relation::Undercut => (3, "dotted, diamond: undercuts the inference"),
        Relation::Tie => (4, "solid, open arrow: answers yes or no"),
    };
    let lines: BTreeMap<(u8, &str), &str> =
        edges().map(|edge| (line(edge), edge.line.class())).collect();
    let mut legend: Vec<(&str, &str)> =
        lines.into_iter().map(|((_, meaning), class)| (class, meaning)).collect();
    let has_scores = nodes().any(|node| node.base_score.is_some());
    let marks = [
        (has_scores && edges().any(|edge| edge.weight.is_some()), "thicker line: more weight"),
        (nodes().any(|node| node.strength.is_some()), "bar at the foot: σ from 0 to 1"),
        (nodes().any(|node| node.is_crux), "heavy frame, folded corner: a crux rests on it"),
        (has_scores, "dashed frame: τ below 0.3"),
    ];
    legend.extend(marks.into_iter().filter(|(shown, _)| *shown).map(|(_, meaning)| ("", meaning)));
    legend
}
