//! Graphs as drawings in panels: all rounds are laid out together, and a round only shows and
//! hides.

use std::collections::BTreeSet;

use faultline::draw::{self, Chip, Direction, Heads, Layout, Options, Style, View};
use faultline::graph::NodeKind;
use faultline::view::{
    self, Arrangement, Diagram, DiagramEdge, DiagramNode, Text, glossary, kind, number,
};
use faultline::vocabulary::Strength;

use super::table::Table;
use super::text::RichText;
use crate::site::Fault;
use crate::site::references::References;
use crate::site::route::{self, Anchor};
use crate::site::sentence::{full_stop, sentence};

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

/// A part of a graph with a heading.
#[derive(Debug)]
pub(in crate::site) struct Panel {
    pub(in crate::site) title: RichText,
    pub(in crate::site) marks: Vec<(RichText, &'static str)>,
    pub(in crate::site) notes: Vec<RichText>,
    pub(in crate::site) is_open: bool,
    /// Whether its boxes are in the columns yes and no.
    pub(in crate::site) has_answers: bool,
    /// Whether it is drawn in its full width.
    pub(in crate::site) is_map: bool,
    /// The number of statements, for a reader who does not open it.
    pub(in crate::site) size: String,
    pub(in crate::site) svg: String,
    /// What is further from the root, with the number of statements.
    pub(in crate::site) beyond: Option<(String, String)>,
    pub(in crate::site) heading: RichText,
    /// The same graph for renderers that cannot draw.
    pub(in crate::site) table: Table,
}

impl Panel {
    pub(super) fn new(
        references: &References<'_>,
        index: usize,
        panel: &view::Panel,
    ) -> Result<Self, Fault> {
        let drawn = Drawn { references, index, links: &panel.links };
        let beyond = panel.beyond.as_ref().map(|beyond| {
            let known: BTreeSet<_> = panel.diagram.nodes.iter().map(|node| node.id).collect();
            let further = beyond.nodes.iter().filter(|node| !known.contains(&node.id)).count();
            let drawn = Drawn { index: index + 1, links: &[], ..drawn };
            let svg = drawn.svg(beyond, &Arrangement::Tree)?;
            let (one, many) = match panel.arrangement {
                Arrangement::Answers { .. } => {
                    ("point that both sides say", "points that both sides say")
                }
                Arrangement::Tree | Arrangement::Layers => ("more statement", "more statements"),
            };
            Ok::<_, Fault>((number::count(further, one, many), svg))
        });
        let text = |text: &Text| RichText::new(references, text);
        Ok(Self {
            title: text(&panel.title),
            marks: panel.marks.iter().map(|mark| (text(&mark.word), mark.meaning)).collect(),
            notes: panel.notes.iter().map(text).collect(),
            is_open: panel.is_open,
            has_answers: matches!(panel.arrangement, Arrangement::Answers { .. }),
            is_map: panel.arrangement == Arrangement::Layers,
            size: size(&panel.diagram),
            svg: drawn.svg(&panel.diagram, &panel.arrangement)?,
            beyond: beyond.transpose()?,
            heading: text(&panel.heading()),
            table: Table::new(references, "", &panel.table()),
        })
    }
}

/// The number of boxes, for a reader who does not open the drawing.
fn size(diagram: &Diagram) -> String {
    let count = diagram.nodes.len();
    if diagram.nodes.iter().all(|node| node.kind == NodeKind::Reading) {
        number::count(count, "reading", "readings")
    } else {
        number::count(count, "statement", "statements")
    }
}

/// A drawing of the page.
#[derive(Clone, Copy)]
struct Drawn<'r, 'a> {
    references: &'r References<'a>,
    /// Its number on the page, from 0.
    index: usize,
    /// The edges to boxes of other drawings.
    links: &'r [DiagramEdge],
}

impl Drawn<'_, '_> {
    fn svg(self, diagram: &Diagram, arrangement: &Arrangement) -> Result<String, Fault> {
        let references = self.references;
        let last = references.finished.snapshots.last().map_or(0, |last| last.round);
        let nodes = diagram.nodes.iter().map(|node| boxed(references, diagram.is_merged, node));
        let edges = diagram.edges.iter().map(line).collect();
        let described = format!(
            "{}, {}",
            number::count(diagram.nodes.len(), "node", "nodes"),
            number::count(diagram.edges.len() + self.links.len(), "relation", "relations")
        );
        let title = RichText::new(references, &diagram.title).words();
        let name = if title.is_empty() { references.topic.question.clone() } else { title };
        let drawn = draw::Diagram::new(name, Direction::Fit, nodes.collect(), edges)
            .map_err(|fault| Fault::Drawing { cell: references.debate.cell.clone(), fault })?
            .described(described)
            .through(last);
        let (drawn, layout) = self.arranged(drawn, diagram, arrangement);
        let options =
            Options { prefix: route::drawing(self.index), view: View::Whole, style: Style::Page };
        Ok(draw::svg(&drawn, &layout, &options))
    }

