//! `personas/<id>/corpus/*.md`: what a persona has said on a topic, with its reasons.

mod nested_item;
mod statement;

pub(super) use self::statement::derived;

use std::collections::BTreeSet;
use std::ops::Range;

use super::attribute_value;
use super::attributes::{Attributes, Word};
use super::fault::Faults;
use super::front_matter::FrontMatter;
use super::markdown::{Block, outline};
use super::project_files::{ProjectNames, stem};
use super::source::Source;
use super::suggestion;
use super::untagged::{ClauseKind, Guess, ProseReason, Untagged, is_untagged};
use crate::vocabulary::{AxisId, Date, Evidence, Note, PointId, Side, StatementId, Topic, TopicId};

pub(super) const NEEDS: &str =
    "a corpus file needs front matter with `topic` and `stance`, and statements as list items";
const EXAMPLE: &str = "---\ntopic: the-topic\nstance: yes\n---";

/// What heads a corpus file.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub(super) topic: TopicId,
    pub(super) stance: Side,
    pub(super) stance_span: Range<usize>,
    title: Option<String>,
    date: Option<Date>,
    end: usize,
}

/// How many statements a file has, and what the reader had to fill in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// All statements.
    pub statements: usize,
    /// Those without an id, named after their words.
    pub without_id: usize,
    /// Those without a confidence, taken as [`DEFAULT_CONFIDENCE`].
    pub without_confidence: usize,
    /// Those without a reason: they can support others, but not lead.
    pub without_reasons: usize,
    /// Those without an axis.
    pub without_axis: usize,
    /// Those whose axis and side were worked out, since their file has no tags.
    pub inferred: usize,
    /// SentenceAnalysis of sentences in such files that stay prose.
    pub abstained: usize,
    /// Items of the evidence store.
    pub evidence: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.statements += other.statements;
        self.without_id += other.without_id;
        self.without_confidence += other.without_confidence;
        self.without_reasons += other.without_reasons;
        self.without_axis += other.without_axis;
        self.inferred += other.inferred;
        self.abstained += other.abstained;
        self.evidence += other.evidence;
    }
}

/// The confidence of a statement that gives none.
pub const DEFAULT_CONFIDENCE: f64 = 0.6;

/// A corpus file as read, with the places of the names that must fit other files.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) note: Note,
    pub(super) ids: Vec<(StatementId, Range<usize>)>,
    pub(super) denied: Vec<(PointId, Range<usize>)>,
    pub(super) tally: Tally,
    /// What was worked out in a file without tags.
    pub(super) guesses: Vec<Guess>,
}

/// What a corpus file is read against; a part that is at fault itself is left out and not checked against.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'c> {
    pub(super) topic: Option<&'c Topic>,
    pub(super) evidence: Option<&'c Evidence>,
}

/// Reads the front matter alone.
pub(super) fn head(source: &Source, listing: &ProjectNames, faults: &mut Faults) -> Option<Head> {
    let mut front = FrontMatter::parse(source, EXAMPLE, faults)?;
    let topic = front.require(source, "topic", "add a line such as `topic: the-topic`", faults);
    let topic_id = topic
        .as_ref()
        .and_then(|word| attribute_value::topic(source, word, &listing.topics, faults));
    let stance = front.require(
        source,
        "stance",
        "add a line `stance: yes` or `stance: no`: the persona's answer to the topic's question",
        faults,
    );
    let side =
        stance.as_ref().and_then(|word| attribute_value::side(source, word, "stance", faults));
    let title = front.take("title").map(|word| word.text);
    let date = front.take("date").and_then(|word| attribute_value::parsed(source, &word, faults));
    let end = front.end;
    front.finish(source, &["topic", "stance", "title", "date"], faults);
    Some(Head { topic: topic_id?, stance: side?, stance_span: stance?.span, title, date, end })
}

/// Reads what follows the front matter.
pub(super) fn body(
    source: &Source,
    head: &Head,
    context: Context<'_>,
    faults: &mut Faults,
) -> Reading {
    let blocks = outline(source, head.end, faults);
    if let Some(topic) = context.topic.filter(|_| is_untagged(&blocks, nested_item::is_tag)) {
        return untagged(source, head, topic, &blocks, faults);
    }
    let (mut prose, mut statements) = (Vec::new(), Vec::new());
    let (mut ids, mut denied, mut tally) = (Vec::new(), Vec::new(), Tally::default());
    let mut sections: Vec<Section> = Vec::new();
    let mut title = head.title.clone();
    for block in blocks {
        match block {
            Block::Prose { text, .. } => prose.push(text),
            Block::Heading { level, text, braces, .. } => {
                if level == 1 && title.is_none() {
                    title = Some(text);
                }
                open_section(&mut sections, level, braces, source, context.topic, faults);
            }
            Block::Item(item) => {
                let section = sections.last().cloned().unwrap_or_default();
                let read = statement::read(source, item, &section, context, &mut tally, faults);
                let Some(read) = read else { continue };
                ids.push((read.statement.id.clone(), read.id_span));
                denied.extend(read.statement.denies.clone().zip(read.denies_span));
                statements.push(read.statement);
            }
        }
    }
    if tally.statements == 0 {
        let fault = source.whole("the file has no statement").as_warning();
        faults.push(
            fault.with_help("write each statement as a list item: `- One sentence. {#its-id}`"),
        );
    }
    let title = title.unwrap_or_else(|| stem(&source.path).replace('-', " "));
    let note = Note { title, date: head.date.clone(), prose, statements };
    Reading { note, ids, denied, tally, guesses: Vec::new() }
}

