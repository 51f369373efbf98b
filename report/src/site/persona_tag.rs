//! How pages name personas: name, initials, hue, link.

use std::collections::BTreeMap;

use faultline::view::initials;
use faultline::vocabulary::{Persona, PersonaId};

use super::route::{Link, Route};

/// How many hues the style sheet has.
const HUES: usize = 8;

/// A persona as named on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: String,
    /// Two or three letters that no other persona of the experiment has.
    pub(super) initials: String,
    /// The class of the persona's hue.
    pub(super) hue: String,
    pub(super) link: Option<Link>,
}

/// The tags of all personas of the experiment.
#[derive(Debug, Clone)]
pub(super) struct PersonaTags {
    tags: BTreeMap<PersonaId, Tag>,
}

impl PersonaTags {
    pub(super) fn new(personas: &[Persona]) -> Self {
        let mut tags: BTreeMap<PersonaId, Tag> = BTreeMap::new();
        let all = initials(personas.iter().map(|persona| persona.contract.name.as_str()));
        for ((index, persona), initials) in personas.iter().enumerate().zip(all) {
            let tag = Tag {
                name: persona.contract.name.clone(),
                initials,
                hue: format!("p{}", index % HUES),
                link: None,
            };
            tags.insert(persona.id.clone(), tag);
        }
        Self { tags }
    }

    /// The tag of a persona. A persona that the experiment does not contain is named by its id and
    /// has no link.
    pub(super) fn tag(&self, id: &PersonaId, from: &Route) -> Tag {
        match self.tags.get(id) {
            Some(tag) => Tag { link: Some(Route::Persona(id.clone()).link(from)), ..tag.clone() },
            None => Tag {
                name: id.to_string(),
                initials: initials([id.as_str()]).concat(),
                hue: "p".to_owned(),
                link: None,
            },
        }
    }

    pub(super) fn tags(&self, ids: &[PersonaId], from: &Route) -> Vec<Tag> {
        ids.iter().map(|id| self.tag(id, from)).collect()
    }
}
