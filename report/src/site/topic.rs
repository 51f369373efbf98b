//! The page of a topic: its modes side by side, and its axes with each persona's position.

mod axes;
mod crux_table;
mod endings;
mod figures;

use faultline::analysis::{CruxRow, ModeComparison};
use faultline::vocabulary::{Passage, PersonaId, Topic};

use super::comparison::csv::csv;
use super::comparison::{self, Column};
use super::findings::{Extent, Findings, findings};
use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::Unmatched;
use super::persona_tag::Tag;
use super::replicates::{self, UnlistedReplicates};
use super::route::Route;
use super::sentence::{in_words, paragraphs};
use super::{Fault, Page};

/// The cruxes and debates of one group of personas.
#[derive(Debug)]
struct Block {
    personas: Vec<Tag>,
    columns: Vec<Column>,
    repetition: crux_table::Repetition,
    /// Whether some mode has more than one debate.
    repeated: bool,
    answer: crux_table::Answer,
    cruxes: Vec<crux_table::CruxLine>,
    endings: Vec<endings::Ending>,
    /// The debates whose endings are not listed.
    rest: Vec<UnlistedReplicates>,
    warnings: Vec<endings::Warning>,
}

/// The number of endings of debates that are shown; the others are folded.
const OPEN_ENDINGS: usize = 6;

impl Block {
    /// The number of its modes, in words, if there are several and each names every question.
    fn unanimous(&self) -> Option<String> {
        let is_unanimous = !self.cruxes.is_empty() && self.answer.common.len() == self.cruxes.len();
        (self.columns.len() > 1 && is_unanimous).then(|| in_words(self.columns.len()))
    }

    /// The number of its questions, in words.
    fn questions(&self) -> String {
        in_words(self.cruxes.len())
    }

    fn has_few_endings(&self) -> bool {
        self.endings.len() <= OPEN_ENDINGS
    }
}

/// A passage of the text that a topic is about.
#[derive(Debug)]
struct ShownPassage {
    anchor: String,
    title: String,
    paragraphs: Vec<String>,
}

impl ShownPassage {
    fn of(passage: &Passage) -> Self {
        Self {
            anchor: format!("passage-{}", passage.id),
            title: passage.title.clone(),
            paragraphs: paragraphs(&passage.text),
        }
    }
}

#[derive(Debug)]
struct View {
    question: String,
    background: Vec<String>,
    /// The text that the topic is about, in the order of reading.
    passages: Vec<ShownPassage>,
    findings: Findings,
    /// Why the cruxes are not matched, if debates are finished and they are not.
    unmatched: Option<Unmatched>,
    blocks: Vec<Block>,
    /// Whether there is more than one group of personas.
    several: bool,
    /// Whether there is more than one mode.
    several_modes: bool,
    columns: Vec<Column>,
    figures: Vec<figures::FigureRow>,
    intervals: figures::Intervals,
    /// Whether some mode has no finished debate in some group.
    has_different_groups: bool,
    tests: Option<figures::Tests>,
    /// The name of the CSV file beside the page.
    csv: String,
    axes: Vec<axes::Axis>,
    /// How the page finds the answers to them.
    how_answered: &'static str,
}

impl View {
    /// What stands for the name of a mode while the names are hidden.
    fn alias(&self, title: &str) -> String {
        let number = self.columns.iter().position(|column| column.title == title);
        number.map_or_else(|| "another mode".to_owned(), |number| format!("Mode {}", number + 1))
    }

    fn intervals_of_groups(&self) -> bool {
        self.intervals == figures::Intervals::Groups
    }

    fn intervals_of_replicates(&self) -> bool {
        self.intervals == figures::Intervals::Replicates
    }

    /// The figures that are 0 in every mode.
    fn zeros(&self) -> Vec<&figures::FigureRow> {
        self.figures.iter().filter(|row| row.is_zero()).collect()
    }
}

templates!(View, "pages/topic.html", "pages/topic.md");

/// Builds the page of a topic, its twin, and the CSV file beside it. The tests of `everything`
/// cover all topics of the experiment.
pub(super) fn pages(
    index: &Index<'_>,
    topic: &Topic,
    everything: &ModeComparison,
) -> Result<Vec<Page>, Fault> {
    let here = Route::Topic(topic.id.clone());
    let debates = index.of_topic(topic);
    let compared = comparison::compared(index, |other| *other == topic.id);
    let block = |group: &Vec<PersonaId>| {
        let own: Vec<&IndexedDebate> =
            debates.iter().copied().filter(|debate| debate.personas == *group).collect();
        let columns = comparison::columns(&own, &here);
        let rows: Vec<&CruxRow> =
            compared.cruxes.iter().filter(|row| row.personas == *group).collect();
        let (listed, rest) = replicates::listed(own.iter().copied(), &here);
        Block {
            personas: index.personas.tags(group, &here),
            repetition: crux_table::repetition(&own, &columns),
            repeated: own.len() > columns.len(),
            answer: crux_table::answer(&rows, &columns),
            cruxes: crux_table::lines(topic, &rows, &own, &columns, &here),
            endings: endings::endings(&own, &listed, &here),
            rest,
            warnings: endings::warnings(topic, &own, &here),
            columns,
        }
    };
    let blocks: Vec<Block> = comparison::groups(&debates).iter().map(block).collect();
    let columns = comparison::columns(&debates, &here);
    let all_columns = comparison::columns(&index.debates.iter().collect::<Vec<_>>(), &here);
    let title = |label: &str| {
        let column = all_columns.iter().find(|column| column.label == label);
        column.map_or_else(|| label.to_owned(), |column| column.title.clone())
    };
    let view = View {
        question: topic.question.clone(),
        background: paragraphs(&topic.background),
        passages: topic.passages.iter().map(ShownPassage::of).collect(),
        findings: findings(index, topic, &here, Extent::Full, 2),
        unmatched: unmatched(index, topic, &compared),
        several: blocks.len() > 1,
        several_modes: columns.len() > 1,
        blocks,
        figures: figures::figures(&compared, &debates, &columns),
        intervals: figures::intervals(&compared),
        has_different_groups: !compared.has_same_blocks(),
        tests: figures::tests(everything, title),
        csv: format!("{}.csv", topic.id),
        columns,
        axes: axes::axes(index, topic, &here),
        how_answered: axes::how_answered(index.experiment.provider.infers_sides),
    };
    let frame = Frame::new(index.experiment, &here, topic.title.clone(), &[]);
    let mut pages = render(&here, &frame, &view)?;
    let path = here.path().replace(".html", ".csv");
    pages.push(Page { path, bytes: csv(&compared).into_bytes() });
    Ok(pages)
}

/// Why the cruxes of the finished debates are not matched, if they are not.
fn unmatched(index: &Index<'_>, topic: &Topic, compared: &ModeComparison) -> Option<Unmatched> {
    if compared.unmatched.is_empty() {
        return None;
    }
    match index.experiment.matches.get(&topic.id) {
        Some(Err(unmatched)) => Some(unmatched.clone()),
        Some(Ok(_)) | None => Some(Unmatched::NotRun),
    }
}
