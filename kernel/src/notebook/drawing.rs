//! Graphs as SVG.

use std::fmt;

use super::display::{name, shown};
use super::grid::Grid;
use crate::draw::{self, Direction, Heads, Options, Style, View};
use crate::view::{Diagram, DiagramEdge, DiagramNode, History, Text};
use crate::vocabulary::Strength;

/// A graph or a chart, drawn; as text, a table of what it shows.
#[derive(Debug, Clone)]
pub struct Drawing {
    svg: String,
    table: Grid,
}

impl Drawing {
    /// Draws the graph after a round. The colour of a box is that of its author's seat among `personas`; `prefix` makes the ids of
    /// the drawing unique in a notebook.
    pub(super) fn of(
        history: &History<'_>,
        title: &str,
        personas: &[String],
        prefix: String,
        round: u32,
    ) -> Self {
        let diagram = history.diagram(Text::default(), |_| true);
        let snapshot = history.snapshots().iter().find(|snapshot| snapshot.round == round);
        let exists = |node: &DiagramNode| {
            snapshot.is_some_and(|snapshot| snapshot.graph.node(node.id).is_some())
        };
        let hue = |node: &DiagramNode| {
            let author = node.authors.first()?;
            let seat = personas.iter().position(|known| known == author.as_str())?;
            Some(format!("p{}", seat % 8))
        };
        let drawn = drawn(title, &diagram, round, hue);
        let layout = draw::layout(&drawn);
        let options = Options { prefix, view: View::Round(round), style: Style::Embedded };
        let mut table = Grid::new(["node", "by", "statement", "relations"]);
        for node in diagram.nodes.iter().filter(|node| exists(node)) {
            let by: Vec<String> = node.authors.iter().map(|id| name(id.as_str())).collect();
            let relations = diagram.edges.iter().filter(|edge| edge.from == node.id);
            let relations: Vec<String> =
                relations.map(|edge| format!("{} {}", edge.verb, edge.to)).collect();
            let cells = [by.join(", "), node.text.clone(), relations.join("; ")];
            table.push(std::iter::once(node.id.to_string()).chain(cells));
        }
        Self { svg: draw::svg(&drawn, &layout, &options), table }
    }

    #[cfg(all(feature = "chart", feature = "run"))]
    pub(super) fn of_chart(svg: String, table: Grid) -> Self {
        Self { svg, table }
    }

    /// The drawing as SVG.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// What is drawn as a table: a row for each node of a graph, or for each place on the axis of a chart.
    pub fn table(&self) -> &Grid {
        &self.table
    }

    pub(super) fn html(&self) -> String {
        format!("<div style=\"max-width:100%;overflow:auto\">{}</div>", self.svg)
    }
}

fn drawn(
    title: &str,
    diagram: &Diagram,
    round: u32,
    hue: impl Fn(&DiagramNode) -> Option<String>,
) -> draw::Diagram {
    let node = |node: &DiagramNode| {
        let by: Vec<String> = node.authors.iter().map(|id| name(id.as_str())).collect();
        let mut classes: Vec<String> = hue(node).into_iter().collect();
        classes.extend(node.is_crux.then(|| "crux".to_owned()));
        draw::Node {
            title: node.id.to_string(),
            caption: by.join(", "),
            classes,
            span: node.span,
            states: node.states.clone(),
            ..draw::Node::new(node.id.to_string(), node.text.clone())
        }
    };
    let edge = |edge: &DiagramEdge| draw::Edge {
        label: edge.verb.clone(),
        heads: if edge.is_mutual { Heads::Both } else { Heads::End },
        weight: edge.weight.map(Strength::value).map_or(1.5, |weight| 0.75 + 1.75 * weight),
        span: edge.span,
        ..draw::Edge::new(edge.from.to_string(), edge.to.to_string(), edge.line)
    };
    let nodes = diagram.nodes.iter().map(node).collect();
    let edges = diagram.edges.iter().map(edge).collect();
    draw::Diagram::new(title, Direction::Fit, nodes, edges)
        .expect("the nodes and edges of a debate's graph are a diagram")
        .through(round)
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)
    }
}

shown!(Drawing);
