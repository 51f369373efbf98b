//! The personas as pages name them: name, initials, hue, link.

use std::collections::BTreeMap;

use faultline::vocabulary::{Persona, PersonaId};

use super::prose;
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

/// Everybody who appears in the experiment.
#[derive(Debug, Clone)]
pub(super) struct Cast {
    members: BTreeMap<PersonaId, Tag>,
}

impl Cast {
    pub(super) fn new(personas: &[Persona]) -> Self {
        let mut members: BTreeMap<PersonaId, Tag> = BTreeMap::new();
        for (seat, persona) in personas.iter().enumerate() {
            let short = prose::initials(&persona.contract.name);
            let taken = |initials: &str| members.values().any(|tag| tag.initials == initials);
            let numbered = (2..=personas.len() + 1).map(|number| format!("{short}{number}"));
            let initials = std::iter::once(short.clone())
                .chain(numbered)
                .find(|initials| !taken(initials))
                .unwrap_or(short);
            let tag = Tag {
                name: persona.contract.name.clone(),
                initials,
                hue: format!("p{}", seat % HUES),
                link: None,
            };
            members.insert(persona.id.clone(), tag);
        }
        Self { members }
    }

    /// The persona as a page names it; one that the experiment does not hold is named by its id.
    pub(super) fn tag(&self, id: &PersonaId, from: &Route) -> Tag {
        match self.members.get(id) {
            Some(tag) => Tag { link: Some(Route::Persona(id.clone()).link(from)), ..tag.clone() },
            None => Tag {
                name: id.to_string(),
                initials: prose::initials(id.as_str()),
                hue: "p".to_owned(),
                link: None,
            },
        }
    }

    pub(super) fn tags(&self, ids: &[PersonaId], from: &Route) -> Vec<Tag> {
        ids.iter().map(|id| self.tag(id, from)).collect()
    }

    /// The names as a sentence lists them.
    pub(super) fn names(&self, ids: &[PersonaId]) -> String {
        prose::list(&ids.iter().map(|id| self.tag(id, &Route::Home).name).collect::<Vec<_>>())
    }
}
