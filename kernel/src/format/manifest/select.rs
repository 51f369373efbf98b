//! Which debates of an experiment are had: `[[include]]` and `[[exclude]]` of a manifest, `--only` of the command line.
//!
//! A condition is a few terms, and a debate matches it where all of them hold. Without `[[include]]` every debate is
//! kept, with it those that match one of its conditions; of these, `[[exclude]]` drops what matches one of its own.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Serialize;
use toml::Spanned;

use super::Manifest;
use crate::format::fault::{Fault, Faults};
use crate::format::source::Source;
use crate::format::spell;
use crate::format::table::Table;
use crate::vocabulary::{PersonaId, TopicId};

/// One debate of an experiment, by what tells it from the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// What is debated.
    pub topic: TopicId,
    /// Who debates, in seat order.
    pub personas: Vec<PersonaId>,
    /// The mode's label.
    pub label: String,
    /// Which replicate it is, from 1.
    pub replicate: u32,
}

/// What a condition may ask of a debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Term {
    Topic(TopicId),
    Mode(String),
    Persona(PersonaId),
    Replicate(u32),
}

/// Asks something of a debate; it matches where every term holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Condition(Vec<Term>);

/// Which debates a manifest has, of all that its topics, groups, modes and replicates make.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Selection {
    include: Vec<Condition>,
    exclude: Vec<Condition>,
}

/// Says why a condition on the command line is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// It is not of the form `key=value,…`.
    #[error("`{0}` is not of the form key=value")]
    NotATerm(String),
    /// No debate has such a property.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// The manifest has nothing of that name.
    #[error("no {key} of this manifest is named `{value}`")]
    UnknownName {
        /// The key, which is also what it names.
        key: &'static str,
        /// What was written.
        value: String,
        /// What there is.
        names: Vec<String>,
    },
    /// The manifest does not repeat its debates so often.
    #[error("`replicate` is out of range: {value}")]
    OutOfRange {
        /// What was written.
        value: String,
        /// The last replicate.
        most: u32,
    },
    /// A debate has one topic, one mode, one replicate, and each persona once.
    #[error("`{0}` is there twice")]
    Twice(String),
    /// All its terms hold nowhere at once.
    #[error("no debate of this manifest matches `{0}`")]
    Nothing(String),
    /// The manifest excludes what it matches.
    #[error("the manifest excludes every debate that matches `{0}`")]
    Excluded(String),
}

const KEYS: [&str; 4] = ["mode", "topic", "persona", "replicate"];

impl ConditionError {
    /// The remedy: the allowed words, the nearest name.
    pub fn help(&self) -> String {
        match self {
            Self::NotATerm(_) => {
                format!("write terms like mode=graph,replicate=1; keys: {}", spell::listed(&KEYS))
            }
            Self::UnknownKey(key) => spell::remedy(key, "keys", &KEYS),
            Self::UnknownName { key, value, names } => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                spell::remedy(value, &format!("{key}s"), &names)
            }
            Self::OutOfRange { most: 1, .. } => "the manifest has each debate once".to_owned(),
            Self::OutOfRange { most, .. } => format!("write a whole number from 1 to {most}"),
            Self::Twice(_) => {
                "all terms of a condition hold at once: write another condition".to_owned()
            }
            Self::Nothing(_) => "these personas never sit in one group".to_owned(),
            Self::Excluded(_) => "look at its `[[include]]` and `[[exclude]]`".to_owned(),
        }
    }
}

impl Condition {
    /// Reads `mode=graph,topic=…`: terms with the keys mode (its label), topic, persona and replicate.
    ///
    /// # Errors
    /// [`ConditionError`] where it names what the manifest does not have, or matches none of its debates.
    pub fn parse(text: &str, manifest: &Manifest) -> Result<Self, ConditionError> {
        let mut condition = Self::default();
        for term in text.split(',') {
            let (key, value) =
                term.split_once('=').ok_or_else(|| ConditionError::NotATerm(term.to_owned()))?;
            condition.add(Term::parse(key.trim(), value.trim(), manifest)?)?;
        }
        let mut debates = manifest.all();
        debates.retain(|debate| condition.matches(debate));
        if debates.is_empty() {
            return Err(ConditionError::Nothing(text.to_owned()));
        }
        if !debates.iter().any(|debate| manifest.selection.keeps(debate)) {
            return Err(ConditionError::Excluded(text.to_owned()));
        }
        Ok(condition)
    }