/// Reads a file in which nothing is tagged.
fn untagged(
    source: &Source,
    head: &Head,
    topic: &Topic,
    blocks: &[Block],
    faults: &mut Faults,
) -> Reading {
    let read = Untagged::of(topic, head.stance, source, blocks);
    let titles = blocks.iter().filter_map(|block| match block {
        Block::Heading { level: 1, text, .. } => Some(text.clone()),
        Block::Heading { .. } | Block::Prose { .. } | Block::Item(_) => None,
    });
    let title = head.title.clone().or_else(|| titles.into_iter().next());
    let title = title.unwrap_or_else(|| stem(&source.path).replace('-', " "));
    let prose = read.prose().map(str::to_owned).collect();
    let (statements, guesses) = (read.statements, read.guesses);
    let sided =
        !guesses.iter().any(|guess| matches!(guess.kind.why(), Some(ProseReason::NoSide(_))));
    if statements.is_empty() && sided {
        let fault = source.whole("no sentence of the file speaks clearly to an axis").as_warning();
        let help = format!(
            "a statement shares words with an axis of `{}`; or tag your statements as list items: \
             `- One sentence. {{#its-id axis=… side=…}}`",
            topic.id
        );
        faults.push(fault.with_help(help));
    }
    let count = statements.len();
    let tally = Tally {
        statements: count,
        without_id: count,
        without_confidence: count,
        without_reasons: statements.iter().filter(|said| said.reasons.is_empty()).count(),
        inferred: count,
        abstained: guesses.iter().filter(|guess| guess.kind.why().is_some()).count(),
        ..Tally::default()
    };
    let ids = guesses.iter().filter(|guess| guess.kind == ClauseKind::Statement);
    let ids = ids.filter_map(|guess| Some((guess.statement.clone()?, line_of(source, guess.line))));
    let ids = ids.collect();
    tell_sideless(source, head, &guesses, faults);
    let note = Note { title, date: head.date.clone(), prose, statements };
    Reading { note, ids, denied: Vec::new(), tally, guesses }
}

/// Tells which axes say nothing from which a side could be taken.
fn tell_sideless(source: &Source, head: &Head, guesses: &[Guess], faults: &mut Faults) {
    let sideless = guesses.iter().filter_map(|guess| match guess.kind.why() {
        Some(ProseReason::NoSide(near)) => Some(near.axis.as_str()),
        Some(_) | None => None,
    });
    let axes: BTreeSet<&str> = sideless.collect();
    if !axes.is_empty() {
        let axes = suggestion::listed(&axes.into_iter().collect::<Vec<_>>());
        let message = format!("nothing tells which side its sentences take on {axes}");
        let help = format!(
            "add `favours = \"yes\"` or `favours = \"no\"` to these axes of `{}`: the answer to its question for which \
             the axis's `yes` speaks",
            head.topic
        );
        faults.push(source.whole(message).as_warning().with_help(help));
    }
}

/// The place of a line, counted from 1.
fn line_of(source: &Source, line: usize) -> Range<usize> {
    let mut lines = source.text.split_inclusive('\n');
    let start = lines.by_ref().take(line - 1).map(str::len).sum();
    start..start + lines.next().unwrap_or_default().trim_end().len()
}

/// What the headings above a statement say of it.
#[derive(Debug, Clone, Default)]
struct Section {
    level: u8,
    axis: Option<AxisId>,
    side: Option<Side>,
    /// An axis is named, but there is none of that name; sides below it are no faults of their own.
    misnamed: bool,
}

fn open_section(
    sections: &mut Vec<Section>,
    level: u8,
    mut braces: Attributes,
    source: &Source,
    topic: Option<&Topic>,
    faults: &mut Faults,
) {
    while sections.last().is_some_and(|section| section.level >= level) {
        sections.pop();
    }
    let above = sections.last().cloned().unwrap_or_default();
    let (axis, side) = (braces.take("axis"), braces.take("side"));
    braces.finish(source, "of a heading", &["axis", "side"], faults);
    let section = narrowed(source, &above, axis.as_ref(), side.as_ref(), topic, faults);
    sections.push(Section { level, ..section });
}

