//! Reads `personas/<id>/corpus/*.md`: what a persona has written on a topic, with its reasons.

pub(super) mod case_in_short;
mod context;
mod nested_item;
mod section;
mod statement;
mod tally;
mod text_with_ids;

pub(super) use self::context::Context;
pub use self::tally::Tally;

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use self::case_in_short::{is_heading_of_case, repeats_answer};
use self::section::Section;
use self::text_with_ids::TextWithIds;
use super::attribute_value;
use super::fault::{Fault, Faults};
use super::front_matter::FrontMatter;
use super::markdown::{Block, Item, outline};
use super::project_files::{ProjectNames, stem};
use super::source::Source;
use super::suggestion;
use super::untagged::{ClauseKind, Guess, ProseReason, Untagged, is_untagged};
use crate::vocabulary::{
    Assumption, Date, Note, PointId, Reason, Side, Statement, StatementId, Topic, TopicId,
};

pub(super) const NEEDS: &str =
    "a corpus file needs front matter with `topic` and `stance`, and statements as list items";
const EXAMPLE: &str = "---\ntopic: the-topic\nstance: yes\n---";

/// The front matter of a corpus file.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub(super) topic: TopicId,
    pub(super) stance: Side,
    pub(super) stance_span: Range<usize>,
    title: Option<String>,
    date: Option<Date>,
    end: usize,
}

/// A corpus file, with the spans of the names that other files must match.
#[derive(Debug)]
pub(super) struct ParsedCorpus {
    pub(super) note: Note,
    pub(super) ids: Vec<(StatementId, Range<usize>)>,
    pub(super) denied: Vec<(PointId, Range<usize>)>,
    pub(super) tally: Tally,
    /// What was inferred from a file without tags.
    pub(super) guesses: Vec<Guess>,
}

/// Reads the front matter only.
pub(super) fn read_header(
    source: &Source,
    names: &ProjectNames,
    faults: &mut Faults,
) -> Option<Header> {
    let mut front = FrontMatter::parse(source, EXAMPLE, faults)?;
    let topic = front.require(source, "topic", "add a line such as `topic: the-topic`", faults);
    let topic_id =
        topic.as_ref().and_then(|word| attribute_value::topic(source, word, &names.topics, faults));
    let stance = front.require(
        source,
        "stance",
        "add a line `stance: yes` or `stance: no`: the persona's answer to the topic's question",
        faults,
    );
    let side =
        stance.as_ref().and_then(|word| attribute_value::side(source, word, "stance", faults));
    let title = front.take("title").map(Spanned::into_inner);
    let date = front.take("date").and_then(|word| attribute_value::parsed(source, &word, faults));
    let end = front.end;
    front.finish(source, &["topic", "stance", "title", "date"], faults);
    Some(Header { topic: topic_id?, stance: side?, stance_span: stance?.span(), title, date, end })
}

/// Reads the statements.
pub(super) fn read_statements(
    source: &Source,
    header: &Header,
    context: Context<'_>,
    faults: &mut Faults,
) -> ParsedCorpus {
    let blocks = outline(source, header.end, faults);
    if let Some(topic) = context.topic.filter(|_| is_untagged(&blocks, nested_item::has_keyword)) {
        return infer_statements(source, header, topic, &blocks, faults);
    }
    let is_prose = |block: &&Block| matches!(block, Block::Prose { .. });
    let TextWithIds { paragraphs, sentences } =
        TextWithIds::new(blocks.iter().filter(is_prose), &[]);
    let (mut statements, mut ids, mut denied) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sections, mut tally) = (Vec::<Section>::new(), Tally::default());
    let mut title = header.title.clone();
    for block in blocks {
        match block {
            Block::Prose { .. } => tally.prose += 1,
            Block::Heading { level, text, attributes, .. } => {
                if level == 1 && title.is_none() {
                    title = Some(text.clone());
                }
                let heading = (level, text.as_str());
                Section::open(&mut sections, heading, attributes, source, context.topic, faults);
                let opened = sections.last_mut().filter(|_| is_heading_of_case(&text));
                if let Some(section) = opened.filter(|section| section.may_answer()) {
                    section.side.get_or_insert(header.stance);
                }
            }
            Block::Item(item) => {
                let section = section_of(&item, &sections, header, context.topic);
                let read = statement::read(source, item, &section, context, &mut tally, faults);
                let Some(mut read) = read else { continue };
                if let Some(topic) = context.topic
                    && section.name_axis(topic, header.stance, &mut read.statement)
                {
                    tally.without_axis -= 1;
                    tally.inferred += 1;
                }
                if read.statement.is_case() && read.statement.side != Some(header.stance) {
                    faults.push(case_against_stance(source, header, read.item_span));
                }
                if read.statement.is_case() {
                    assumptions_to_reasons(&mut read.statement);
                }
                ids.push((read.statement.id.clone(), read.id_span));
                denied.extend(read.statement.denies.clone().zip(read.denies_span));
                statements.push(read.statement);
            }
        }
    }
    if tally.statements == 0 {
        faults.push(no_statements(source));
    }
    let title = title.unwrap_or_else(|| stem(&source.path).replace('-', " "));
    let date = header.date.clone();
    let note = Note { title, date, paragraphs, sentences, statements, idle: Vec::new() };
    ParsedCorpus { note, ids, denied, tally, guesses: Vec::new() }
}

