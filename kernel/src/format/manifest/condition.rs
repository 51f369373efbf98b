//! Parses conditions on debates: `--only` on the command line, `[[include]]` and `[[exclude]]` in a
//! manifest.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use super::experiment::Manifest;
use super::selection::{Combination, Condition, Selection, Term, matches_any};
use crate::format::fault::{Fault, Faults};
use crate::format::source::Source;
use crate::format::suggestion;
use crate::format::toml_table::Table;
use crate::vocabulary::{PersonaId, TopicId};

/// A text is not a condition on the debates of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// A term is not of the form `key=value`.
    #[error("`{0}` is not of the form key=value")]
    NotATerm(String),
    /// The key does not exist.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// The manifest has no topic, mode or persona with this name.
    #[error("no {key} of this manifest is named `{value}`")]
    UnknownName {
        /// The key, which is also the kind of name.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The names that exist.
        names: Vec<String>,
    },
    /// The replicate is not a number.
    #[error("`replicate` is not a whole number: {value}")]
    NotANumber {
        /// The value as written.
        value: String,
        /// The last replicate.
        most: u32,
    },
    /// The manifest has no replicate with this number.
    #[error("`replicate` is out of range: {value}")]
    OutOfRange {
        /// The value as written.
        value: String,
        /// The last replicate.
        most: u32,
    },
    /// A key or persona is given twice, but a debate has one topic, one mode, one replicate and
    /// each persona once.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// No debate matches all terms.
    #[error("no debate of this manifest matches `{0}`")]
    Nothing(String),
    /// The manifest excludes every debate that matches.
    #[error("the manifest excludes every debate that matches `{0}`")]
    Excluded(String),
}

const KEYS: [&str; 4] = ["mode", "topic", "persona", "replicate"];

impl ConditionError {
    /// Returns how to fix the condition: the allowed keys, the nearest name.
    pub fn help(&self) -> String {
        match self {
            Self::NotATerm(_) => {
                format!(
                    "write terms such as mode=LABEL,replicate=1, and a second condition for a second mode; keys: {}",
                    suggestion::listed(&KEYS)
                )
            }
            Self::UnknownKey(key) => suggestion::remedy(key, "keys", &KEYS),
            Self::UnknownName { key, value, names } => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                suggestion::remedy(value, &format!("{key}s"), &names)
            }
            Self::OutOfRange { most: 1, .. } => "the manifest runs each debate once".to_owned(),
            Self::NotANumber { most: 1, .. } => {
                "write 1: the manifest runs each debate once".to_owned()
            }
            Self::OutOfRange { most, .. } | Self::NotANumber { most, .. } => {
                format!("write a whole number from 1 to {most}")
            }
            Self::Twice(_) => {
                "a debate must match every term of a condition: write a second condition".to_owned()
            }
            Self::Nothing(_) => "no group contains all these personas".to_owned(),
            Self::Excluded(_) => "check its `[[include]]` and `[[exclude]]`".to_owned(),
        }
    }
}

impl Condition {
    /// Parses terms such as `mode=LABEL,topic=ID`, with the keys mode, topic, persona and
    /// replicate.
    ///
    /// # Errors
    /// [`ConditionError`] if a term is invalid, or if no debate of the manifest matches.
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

    fn add(&mut self, term: Term) -> Result<(), ConditionError> {
        let contradicts = |other: &Term| match (other, &term) {
            (Term::Persona(one), Term::Persona(other)) => one == other,
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        if self.0.iter().any(contradicts) {
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
                let debaters: BTreeSet<&PersonaId> = manifest.personas.iter().flatten().collect();
                let persona = debaters.iter().find(|persona| persona.as_str() == value);
                let names = || debaters.iter().map(|persona| persona.as_str()).collect();
                persona
                    .map(|&persona| Self::Persona(persona.clone()))
                    .ok_or_else(|| unknown("persona", names()))
            }
            "replicate" => {
                let most = manifest.replicates;
                let written = value.to_owned();
                let Ok(number) = value.parse::<i128>() else {
                    return Err(ConditionError::NotANumber { value: written, most });
                };
                let number = u32::try_from(number).ok().filter(|it| (1..=most).contains(it));
                number
                    .map(Self::Replicate)
                    .ok_or(ConditionError::OutOfRange { value: written, most })
            }
            _ => Err(ConditionError::UnknownKey(key.to_owned())),
        }
    }
}

/// The tables `[[include]]` and `[[exclude]]` as written.
#[derive(Debug)]
pub(super) struct WrittenConditions {
    include: Vec<Terms>,
    exclude: Vec<Terms>,
}

/// The terms of one table, with the span of its header.
#[derive(Debug)]
struct Terms {
    terms: Vec<(&'static str, Spanned<String>)>,
    header: Range<usize>,
}

/// Reads the tables. [`WrittenConditions::check`] checks their names when the rest of the manifest
/// is known.
pub(super) fn read(
    table: &mut Table<'_>,
    replicates: u64,
    faults: &mut Faults,
) -> WrittenConditions {
    let mut terms = |key| {
        let tables = table.tables(key, faults);
        tables.into_iter().filter_map(|table| terms(table, key, replicates, faults)).collect()
    };
    WrittenConditions { include: terms("include"), exclude: terms("exclude") }
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
        let fault =
            table.source().error(header.clone(), format!("`[[{place}]]` has no conditions"));
        let help =
            "say which debates it selects: `mode`, `topic`, `persona`, `personas`, `replicate`";
        faults.push(fault.with_help(help));
    }
    table.finish(&format!("in [[{place}]]"), faults);
    Some(Terms { terms, header })
}