    fn arranged(
        self,
        drawn: draw::Diagram,
        diagram: &Diagram,
        arrangement: &Arrangement,
    ) -> (draw::Diagram, Layout) {
        let linked = |drawn: draw::Diagram| {
            let taken = drawn.chips().len();
            let links = self.links.iter().enumerate();
            drawn.linked(links.map(|(at, edge)| self.chip(taken + at + 1, diagram, edge)))
        };
        match arrangement {
            Arrangement::Answers { no } => {
                let no: BTreeSet<String> = no.iter().map(ToString::to_string).collect();
                let drawn = linked(drawn);
                let layout = draw::columns(&drawn, |node| no.contains(&node.key));
                (drawn, layout)
            }
            Arrangement::Layers => {
                let drawn = linked(drawn);
                let layout = draw::layout(&drawn);
                (drawn, layout)
            }
            Arrangement::Tree => {
                let drawn = linked(drawn.reduced());
                let layout = draw::indented(&drawn);
                (drawn, layout)
            }
        }
    }

    /// The number of an edge to a box of another drawing.
    fn chip(self, number: usize, diagram: &Diagram, edge: &DiagramEdge) -> Chip {
        let own = diagram.nodes.iter().any(|node| node.id == edge.from);
        let other = if own { edge.to } else { edge.from };
        let place = self.references.drawn(other, diagram.is_merged);
        let href = place.unwrap_or_else(|| self.references.place(&Anchor::Section("drawing")));
        Chip { number, edge: line(edge), href: href.html() }
    }
}

/// The points in time of the first drawing that has any: the drawings of a section share them.
pub(super) fn stages(
    references: &References<'_>,
    section: &str,
    diagrams: &[&Diagram],
) -> Vec<Stage> {
    let stages = diagrams.iter().map(|diagram| &diagram.stages).find(|stages| stages.len() > 1);
    let stages = stages.into_iter().flatten();
    let last = stages.clone().count().saturating_sub(1);
    let stage = |(index, stage): (usize, &view::Stage)| Stage {
        id: format!("show-{section}-{}", stage.round),
        round: stage.round,
        title: stage.title.clone(),
        caption: RichText::new(references, &stage.caption),
        is_last: index == last,
    };
    stages.enumerate().map(stage).collect()
}

/// The style rules that show the drawings of a section at the point in time that the control of a
/// section of the page is set to, which may be another one.
pub(super) fn rules(section: &str, control: &str, stages: &[Stage]) -> String {
    let (Some(first), Some(last)) = (stages.first(), stages.last()) else { return String::new() };
    let scope = |round| format!("main:has(#show-{control}-{round}:checked) #{section}");
    draw::round_rules(first.round..=last.round, scope)
}

fn boxed(references: &References<'_>, is_merged: bool, node: &DiagramNode) -> draw::Node {
    let tags = references.tags(&node.authors);
    let names: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
    let names = names.join(", ");
    let initials: Vec<&str> = tags.iter().map(|tag| tag.initials.as_str()).collect();
    let initials = initials.join(", ");
    let members: Vec<String> = node.members.iter().map(ToString::to_string).collect();
    let title = members.join(" = ");
    let noun = if node.is_objection { "considered objection" } else { kind(node.kind) };
    let by = if names.is_empty() { String::new() } else { format!(" by {names}") };
    let state = match node.label {
        Some(label) => glossary::label(label).word.to_owned(),
        None => scores(references, node),
    };
    let initials = if node.is_objection { format!("considered by {initials}") } else { initials };
    let caption = match (initials.is_empty(), node.label.is_some() || state.is_empty()) {
        (true, _) => noun.to_owned(),
        (false, true) => initials,
        (false, false) => format!("{initials} · {state}"),
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
        caption,
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
    let (from, to) = (edge.from.to_string(), edge.to.to_string());
    draw::Edge {
        spoken: format!("{from} {} {to}", edge.verb),
        label: edge.verb.clone(),
        heads: if edge.is_mutual { Heads::Both } else { Heads::End },
        weight: weight.map_or(1.5, |weight| 0.75 + 1.75 * weight),
        span: edge.span,
        ..draw::Edge::new(from, to, edge.line)
    }
}
