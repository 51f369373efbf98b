//! Plain texts without tags: what they say on a topic, worked out and never certain.
//!
//! A text that a person wrote for other people names no axes and hangs no item on another. Its sentences are parted; each is
//! taken apart by cue words ([`cue_words`]); one that takes a position becomes a statement on the nearest axis ([`axis_match`]), with
//! what hangs on it ([`statement_builder`]). A sentence that is near no axis, or near two, stays prose. Everything that was worked out
//! is kept with its score and its runner-up, so that a writer can look it through and tag what came out wrong.

mod axis_match;
mod cue_words;
mod sentence_analysis;
mod statement_builder;

use std::path::Path;

use self::axis_match::{AxisMatcher, Scores};
use self::statement_builder::StatementBuilder;
use super::fault::Faults;
use super::markdown::{Author, Block, Item, Link, outline};
use super::source::Source;
use crate::vocabulary::{AxisId, Probability, Side, Statement, StatementId, Topic};

/// The axis that a sentence is nearest to.
#[derive(Debug, Clone, PartialEq)]
pub struct AxisMatch {
    /// The axis.
    pub axis: AxisId,
    /// How near it is: the sentence's, its paragraph's and its neighbours' share of words with the axis, by BM25.
    pub score: Probability,
    /// The axis that is next, and how near that is.
    pub runner_up: Option<(AxisId, Probability)>,
}

impl AxisMatch {
    /// By how much the axis leads the next. *Range*: [0, 1].
    pub fn margin(&self) -> f64 {
        self.score.value() - self.runner_up.as_ref().map_or(0.0, |(_, score)| score.value())
    }
}

/// ProseReason a sentence stays prose.
#[derive(Debug, Clone, PartialEq)]
pub enum ProseReason {
    /// It asks.
    Question,
    /// It begins with a word such as «perhaps».
    Hedged(&'static str),
    /// It tells of the writer.
    Personal,
    /// It has too few words to be placed.
    Short,
    /// It shares no word with the axis that its surroundings are nearest to.
    NoAxis,
    /// Two axes are about as near.
    Torn(AxisMatch),
    /// The axis is clear and the side is not.
    NoSide(AxisMatch),
    /// Its first word leans on a sentence with which it cannot be joined.
    Leans(&'static str),
    /// It belongs to a statement, and there is none beside it.
    Alone,
    /// The statement it belongs to has as much of its kind as an argument can hold.
    Full,
    /// The text says it twice.
    Repeated,
    /// It is a quotation, a table, code or HTML, and so nobody's position.
    Foreign,
}

/// What a part of a sentence was taken for.
#[derive(Debug, Clone, PartialEq)]
pub enum ClauseKind {
    /// A statement of its own.
    Statement,
    /// A reason for a statement.
    Because,
    /// What a statement cites.
    Evidence,
    /// What a statement takes for granted.
    Assumes,
    /// What would change the writer's mind.
    Unless,
    /// What the writer grants the other side.
    Concedes,
    /// What others think and a statement replies to.
    Answers,
    /// Nothing: it is kept as context.
    Prose(ProseReason),
}

impl ClauseKind {
    /// The kind as a lower-case word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Because => "because",
            Self::Evidence => "evidence",
            Self::Assumes => "assumes",
            Self::Unless => "unless",
            Self::Concedes => "concedes",
            Self::Answers => "answers",
            Self::Prose(_) => "prose",
        }
    }

    /// Why it stays prose, where it does.
    pub fn why(&self) -> Option<&ProseReason> {
        match self {
            Self::Prose(why) => Some(why),
            Self::Statement
            | Self::Because
            | Self::Evidence
            | Self::Assumes
            | Self::Unless
            | Self::Concedes
            | Self::Answers => None,
        }
    }
}

impl ProseReason {
    /// The cause in a few words that follow «left as prose:».
    pub fn words(&self) -> &'static str {
        match self {
            Self::Question => "asking",
            Self::Hedged(_) => "saying perhaps",
            Self::Personal => "about the writer",
            Self::Short => "too short",
            Self::NoAxis => "near no axis",
            Self::Torn(_) => "near two axes",
            Self::NoSide(_) => "near an axis that favours no answer",
            Self::Leans(_) => "leaning on what is not there",
            Self::Alone => "with no statement to hang on",
            Self::Full => "beyond what an argument can hold",
            Self::Repeated => "said before",
            Self::Foreign => "quotation, table, code or HTML",
        }
    }
}