/// The section of an item. One that repeats the author's answer to the topic's question is on the
/// side of the author.
fn section_of(
    item: &Item,
    sections: &[Section],
    header: &Header,
    topic: Option<&Topic>,
) -> Section {
    let mut section = sections.last().cloned().unwrap_or_default();
    let answer = topic.map(|topic| topic.answer(header.stance));
    let repeats = answer.is_some_and(|answer| repeats_answer(answer, &item.text));
    if repeats && section.may_answer() {
        section.side.get_or_insert(header.stance);
    }
    section
}

fn no_statements(source: &Source) -> Fault {
    let fault = source.whole("the file contains no statements").as_warning();
    fault.with_help("write each statement as a list item: `- One sentence. {#its-id}`")
}

/// Turns the assumptions of a case into reasons: what a case takes for granted, its thesis rests
/// on.
fn assumptions_to_reasons(case: &mut Statement) {
    let assumed = std::mem::take(&mut case.assumptions).into_iter();
    let reason = |Assumption { text, asserts, is_off_axes }: Assumption| Reason {
        asserts,
        is_off_axes,
        ..Reason::new(text)
    };
    case.reasons.extend(assumed.map(reason));
}

/// The fault of a case in short that answers the topic's question differently from the front
/// matter.
fn case_against_stance(source: &Source, header: &Header, span: Range<usize>) -> Fault {
    let stance = header.stance.word();
    let message = format!(
        "this statement answers the topic's question with `{}`, but the stance is `{stance}`",
        header.stance.opposite().word(),
    );
    let fault = source.error(span, message);
    let fault = fault.with_related(source.related(header.stance_span.clone(), "the stance"));
    fault.with_help(format!(
        "a side without an axis is the persona's answer to the topic's question: write \
         `side={stance}`, or name the axis: `axis=… side=…`"
    ))
}

