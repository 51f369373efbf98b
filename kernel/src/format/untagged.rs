//! Reads texts without tags and infers their statements.
//!
//! A text written for other people names no axes and nests no items. The reader splits it into
//! sentences and each sentence into clauses by cue words ([`sentence_analysis`], [`cue_words`]);
//! what it reports of others ([`reported_speech`]) and what cannot be understood without the
//! sentence before ([`back_reference`]) is kept apart. A sentence that pleads for an answer to the
//! topic's question is the author's case in short ([`topic_answer`]); what it says that its answer
//! depends on is a reason of it ([`stated_weight`]). A sentence that takes a position becomes a
//! statement on the axis that the heading above it names or that matches it best ([`axis_match`]),
//! with the clauses around it as reasons, evidence and concessions ([`statement_builder`]). A
//! sentence that matches no axis, or two, is about the axis that its paragraph matches; without one
//! it stays prose. Every inference is kept with its score and the second-best axis, so that the
//! author can check it and tag the text where it is wrong.

mod axis_match;
mod back_reference;
mod concessions;
mod cue_matching;
mod cue_words;
mod guess;
#[cfg(test)]
mod ordinary_english;
mod paragraph;
mod reported_speech;
mod sentence_analysis;
mod stated_weight;
mod statement_builder;
mod topic_answer;

use std::path::Path;

pub(super) use self::axis_match::headed;
use self::axis_match::{AxisMatcher, Scores, Surroundings};
use self::paragraph::{Paragraph, paragraphs};
use self::statement_builder::StatementBuilder;
use super::fault::Faults;
use super::markdown::{Block, Item, outline};
use super::source::Source;
use crate::vocabulary::{AxisId, Side, Statement, Topic};

pub use self::guess::{AxisMatch, ClauseKind, Guess, ProseReason};

/// What was inferred from a text without tags.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Untagged {
    /// One guess for each clause, in the order of the text.
    pub guesses: Vec<Guess>,
    /// The statements, in the order of the text.
    pub statements: Vec<Statement>,
    /// The axes of which it says that its author's answer does not depend on them.
    pub idle: Vec<AxisId>,
}

impl Untagged {
    /// Reads a Markdown text without front matter. `stance` is its author's answer to the topic's
    /// question.
    pub fn read(topic: &Topic, stance: Side, path: &Path, markdown: &str) -> (Self, Faults) {
        let mut faults = Faults::default();
        let needs = "write your position in sentences";
        let Some(source) = Source::from_bytes(path, markdown.as_bytes(), needs, &mut faults) else {
            return (Self::default(), faults);
        };
        let blocks = outline(&source, 0, &mut faults);
        (Self::from_blocks(topic, stance, &source, &blocks), faults)
    }

    /// Reads a text that was parsed into blocks.
    pub(super) fn from_blocks(
        topic: &Topic,
        stance: Side,
        source: &Source,
        blocks: &[Block],
    ) -> Self {
        let paragraphs = paragraphs(source, blocks);
        let matcher = AxisMatcher::new(topic);
        let near = |paragraph: &Paragraph| {
            matcher.scores(&format!("{} {}", paragraph.heading, paragraph.text))
        };
        let scores: Vec<Scores> = paragraphs.iter().map(near).collect();
        let sections: Vec<usize> = paragraphs.iter().map(|paragraph| paragraph.section).collect();
        let around = axis_match::surroundings(&scores, &sections);
        let mut builder = StatementBuilder::new(&matcher, stance);
        for (paragraph, scores) in paragraphs.iter().zip(around) {
            let headed = headed(topic, &paragraph.heading);
            let around = Surroundings { headed, scores, paragraph: None };
            let whole = matcher.paragraph_axis(&paragraph.text, &around);
            builder.add_paragraph(paragraph, &Surroundings { paragraph: whole, ..around });
        }
        let (guesses, statements, idle) = builder.finish();
        Self { guesses, statements, idle }
    }
}