/// What one part of a sentence was taken for, and on what grounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The words.
    pub text: String,
    /// The line on which their paragraph begins, counted from 1.
    pub line: usize,
    /// What they were taken for.
    pub kind: ClauseKind,
    /// The words that told, where words did.
    pub cue: Option<&'static str>,
    /// The nearest axis, where nearness decided.
    pub near: Option<AxisMatch>,
    /// The side of the statement that they became or hang on.
    pub side: Option<Side>,
    /// That statement.
    pub statement: Option<StatementId>,
}

/// A text without tags as it was understood.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Untagged {
    /// What was worked out, in the order of the text.
    pub guesses: Vec<Guess>,
    /// The statements, in the same order.
    pub statements: Vec<Statement>,
}

impl Untagged {
    /// Reads a Markdown text, without front matter, of somebody who answers the topic's question with `stance`.
    pub fn read(topic: &Topic, stance: Side, path: &Path, markdown: &str) -> (Self, Faults) {
        let mut faults = Faults::default();
        let needs = "write what you think, in sentences";
        let Some(source) = Source::from_bytes(path, markdown.as_bytes(), needs, &mut faults) else {
            return (Self::default(), faults);
        };
        let blocks = outline(&source, 0, &mut faults);
        (Self::of(topic, stance, &source, &blocks), faults)
    }

    /// What stays prose, in order.
    pub fn prose(&self) -> impl Iterator<Item = &str> {
        let prose = self.guesses.iter().filter(|guess| guess.kind.why().is_some());
        prose.map(|guess| guess.text.as_str())
    }

    /// Reads a text whose Markdown has been read.
    pub(super) fn of(topic: &Topic, stance: Side, source: &Source, blocks: &[Block]) -> Self {
        let paragraphs = paragraphs(source, blocks);
        let matcher = AxisMatcher::new(topic);
        let near = |paragraph: &Paragraph| {
            matcher.scores(&format!("{} {}", paragraph.heading, paragraph.text))
        };
        let scores: Vec<Scores> = paragraphs.iter().map(near).collect();
        let sections: Vec<usize> = paragraphs.iter().map(|paragraph| paragraph.section).collect();
        let around = axis_match::surroundings(&scores, &sections);
        let mut builder = StatementBuilder::new(&matcher, stance);
        for (paragraph, around) in paragraphs.iter().zip(&around) {
            builder.paragraph(paragraph, around);
        }
        builder.finish()
    }
}

/// Some sentences in a row.
#[derive(Debug)]
struct Paragraph {
    text: String,
    voice: Author,
    links: Vec<Link>,
    /// The heading above it; empty for the title of the whole text.
    heading: String,
    /// How many headings are above it.
    section: usize,
    line: usize,
}

/// The paragraphs and list items of a text.
fn paragraphs(source: &Source, blocks: &[Block]) -> Vec<Paragraph> {
    let (mut paragraphs, mut heading, mut section) = (Vec::new(), String::new(), 0);
    let (mut line, mut at) = (1, 0);
    for (number, block) in blocks.iter().enumerate() {
        let (text, voice, links, start) = match block {
            Block::Heading { level, text, .. } => {
                let title = number == 0 && *level == 1;
                heading = if title { String::new() } else { text.clone() };
                section += 1;
                continue;
            }
            Block::Prose { text, voice, links, start } => {
                (text.clone(), *voice, links.clone(), *start)
            }
            Block::Item(item) => {
                let (mut text, mut links) = (String::new(), Vec::new());
                gather(item, &mut text, &mut links);
                (text, Author::Writer, links, item.span.start)
            }
        };
        line += source.text[at..start.max(at)].matches('\n').count();
        at = start.max(at);
        paragraphs.push(Paragraph { text, voice, links, heading: heading.clone(), section, line });
    }
    paragraphs
}

/// The words of an item and of what is nested in it, each ended as a sentence.
fn gather(item: &Item, text: &mut String, links: &mut Vec<Link>) {
    if !item.text.is_empty() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&item.text);
        if !item.text.ends_with(['.', '!', '?', '…', '"', '”', ')']) {
            text.push('.');
        }
    }
    links.extend(item.links.iter().cloned());
    item.children.iter().for_each(|child| gather(child, text, links));
}