    /// Whether all its terms hold of a debate.
    pub fn matches(&self, debate: &Combination) -> bool {
        self.0.iter().all(|term| match term {
            Term::Topic(topic) => *topic == debate.topic,
            Term::Mode(label) => *label == debate.label,
            Term::Persona(persona) => debate.personas.contains(persona),
            Term::Replicate(replicate) => *replicate == debate.replicate,
        })
    }

    fn add(&mut self, term: Term) -> Result<(), ConditionError> {
        let clashes = |other: &Term| match (other, &term) {
            (Term::Persona(one), Term::Persona(other)) => one == other,
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        if self.0.iter().any(clashes) {
            return Err(ConditionError::Twice(match &term {
                Term::Persona(persona) => persona.to_string(),
                Term::Topic(_) => "topic".to_owned(),
                Term::Mode(_) => "mode".to_owned(),
                Term::Replicate(_) => "replicate".to_owned(),
            }));
        }
        self.0.push(term);
        Ok(())
    }
}

impl Term {
    fn parse(key: &str, value: &str, manifest: &Manifest) -> Result<Self, ConditionError> {
        let unknown = |key, names: Vec<&str>| ConditionError::UnknownName {
            key,
            value: value.to_owned(),
            names: names.into_iter().map(str::to_owned).collect(),
        };
        match key {
            "mode" if manifest.modes.contains_key(value) => Ok(Self::Mode(value.to_owned())),
            "mode" => Err(unknown("mode", manifest.modes.keys().map(String::as_str).collect())),
            "topic" => {
                let topic = manifest.topics.iter().find(|topic| topic.as_str() == value);
                let names = || manifest.topics.iter().map(TopicId::as_str).collect();
                topic.cloned().map(Self::Topic).ok_or_else(|| unknown("topic", names()))
            }
            "persona" => {
                let seated: BTreeSet<&PersonaId> = manifest.personas.iter().flatten().collect();
                let persona = seated.iter().find(|persona| persona.as_str() == value);
                let names = || seated.iter().map(|persona| persona.as_str()).collect();
                persona
                    .map(|&persona| Self::Persona(persona.clone()))
                    .ok_or_else(|| unknown("persona", names()))
            }
            "replicate" => {
                let most = manifest.replicates;
                let number = value.parse().ok().filter(|number| (1..=most).contains(number));
                let beyond = || ConditionError::OutOfRange { value: value.to_owned(), most };
                number.map(Self::Replicate).ok_or_else(beyond)
            }
            _ => Err(ConditionError::UnknownKey(key.to_owned())),
        }
    }
}

impl Selection {
    /// Keeps only the debates that match a condition.
    pub(super) fn only(condition: Condition) -> Self {
        Self { include: vec![condition], exclude: Vec::new() }
    }

