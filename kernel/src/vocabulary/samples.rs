//! A tiny topic and the building blocks of corpora on it, for unit tests of every layer.

use super::{
    Axis, AxisId, Component, Contract, Corpus, Disagreement, Flip, Leaning, Note, Objection,
    Persona, PersonaId, Probability, Reach, Reason, Side, Statement, StatementId, Topic, TopicId,
};

pub(crate) fn topic() -> Topic {
    let axis = |id: &str, question: &str, yes: &str, no: &str| Axis {
        id: AxisId::new(id).unwrap(),
        title: id.into(),
        question: question.into(),
        yes: yes.into(),
        no: no.into(),
        kind: Disagreement::Evidence,
        keywords: vec![id.into()],
        settles: format!("A year of counting {id}."),
        favours: None,
    };
    Topic {
        id: TopicId::new("street").unwrap(),
        title: "The street".into(),
        question: "Should the high street be closed to cars?".into(),
        yes: "Close it.".into(),
        no: "Keep it open.".into(),
        background: "A town of 20,000 people. The trial would last a year.\n".into(),
        axes: vec![
            axis("trade", "Will the shops lose custom?", "Shops lose custom.", "Shops keep it."),
            axis("air", "Will the air get cleaner?", "The air gets cleaner.", "It stays as it is."),
        ],
        passages: vec![],
        observers: vec![],
    }
}

/// A statement with one reason, on an axis and side.
pub(crate) fn statement(id: &str, text: &str, axis: &str, side: Side) -> Statement {
    let (id, confidence) = (StatementId::new(id).unwrap(), Probability::new(0.7).unwrap());
    Statement {
        axis: AxisId::new(axis).ok(),
        side: Some(side),
        reasons: vec![reason(&format!("The reason of {id}."))],
        ..Statement::new(id, text.into(), confidence)
    }
}

pub(crate) fn reason(text: &str) -> Reason {
    Reason::new(text)
}

pub(crate) fn answer(component: Component, text: &str) -> Objection {
    Objection { component, text: text.into() }
}

pub(crate) fn persona(id: &str, stance: Side, statements: Vec<Statement>) -> Persona {
    let leaning = |text: &str| Leaning { text: text.into(), level: Probability::new(0.5).unwrap() };
    let contract = Contract {
        name: id[..1].to_uppercase() + &id[1..],
        summary: "Keeps a shop on the high street.".into(),
        identity: "I have stood behind this counter for twenty years.\n".into(),
        thinking: "I count first.\n".into(),
        epistemology: "Tills beat surveys.\n".into(),
        horizon: "Next Christmas.\n".into(),
        evidence_policy: "I name the till and the day.\n".into(),
        voice: "Short sentences.\n".into(),
        stakes: leaning("My rent.\n"),
        openness: leaning("Show me the takings.\n"),
        flips: vec![Flip {
            id: "takings-rise".into(),
            axis: AxisId::new("trade").ok(),
            when: "Takings rise in the year of the trial.".into(),
            then: "I would close the street myself.".into(),
            changes: Reach::View,
        }],
    };
    let corpus = Corpus { topic: topic().id, stance, notes: vec![note(statements)] };
    Persona { id: PersonaId::new(id).unwrap(), contract, corpora: [(topic().id, corpus)].into() }
}

/// A file of a corpus with these statements.
pub(crate) fn note(statements: Vec<Statement>) -> Note {
    Note {
        title: "Notes".into(),
        date: None,
        paragraphs: vec![],
        sentences: vec![],
        statements,
        idle: vec![],
    }
}