/// What holds where `axis` and `side` are written below `above`: another axis forgets the side.
fn narrowed(
    source: &Source,
    above: &Section,
    axis: Option<&Word>,
    side: Option<&Word>,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Section {
    if let (Some(side), None, None, false) = (side, axis, &above.axis, above.misnamed) {
        let fault = source.error(side.span.clone(), "a side without an axis");
        faults.push(fault.with_help("say of which axis it is the side: `axis=… side=…`"));
    }
    let written = side.and_then(|word| attribute_value::side(source, word, "side", faults));
    match axis {
        None => Section { side: written.or(above.side), ..above.clone() },
        Some(word) => {
            let axis = attribute_value::axis(source, word, topic, faults);
            let same = axis.is_some() && axis == above.axis;
            let side = written.or(above.side.filter(|_| same));
            Section { level: above.level, misnamed: axis.is_none(), axis, side }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> (Option<Reading>, Faults) {
        let mut faults = Faults::default();
        let source =
            Source::from_bytes(Path::new("first-note.md"), text.as_bytes(), NEEDS, &mut faults);
        let listing = ProjectNames {
            topics: [TopicId::new("jobs").unwrap()].into(),
            ..ProjectNames::default()
        };
        let reading = source.and_then(|source| {
            let head = head(&source, &listing, &mut faults)?;
            let context = Context { topic: None, evidence: None };
            Some(body(&source, &head, context, &mut faults))
        });
        (reading, faults)
    }

    #[test]
    fn reads_everything_that_a_file_can_say() {
        let (reading, faults) = read(include_str!("corpus/every_feature.md"));
        let told: Vec<&str> = faults.sorted().iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(told, ["only the first 2 of its 3 citations are put forward by `corpus`"]);
        let reading = reading.expect("a sound file");
        assert_eq!((reading.tally.statements, reading.tally.without_id), (4, 1));
        assert_eq!(reading.denied[0].0.as_str(), "slow-as-ever");
        insta::assert_yaml_snapshot!(reading.note);
    }

    #[test]
    fn a_side_holds_below_its_heading_until_another_axis_is_named() {
        let (reading, faults) = read(
            "---\ntopic: jobs\nstance: yes\n---\n## A {axis=a side=yes}\n### B\n- one {side=no}\n\
             ### C {axis=c}\n- two\n## D\n- three\n- four {side=yes}\n",
        );
        let statements = reading.expect("a sound head").note.statements;
        let held: Vec<_> = statements
            .iter()
            .map(|statement| (statement.axis.as_ref().map(AxisId::as_str), statement.side))
            .collect();
        assert_eq!(
            held,
            [(Some("a"), Some(Side::No)), (Some("c"), None), (None, None), (None, Some(Side::Yes))]
        );
        let messages: Vec<_> = faults.sorted().iter().map(|fault| fault.message.clone()).collect();
        assert!(messages.contains(&"the statement has an axis, but takes no side".to_owned()));
        assert!(messages.contains(&"a side without an axis".to_owned()));
    }

    proptest! {
        /// Whatever is in a file: nothing panics, and every place is a place of the text.
        #[test]
        fn any_text_is_read_or_told(parts in proptest::collection::vec(fragment(), 0..40)) {
            let text = format!("---\ntopic: jobs\nstance: yes\n---\n{}", parts.concat());
            let (_, faults) = read(&text);
            for fault in faults.sorted() {
                let source = faults.source(&fault.path).expect("the text is kept");
                let span = fault.span.clone().unwrap_or(0..0);
                prop_assert!(source.get(span.clone()).is_some(), "{:?} in {source:?}", fault);
            }
            prop_assert_eq!(faults.to_string().is_empty(), faults.is_empty());
        }
    }

    fn fragment() -> impl Strategy<Value = String> {
        let pieces = [
            "- ",
            "  - ",
            "    - ",
            "\n",
            "\n\n",
            "because",
            ": ",
            "answers ",
            "premise",
            "evidence ",
            "{#a",
            "{",
            "}",
            " {#b conf=0.5}",
            " {ref=",
            "\"",
            "“",
            "é",
            "`",
            "*",
            "<b>",
            "# ",
            "## ",
            " {axis=a side=yes}",
            "> ",
            "---\n",
            "\t",
            "1. ",
            "[x](y)",
            "&#7;",
            "\u{7}",
            "```\n",
            "\\",
        ];
        prop_oneof![
            8 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned),
            1 => ".{0,6}",
        ]
    }
}
