//! The inputs and answers of questions about a tiny topic, for unit tests of tasks, prompts and providers.

use super::{Bearing, Believed, Bond, Brief, Draft, Leaf};
use crate::vocabulary::{Citation, EvidenceId, NodeId, Persona, PersonaId, Side, Strength};

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
