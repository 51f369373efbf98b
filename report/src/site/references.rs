//! How the page of a debate names and links what the debate consists of: nodes, turns, calls,
//! cruxes, personas.

use std::collections::BTreeMap;

use faultline::record::{FoundBy, Snapshot};
use faultline::view::{Block, Diagram, History, Section, glossary};
use faultline::vocabulary::{
    AxisId, CallId, Citation, CruxId, Evidence, NodeId, PersonaId, StatementId, Topic, TurnId,
};

use super::Fault;
use super::evidence::Cited;
use super::inferred::Inferred;
use super::input::{Debate, Experiment, Finished};
use super::log_pages::LogPages;
use super::persona_tag::{PersonaTags, Tag};
use super::route::{Anchor, Link, Route};

/// A node as the page names it.
#[derive(Debug, Clone)]
pub(super) struct NodeRef {
    pub(super) id: String,
    pub(super) link: Link,
    pub(super) by: Option<Tag>,
    pub(super) text: String,
}

/// A short link: a turn, a call, a crux.
#[derive(Debug, Clone)]
pub(super) struct Ref {
    pub(super) text: String,
    /// What the text refers to.
    pub(super) gloss: &'static str,
    pub(super) link: Link,
}

/// A finished debate with everything that its page needs in order to name and link its components.
#[derive(Debug)]
pub(super) struct References<'a> {
    pub(super) topic: &'a Topic,
    pub(super) debate: &'a Debate,
    pub(super) finished: &'a Finished,
    pub(super) here: Route,
    pub(super) log: LogPages<'a>,
    pub(super) history: History<'a>,
    /// What only the debate's mode shows.
    pub(super) sections: Vec<Section>,
    personas: &'a PersonaTags,
    experiment: &'a Experiment,
    evidence: Option<&'a Evidence>,
    /// The drawing that shows each node of the debate's own graph.
    drawings: BTreeMap<NodeId, usize>,
    /// The drawing that shows each node of the merged graph.
    merged_drawings: BTreeMap<NodeId, usize>,
}

impl<'a> References<'a> {
    pub(super) fn new(
        personas: &'a PersonaTags,
        experiment: &'a Experiment,
        topic: &'a Topic,
        debate: &'a Debate,
        finished: &'a Finished,
        evidence: Option<&'a Evidence>,
    ) -> Result<Self, Fault> {
        let history = History::new(&finished.snapshots, &finished.outcome);
        let unreadable = |source| Fault::Detail { cell: debate.cell.clone(), source };
        let sections = debate.mode.view(&history).map_err(unreadable)?;
        let (mut drawings, mut merged_drawings) = (BTreeMap::new(), BTreeMap::new());
        for (index, diagram) in diagrams(&sections).into_iter().enumerate() {
            let drawings = if diagram.is_merged { &mut merged_drawings } else { &mut drawings };
            for node in &diagram.nodes {
                drawings.entry(node.id).or_insert(index);
            }
        }
        let here = Route::of_debate(debate);
        Ok(Self {
            topic,
            debate,
            finished,
            here,
            log: LogPages::new(finished),
            history,
            sections,
            personas,
            experiment,
            evidence,
            drawings,
            merged_drawings,
        })
    }

    /// The same debate as a page of its log names and links it.
    pub(super) fn on_log(self, page: usize) -> Self {
        Self { here: Route::of_log(self.debate, page), ..self }
    }

    /// A citation with the item of the topic's evidence that it names.
    pub(super) fn cited(&self, citation: &Citation) -> Cited {
        Cited::new(self.evidence, citation)
    }

