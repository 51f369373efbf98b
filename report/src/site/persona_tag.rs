//! How pages name personas: name, initials, hue, link.

use std::collections::BTreeMap;

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
        for (index, persona) in personas.iter().enumerate() {
            let short = initials(&persona.contract.name);
            let taken = |initials: &str| tags.values().any(|tag| tag.initials == initials);
            let numbered = (2..=personas.len() + 1).map(|number| format!("{short}{number}"));
            let initials = std::iter::once(short.clone())
                .chain(numbered)
                .find(|initials| !taken(initials))
                .unwrap_or(short);
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

    /// The tag of a persona. A persona that the experiment does not contain is named by its id and has no link.
    pub(super) fn tag(&self, id: &PersonaId, from: &Route) -> Tag {
        match self.tags.get(id) {
            Some(tag) => Tag { link: Some(Route::Persona(id.clone()).link(from)), ..tag.clone() },
            None => Tag {
                name: id.to_string(),
                initials: initials(id.as_str()),
                hue: "p".to_owned(),
                link: None,
            },
        }
    }

    pub(super) fn tags(&self, ids: &[PersonaId], from: &Route) -> Vec<Tag> {
        ids.iter().map(|id| self.tag(id, from)).collect()
    }
}

/// The first letters of a name's words, at most three.
fn initials(name: &str) -> String {
    let letters: String = name
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .take(3)
        .flat_map(char::to_uppercase)
        .collect();
    if letters.is_empty() { "?".to_owned() } else { letters }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_come_from_words_in_any_script() {
        assert_eq!(initials("Displacement bear"), "DB");
        assert_eq!(initials("écologiste du-nord"), "ÉDN");
        assert_eq!(initials("…"), "?");
    }
}
