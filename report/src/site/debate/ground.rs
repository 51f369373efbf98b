//! What is accepted and what that is worth: common ground, camps, signs of a fake consensus.

use super::clash::{self, Clash};
use super::scene::{NodeRef, Scene};
use crate::site::cast::Tag;
use crate::site::prose;
use faultline::view::number;

/// Something that at least two personas stand behind.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    pub(super) node: NodeRef,
    pub(super) text: String,
    pub(super) by: Vec<Tag>,
}

/// The worldview that keeps most of a persona's arguments.
#[derive(Debug, Clone)]
pub(super) struct Camp {
    pub(super) who: Tag,
    pub(super) size: String,
    pub(super) own: String,
    pub(super) arguments: Vec<NodeRef>,
}

/// What is accepted.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    pub(super) agreed: Vec<Shared>,
    pub(super) unchallenged: Vec<NodeRef>,
    pub(super) defended: Vec<NodeRef>,
    pub(super) untested: Vec<NodeRef>,
    pub(super) clashes: Vec<Clash>,
    pub(super) camps: Vec<Camp>,
    pub(super) concessions: Vec<Granted>,
    /// How many coherent worldviews there are, in modes that have a framework.
    pub(super) worldviews: Option<String>,
}

/// Something a persona granted.
#[derive(Debug, Clone)]
pub(super) struct Granted {
    pub(super) who: Tag,
    pub(super) text: String,
    pub(super) turn: super::scene::Ref,
}

pub(super) fn ground(scene: &Scene<'_>) -> Ground {
    let outcome = &scene.finished.outcome;
    let common = &outcome.common_ground;
    Ground {
        agreed: common
            .agreed
            .iter()
            .map(|agreement| Shared {
                node: scene.node(agreement.node),
                text: prose::sentence(&agreement.text),
                by: scene.tags(&agreement.endorsed_by),
            })
            .collect(),
        unchallenged: scene.node_refs(&common.unchallenged),
        defended: scene.node_refs(&common.defended),
        untested: scene.node_refs(&common.untested),
        clashes: clash::clashes(scene),
        camps: outcome
            .camps
            .iter()
            .map(|camp| Camp {
                who: scene.tag(&camp.persona),
                size: number::count(camp.arguments.len(), "argument", "arguments"),
                own: number::integer(camp.own as u64),
                arguments: scene.node_refs(&camp.arguments),
            })
            .collect(),
        concessions: outcome
            .concessions
            .iter()
            .map(|granted| Granted {
                who: scene.tag(&granted.persona),
                text: prose::sentence(&granted.text),
                turn: scene.turn(granted.turn),
            })
            .collect(),
        worldviews: outcome.extensions.as_ref().map(|extensions| worldviews(&extensions.preferred)),
    }
}

fn worldviews(preferred: &str) -> String {
    match preferred.parse::<usize>() {
        Ok(number) => number::count(number, "coherent worldview", "coherent worldviews"),
        Err(_) => format!("{} coherent worldviews", number::digits(preferred)),
    }
}
