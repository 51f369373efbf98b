//! A tiny topic with two personas, for unit tests of tasks, prompts and providers.

use super::{Bearing, Believed, Bond, Brief, Draft, Leaf};
use crate::vocabulary::{
    Axis, AxisId, Citation, Component, Contract, Corpus, Disagreement, EvidenceId, Flip, Leaning,
    NodeId, Note, Objection, Persona, PersonaId, Probability, Reason, Side, Statement, StatementId,
    Strength, Topic, TopicId,
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
    }
}

/// A statement with one reason, on an axis and side.
pub(crate) fn statement(id: &str, text: &str, axis: &str, side: Side) -> Statement {
    Statement {
        id: StatementId::new(id).unwrap(),
        text: text.into(),
        axis: AxisId::new(axis).ok(),
        side: Some(side),
        confidence: Probability::new(0.7).unwrap(),
        date: None,
        source: None,
        point: None,
        denies: None,
        reasons: vec![reason(&format!("The reason of {id}."))],
        assumptions: vec![],
        evidence: vec![],
        unless: vec![],
        concedes: vec![],
        answers: vec![],
        inferred: None,
    }
}

pub(crate) fn reason(text: &str) -> Reason {
    Reason { text: text.into(), reasons: vec![], evidence: vec![] }
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
        }],
    };
    let note = Note { title: "Notes".into(), date: None, prose: vec![], statements };
    let corpus = Corpus { topic: topic().id, stance, notes: vec![note] };
    Persona { id: PersonaId::new(id).unwrap(), contract, corpora: [(topic().id, corpus)].into() }
}

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

/// An argument that passes every check against [`brief`].
pub(crate) fn draft() -> Draft {
    Draft {
        claim: "Shops lose those who come by car.".into(),
        premises: vec!["Half of the takings come from drivers.".into()],
        assumptions: vec!["Drivers will not walk.".into()],
        evidence: vec![],
        excerpts: vec!["drivers".into()],
        axis: Some("trade".into()),
        side: Some(Side::Yes),
        confidence: 0.7,
    }
}

/// A node that passes every check against [`brief`].
pub(crate) fn leaf(target: &str, bearing: Bearing) -> Leaf {
    Leaf {
        target: target.into(),
        bearing,
        weight: 0.8,
        claim: "Drivers spend more.".into(),
        evidence: vec![],
        excerpts: vec!["drivers".into()],
        axis: Some("trade".into()),
        side: None,
    }
}

/// A node of the keeper's graph: its thesis, or an attack on another node.
pub(crate) fn believed(number: u32, on: Option<u32>) -> Believed {
    let keeper = || PersonaId::new("keeper").unwrap();
    let bond =
        |target| Bond { target: NodeId::new(target), bearing: Bearing::Attack, weight: None };
    Believed {
        id: NodeId::new(number),
        author: keeper(),
        tree: keeper(),
        on: on.map(bond),
        depth: usize::from(on.is_some()),
        claim: format!("Claim {number}."),
        base_score: Strength::new(0.6).ok(),
        strength: Strength::new(0.5).ok(),
        axis: None,
        side: None,
        excerpts: vec![],
    }
}