    pub(super) fn last(&self) -> Option<&'a Snapshot> {
        self.finished.snapshots.last()
    }

    /// What was inferred from texts without tags.
    pub(super) fn inferred(&self) -> Inferred<'a> {
        self.experiment.inferred(&self.topic.id)
    }

    pub(super) fn tag(&self, persona: &PersonaId) -> Tag {
        self.personas.tag(persona, &self.here)
    }

    pub(super) fn tags<'p>(&self, personas: impl IntoIterator<Item = &'p PersonaId>) -> Vec<Tag> {
        personas.into_iter().map(|persona| self.tag(persona)).collect()
    }

    /// A node; one that no snapshot has links to the outline.
    pub(super) fn node(&self, id: NodeId) -> NodeRef {
        let node = self.history.node(id);
        let anchor = if node.is_some() { Anchor::Node(id) } else { Anchor::Section("outline") };
        NodeRef {
            id: id.to_string(),
            link: self.place(&anchor),
            by: node.and_then(|node| node.author.as_ref()).map(|author| self.tag(author)),
            text: node.map_or_else(String::new, |node| node.text.clone()),
        }
    }

    pub(super) fn node_refs<'i>(&self, ids: impl IntoIterator<Item = &'i NodeId>) -> Vec<NodeRef> {
        ids.into_iter().map(|&id| self.node(id)).collect()
    }

    /// The box of a node in its drawing, if one is drawn.
    pub(super) fn drawn(&self, node: NodeId, is_merged: bool) -> Option<Link> {
        let drawings = if is_merged { &self.merged_drawings } else { &self.drawings };
        let drawing = drawings.get(&node).copied();
        drawing.map(|drawing| self.place(&Anchor::Box(drawing, node)))
    }

    /// The section with the drawings, if the mode has one.
    pub(super) fn drawing(&self) -> Option<Link> {
        let has_drawing = self.sections.iter().any(|section| section.id == "drawing");
        has_drawing.then(|| self.place(&Anchor::Section("drawing")))
    }

    pub(super) fn turn(&self, id: TurnId) -> Ref {
        let known = self.finished.snapshots.iter().flat_map(|s| &s.turns).any(|turn| turn.id == id);
        let anchor = if known { Anchor::Turn(id) } else { Anchor::Section("moves") };
        Ref {
            text: id.to_string(),
            gloss: "a move, in the log",
            link: self.in_log(self.log.of_turn(id), &anchor),
        }
    }

    /// A statement of a persona's corpus on the topic; `None` if the persona has no page.
    pub(super) fn statement(&self, persona: &PersonaId, id: &StatementId) -> Option<Ref> {
        self.tag(persona).link?;
        let anchor = Anchor::Statement(self.topic.id.clone(), id.clone());
        let link = Route::Persona(persona.clone()).link_to(&self.here, &anchor);
        Some(Ref { text: id.to_string(), gloss: "a statement of the persona’s own texts", link })
    }

    pub(super) fn call(&self, id: CallId) -> Ref {
        let known = self.finished.snapshots.iter().flat_map(|s| &s.calls).any(|call| call.id == id);
        let anchor = if known { Anchor::Call(id) } else { Anchor::Section("calls") };
        Ref {
            text: id.to_string(),
            gloss: "a call, in the log",
            link: self.in_log(self.log.of_call(id), &anchor),
        }
    }

    /// The question of an axis.
    pub(super) fn question(&self, axis: &AxisId) -> String {
        self.history.question(&self.topic.axes, axis)
    }

    pub(super) fn crux(&self, id: CruxId) -> Ref {
        let mut cruxes = self.finished.outcome.cruxes.iter();
        let is_unknown = cruxes.any(|crux| crux.id == id && crux.found == FoundBy::LoadUnknown);
        let text = format!("{} {}", glossary::named_as(is_unknown), id.number());
        Ref { text, gloss: "the card of this question", link: self.place(&Anchor::Crux(id)) }
    }

    /// A link to a place on the page of the debate.
    pub(super) fn place(&self, anchor: &Anchor) -> Link {
        Route::of_debate(self.debate).link_to(&self.here, anchor)
    }

    /// A link to a place on a page of the debate's log.
    fn in_log(&self, page: usize, anchor: &Anchor) -> Link {
        Route::of_log(self.debate, page).link_to(&self.here, anchor)
    }
}

/// All diagrams, in reading order.
pub(super) fn diagrams(sections: &[Section]) -> Vec<&Diagram> {
    fn collect<'d>(blocks: &'d [Block], found: &mut Vec<&'d Diagram>) {
        for block in blocks {
            match block {
                Block::Panels(panels) => {
                    for panel in panels {
                        found.push(&panel.diagram);
                        found.extend(&panel.beyond);
                    }
                }
                Block::Tabs(tabs) => {
                    for tab in tabs {
                        collect(&tab.blocks, found);
                    }
                }
                Block::Prose(_)
                | Block::Facts(_)
                | Block::Table(_)
                | Block::Chart(_)
                | Block::Outline(_)
                | Block::Timeline(_)
                | Block::Chapters(_)
                | Block::Chat(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    for section in sections {
        collect(&section.blocks, &mut found);
    }
    found
}