    /// Whether a debate is had.
    pub fn keeps(&self, debate: &Combination) -> bool {
        (self.include.is_empty() || any(&self.include, debate)) && !any(&self.exclude, debate)
    }
}

fn any(conditions: &[Condition], debate: &Combination) -> bool {
    conditions.iter().any(|condition| condition.matches(debate))
}

/// The tables `[[include]]` and `[[exclude]]` as they are written.
#[derive(Debug)]
pub(super) struct Written {
    include: Vec<Terms>,
    exclude: Vec<Terms>,
}

/// The terms of one table, and where it is headed.
#[derive(Debug)]
struct Terms {
    terms: Vec<(&'static str, Spanned<String>)>,
    header: Range<usize>,
}

/// Reads the tables; what they name is judged by [`Written::checked`], once the rest of the manifest is known.
pub(super) fn read(table: &mut Table<'_>, replicates: u64, faults: &mut Faults) -> Written {
    let mut terms = |key| {
        let tables = table.tables(key, faults);
        tables.into_iter().filter_map(|table| terms(table, key, replicates, faults)).collect()
    };
    Written { include: terms("include"), exclude: terms("exclude") }
}

fn terms(mut table: Table<'_>, place: &str, replicates: u64, faults: &mut Faults) -> Option<Terms> {
    let header = table.header()?;
    let mut terms = Vec::new();
    for key in ["mode", "topic", "persona"] {
        terms.extend(table.optional_text(key, faults).map(|text| (key, text)));
    }
    let personas = table.optional_texts("personas", faults).map(Spanned::into_inner);
    terms.extend(personas.into_iter().flatten().map(|text| ("persona", text)));
    let replicate = table.optional_number("replicate", 1..=replicates, faults);
    terms
        .extend(replicate.map(|number| {
            ("replicate", Spanned::new(number.span(), number.get_ref().to_string()))
        }));
    if table.is_empty() {
        let fault = table.source().error(header.clone(), format!("`[[{place}]]` asks for nothing"));
        let help =
            "say which debates are meant: `mode`, `topic`, `persona`, `personas`, `replicate`";
        faults.push(fault.with_help(help));
    }
    table.finish(&format!("in [[{place}]]"), faults);
    Some(Terms { terms, header })
}

impl Written {
    /// The selection, where the manifest has what its conditions name; contradictions are told.
    pub(super) fn checked(
        &self,
        manifest: &Manifest,
        source: &Source,
        faults: &mut Faults,
    ) -> Selection {
        let mut conditions = |written: &[Terms]| -> Vec<Condition> {
            written.iter().map(|terms| terms.condition(manifest, source, faults)).collect()
        };
        let selection =
            Selection { include: conditions(&self.include), exclude: conditions(&self.exclude) };
        if !faults.has_errors() {
            self.contradictions(&selection, &manifest.all(), source, faults);
        }
        selection
    }

    fn contradictions(
        &self,
        selection: &Selection,
        all: &[Combination],
        source: &Source,
        faults: &mut Faults,
    ) {
        let Selection { include, exclude } = selection;
        let matched = |condition: &Condition| -> Vec<&Combination> {
            all.iter().filter(|debate| condition.matches(debate)).collect()
        };
        for (condition, terms) in include.iter().zip(&self.include) {
            let debates = matched(condition);
            if debates.is_empty() {
                terms.tell_empty(source, faults);
            } else if debates.iter().all(|debate| any(exclude, debate)) {
                let message = "every debate that this includes is excluded again";
                let fault = source.error(terms.header.clone(), message);
                let by = exclude.iter().zip(&self.exclude);
                let by = by.filter(|(other, _)| debates.iter().any(|debate| other.matches(debate)));
                let by = by.map(|(_, terms)| source.place(terms.header.clone(), "excluded here"));
                let fault = by.fold(fault, Fault::with_related);
                faults.push(fault.with_help("take one of them out, or exclude less"));
            }
        }
        for (condition, terms) in exclude.iter().zip(&self.exclude) {
            let debates = matched(condition);
            if debates.is_empty() {
                terms.tell_empty(source, faults);
            } else if !include.is_empty() && !debates.iter().any(|debate| any(include, debate)) {
                let message = "this excludes nothing: no `[[include]]` keeps what it matches";
                let fault = source.error(terms.header.clone(), message).as_warning();
                faults.push(fault.with_help("take it out"));
            }
        }
        let last = self.exclude.last().filter(|_| include.is_empty());
        if let Some(last) = last.filter(|_| all.iter().all(|debate| any(exclude, debate))) {
            let fault = source.error(last.header.clone(), "no debate is left: all are excluded");
            faults.push(fault.with_help("exclude less"));
        }
    }
}

impl Terms {
    fn condition(&self, manifest: &Manifest, source: &Source, faults: &mut Faults) -> Condition {
        let mut condition = Condition::default();
        for (key, value) in &self.terms {
            let term = Term::parse(key, value.get_ref(), manifest);
            if let Err(error) = term.and_then(|term| condition.add(term)) {
                let fault = source.error(value.span(), error.to_string());
                faults.push(fault.with_help(error.help()));
            }
        }
        condition
    }

