//! What is above the sections of the page of a debate and of its log.

use faultline::mode::Control;
use faultline::vocabulary::Topic;

use crate::site::comparison;
use crate::site::input::Debate;
use crate::site::persona_tag::{PersonaTags, Tag};
use crate::site::route::{Link, Route};

/// What is above the sections.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub(super) question: String,
    pub(super) personas: Vec<Tag>,
    pub(super) mode: String,
    /// What was done to it, if it is a control.
    pub(super) control: Option<&'static str>,
    pub(super) mode_link: Link,
    pub(super) topic_link: Link,
    pub(super) replicate: u32,
    pub(super) seed: u64,
    pub(super) cell: String,
}

pub(super) fn head(personas: &PersonaTags, topic: &Topic, debate: &Debate, here: &Route) -> Head {
    Head {
        question: topic.question.clone(),
        personas: personas.tags(&debate.personas, here),
        mode: match debate.mode.control() {
            Some(_) => comparison::title(debate),
            None => debate.mode.name().title().to_owned(),
        },
        control: debate.mode.control().map(Control::sentence),
        mode_link: Route::of_mode(&debate.label).link(here),
        topic_link: Route::Topic(topic.id.clone()).link(here),
        replicate: debate.replicate,
        seed: debate.seed.0,
        cell: debate.cell.clone(),
    }
}
