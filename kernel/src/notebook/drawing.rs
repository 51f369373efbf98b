//! Graphs as SVG.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::display::{escaped, name, shown};
use super::grid::Grid;
use crate::draw::{self, Chip, Direction, Heads, Options, Style, View};
use crate::view::{Arrangement, Diagram, DiagramEdge, DiagramNode, History, Text, initials};
use crate::vocabulary::{NodeId, PersonaId, Strength};

/// A graph or a chart, drawn; as text, a table of what it shows.
#[derive(Debug, Clone)]
pub struct Drawing {
    title: String,
    svg: String,
    table: Grid,
}

impl Drawing {
    /// Draws the graph after a round. The colour of a box is that of its author's seat among
    /// `personas`; `prefix` makes the ids of the drawing unique in a notebook.
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
        let part = Part {
            title: title.to_owned(),
            diagram: &diagram,
            arrangement: &Arrangement::Layers,
            seats: personas,
            prefix,
            round,
        };
        let mut table = Grid::new(["node", "by", "statement", "relations"]);
        for node in diagram.nodes.iter().filter(|node| exists(node)) {
            let by: Vec<String> = node.authors.iter().map(|id| name(id.as_str())).collect();
            let relations = diagram.edges.iter().filter(|edge| edge.from == node.id);
            let relations: Vec<String> =
                relations.map(|edge| format!("{} {}", edge.verb, edge.to)).collect();
            let cells = [by.join(", "), node.text.clone(), relations.join("; ")];
            table.push(std::iter::once(node.id.to_string()).chain(cells));
        }
        Self::new(title, part.svg(&[], |_| None), table)
    }

    /// Draws a part of a graph. `links` are its lines to boxes of other drawings, and `place` says
    /// where such a box is: a line to a box that is nowhere is left out.
    pub(super) fn of_part(
        part: &Part<'_>,
        links: &[DiagramEdge],
        place: impl Fn(NodeId) -> Option<String>,
        table: Grid,
    ) -> Self {
        Self::new(&part.title, part.svg(links, place), table)
    }

    /// A drawing that has been drawn already.
    pub(super) fn new(title: &str, svg: String, table: Grid) -> Self {
        Self { title: title.to_owned(), svg, table }
    }

    /// The drawing as SVG.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// What is drawn as a table: a row for each node of a graph, or for each place on the axis of a
    /// chart.
    pub fn table(&self) -> &Grid {
        &self.table
    }

    pub(super) fn html(&self) -> String {
        format!(
            "<img alt=\"{}\" style=\"display:block;max-width:100%;height:auto\" src=\"{}\">",
            escaped(&self.title),
            address(&self.svg)
        )
    }
}

/// The address of an image that contains the image. JupyterLab shows it in notebooks that it does
/// not trust, too; from elements of SVG it would leave the words only.
fn address(svg: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for &byte in svg.as_bytes() {
        if byte.is_ascii_alphanumeric() || b" -_.:;,/=()+*!".contains(&byte) {
            address.push(char::from(byte));
        } else {
            write!(address, "%{byte:02X}").expect("memory can be written");
        }
    }
    address
}

/// A graph to be drawn, or a part of one.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) title: String,
    pub(super) diagram: &'a Diagram,
    pub(super) arrangement: &'a Arrangement,
    /// The ids of the personas: the colour of a box is that of its author's seat.
    pub(super) seats: &'a [String],
    /// What makes the ids of the drawing unique in a notebook.
    pub(super) prefix: String,
    pub(super) round: u32,
}

