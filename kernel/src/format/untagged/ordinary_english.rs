//! What the reader makes of ordinary argumentative sentences of several subject fields, beside what
//! a person takes from them.

use std::path::Path;

use super::Untagged;
use crate::question::samples::topic;
use crate::vocabulary::{Axis, AxisId, Side, Topic};

/// An axis: id, the two answers, and the answer to the topic's question that its «yes» favours.
type Issue = (&'static str, [&'static str; 2], Side);

/// A topic with two axes, to whose question every author here says yes.
fn on([yes, no]: [&str; 2], issues: [Issue; 2]) -> Topic {
    let mut topic = Topic { yes: yes.into(), no: no.into(), ..topic() };
    for (axis, (id, [yes, no], favours)) in topic.axes.iter_mut().zip(issues) {
        let known = axis.clone();
        *axis = Axis {
            id: AxisId::new(id).expect("a name"),
            title: id.to_owned(),
            question: format!("Is it so? {yes}"),
            yes: yes.to_owned(),
            no: no.to_owned(),
            favours: Some(favours),
            keywords: Vec::new(),
            ..known
        };
    }
    topic
}

/// Shows what a text was read as: its clauses as «kind axis=side: text», then the axes that carry
/// its author's answer, and those that do not.
fn shown(topic: &Topic, text: &str) -> String {
    let read = Untagged::read(topic, Side::Yes, Path::new("note.md"), text).0;
    let clause = |guess: &super::Guess| {
        let side = guess.side.map_or("", Side::word);
        let axis =
            guess.axis.as_ref().map(|found| format!(" {}={side}", found.axis)).unwrap_or_default();
        let why = guess.kind.prose_reason().map(|why| format!(" ({})", why.words()));
        format!("{}{axis}{}: {}", guess.kind.word(), why.unwrap_or_default(), guess.text)
    };
    let cases = read.statements.iter().filter(|own| own.is_case());
    let carried = cases.flat_map(|case| &case.reasons).filter_map(|own| own.asserts.as_ref());
    let carried = carried.map(|asserts| format!("carries {}", asserts.axis));
    let idle = read.idle.iter().map(|axis| format!("idle {axis}"));
    read.guesses.iter().map(clause).chain(carried).chain(idle).collect::<Vec<_>>().join(" | ")
}