impl WrittenConditions {
    /// Checks the names in the conditions and returns the selection. Contradictions are faults.
    pub(super) fn check(
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
            self.report_contradictions(&selection, &manifest.all(), source, faults);
        }
        selection
    }

    fn report_contradictions(
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
                terms.report_empty(source, faults);
            } else if debates.iter().all(|debate| matches_any(exclude, debate)) {
                let message = "every debate that this includes is also excluded";
                let fault = source.error(terms.header.clone(), message);
                let by = exclude.iter().zip(&self.exclude);
                let by = by.filter(|(other, _)| debates.iter().any(|debate| other.matches(debate)));
                let by = by.map(|(_, terms)| source.related(terms.header.clone(), "excluded here"));
                let fault = by.fold(fault, Fault::with_related);
                faults.push(fault.with_help("remove one of the two, or exclude less"));
            }
        }
        for (condition, terms) in exclude.iter().zip(&self.exclude) {
            let debates = matched(condition);
            if debates.is_empty() {
                terms.report_empty(source, faults);
            } else if !include.is_empty()
                && !debates.iter().any(|debate| matches_any(include, debate))
            {
                let message =
                    "this excludes nothing: no `[[include]]` selects a debate that matches it";
                let fault = source.error(terms.header.clone(), message).as_warning();
                faults.push(fault.with_help("remove it"));
            }
        }
        let last = self.exclude.last().filter(|_| include.is_empty());
        if let Some(last) = last.filter(|_| all.iter().all(|debate| matches_any(exclude, debate))) {
            let fault = source.error(last.header.clone(), "all debates are excluded");
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

    fn report_empty(&self, source: &Source, faults: &mut Faults) {
        let fault = source.error(self.header.clone(), "this matches no debate");
        faults.push(fault.with_help(ConditionError::Nothing(String::new()).help()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MINIMAL, open};
    use super::*;

    /// A manifest with two groups, two modes and two replicates: eight debates.
    fn eight(conditions: &str) -> Manifest {
        let two = MINIMAL
            .replace("[[\"bear\", \"bull\"]]", "[[\"bear\", \"bull\"], [\"bull\", \"owl\"]]");
        let two = two.replace("kind = \"corpus\"", "kind = \"corpus\"\nrecall = 0.5");
        let text = format!("replicates = 2\n{two}[modes.single]\n{conditions}");
        open(&text).unwrap()
    }

    fn selected(manifest: &Manifest) -> Vec<String> {
        let kept = manifest.all().into_iter().filter(|debate| manifest.selection.keeps(debate));
        kept.map(|debate| format!("{} {} {}", debate.personas[0], debate.label, debate.replicate))
            .collect()
    }

    #[test]
    fn a_debate_is_run_if_it_matches_an_include_and_no_exclude() {
        assert_eq!(selected(&eight("")).len(), 8);
        let some = "[[include]]\nmode = \"graph\"\n[[include]]\npersonas = [\"owl\", \"bull\"]\nreplicate = 2\n";
        let included =
            ["bear graph 1", "bear graph 2", "bull graph 1", "bull graph 2", "bull single 2"];
        assert_eq!(selected(&eight(some)), included);
        let fewer = "[[exclude]]\npersona = \"bear\"\nreplicate = 1\n[[exclude]]\npersona = \"owl\"\nmode = \"graph\"\n";
        assert_eq!(selected(&eight(&format!("{some}{fewer}"))), ["bear graph 2", "bull single 2"]);
        assert_eq!(selected(&eight(fewer)).len(), 8 - 2 - 2);
    }

    #[test]
    fn a_condition_must_name_what_the_manifest_contains() {
        let manifest = eight("[[exclude]]\nmode = \"single\"\nreplicate = 2\n");
        let matching = |text: &str| -> Result<usize, ConditionError> {
            let condition = Condition::parse(text, &manifest)?;
            Ok(manifest.all().into_iter().filter(|debate| condition.matches(debate)).count())
        };
        assert_eq!(matching("mode=graph"), Ok(4));
        assert_eq!(matching("persona=bull, replicate=1"), Ok(4));
        assert_eq!(matching("persona=bull,persona=owl,mode=single,topic=jobs"), Ok(2));
        for (text, error, help) in [
            ("graph", "`graph` is not of the form key=value", "mode=LABEL,replicate=1"),
            ("", "`` is not of the form key=value", "keys: `mode`"),
            ("modes=graph", "unknown key `modes`", "did you mean `mode`?"),
            ("mode=grahp", "no mode of this manifest is named `grahp`", "did you mean `graph`?"),
            ("topic=job", "no topic of this manifest is named `job`", "topics: `jobs`"),
            ("persona=cow", "no persona of this manifest is named `cow`", "`bear`, `bull`, `owl`"),
            ("replicate=3", "`replicate` is out of range: 3", "from 1 to 2"),
            ("replicate=x", "`replicate` is not a whole number: x", "from 1 to 2"),
            ("mode=graph,mode=single", "`mode` is given twice", "second condition"),
            ("persona=bear,persona=owl", "no debate of this manifest matches", "no group contains"),
            ("mode=single,replicate=2", "the manifest excludes every debate", "`[[exclude]]`"),
        ] {
            let found = matching(text).unwrap_err();
            assert!(found.to_string().starts_with(error), "{text}: {found}");
            assert!(found.help().contains(help), "{text}: {}", found.help());
        }
    }
}