/// Infers the statements of a file without tags.
fn infer_statements(
    source: &Source,
    header: &Header,
    topic: &Topic,
    blocks: &[Block],
    faults: &mut Faults,
) -> ParsedCorpus {
    let read = Untagged::from_blocks(topic, header.stance, source, blocks);
    let titles = blocks.iter().filter_map(|block| match block {
        Block::Heading { level: 1, text, .. } => Some(text.clone()),
        Block::Heading { .. } | Block::Prose { .. } | Block::Item(_) => None,
    });
    let title = header.title.clone().or_else(|| titles.into_iter().next());
    let title = title.unwrap_or_else(|| stem(&source.path).replace('-', " "));
    let Untagged { guesses, statements, idle } = read;
    let has_sides = !guesses
        .iter()
        .any(|guess| matches!(guess.kind.prose_reason(), Some(ProseReason::NoSide(_))));
    if statements.is_empty() && has_sides {
        let fault = source.whole("no sentence of the file clearly matches an axis").as_warning();
        let help = format!(
            "use words of an axis of `{}`, or tag your statements as list items: \
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
        without_reasons: statements.iter().filter(|each| each.reasons.is_empty()).count(),
        inferred: count,
        ..Tally::default()
    };
    let ids = guesses.iter().filter(|guess| guess.kind == ClauseKind::Statement);
    let ids =
        ids.filter_map(|guess| Some((guess.statement.clone()?, line_span(source, guess.line))));
    let ids = ids.collect();
    warn_of_axes_without_side(source, header, &guesses, faults);
    let text = TextWithIds::new(blocks, &statements).with_unclear_sides(&guesses);
    let TextWithIds { paragraphs, sentences } = text;
    let date = header.date.clone();
    let note = Note { title, date, paragraphs, sentences, statements, idle };
    ParsedCorpus { note, ids, denied: Vec::new(), tally, guesses }
}

/// Warns of axes that do not say which answer they favour, so that no side can be inferred.
fn warn_of_axes_without_side(
    source: &Source,
    header: &Header,
    guesses: &[Guess],
    faults: &mut Faults,
) {
    let without_side = guesses.iter().filter_map(|guess| match guess.kind.prose_reason() {
        Some(ProseReason::NoSide(near)) => Some(near.axis.as_str()),
        Some(_) | None => None,
    });
    let axes: BTreeSet<&str> = without_side.collect();
    if let Some(&first) = axes.first() {
        let axes = suggestion::listed(&axes.into_iter().collect::<Vec<_>>());
        let message = format!("the side of the sentences on {axes} cannot be inferred");
        let help = format!(
            "tag these sentences, such as `{{axis={first} side=yes}}`. Where an axis's `yes` supports one answer to the question of `{}`, write \
             that answer as `favours` of the axis instead",
            header.topic
        );
        faults.push(source.whole(message).as_warning().with_help(help));
    }
}

/// Returns the span of a line, counted from 1.
fn line_span(source: &Source, line: usize) -> Range<usize> {
    let mut lines = source.text.split_inclusive('\n');
    let start = lines.by_ref().take(line - 1).map(str::len).sum();
    start..start + lines.next().unwrap_or_default().trim_end().len()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::format::random_text::{check_spans, random_text};
    use crate::vocabulary::{AxisId, AxisSide};

    fn read(text: &str) -> (Option<ParsedCorpus>, Faults) {
        read_about(None, text)
    }

    fn read_about(topic: Option<&Topic>, text: &str) -> (Option<ParsedCorpus>, Faults) {
        let mut faults = Faults::default();
        let source =
            Source::from_bytes(Path::new("first-note.md"), text.as_bytes(), NEEDS, &mut faults);
        let names = ProjectNames {
            topics: [TopicId::new("jobs").unwrap()].into(),
            ..ProjectNames::default()
        };
        let corpus = source.and_then(|source| {
            let header = read_header(&source, &names, &mut faults)?;
            let context = Context { topic, evidence: None };
            Some(read_statements(&source, &header, context, &mut faults))
        });
        (corpus, faults)
    }

    #[test]
    fn every_feature_of_a_corpus_file_is_read() {
        let (corpus, faults) = read(include_str!("corpus/every_feature.md"));
        let messages: Vec<&str> =
            faults.sorted().iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(messages, ["the provider `corpus` uses only the first 2 of its 3 citations"]);
        let corpus = corpus.expect("the file has no errors");
        assert_eq!((corpus.tally.statements, corpus.tally.without_id), (4, 1));
        assert_eq!(corpus.denied[0].0.as_str(), "slow-as-ever");
        insta::assert_yaml_snapshot!(corpus.note);
    }

    #[test]
    fn reasons_and_assumptions_name_the_side_of_an_axis_that_they_assert() {
        let (corpus, faults) = read(
            "---\ntopic: jobs\nstance: yes\n---\n## In short {side=yes}\n- Jobs will go. {#case}\n  \
             - because: tools replace people {axis=a side=no}\n    - because: they do whole tasks {axis=b side=yes}\n  \
             - because: it is so {axis=none}\n  - assumes: nobody stops it {axis=c side=yes}\n",
        );
        assert!(faults.sorted().is_empty());
        let case = &corpus.expect("the file has no faults").note.statements[0];
        assert!(case.is_case());
        let asserted = |tag: &Option<AxisSide>| {
            tag.as_ref().map(|tag| format!("{} {}", tag.axis, tag.side.word()))
        };
        let reasons: Vec<_> = case.all_reasons().iter().map(|r| asserted(&r.asserts)).collect();
        let some = |asserted: &str| Some(asserted.to_owned());
        assert_eq!(reasons, [some("a no"), None, some("c yes"), some("b yes")]);
        let off_axes = case.all_reasons().into_iter().map(|reason| reason.is_off_axes);
        assert_eq!(off_axes.collect::<Vec<_>>(), [false, true, false, false]);
        assert!(case.assumptions.is_empty(), "what a case assumes is one of its reasons");
    }

    #[test]
    fn a_tag_with_one_key_and_a_case_against_the_stance_are_faults() {
        let (_, faults) = read(
            "---\ntopic: jobs\nstance: yes\n---\n- Jobs stay. {side=no}\n  - because: x {axis=a}\n  \
             - assumes: y {side=no}\n  - because: z {axis=none side=no}\n",
        );
        let messages: Vec<&str> =
            faults.sorted().iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "this statement answers the topic's question with `no`, but the stance is `yes`",
                "the tag has no `side`",
                "the tag has no `axis`",
                "a reason or an assumption with `axis=none` takes no side",
            ]
        );
    }

    #[test]
    fn statements_inherit_the_side_of_their_section_unless_they_have_another_axis() {
        let (corpus, faults) = read(
            "---\ntopic: jobs\nstance: yes\n---\n## A {axis=a side=yes}\n### B\n- one {side=no}\n\
             ### C {axis=c}\n- two\n## D\n- three\n- four {side=yes}\n",
        );
        let statements = corpus.expect("the header is valid").note.statements;
        let sides: Vec<_> = statements
            .iter()
            .map(|statement| (statement.axis.as_ref().map(AxisId::as_str), statement.side))
            .collect();
        assert_eq!(
            sides,
            [(Some("a"), Some(Side::No)), (Some("c"), None), (None, None), (None, Some(Side::Yes))]
        );
        let messages: Vec<_> = faults.sorted().iter().map(|fault| fault.message.clone()).collect();
        assert!(messages.contains(&"the statement has an axis but no side".to_owned()));
        assert!(statements[3].is_case() && !statements[2].is_case());
    }

    #[test]
    fn a_heading_that_names_an_axis_gives_it_to_statements_without_a_tag() {
        let mut topic = crate::vocabulary::samples::topic();
        topic.axes[0].favours = Some(Side::No);
        let (corpus, _) = read_about(
            Some(&topic),
            "---\ntopic: jobs\nstance: yes\n---\n## Trade\n- Tills ring.\n- Shops lose custom.\n- I grant that tills \
             ring.\n- Off {axis=none}\n- Exhaust goes. {axis=air side=no}\n## Trade and taxes\n- Tills ring on.\n",
        );
        let corpus = corpus.expect("the header is valid");
        let shown = |own: &Statement| {
            let axis = own.axis.as_ref().map_or("-", AxisId::as_str);
            let side = own.side.map_or("-", Side::word);
            format!("{axis} {side}{}", if own.inferred.is_some() { " inferred" } else { "" })
        };
        let shown: Vec<String> = corpus.note.statements.iter().map(shown).collect();
        assert_eq!(
            shown,
            [
                "trade no inferred", "trade yes inferred", "trade yes inferred", "- -", "air no",
                "- -"
            ]
        );
        assert_eq!((corpus.tally.inferred, corpus.tally.without_axis), (3, 1));
    }

    #[test]
    fn a_statement_with_axis_none_is_about_no_axis_and_takes_no_side() {
        let (corpus, faults) = read(
            "---\ntopic: jobs\nstance: yes\n---\n## A {axis=a side=yes}\n- one {axis=none}\n- two\n\
             ## B {axis=none}\n- three\n- four {axis=a side=no}\n- five {axis=none side=no}\n- six {side=yes}\n",
        );
        let corpus = corpus.expect("the header is valid");
        let read = |statement: &Statement| (statement.axis.is_some(), statement.is_off_axes);
        let read: Vec<_> = corpus.note.statements.iter().map(read).collect();
        assert_eq!(
            read,
            [
                (false, true),
                (true, false),
                (false, true),
                (true, false),
                (false, true),
                (false, true)
            ]
        );
        assert_eq!(corpus.tally.without_axis, 0);
        let messages: Vec<_> = faults.sorted().iter().map(|fault| fault.message.clone()).collect();
        let side = "a statement with `axis=none` takes no side";
        assert_eq!(messages.iter().filter(|message| *message == side).count(), 2);
        assert!(corpus.note.statements.iter().all(|statement| !statement.is_case()));
    }

    const FRAGMENTS: &str = "- ¦  - ¦    - ¦\n¦\n\n¦because¦: ¦answers ¦premise¦evidence ¦{#a¦{¦}¦ {#b conf=0.5}¦ {ref=¦\"¦“¦é¦`¦*¦\
        <b>¦# ¦## ¦ {axis=a side=yes}¦> ¦---\n¦\t¦1. ¦[x](y)¦&#7;¦\u{7}¦```\n¦\\";

    proptest! {
        /// For every text: no panic, and every span is a span of the text.
        #[test]
        fn every_text_is_read_or_has_faults_with_valid_spans(text in random_text(FRAGMENTS, 40)) {
            let (_, faults) = read(&format!("---\ntopic: jobs\nstance: yes\n---\n{text}"));
            check_spans(&faults)?;
            prop_assert_eq!(faults.to_string().is_empty(), faults.is_empty());
        }
    }
}