fn check(topic: &Topic, table: &[(&str, &str)]) {
    let read: Vec<(&str, String)> =
        table.iter().map(|(text, _)| (*text, shown(topic, text))).collect();
    let wrong: Vec<String> = table
        .iter()
        .zip(&read)
        .filter(|((_, expected), (_, found))| expected != found)
        .map(|((text, expected), (_, found))| {
            format!("{text}\n  expected {expected}\n  found    {found}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn screening() -> Topic {
    on(
        [
            "Every woman over forty should be screened each year.",
            "Screening should begin at fifty.",
        ],
        [
            (
                "lives",
                ["Yearly screening saves lives.", "Yearly screening saves no lives."],
                Side::Yes,
            ),
            ("alarms", ["False alarms do serious harm.", "False alarms do little harm."], Side::No),
        ],
    )
}

#[test]
fn sentences_of_a_nurse_are_read_as_a_person_reads_them() {
    check(
        &screening(),
        &[
            (
                "Yearly screening saves lives because it finds small tumours.",
                "statement lives=yes: Yearly screening saves lives. | because: It finds small tumours.",
            ),
            (
                "Critics argue that false alarms do serious harm, but most false alarms are cleared up within a week.",
                "statement alarms=no: Most false alarms are cleared up within a week. | \
                 answers: False alarms do serious harm.",
            ),
            (
                "I grant that false alarms frighten people. Yearly screening still saves lives.",
                "concedes: False alarms frighten people. | statement lives=yes: Yearly screening still saves lives.",
            ),
            (
                "Yearly screening saves lives. Does that settle the matter?",
                "statement lives=yes: Yearly screening saves lives. | prose (question): Does that settle the matter?",
            ),
            (
                "Yearly screening saves lives. That settles the matter for me.",
                "statement lives=yes: Yearly screening saves lives. | prose (hedged): That settles the matter for me. | \
                 because: Yearly screening saves lives. | carries lives",
            ),
            (
                "The sceptics are right that some tumours would never have grown. Yearly screening saves lives.",
                "concedes: Some tumours would never have grown. | statement lives=yes: Yearly screening saves lives.",
            ),
        ],
    );
}

#[test]
fn what_a_nurse_knows_agrees_to_or_exclaims_is_read_as_a_person_reads_it() {
    check(
        &screening(),
        &[
            (
                "I know, as a nurse, that false alarms do little harm.",
                "statement alarms=no: False alarms do little harm.",
            ),
            (
                "I agree that yearly screening saves lives.",
                "statement lives=yes: Yearly screening saves lives.",
            ),
            (
                "What nonsense it is to call a false alarm a catastrophe!",
                "prose (exclamation): What nonsense it is to call a false alarm a catastrophe!",
            ),
            (
                "What nonsense to say that false alarms do serious harm! False alarms do little harm.",
                "answers: False alarms do serious harm. | statement alarms=no: False alarms do little harm.",
            ),
            (
                "False alarms do little harm, whatever the newspapers say.",
                "statement alarms=no: False alarms do little harm, whatever the newspapers say.",
            ),
            (
                "I grant that this is decisive for the residents. Yearly screening saves lives.",
                "concedes: This is decisive for the residents. | statement lives=yes: Yearly screening saves lives.",
            ),
        ],
    );
}

#[test]
fn sentences_of_a_farmer_are_read_as_a_person_reads_them() {
    let topic = on(
        ["Farmers should give up the plough.", "Farmers should keep the plough."],
        [
            (
                "soil",
                ["Ploughing destroys the soil.", "Ploughing does not destroy the soil."],
                Side::Yes,
            ),
            (
                "yields",
                ["Yields fall without the plough.", "Yields hold without the plough."],
                Side::No,
            ),
        ],
    );
    check(
        &topic,
        &[
            (
                "According to the farmers' union, yields fall without the plough. Yields hold without the plough.",
                "answers: Yields fall without the plough. | statement yields=no: Yields hold without the plough.",
            ),
            (
                "Ploughing destroys the soil. Some say it makes no difference.",
                "statement soil=yes: Ploughing destroys the soil. | prose (no statement next to it): It makes no difference.",
            ),
            (
                "Nobody who has seen a dust storm doubts that ploughing destroys the soil.",
                "statement soil=yes: Nobody who has seen a dust storm doubts that ploughing destroys the soil.",
            ),
            (
                "It is not true that yields fall without the plough.",
                "statement yields=no: It is not true that yields fall without the plough.",
            ),
            (
                "Yields may fall in the first year without the plough, but worms restore the soil.",
                "statement soil=yes: Worms restore the soil. | concedes: Yields may fall in the first year without the plough.",
            ),
            (
                "Ploughing destroys the soil. Even if yields fell without the plough, I would leave mine in the shed.",
                "statement soil=yes: Ploughing destroys the soil. | prose (hedged): Even if yields fell without the \
                 plough, I would leave mine in the shed. | idle yields",
            ),
            (
                "I don't deny that yields fall without the plough. Ploughing destroys the soil.",
                "concedes: Yields fall without the plough. | statement soil=yes: Ploughing destroys the soil.",
            ),
            (
                "Critics say the yields settle the matter, but ploughing destroys the soil.",
                "statement soil=yes: Ploughing destroys the soil. | answers: The yields settle the matter.",
            ),
            (
                "Ploughing destroys the soil, and if it did not I would think again.",
                "statement soil=yes: Ploughing destroys the soil. | prose (hedged): And if it did not I would think again. | \
                 because: Ploughing destroys the soil. | carries soil",
            ),
        ],
    );
}

#[test]
fn sentences_of_a_parent_are_read_as_a_person_reads_them() {
    let topic = on(
        ["Primary schools should abolish homework.", "Primary schools should keep homework."],
        [
            (
                "learning",
                ["Homework helps children learn.", "Homework teaches children nothing."],
                Side::No,
            ),
            (
                "families",
                ["Homework burdens poor families most.", "Homework burdens all families alike."],
                Side::Yes,
            ),
        ],
    );
    check(
        &topic,
        &[
            (
                "Homework teaches children nothing, since they copy it from each other.",
                "statement learning=no: Homework teaches children nothing. | because: They copy it from each other.",
            ),
            (
                "Teachers believe homework helps children learn. Homework burdens poor families most.",
                "answers: Homework helps children learn. | statement families=yes: Homework burdens poor families most.",
            ),
            (
                "Homework burdens poor families most. This alone would be reason enough for me.",
                "statement families=yes: Homework burdens poor families most. | prose (hedged): This alone would be reason enough for me. | \
                 because: Homework burdens poor families most. | carries families",
            ),
            (
                "Homework burdens poor families most. Parents tell me it matters most to them.",
                "statement families=yes: Homework burdens poor families most. | prose (no statement next to it): It matters most to them.",
            ),
            (
                "Granted, some children enjoy homework. Homework burdens poor families most.",
                "concedes: Some children enjoy homework. | statement families=yes: Homework burdens poor families most.",
            ),
            (
                "I know that some children enjoy homework, but homework burdens poor families most.",
                "statement families=yes: Homework burdens poor families most. | concedes: Some children enjoy homework.",
            ),
            (
                "Must every evening end in tears over homework?",
                "prose (question): Must every evening end in tears over homework?",
            ),
            (
                "Homework helps children learn, my colleague insists. Homework burdens poor families most.",
                "answers: Homework helps children learn. | statement families=yes: Homework burdens poor families most.",
            ),
            (
                "Perhaps that settles the matter. Homework burdens poor families most.",
                "prose (hedged): Perhaps that settles the matter. | statement families=yes: Homework burdens poor families most.",
            ),
        ],
    );
}

#[test]
fn sentences_of_a_curator_are_read_as_a_person_reads_them() {
    let topic = on(
        ["The museum should return the bronzes.", "The museum should keep the bronzes."],
        [
            ("theft", ["The bronzes were stolen.", "The bronzes were bought lawfully."], Side::Yes),
            (
                "care",
                ["The bronzes are safer in the museum.", "The bronzes are just as safe at home."],
                Side::No,
            ),
        ],
    );
    check(
        &topic,
        &[
            (
                "The trustees believe the bronzes are safer in the museum. The bronzes were stolen.",
                "answers: The bronzes are safer in the museum. | statement theft=yes: The bronzes were stolen.",
            ),
            (
                "The museum argues that it bought the bronzes lawfully, yet the bronzes were stolen.",
                "statement theft=yes: The bronzes were stolen. | answers: It bought the bronzes lawfully.",
            ),
            (
                "True, the climate control here is better. The bronzes were stolen.",
                "concedes: The climate control here is better. | statement theft=yes: The bronzes were stolen.",
            ),
            (
                "It is often claimed that the bronzes are safer in the museum; I doubt it. The bronzes were stolen.",
                "answers: The bronzes are safer in the museum. | statement theft=yes: The bronzes were stolen.",
            ),
            (
                "The bronzes were stolen, and that is why I cannot defend the museum.",
                "statement theft=yes: The bronzes were stolen. | \
                 because: The bronzes were stolen. | carries theft",
            ),
            ("The bronzes were stolen!", "statement theft=yes: The bronzes were stolen!"),
            (
                "Although the bronzes are safer in the museum, the bronzes were stolen.",
                "statement theft=yes: The bronzes were stolen. | concedes: The bronzes are safer in the museum.",
            ),
        ],
    );
}

#[test]
fn sentences_of_an_engineer_are_read_as_a_person_reads_them() {
    let topic = on(
        ["The system should be rewritten.", "The system should not be rewritten."],
        [
            (
                "bugs",
                ["Most security bugs are memory bugs.", "Most security bugs are design mistakes."],
                Side::Yes,
            ),
            ("time", ["A rewrite takes too long.", "A rewrite can be done in steps."], Side::No),
        ],
    );
    check(
        &topic,
        &[
            (
                "Opponents have a point when they say that a rewrite takes too long, but a rewrite can be done in steps.",
                "statement time=no: A rewrite can be done in steps. | concedes: A rewrite takes too long.",
            ),
            (
                "You are wrong to think that a rewrite takes too long. A rewrite can be done in steps.",
                "answers: A rewrite takes too long. | statement time=no: A rewrite can be done in steps.",
            ),
            (
                "A rewrite can be done in steps, as it was in the browser.",
                "statement time=no: A rewrite can be done in steps, as it was in the browser.",
            ),
            (
                "Not everyone agrees, but most security bugs are memory bugs.",
                "statement bugs=yes: Not everyone agrees, but most security bugs are memory bugs.",
            ),
            ("How long must our users wait!", "prose (exclamation): How long must our users wait!"),
            (
                "I am told that a rewrite takes too long; that is beside the point. A rewrite can be done in steps.",
                "answers: A rewrite takes too long. | prose (hedged): That is beside the point. | \
                 statement time=no: A rewrite can be done in steps. | idle time",
            ),
            (
                "I admit that a rewrite takes patience, but my case does not depend on it. A rewrite can be done in steps.",
                "concedes: A rewrite takes patience. | prose (hedged): My case does not depend on it. | \
                 statement time=no: A rewrite can be done in steps. | idle time",
            ),
            (
                "I know of no rewrite that was on time.",
                "prose (about the author or to the reader): I know of no rewrite that was on time.",
            ),
        ],
    );
}