/// Whether nothing in a text is tagged: no braces, and no item that says by its first word how it hangs.
pub(super) fn is_untagged(blocks: &[Block], leads: impl Fn(&str) -> bool) -> bool {
    fn plain(item: &Item, leads: &impl Fn(&str) -> bool) -> bool {
        item.braces.span.is_empty()
            && item.children.iter().all(|child| !leads(&child.text) && plain(child, leads))
    }
    blocks.iter().all(|block| match block {
        Block::Heading { braces, .. } => braces.span.is_empty(),
        Block::Prose { .. } => true,
        Block::Item(item) => {
            let (_, after) =
                item.text.split_at(item.text.find([' ', ':']).unwrap_or(item.text.len()));
            plain(item, &leads) && !(after.starts_with(':') && leads(&item.text))
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::task::samples::topic;

    fn read(text: &str) -> Untagged {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        topic.axes[1].favours = Some(Side::Yes);
        Untagged::read(&topic, Side::Yes, Path::new("note.md"), text).0
    }

    /// «kind axis=side: text», a line a guess.
    fn shown(text: &str) -> String {
        let line = |guess: &Guess| {
            let near = guess.near.as_ref().map_or("", |near| near.axis.as_str());
            let side = guess.side.map_or("", Side::word);
            format!("{} {} {near}={side}: {}\n", guess.line, guess.kind.word(), guess.text)
        };
        read(text).guesses.iter().map(line).collect()
    }

    #[test]
    fn a_paragraph_becomes_statements_with_what_hangs_on_them() {
        insta::assert_snapshot!(shown(
            "# The street\n\nWho am I? Some say that shops will lose their custom.\nShops keep their custom, because \
             customers walk. They stay longer, too.\n\n- The air will be much cleaner\n  - After all, exhaust comes from \
             cars\n\n> Shops lose custom.\n\n| shops | air |\n|---|---|\n| lose | clean |\n\n    shops lose custom\n\n\
             Admittedly shops will lose the custom of drivers. A count found that 9% of the custom of shops came by \
             car. A register [counted 12% elsewhere](https://example.org/count).\n"
        ));
    }

    #[test]
    fn of_course_is_a_concession_only_where_but_follows() {
        let granted =
            read("Of course shops lose custom at first. But shops keep their custom later.");
        assert_eq!(granted.statements[0].concedes, ["Shops lose custom at first."]);
        let plain = read("Of course shops keep their custom.");
        assert_eq!(plain.statements.len(), 1);
    }

    #[test]
    fn what_is_said_twice_is_one_statement() {
        let twice = read("Shops keep their custom here.\n\nShops keep their custom here.");
        assert_eq!(twice.statements.len(), 1);
        assert_eq!(twice.guesses[1].kind, ClauseKind::Prose(ProseReason::Repeated));
    }

    #[test]
    fn an_argument_is_not_filled_beyond_what_it_can_hold() {
        let text =
            format!("Shops keep their custom here. {}", "They stay open for custom. ".repeat(5));
        let full = read(&text);
        assert_eq!(full.statements[0].reasons.len(), crate::vocabulary::MOST_PREMISES);
        assert_eq!(full.guesses[4].kind, ClauseKind::Prose(ProseReason::Full));
    }

    #[test]
    fn without_a_word_on_which_answer_an_axis_favours_no_side_is_taken() {
        let read = Untagged::read(
            &topic(),
            Side::Yes,
            Path::new("note.md"),
            "Shops keep their custom here.",
        )
        .0;
        assert!(
            matches!(read.guesses[0].kind, ClauseKind::Prose(ProseReason::NoSide(_))),
            "{read:?}"
        );
        assert!(read.statements.is_empty());
    }

    proptest! {
        /// Whatever is in a text: nothing panics, nothing is lost, and the same text gives the same again.
        #[test]
        fn any_text_is_understood_or_left(parts in proptest::collection::vec(fragment(), 0..60)) {
            let text = parts.concat();
            let untagged = read(&text);
            prop_assert_eq!(&untagged, &read(&text));
            let stated = untagged.guesses.iter().filter(|guess| guess.kind == ClauseKind::Statement).count();
            prop_assert_eq!(stated, untagged.statements.len());
            for guess in &untagged.guesses {
                let hangs = !matches!(guess.kind, ClauseKind::Prose(_));
                prop_assert_eq!(guess.statement.is_some(), hangs, "{:?}", guess);
            }
        }
    }

    fn fragment() -> impl Strategy<Value = String> {
        let pieces = [
            "Shops lose custom. ",
            "Air gets cleaner, because ",
            "unless ",
            ", so ",
            "They say that ",
            "This is so. ",
            "But ",
            "Of course ",
            "9% (2024). ",
            "Because of ",
            "- ",
            "  - ",
            "\n",
            "\n\n",
            "# ",
            "> ",
            "[x](y) ",
            "`",
            "*",
            "<b>",
            "İ",
            "“",
            "? ",
            ". ",
            "… ",
            "| a |\n|---|\n",
            "    ",
            "assuming ",
            "é",
            "I ",
            ", since ",
            "Therefore ",
        ];
        prop_oneof![
            8 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned),
            1 => ".{0,6}",
        ]
    }
}
