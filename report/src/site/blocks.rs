//! The sections of a mode as markup: each block has one template for pages and one for Markdown.

mod chart;
mod drawing;
mod legend;
mod outline;
mod table;
mod text;

use askama::Template;
use faultline::view::{self, Subject, number};

use super::Fault;
use super::persona_tag::Tag;
use super::references::References;
use super::route::Anchor;

use chart::Chart;
use drawing::Panel;
pub(super) use drawing::Stage;
use legend::Mark;
use outline::Outline;
use table::Table;
pub(super) use text::RichText;

/// A section of the page.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) id: &'static str,
    pub(super) title: String,
    pub(super) lead: RichText,
    pub(super) blocks: Vec<Block>,
    /// The points in time that its drawings can show.
    pub(super) stages: Vec<Stage>,
    /// The style rules that show one of these points.
    pub(super) rules: String,
    /// The marks of its drawings.
    pub(super) legend: Vec<Mark>,
    /// Whether it is detail: it has no drawing, chart or conversation, or repeats a drawing in
    /// sentences.
    pub(super) is_folded: bool,
}

/// A block with its words and links.
#[derive(Debug)]
pub(super) enum Block {
    Prose(RichText),
    Facts(Vec<Fact>),
    Table(Table),
    Chart(Box<Chart>),
    Panels(Vec<Panel>),
    Outline(Outline),
    Timeline(Vec<Moment>),
    Chat(Vec<ChatSection>),
    Chapters(Vec<Chapter>),
    Tabs(Vec<Tab>),
}

/// The number of panels of a drawing that are open; the others are folded.
const OPEN_PANELS: usize = 2;

/// A value with its name.
#[derive(Debug)]
pub(super) struct Fact {
    pub(super) name: String,
    pub(super) value: RichText,
    pub(super) meaning: String,
}

impl Fact {
    pub(super) fn new(references: &References<'_>, fact: &view::Fact) -> Self {
        Self {
            name: fact.name.clone(),
            value: RichText::new(references, &fact.value),
            meaning: fact.meaning.clone(),
        }
    }
}

/// What one persona did.
#[derive(Debug)]
pub(super) struct Moment {
    pub(super) persona: Tag,
    pub(super) actions: Vec<Action>,
}

/// One thing that a persona did.
#[derive(Debug)]
pub(super) struct Action {
    pub(super) text: RichText,
    pub(super) source: RichText,
    pub(super) reason: RichText,
    pub(super) details: Vec<RichText>,
}

/// What is said in a conversation between two marks.
#[derive(Debug, Default)]
pub(super) struct ChatSection {
    /// The mark before it.
    pub(super) mark: Option<RichText>,
    pub(super) open: Vec<ChatTurn>,
    /// The turns that are folded.
    pub(super) more: Vec<ChatTurn>,
}

/// The number of turns of a stretch that are open: one and its answer. The others are folded.
const OPEN_TURNS: usize = 2;

/// The number of notes on a turn that are open; more of them are folded.
const OPEN_NOTES: usize = 2;

/// What a persona said.
#[derive(Debug)]
pub(super) struct ChatTurn {
    pub(super) persona: Tag,
    pub(super) badge: String,
    pub(super) source: RichText,
    pub(super) text: RichText,
    pub(super) notes: Vec<RichText>,
}

impl Block {
    /// What it says that personas did.
    pub(super) fn actions(&self) -> impl Iterator<Item = &RichText> {
        let moments = if let Self::Timeline(moments) = self { moments.as_slice() } else { &[] };
        moments.iter().flat_map(|moment| &moment.actions).map(|action| &action.text)
    }
}

impl ChatTurn {
    fn has_few_notes(&self) -> bool {
        self.notes.len() <= OPEN_NOTES
    }
}

impl ChatSection {
    /// How many turns are folded.
    fn size(&self) -> String {
        number::count(self.more.len(), "more turn", "more turns")
    }
}

/// A part of a longer text.
#[derive(Debug)]
pub(super) struct Chapter {
    /// Its anchor.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) facts: Vec<Fact>,
    pub(super) text: RichText,
    pub(super) points: Vec<RichText>,
    pub(super) relations: Vec<Related>,
    /// What was said.
    pub(super) lines: Box<Block>,
    /// The number of turns.
    pub(super) size: String,
}