impl Part<'_> {
    fn svg(&self, links: &[DiagramEdge], place: impl Fn(NodeId) -> Option<String>) -> String {
        let nodes = self.diagram.nodes.iter().map(|node| self.boxed(node)).collect();
        let edges = self.diagram.edges.iter().map(line).collect();
        let drawn = draw::Diagram::new(self.title.as_str(), Direction::Fit, nodes, edges)
            .expect("the nodes and edges of a debate's graph are a diagram")
            .through(self.round);
        let (drawn, layout) = match self.arrangement {
            Arrangement::Answers { no } => {
                let drawn = self.linked(drawn, links, place);
                let no: BTreeSet<String> = no.iter().map(ToString::to_string).collect();
                let layout = draw::columns(&drawn, |node| no.contains(&node.key));
                (drawn, layout)
            }
            Arrangement::Layers => {
                let drawn = self.linked(drawn, links, place);
                let layout = draw::layout(&drawn);
                (drawn, layout)
            }
            Arrangement::Tree => {
                let drawn = self.linked(drawn.reduced(), links, place);
                let layout = draw::indented(&drawn);
                (drawn, layout)
            }
        };
        let (prefix, view) = (self.prefix.clone(), View::Round(self.round));
        draw::svg(&drawn, &layout, &Options { prefix, view, style: Style::Embedded })
    }

    /// The drawing with a number for each line to a box of another drawing.
    fn linked(
        &self,
        drawn: draw::Diagram,
        links: &[DiagramEdge],
        place: impl Fn(NodeId) -> Option<String>,
    ) -> draw::Diagram {
        let taken = drawn.chips().len();
        let known = links.iter().filter_map(|edge| {
            let is_own = self.diagram.nodes.iter().any(|node| node.id == edge.from);
            let href = place(if is_own { edge.to } else { edge.from })?;
            Some((edge, href))
        });
        let chips: Vec<Chip> = known
            .zip(taken + 1..)
            .map(|((edge, href), number)| Chip { number, edge: line(edge), href })
            .collect();
        drawn.linked(chips)
    }

    fn boxed(&self, node: &DiagramNode) -> draw::Node {
        let by: Vec<String> = node.authors.iter().map(|id| self.author(id)).collect();
        let seat = |author: &PersonaId| self.seats.iter().position(|it| it == author.as_str());
        let seat = node.authors.first().and_then(seat);
        let mut classes: Vec<String> =
            seat.map(|seat| format!("p{}", seat % 8)).into_iter().collect();
        classes.extend(node.is_crux.then(|| "crux".to_owned()));
        let members: Vec<String> = node.members.iter().map(ToString::to_string).collect();
        draw::Node {
            title: members.join(" = "),
            caption: by.join(", "),
            classes,
            span: node.span,
            states: node.states.clone(),
            ..draw::Node::new(node.id.to_string(), node.text.clone())
        }
    }

    /// The name of an author; its initials in a column, which has no room for names.
    fn author(&self, id: &PersonaId) -> String {
        let is_narrow = matches!(self.arrangement, Arrangement::Answers { .. });
        let initials = initials(self.seats.iter().map(String::as_str));
        let mut known = self.seats.iter().zip(initials).filter(|_| is_narrow);
        let short = known.find(|(seat, _)| *seat == id.as_str());
        short.map_or_else(|| name(id.as_str()), |(_, initials)| initials)
    }
}

fn line(edge: &DiagramEdge) -> draw::Edge {
    draw::Edge {
        label: edge.verb.clone(),
        heads: if edge.is_mutual { Heads::Both } else { Heads::End },
        weight: edge.weight.map(Strength::value).map_or(1.5, |weight| 0.75 + 1.75 * weight),
        span: edge.span,
        ..draw::Edge::new(edge.from.to_string(), edge.to.to_string(), edge.line)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)
    }
}

shown!(Drawing);

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The drawings in HTML, as SVG.
    pub(in crate::notebook) fn drawings(html: &str) -> Vec<String> {
        let addresses = html.split("src=\"data:image/svg+xml,").skip(1);
        addresses.map(|rest| decoded(rest.split('"').next().unwrap())).collect()
    }

    fn decoded(address: &str) -> String {
        let mut pieces = address.split('%');
        let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
        for piece in pieces {
            bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
            bytes.extend(&piece.as_bytes()[2..]);
        }
        String::from_utf8(bytes).unwrap()
    }

    /// The custom properties that a drawing uses and does not define. A line without a weight does
    /// not define `--w`.
    #[cfg(feature = "run")]
    pub(in crate::notebook) fn undefined(svg: &str) -> Vec<&str> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let used = svg.split("var(").skip(1).map(|rest| rest.split([',', ')']).next().unwrap());
        used.filter(|name| {
            *name != "--w" && {
                let mut rest = svg.split(name).skip(1);
                name.contains(|c| !is_name(c)) || !rest.any(|rest| rest.starts_with(':'))
            }
        })
        .collect()
    }

    #[test]
    fn a_drawing_is_an_image_whose_address_is_the_whole_drawing() {
        let svg = "<svg><text>é & \"50%\" #1 'a'\n</text></svg>".to_owned();
        let html = Drawing::new("A \"title\" <b>", svg.clone(), Grid::new(["a"])).html();
        let head = "<img alt=\"A &quot;title&quot; &lt;b&gt;\" style=\"display:block;max-width:100%;height:auto\" ";
        assert!(html.starts_with(head), "{html}");
        let address = html.split("src=\"").nth(1).unwrap().strip_suffix("\">").unwrap();
        assert!(!address.contains(['<', '>', '"', '\'', '#', '&', '\n']) && address.is_ascii());
        assert_eq!(drawings(&html), [svg]);
    }
}
