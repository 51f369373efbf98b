//! The inputs and answers of questions about a tiny topic, for unit tests of questions, prompts and
//! providers.

use super::{Accept, Brief, Question, WhichAnswer, parse};
use crate::vocabulary::{Citation, EvidenceId, Persona, Side};

pub(crate) use crate::vocabulary::samples::{persona, statement, topic};

/// One who would keep the street open, with one excerpt, `drivers`, that cites `till-2024`.
pub(crate) fn keeper() -> Persona {
    let mut drivers =
        statement("drivers", "Half of my takings come from drivers.", "trade", Side::Yes);
    drivers.source = Some("my till, 2024".into());
    let evidence = EvidenceId::new("till-2024").ok();
    drivers.evidence = vec![Citation { text: "Takings by hour, 2024".into(), evidence }];
    persona("keeper", Side::No, vec![drivers])
}

pub(crate) fn brief() -> Brief {
    Brief::new(&keeper(), &topic())
}

/// What the first reading of an answer finds: its faults, and why parts were dropped.
pub(crate) fn complaints<Q: Question>(question: &Q, raw: Q::Raw) -> Vec<String> {
    let mut accept = Accept::new(WhichAnswer::First);
    let answer = question.accept(raw, &mut accept);
    assert!(answer.is_some() || !accept.is_sound(), "nothing is returned only if there is a fault");
    accept.complaints()
}

/// An answer as the protocol uses it after a first reading.
pub(crate) fn parsed<Q: Question>(question: &Q, raw: Q::Raw) -> Q::Answer {
    parse(question, raw, WhichAnswer::First).unwrap_or_else(|faults| panic!("{faults:?}")).answer
}