/// Whether a text has no tags: no attributes in braces, and no item that starts with a keyword.
pub(super) fn is_untagged(blocks: &[Block], has_keyword: impl Fn(&str) -> bool) -> bool {
    fn is_plain(item: &Item, has_keyword: &impl Fn(&str) -> bool) -> bool {
        item.attributes.span.is_empty()
            && item
                .children
                .iter()
                .all(|child| !has_keyword(&child.text) && is_plain(child, has_keyword))
    }
    blocks.iter().all(|block| match block {
        Block::Heading { attributes, .. } => attributes.span.is_empty(),
        Block::Prose { .. } => true,
        Block::Item(item) => {
            let (_, after) =
                item.text.split_at(item.text.find([' ', ':']).unwrap_or(item.text.len()));
            is_plain(item, &has_keyword) && !(after.starts_with(':') && has_keyword(&item.text))
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::random_text::random_text;
    use crate::question::samples::topic;

    fn read(text: &str) -> Untagged {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        topic.axes[1].favours = Some(Side::Yes);
        Untagged::read(&topic, Side::Yes, Path::new("note.md"), text).0
    }

    /// Shows each guess on one line: «line kind axis=side: text».
    fn shown(text: &str) -> String {
        let line = |guess: &Guess| {
            let axis = guess.axis.as_ref().map_or("", |found| found.axis.as_str());
            let side = guess.side.map_or("", Side::word);
            format!("{} {} {axis}={side}: {}\n", guess.line, guess.kind.word(), guess.text)
        };
        read(text).guesses.iter().map(line).collect()
    }

    #[test]
    fn a_paragraph_becomes_statements_with_their_clauses() {
        insta::assert_snapshot!(shown(
            "# The street\n\nWho am I? Some say that shops will lose their custom.\nShops keep their custom, because \
             customers walk. They stay longer, too.\n\n- The air will be much cleaner\n  - After all, exhaust comes from \
             cars\n\n> Shops lose custom.\n\n| shops | air |\n|---|---|\n| lose | clean |\n\n    shops lose custom\n\n\
             Admittedly shops will lose the custom of drivers. A count found that 9% of the custom of shops came by \
             car. A register [counted 12% elsewhere](https://example.org/count).\n"
        ));
    }

    #[test]
    fn of_course_is_a_concession_only_if_but_follows() {
        let conceded =
            read("Of course shops lose custom at first. But shops keep their custom later.");
        assert_eq!(conceded.statements[0].concedes, ["Shops lose custom at first."]);
        let plain = read("Of course shops keep their custom.");
        assert_eq!(plain.statements.len(), 1);
    }

    #[test]
    fn a_sentence_without_words_of_an_axis_is_about_the_axis_of_its_paragraph() {
        let shops = "Shops keep their custom here, because they lose no custom.";
        let whole = read(&format!("{shops} Nobody reads poems aloud."));
        let axes: Vec<_> = whole.statements.iter().map(|stated| stated.axis.clone()).collect();
        assert_eq!(axes.len(), 2, "{whole:?}");
        assert_eq!(axes[0], axes[1]);
        let apart = read(&format!("{shops}\n\nNobody reads poems aloud."));
        assert_eq!(apart.statements.len(), 1, "{apart:?}");
    }

    #[test]
    fn a_sentence_that_answers_the_topic_is_the_case_in_short_with_each_reason_that_follows() {
        let answer = topic().yes;
        let read = read(&format!(
            "{answer} They clean the air for everybody, they keep the custom of shops, and they look well.\n\n\
             If {} then shops lose custom.",
            answer.trim_end_matches('.').to_lowercase()
        ));
        let case = &read.statements[0];
        assert!(case.is_case() && case.side == Some(Side::Yes), "{read:?}");
        let reasons: Vec<&str> = case.reasons.iter().map(|reason| reason.text.as_str()).collect();
        let each = [
            "They clean the air for everybody.",
            "They keep the custom of shops.",
            "They look well.",
        ];
        assert_eq!(reasons, each);
        assert!(
            read.statements[1..].iter().all(|other| !other.is_case()),
            "a condition asserts nothing"
        );
    }

    #[test]
    fn a_case_in_short_rests_on_the_answers_that_follow_it_and_each_on_the_answers_that_and_joins()
    {
        let topic = topic();
        let [shops, air] = [&topic.axes[0].no, &topic.axes[1].yes];
        let read = read(&format!("{} {shops}", topic.yes));
        let [case, own] = read.statements.as_slice() else { panic!("{read:?}") };
        assert_eq!(
            (case.reasons[0].text.as_str(), own.text.as_str()),
            (shops.as_str(), shops.as_str())
        );
        let [shops, air] = [shops, air].map(|text| text.trim_end_matches('.'));
        let text = format!("{} because {shops} and {air}.", topic.yes.trim_end_matches('.'));
        let read = super::Untagged::read(&topic, Side::Yes, Path::new("note.md"), &text).0;
        let reasons: Vec<&str> = read.statements[0]
            .reasons
            .iter()
            .map(|reason| reason.text.trim_end_matches('.'))
            .collect();
        assert_eq!(reasons, [shops, air]);
    }

    /// The reasons of the case in short, each with the axis that a sentence of the text names for
    /// it.
    fn reasons_of_case(text: &str) -> Vec<(String, Option<String>)> {
        let read = read(text);
        let case = read.statements.iter().find(|stated| stated.is_case());
        let reasons = case.into_iter().flat_map(|case| &case.reasons);
        let axis = |reason: &crate::vocabulary::Reason| {
            let asserts = reason.asserts.as_ref();
            asserts.map(|asserts| format!("{} {}", asserts.axis, asserts.side.word()))
        };
        reasons.map(|reason| (reason.text.clone(), axis(reason))).collect()
    }

    #[test]
    fn the_answer_of_a_text_rests_on_what_its_author_says_that_it_depends_on() {
        let air = "The air of the street will get much cleaner.";
        let carried = [(air.to_owned(), Some("air yes".to_owned()))];
        for sentence in [
            "For me this settles the matter.",
            "If I believed otherwise, I would be writing a different column.",
            "That is the main reason I'm for it.",
        ] {
            assert_eq!(reasons_of_case(&format!("{air} {sentence}")), carried, "{sentence}");
        }
        for sentence in [
            "My position does not turn on that.",
            "If I were wrong about the air, my answer would be the same.",
            "Somebody told the mayor.",
        ] {
            assert_eq!(reasons_of_case(&format!("{air} {sentence}")), [], "{sentence}");
        }
        // What is said to carry and not to carry shows nothing.
        let both =
            format!("{air} For me this settles the matter. My position does not turn on that.");
        assert_eq!(reasons_of_case(&both), []);
    }

    #[test]
    fn the_reasons_that_an_author_announces_carry_the_answer() {
        let air = "The air of the street will get much cleaner.";
        let carried = [(air.to_owned(), Some("air yes".to_owned()))];
        let first = format!("The first is what becomes of the air. {air}");
        let announced = "I am for it, for two reasons.";
        assert_eq!(reasons_of_case(&format!("{announced} {first}")), carried);
        let second = format!(
            "{announced} The second reason is that the air of the street will get much cleaner."
        );
        assert_eq!(reasons_of_case(&second), carried);
        assert_eq!(reasons_of_case(&first), []);
        assert_eq!(reasons_of_case(&format!("Trams break for two reasons. {first}")), []);
    }

    #[test]
    fn reasons_that_stand_apart_from_the_answer_are_those_of_the_case_in_short() {
        let each =
            [("Shops keep their custom.".to_owned(), None), ("Walkers breathe.".to_owned(), None)];
        for text in [
            "It rains. I am for it because shops keep their custom, and because walkers breathe.",
            "It rains. What persuades me is that shops keep their custom and that walkers breathe.",
        ] {
            assert_eq!(reasons_of_case(text), each, "{text}");
        }
    }

    #[test]
    fn one_of_the_objections_that_a_sentence_announces_is_not_the_view_of_the_author() {
        let read = read(
            "Two objections remain. One is that shops lose their custom. But shops keep their custom here.",
        );
        assert_eq!(read.statements.len(), 1, "{read:?}");
        assert_eq!(read.statements[0].answers[0].text, "Shops lose their custom.");
    }

    #[test]
    fn a_conclusion_that_answers_the_topic_has_the_sentence_before_as_its_reason() {
        let read = read(&format!("Nobody likes noise. Therefore {}", topic().yes));
        assert!(read.statements[0].is_case(), "{read:?}");
        assert_eq!(read.statements[0].reasons[0].text, "Nobody likes noise.");
    }

    #[test]
    fn the_sentence_before_a_repeated_conclusion_is_not_a_reason_for_another_statement() {
        let answer = topic().yes;
        let text = format!(
            "{answer}\n\nShops keep their custom here. Perhaps it rains. Therefore {answer}"
        );
        let read = read(&text);
        assert!(read.statements.iter().all(|statement| statement.reasons.is_empty()), "{read:?}");
    }

    #[test]
    fn a_sentence_that_begins_as_the_other_answer_does_is_conceded() {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        (topic.axes[0].yes, topic.axes[0].no) =
            ("The loss of custom is large.".into(), "The loss of custom is small.".into());
        let text = "The loss of custom is large for shops. In towns the loss of custom is small.";
        let read = Untagged::read(&topic, Side::Yes, Path::new("note.md"), text).0;
        assert_eq!(read.statements.len(), 1, "{read:?}");
        assert_eq!(read.statements[0].concedes, ["The loss of custom is large for shops."]);
        let text = "In towns the loss of custom is small. The loss of custom is large for shops.";
        let after = Untagged::read(&topic, Side::Yes, Path::new("note.md"), text).0;
        assert_eq!(after.statements[0].concedes, ["The loss of custom is large for shops."]);
        assert!(after.statements[0].reasons.is_empty(), "{after:?}");
    }

    #[test]
    fn the_other_answer_is_the_position_of_an_author_who_never_gives_the_own_one() {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        (topic.axes[0].yes, topic.axes[0].no) = (
            "The loss of custom is large for shops.".into(),
            "The loss of custom is small for shops.".into(),
        );
        let sides = |text: &str| {
            let read = Untagged::read(&topic, Side::Yes, Path::new("note.md"), text).0;
            let side = |stated: &Statement| (stated.side, stated.reasons.len());
            read.statements.iter().map(side).collect::<Vec<_>>()
        };
        assert_eq!(sides("The loss of custom is large for shops."), [(Some(Side::Yes), 0)]);
        assert_eq!(sides("The loss of custom is not large for shops."), [(Some(Side::No), 0)]);
        // A sentence whose side is a guess takes the side that the author says.
        let with_guess = "The loss of custom is large for shops.\n\nShops keep custom bicycles.";
        assert_eq!(sides(with_guess), [(Some(Side::Yes), 0), (Some(Side::Yes), 0)]);
        let both = "The loss of custom is large for shops, because customers drive.\n\n\
                    The loss of custom is small for shops on Sundays.";
        let [yes, no] = [(Some(Side::Yes), 1), (Some(Side::No), 0)];
        assert_eq!(sides(both), [yes, no]);
        let guess = "Shops keep custom bicycles.";
        assert_eq!(sides(&format!("{both}\n\n{guess}")), [yes, no, no]);
    }

    #[test]
    fn what_a_named_person_says_is_an_objection_that_the_next_statement_answers() {
        let read = read(
            "Tom says that shops lose their custom. I do not believe that, since shops keep custom by selling well.",
        );
        let stated: Vec<&str> = read.statements.iter().map(|stated| stated.text.as_str()).collect();
        assert_eq!(stated, ["Shops keep custom by selling well."], "{read:?}");
        assert_eq!(read.statements[0].answers[0].text, "Shops lose their custom.");
    }

    #[test]
    fn a_concession_of_one_word_says_nothing() {
        let short = read("True, it can. Shops keep their custom here.");
        assert!(short.statements[0].concedes.is_empty(), "{short:?}");
        assert_eq!(short.guesses[0].kind, ClauseKind::Prose(ProseReason::TooShort));
    }

    #[test]
    fn a_repeated_sentence_is_one_statement() {
        let twice = read("Shops keep their custom here.\n\nShops keep their custom here.");
        assert_eq!(twice.statements.len(), 1);
        assert_eq!(twice.guesses[1].kind, ClauseKind::Prose(ProseReason::Repeated));
    }

    #[test]
    fn a_statement_has_at_most_as_many_reasons_as_an_argument_has_premises() {
        let answer = &topic().axes[0].no;
        let full = read(&format!("{answer} {}", "They stay open for custom. ".repeat(5)));
        assert_eq!(full.statements[0].reasons.len(), crate::vocabulary::MOST_PREMISES);
        assert_eq!(full.guesses[4].kind, ClauseKind::Prose(ProseReason::Full));
    }

    #[test]
    fn what_follows_a_sentence_is_its_reason_only_if_that_sentence_says_an_answer() {
        let reasons = |first: &str| {
            let read = read(&format!("{first} Shops sell custom bicycles on Sundays."));
            read.statements.iter().map(|stated| stated.reasons.len()).collect::<Vec<_>>()
        };
        let answer = &topic().axes[0].no;
        assert_eq!(reasons(answer), [1], "{answer}");
        assert_eq!(reasons("Shops smell of custom soap."), [0, 0]);
    }

    #[test]
    fn a_colon_after_the_answer_to_the_topic_lists_its_reasons() {
        let answer = topic().yes;
        let reasons = |list: &str| -> Vec<String> {
            let read = read(&format!("{}: {list}", answer.trim_end_matches('.')));
            assert!(read.statements[0].is_case(), "{read:?}");
            read.statements[0].reasons.iter().map(|reason| reason.text.clone()).collect()
        };
        let three = ["It is cheap.", "It is quick.", "Nobody minds it."];
        assert_eq!(reasons("it is cheap, it is quick, and nobody minds it."), three);
        assert_eq!(reasons("it is cheap; it is quick; and nobody minds it."), three);
        let one = "the shops, the bus company, and everybody who walks gain by it.";
        assert_eq!(reasons(one), [crate::text::to_sentence(one)]);
    }

    #[test]
    fn a_list_after_the_case_in_short_that_announces_reasons_gives_each_of_them() {
        let text = format!(
            "{} This rests on three findings: it is cheap, it is quick, and nobody minds it.",
            topic().yes
        );
        let read = read(&text);
        let reasons: Vec<&str> =
            read.statements[0].reasons.iter().map(|reason| reason.text.as_str()).collect();
        assert_eq!(reasons, ["It is cheap.", "It is quick.", "Nobody minds it."]);
        let asked = self::read(&format!("{} What are the reasons: that it is cheap?", topic().yes));
        assert!(asked.statements[0].reasons.is_empty(), "a question announces nothing");
    }

    #[test]
    fn the_answer_to_the_question_what_would_change_its_mind_is_not_a_claim() {
        let text = "Shops keep their custom here. What would convince me? A year in which shops lose custom.";
        let read = read(text);
        let [statement] = read.statements.as_slice() else { panic!("{read:?}") };
        assert_eq!(statement.unless, ["A year in which shops lose custom"]);
    }

    #[test]
    fn a_conceded_answer_beside_which_nothing_says_the_own_one_is_the_position() {
        let counted = "A count found that most of the custom of shops came by car.";
        let of = |text: &str| -> Vec<_> {
            let statements = read(text).statements.into_iter();
            let on_trade = statements
                .filter(|own| own.axis.as_ref().is_some_and(|axis| axis.as_str() == "trade"));
            on_trade.map(|own| (own.text, own.side, own.concedes.len())).collect()
        };
        let conceded = of(&format!("I admit that shops lose custom. {counted}"));
        assert_eq!(conceded, [(counted.to_owned(), Some(Side::Yes), 0)]);
        for own in [
            format!("I admit that shops lose custom. But {counted}"),
            format!(
                "I admit that shops lose custom. {counted} A register counted 12% elsewhere (2024)."
            ),
            format!("{counted} I admit that shops lose custom."),
            format!("Shops keep their custom.\n\nI admit that shops lose custom. {counted}"),
        ] {
            assert!(of(&own).iter().all(|(_, side, _)| *side == Some(Side::No)), "{own}");
        }
    }

    #[test]
    fn what_others_say_or_is_conceded_asked_or_doubted_states_no_weight_of_the_author() {
        let air = "The air of the street will get much cleaner.";
        for sentence in [
            "Does the noise settle the matter?",
            "Critics say that noise settles the matter.",
            "I grant that this is decisive for the residents.",
            "Perhaps this settles the matter.",
            "They say that it is the main reason, but trams break.",
        ] {
            assert_eq!(reasons_of_case(&format!("{air} {sentence}")), [], "{sentence}");
        }
        let carried = [(air.to_owned(), Some("air yes".to_owned()))];
        for sentence in
            ["Some say it makes no difference.", "Some say that it makes no difference."]
        {
            let text = format!("{air} For me this settles the matter. {sentence}");
            assert_eq!(reasons_of_case(&text), carried, "{sentence}");
            assert_eq!(read(&text).idle, [], "{sentence}");
        }
        let own = format!("{air} Critics say that it is late, but for me this settles the matter.");
        assert_eq!(reasons_of_case(&own), carried, "what the author says after it counts");
    }

    #[test]
    fn a_concession_between_two_sentences_is_kept_and_they_are_not_joined() {
        let read = read(
            "Vans come. Of course the driver has a point. But they take custom from the shops of the street.",
        );
        let kept = |guess: &&Guess| guess.text == "The driver has a point.";
        let reason = read.guesses.iter().find(kept).and_then(|guess| guess.kind.prose_reason());
        assert_eq!(reason, Some(&ProseReason::NoStatement), "{read:?}");
        assert!(read.statements.is_empty(), "{read:?}");
    }

    #[test]
    fn a_clause_beside_a_sentence_that_asserts_nothing_is_kept() {
        let read = read(
            "I admit that drivers like their custom, but my case does not depend on it. Shops keep their custom here.",
        );
        assert_eq!(read.statements[0].concedes, ["Drivers like their custom."], "{read:?}");
    }

    #[test]
    fn an_announced_reason_is_about_the_axis_that_its_paragraph_shows_later() {
        let shops = "Shops keep their custom here.";
        let carried = [(shops.to_owned(), Some("trade no".to_owned()))];
        let announced = format!("My other reason is the state of the tills. {shops}");
        assert_eq!(reasons_of_case(&announced), carried);
        let apart = format!("My other reason is the state of the tills.\n\n{shops}");
        assert_eq!(reasons_of_case(&apart), [], "another paragraph shows another axis");
    }

    #[test]
    fn a_clause_that_says_nothing_without_its_reason_is_no_statement() {
        let shops = "Shops keep their custom here.";
        let read = read(&format!("{shops}\n\nWe would, since every shop counts its custom."));
        assert_eq!(read.statements.len(), 1, "{read:?}");
        let reason = read.guesses.iter().find(|guess| guess.text == "We would.");
        let reason = reason.and_then(|guess| guess.kind.prose_reason());
        assert_eq!(reason, Some(&ProseReason::TooShort));
    }

    #[test]
    fn what_an_author_says_does_not_decide_its_answer_is_idle() {
        let idle =
            |text: &str| -> Vec<String> { read(text).idle.iter().map(AxisId::to_string).collect() };
        let shops = "Shops keep their custom here.";
        assert_eq!(idle(&format!("{shops} Nothing in my case depends on it.")), ["trade"]);
        assert_eq!(idle(&format!("{shops} For me this settles the matter.")), [""; 0]);
        let both = format!("{shops} For me this settles the matter. That is not what decides it.");
        assert_eq!(idle(&both), ["trade"], "who denies it does not rest a case on it");
        let because =
            format!("{}, because shops keep their custom.", topic().yes.trim_end_matches('.'));
        let reason = format!("{because} My advice would be the same if shops did not keep it.");
        assert_eq!(idle(&reason), [""; 0], "a reason of the case is not idle");
    }

    #[test]
    fn what_only_opens_a_text_rejects_or_agrees_takes_no_position() {
        for text in [
            "I would like to explain how I came to think about shops and their custom.",
            "We agree, I believe, about the custom of the shops.",
            "Shops keep their custom in the same way.",
        ] {
            assert!(read(text).statements.is_empty(), "{text}");
        }
        let agreed = "Shops keep their custom even in the streets that we agree on.";
        assert_eq!(read(agreed).statements.len(), 1, "it says more than that");
        let text = format!(
            "{} Some say that I love cars and hate shops. They are mistaken, as I shall explain.",
            topic().yes
        );
        let read = read(&text);
        assert!(read.statements.iter().all(|own| own.reasons.is_empty()), "{read:?}");
    }

    #[test]
    fn an_axis_that_favours_no_answer_gives_no_side() {
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

    const FRAGMENTS: &str = "Shops lose custom. ¦Air gets cleaner, because ¦unless ¦, so ¦They say that ¦This is so. ¦But ¦\
        Of course ¦9% (2024). ¦Because of ¦- ¦  - ¦\n¦\n\n¦# ¦> ¦[x](y) ¦`¦*¦<b>¦İ¦“¦? ¦. ¦… ¦| a |\n|---|\n¦    ¦assuming ¦é¦I ¦\
        , since ¦Therefore ";

    proptest! {
        /// For every text: no panic, every clause of a statement names it, and the same text gives
        /// the same guesses.
        #[test]
        fn every_text_gives_the_same_guesses_again(text in random_text(FRAGMENTS, 60)) {
            let untagged = read(&text);
            prop_assert_eq!(&untagged, &read(&text));
            let stated = untagged.guesses.iter().filter(|guess| guess.kind == ClauseKind::Statement).count();
            prop_assert_eq!(stated, untagged.statements.len());
            for guess in &untagged.guesses {
                let belongs = !matches!(guess.kind, ClauseKind::Prose(_));
                prop_assert_eq!(guess.statement.is_some(), belongs, "{:?}", guess);
            }
        }
    }
}
