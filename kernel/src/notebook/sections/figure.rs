//! Graphs in panels, as drawings.

use std::collections::{BTreeMap, BTreeSet};

use super::super::display::name;
use super::super::drawing::{Drawing, Part};
use super::piece::{Line, Piece, Pieces};
use crate::draw::{Head, PALETTE, RULES, Relation, Stroke};
use crate::view::{Arrangement, Block, Chart, Diagram, Panel, Plot, Section, initials, number};
use crate::vocabulary::{NodeId, PersonaId};

impl Pieces<'_> {
    /// Numbers the drawings of sections, so that a line to a box of another drawing can lead there.
    pub(super) fn place_drawings(&mut self, sections: &[(usize, &Section)]) {
        for &(number, section) in sections {
            let mut drawn = 0;
            self.place(number, &section.blocks, &mut drawn);
        }
    }

    fn place(&mut self, section: usize, blocks: &[Block], drawn: &mut usize) {
        for block in blocks {
            match block {
                Block::Panels(panels) => {
                    for diagram in panels.iter().flat_map(diagrams) {
                        let prefix = self.prefix(section, *drawn);
                        *drawn += 1;
                        for node in &diagram.nodes {
                            let place = (diagram.is_merged, node.id);
                            self.places.entry(place).or_insert_with(|| prefix.clone());
                        }
                    }
                }
                Block::Chart(_) => *drawn += 1,
                Block::Tabs(tabs) => {
                    for tab in tabs {
                        self.place(section, &tab.blocks, drawn);
                    }
                }
                Block::Prose(_)
                | Block::Facts(_)
                | Block::Table(_)
                | Block::Outline(_)
                | Block::Timeline(_)
                | Block::Chat(_)
                | Block::Chapters(_) => {}
            }
        }
    }

    /// What makes the ids of a drawing unique in a notebook.
    fn prefix(&self, section: usize, drawn: usize) -> String {
        format!("fl-{}-s{section}-{drawn}", self.cell)
    }

    pub(super) fn panels(&self, section: usize, panels: &[Panel], drawn: &mut usize) -> Vec<Piece> {
        let is_map = |panel: &Panel| panel.arrangement == Arrangement::Layers;
        let mut pieces = Vec::new();
        let mut beside = Vec::new();
        for panel in panels {
            let figure = self.figure(section, panel, drawn);
            if is_map(panel) { pieces.extend(figure) } else { beside.push(figure) }
        }
        if !beside.is_empty() {
            pieces.push(Piece::Beside(beside));
        }
        pieces
    }

    pub(super) fn chart(&self, section: usize, chart: &Chart, drawn: &mut usize) -> Drawing {
        let prefix = self.prefix(section, *drawn);
        let rules = format!("<style>{PALETTE}{RULES}</style>");
        *drawn += 1;
        let plot = Plot::of(chart, |persona| name(persona.as_str()));
        let hue = |persona: &PersonaId| {
            let seat = self.seats.iter().position(|seat| seat == persona.as_str());
            seat.map_or(String::new(), |seat| format!(" p{}", seat % 8))
        };
        let svg = super::chart::svg(&prefix, &chart.title, &rules, &plot, hue);
        Drawing::new(&chart.title, svg, self.grid(&chart.table()))
    }

    /// What a drawing in columns has no room for: the names of the authors, and the verbs of its
    /// lines where there are many.
    fn columns_in_words(&self, panel: &Panel) -> String {
        let authors: BTreeSet<&str> = panel
            .diagram
            .nodes
            .iter()
            .flat_map(|node| &node.authors)
            .map(PersonaId::as_str)
            .collect();
        let short = self.seats.iter().zip(initials(self.seats.iter().map(String::as_str)));
        let short = short.filter(|(seat, _)| authors.contains(seat.as_str()));
        let short = short.map(|(seat, initials)| format!("{initials} is {}", name(seat)));
        let sides = std::iter::once("On the left yes, on the right no".to_owned()).chain(short);
        let mut looks: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for relation in Relation::ALL {
            let lines = panel.diagram.edges.iter().chain(&panel.links);
            if !relation.verb().is_empty() && lines.clone().any(|edge| edge.line == relation) {
                looks.entry(in_words(relation)).or_default().push(relation.verb());
            }
        }
        let looks =
            looks.into_iter().map(|(look, verbs)| format!("{look} {}.", verbs.join(" or ")));
        let sides = sides.collect::<Vec<_>>().join("; ") + ".";
        std::iter::once(sides).chain(looks).collect::<Vec<_>>().join(" ")
    }

    fn figure(&self, section: usize, panel: &Panel, drawn: &mut usize) -> Vec<Piece> {
        let mut pieces = vec![Piece::Heading(self.words(&panel.heading()))];
        pieces.extend(panel.notes.iter().flat_map(|note| self.paragraph(note)));
        if matches!(panel.arrangement, Arrangement::Answers { .. }) {
            pieces.push(Piece::Line(Line::new(self.columns_in_words(panel)).faint()));
        }
        let mut draw = |diagram: &Diagram, arrangement: &Arrangement, panel_of: Option<&Panel>| {
            let prefix = self.prefix(section, *drawn);
            *drawn += 1;
            let title = self.words(&diagram.title);
            let round = self.history.snapshots().last().map_or(0, |last| last.round);
            let part = Part { title, diagram, arrangement, seats: self.seats, prefix, round };
            let links = panel_of.map_or(&[][..], |panel| &panel.links);
            let place = |node: NodeId| {
                let prefix = self.places.get(&(diagram.is_merged, node))?;
                Some(format!("#{prefix}-{node}"))
            };
            // What is further is in a table of its own.
            let nearest = panel_of.map(|panel| Panel { beyond: None, ..panel.clone() });
            let table = nearest.map_or_else(|| diagram.table(), |panel| panel.table());
            Piece::Drawing(Drawing::of_part(&part, links, place, self.grid(&table)))
        };
        pieces.push(draw(&panel.diagram, &panel.arrangement, Some(panel)));
        if let Some(beyond) = &panel.beyond {
            let further = draw(beyond, &Arrangement::Tree, None);
            pieces.push(Piece::Line(Line::new(beyond_words(panel, beyond)).faint()));
            pieces.push(further);
        }
        pieces
    }
}

/// A stroke and an arrowhead in words, as the beginning of a sentence.
fn in_words(relation: Relation) -> String {
    let stroke = match relation.stroke() {
        Stroke::Solid => "A line",
        Stroke::Dashed => "A dashed line",
        Stroke::Dotted => "A dotted line",
    };
    let head = match relation.head() {
        Head::Triangle => "a triangle",
        Head::Bar => "a bar",
        Head::Diamond => "a diamond",
        Head::Open => "an open arrow",
    };
    format!("{stroke} with {head}")
}

/// The diagrams of a panel, in the order in which they are drawn.
fn diagrams(panel: &Panel) -> impl Iterator<Item = &Diagram> {
    std::iter::once(&panel.diagram).chain(&panel.beyond)
}

/// How much the second drawing of a panel adds.
fn beyond_words(panel: &Panel, beyond: &Diagram) -> String {
    let known: BTreeSet<NodeId> = panel.diagram.nodes.iter().map(|node| node.id).collect();
    let further = beyond.nodes.iter().filter(|node| !known.contains(&node.id)).count();
    let (one, many) = match panel.arrangement {
        Arrangement::Answers { .. } => {
            ("point that both sides say:", "points that both sides say:")
        }
        Arrangement::Tree | Arrangement::Layers => ("more statement:", "more statements:"),
    };
    number::count(further, one, many)
}