/// A relation to another chapter.
#[derive(Debug)]
pub(super) struct Related {
    pub(super) words: String,
    /// The anchor of the other chapter.
    pub(super) id: String,
    pub(super) title: String,
}

/// One of several alternative views.
#[derive(Debug)]
pub(super) struct Tab {
    pub(super) title: RichText,
    pub(super) blocks: Vec<Block>,
}

#[derive(Template)]
#[template(path = "parts/block.html")]
pub(super) struct Html<'b> {
    block: &'b Block,
}

#[derive(Template)]
#[template(path = "parts/block.md")]
pub(super) struct Markdown<'b> {
    block: &'b Block,
}

impl Block {
    pub(super) fn html(&self) -> Html<'_> {
        Html { block: self }
    }

    pub(super) fn md(&self) -> Markdown<'_> {
        Markdown { block: self }
    }
}

/// The sections about a subject, ready for templates.
pub(super) fn sections(references: &References<'_>, about: Subject) -> Result<Vec<Section>, Fault> {
    let mut drawn = 0;
    let mut sections: Vec<Section> = Vec::new();
    // The section whose control shows the drawings of all at one point in time.
    let mut control: Option<(&'static str, Vec<drawing::Stage>)> = None;
    for section in &references.sections {
        let diagrams = super::references::diagrams(std::slice::from_ref(section));
        if section.subject == about {
            let mut builder = Builder { references, section: section.id, drawn };
            let blocks = builder.blocks(&section.blocks)?;
            let own = drawing::stages(references, section.id, &diagrams);
            let has_own = !own.is_empty();
            let is_first = has_own && control.is_none();
            if is_first {
                control = Some((section.id, own.clone()));
            }
            let shown_by = control.as_ref().filter(|_| has_own);
            let rules = shown_by.map_or_else(String::new, |(control, stages)| {
                drawing::rules(section.id, control, stages)
            });
            sections.push(Section {
                id: section.id,
                title: section.title.clone(),
                lead: RichText::new(references, &section.lead),
                rules,
                stages: if is_first { own } else { Vec::new() },
                legend: legend::legend(&diagrams, has_links(&section.blocks)),
                is_folded: !blocks.iter().any(is_drawn),
                blocks,
            });
        }
        drawn += diagrams.len();
    }
    Ok(sections)
}

/// Turns blocks into markup and counts the drawings of the page.
struct Builder<'r, 'a> {
    references: &'r References<'a>,
    section: &'static str,
    drawn: usize,
}

impl Builder<'_, '_> {
    fn blocks(&mut self, blocks: &[view::Block]) -> Result<Vec<Block>, Fault> {
        blocks.iter().map(|block| self.block(block)).collect()
    }

    fn block(&mut self, block: &view::Block) -> Result<Block, Fault> {
        Ok(match block {
            view::Block::Prose(text) => Block::Prose(self.text(text)),
            view::Block::Facts(facts) => Block::Facts(self.facts(facts)),
            view::Block::Table(table) => {
                Block::Table(Table::new(self.references, self.section, table))
            }
            view::Block::Chart(chart) => {
                Block::Chart(Box::new(Chart::new(self.references, self.section, chart)))
            }
            view::Block::Panels(panels) => {
                let panels = panels.iter().map(|panel| self.panel(panel));
                let mut panels = panels.collect::<Result<Vec<Panel>, Fault>>()?;
                // The panel of a thesis takes no room of the others.
                let is_thesis = panels.first().is_some_and(|first| !first.has_answers);
                let shown = OPEN_PANELS + usize::from(is_thesis);
                panels.iter_mut().skip(shown).for_each(|panel| panel.is_open = false);
                Block::Panels(panels)
            }
            view::Block::Outline(outline) => Block::Outline(Outline::new(self.references, outline)),
            view::Block::Timeline(moments) => {
                Block::Timeline(moments.iter().map(|moment| self.moment(moment)).collect())
            }
            view::Block::Chat(lines) => {
                let mut stretches = self.stretches(lines);
                for stretch in &mut stretches {
                    stretch.more = stretch.open.split_off(OPEN_TURNS.min(stretch.open.len()));
                }
                Block::Chat(stretches)
            }
            view::Block::Chapters(chapters) => {
                Block::Chapters(chapters.iter().map(|chapter| self.chapter(chapter)).collect())
            }
            view::Block::Tabs(tabs) => {
                let tab = |tab: &view::Tab| {
                    Ok(Tab { title: self.text(&tab.title), blocks: self.blocks(&tab.blocks)? })
                };
                Block::Tabs(tabs.iter().map(tab).collect::<Result<_, Fault>>()?)
            }
        })
    }

    fn panel(&mut self, panel: &view::Panel) -> Result<Panel, Fault> {
        let index = self.drawn;
        self.drawn += 1 + usize::from(panel.beyond.is_some());
        Panel::new(self.references, index, panel)
    }

    fn text(&self, text: &view::Text) -> RichText {
        RichText::new(self.references, text)
    }

    fn facts(&self, facts: &[view::Fact]) -> Vec<Fact> {
        facts.iter().map(|fact| Fact::new(self.references, fact)).collect()
    }

    fn chapter(&self, chapter: &view::Chapter) -> Chapter {
        let spoken = chapter.lines.iter().filter(|line| matches!(line, view::ChatLine::Said(_)));
        let related = |related: &view::Related| Related {
            words: related.words.clone(),
            id: Anchor::Node(related.node).id(),
            title: related.title.clone(),
        };
        Chapter {
            id: Anchor::Node(chapter.node).id(),
            title: chapter.title.clone(),
            facts: self.facts(&chapter.facts),
            text: self.text(&chapter.text),
            points: chapter.points.iter().map(|point| self.text(point)).collect(),
            relations: chapter.relations.iter().map(related).collect(),
            size: number::count(spoken.count(), "turn", "turns"),
            // The whole of it is folded.
            lines: Box::new(Block::Chat(self.stretches(&chapter.lines))),
        }
    }

    fn stretches(&self, lines: &[view::ChatLine]) -> Vec<ChatSection> {
        let mut stretches = vec![ChatSection::default()];
        for line in lines {
            match line {
                view::ChatLine::Mark(text) => {
                    stretches.push(ChatSection {
                        mark: Some(self.text(text)),
                        ..ChatSection::default()
                    });
                }
                view::ChatLine::Said(said) => {
                    stretches.last_mut().expect("there is one").open.push(self.said(said));
                }
            }
        }
        stretches
    }

    fn said(&self, said: &view::ChatMessage) -> ChatTurn {
        ChatTurn {
            persona: self.references.tag(&said.persona),
            badge: said.badge.clone(),
            source: self.text(&said.source),
            text: self.text(&said.text),
            notes: said.notes.iter().map(|note| self.text(note)).collect(),
        }
    }

    fn moment(&self, moment: &view::Moment) -> Moment {
        let action = |action: &view::Action| Action {
            text: self.text(&action.text),
            source: self.text(&action.source),
            reason: self.text(&action.reason),
            details: action.details.iter().map(|detail| self.text(detail)).collect(),
        };
        Moment {
            persona: self.references.tag(&moment.persona),
            actions: moment.actions.iter().map(action).collect(),
        }
    }
}

fn is_drawn(block: &Block) -> bool {
    matches!(
        block,
        Block::Panels(_) | Block::Chart(_) | Block::Chat(_) | Block::Chapters(_) | Block::Tabs(_)
    )
}

/// Whether any panel has an edge to another one.
fn has_links(blocks: &[view::Block]) -> bool {
    blocks.iter().any(|block| match block {
        view::Block::Panels(panels) => panels.iter().any(|panel| !panel.links.is_empty()),
        view::Block::Tabs(tabs) => tabs.iter().any(|tab| has_links(&tab.blocks)),
        view::Block::Prose(_)
        | view::Block::Facts(_)
        | view::Block::Table(_)
        | view::Block::Chart(_)
        | view::Block::Outline(_)
        | view::Block::Timeline(_)
        | view::Block::Chapters(_)
        | view::Block::Chat(_) => false,
    })
}