    fn tell_empty(&self, source: &Source, faults: &mut Faults) {
        let fault = source.error(self.header.clone(), "this matches no debate");
        faults.push(fault.with_help(ConditionError::Nothing(String::new()).help()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LEAST, open};
    use super::*;

    /// Two groups, two modes, two replicates: eight debates.
    fn eight(conditions: &str) -> Manifest {
        let two =
            LEAST.replace("[[\"bear\", \"bull\"]]", "[[\"bear\", \"bull\"], [\"bull\", \"owl\"]]");
        let text = format!("replicates = 2\n{two}[modes.single]\n{conditions}");
        open(&text).unwrap()
    }

    fn had(manifest: &Manifest) -> Vec<String> {
        let kept = manifest.all().into_iter().filter(|debate| manifest.selection.keeps(debate));
        kept.map(|debate| format!("{} {} {}", debate.personas[0], debate.label, debate.replicate))
            .collect()
    }

    #[test]
    fn included_is_what_matches_any_and_of_that_excluded_what_matches_any() {
        assert_eq!(had(&eight("")).len(), 8);
        let some = "[[include]]\nmode = \"graph\"\n[[include]]\npersonas = [\"owl\", \"bull\"]\nreplicate = 2\n";
        let included =
            ["bear graph 1", "bear graph 2", "bull graph 1", "bull graph 2", "bull single 2"];
        assert_eq!(had(&eight(some)), included);
        let fewer = "[[exclude]]\npersona = \"bear\"\nreplicate = 1\n[[exclude]]\npersona = \"owl\"\nmode = \"graph\"\n";
        assert_eq!(had(&eight(&format!("{some}{fewer}"))), ["bear graph 2", "bull single 2"]);
        assert_eq!(had(&eight(fewer)).len(), 8 - 2 - 2);
    }

    #[test]
    fn a_condition_of_the_command_line_names_what_the_manifest_has() {
        let manifest = eight("[[exclude]]\nmode = \"single\"\nreplicate = 2\n");
        let matching = |text: &str| -> Result<usize, ConditionError> {
            let condition = Condition::parse(text, &manifest)?;
            Ok(manifest.all().into_iter().filter(|debate| condition.matches(debate)).count())
        };
        assert_eq!(matching("mode=graph"), Ok(4));
        assert_eq!(matching("persona=bull, replicate=1"), Ok(4));
        assert_eq!(matching("persona=bull,persona=owl,mode=single,topic=jobs"), Ok(2));
        for (text, error, help) in [
            ("graph", "`graph` is not of the form key=value", "mode=graph,replicate=1"),
            ("", "`` is not of the form key=value", "keys: `mode`"),
            ("modes=graph", "unknown key `modes`", "did you mean `mode`?"),
            ("mode=grahp", "no mode of this manifest is named `grahp`", "did you mean `graph`?"),
            ("topic=job", "no topic of this manifest is named `job`", "topics: `jobs`"),
            ("persona=cow", "no persona of this manifest is named `cow`", "`bear`, `bull`, `owl`"),
            ("replicate=3", "`replicate` is out of range: 3", "from 1 to 2"),
            ("mode=graph,mode=single", "`mode` is there twice", "another condition"),
            ("persona=bear,persona=owl", "no debate of this manifest matches", "never sit"),
            ("mode=single,replicate=2", "the manifest excludes every debate", "`[[exclude]]`"),
        ] {
            let found = matching(text).unwrap_err();
            assert!(found.to_string().starts_with(error), "{text}: {found}");
            assert!(found.help().contains(help), "{text}: {}", found.help());
        }
    }
}
