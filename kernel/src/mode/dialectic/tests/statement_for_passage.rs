//! Which statement of its corpus a persona reads a passage by.

use super::prompts::{discussion, passage};

use crate::corpus::samples::{everything, personas_with};
use crate::mode::dialectic::questions::discuss_passage::DiscussPassage;
use crate::question::samples::topic;
use crate::question::{Brief, ByCorpus};
use crate::vocabulary::{AxisId, AxisSide, Passage, Seed, Side, Statement, StatementId};

#[test]
fn by_corpus_a_statement_is_read_from_a_quarter_of_its_words_on_its_passage_and_its_issue_only() {
    let read = |edit: &dyn Fn(&mut Statement), axis: Option<&str>| {
        let personas = personas_with(0, |statements| edit(&mut statements[0]));
        let asked = DiscussPassage {
            passage: Passage { text: "Cabbage soup, salt, pepper, onions.".into(), ..passage() },
            axis: axis.and_then(|axis| AxisId::new(axis).ok()),
            said: ["rain"].map(|id| StatementId::new(id).unwrap()).into(),
            ..discussion(Brief::new(&personas[0], &topic()), vec![])
        };
        asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap().excerpts
    };
    let says = |text: &'static str| {
        move |own: &mut Statement| {
            own.text = text.into();
            own.reasons.clear();
        }
    };
    assert_eq!(read(&says("Cabbage blocks wide streets."), None), ["takings"], "one of four");
    assert_eq!(read(&says("Cabbage blocks wide busy streets."), None), [""; 0], "one of five");
    let elsewhere = |own: &mut Statement| own.passage = Some("wind".parse().unwrap());
    assert_eq!(read(&elsewhere, None), [""; 0], "it is about another passage");
    assert_eq!(read(&elsewhere, Some("trade")), [""; 0], "nor in a branch on another issue");
}

#[test]
fn by_corpus_of_the_statements_that_fit_those_that_rest_on_another_answer_are_read_first() {
    let read = |is_linked: bool| {
        let personas = personas_with(0, |statements| {
            statements[0].text = "Cabbage soup.".into();
            statements[1].text = "Cabbage fills the market.".into();
            statements[1].reasons[0].text = "Soup pays.".into();
            let trade = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
            statements[1].reasons[0].asserts = Some(trade).filter(|_| is_linked);
            statements[0].reasons.clear();
        });
        let asked = DiscussPassage {
            passage: Passage { text: "Cabbage soup, salt, pepper, onions.".into(), ..passage() },
            ..discussion(Brief::new(&personas[0], &topic()), vec![])
        };
        asked.by_corpus(&everything(&personas).voices(Seed(1))).unwrap().excerpts
    };
    assert_eq!(read(false), ["takings"], "it has the larger share of its words in the passage");
    assert_eq!(read(true), ["corner"]);
}
