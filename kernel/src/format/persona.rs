//! Reads `personas/<id>/persona.toml`: how a persona thinks and argues.

use std::ops::Range;

use toml::Spanned;

use super::attribute_value::parsed;
use super::definitions::Definitions;
use super::empty_descriptions;
use super::fault::Faults;
use super::observation;
use super::source::Source;
use super::toml_document::TomlDocument;
use super::toml_table::Table;
use crate::vocabulary::{AxisId, Contract, Flip, Leaning, Probability, Reach};

/// What an empty file should contain.
pub(super) const NEEDS: &str = "a persona needs `name`; a language model also needs `summary`, `identity`, `thinking`, \
    `epistemology`, `horizon`, `evidence_policy`, `voice`, `[stakes]` and `[openness]`";

/// A contract, with the spans at which its flips name axes.
#[derive(Debug)]
pub(super) struct ParsedPersona {
    /// `None` if a required value is missing or has a fault.
    pub(super) contract: Option<Contract>,
    pub(super) axes: Vec<(AxisId, Range<usize>)>,
}

/// Reads a contract.
pub(super) fn read(source: &Source, faults: &mut Faults) -> ParsedPersona {
    let document = TomlDocument::parse(source);
    let mut found = Faults::default();
    let mut table = document.table();
    let mut axes = Vec::new();
    let contract = contract(&mut table, &mut axes, &mut found);
    table.finish("in the persona", &mut found);
    empty_descriptions::join(&mut found);
    document.report(found, faults);
    ParsedPersona { contract, axes }
}

fn contract(
    table: &mut Table<'_>,
    axes: &mut Vec<(AxisId, Range<usize>)>,
    faults: &mut Faults,
) -> Option<Contract> {
    let name = table.text("name", faults).map(Spanned::into_inner);
    let mut text = |key| table.description(key, key, faults);
    let (summary, identity, thinking) = (text("summary"), text("identity"), text("thinking"));
    let (epistemology, horizon) = (text("epistemology"), text("horizon"));
    let (evidence_policy, voice) = (text("evidence_policy"), text("voice"));
    let stakes = leaning(table, "stakes", faults);
    let openness = leaning(table, "openness", faults);
    let flips = flips(table, axes, faults);
    Some(Contract {
        name: name?,
        summary: summary?,
        identity: identity?,
        thinking: thinking?,
        epistemology: epistemology?,
        horizon: horizon?,
        evidence_policy: evidence_policy?,
        voice: voice?,
        stakes: stakes?,
        openness: openness?,
        flips,
    })
}

/// Reads a disposition. One that is not stated has a level in the middle and no words.
fn leaning(table: &mut Table<'_>, key: &'static str, faults: &mut Faults) -> Option<Leaning> {
    let middle = Probability::new(0.5).expect("0.5 is a probability");
    if table.span_of(key).is_none() {
        return Some(Leaning { text: String::new(), level: middle });
    }
    let mut table = table.table(key, faults)?;
    let text = table.description("text", &format!("{key}.text"), faults);
    let level = table.share("level", Some(middle.value()), faults);
    table.finish(&format!("in [{key}]"), faults);
    Some(Leaning { text: text?, level: level? })
}

fn flips(
    table: &mut Table<'_>,
    axes: &mut Vec<(AxisId, Range<usize>)>,
    faults: &mut Faults,
) -> Vec<Flip> {
    let mut flips = Vec::new();
    let mut ids = Definitions::default();
    for mut entry in table.tables("flips", faults) {
        let id = entry.text("id", faults);
        let axis = entry.optional_text("axis", faults);
        let axis = axis.and_then(|axis| {
            let id = parsed::<AxisId>(entry.source(), &axis, faults)?;
            axes.push((id.clone(), axis.span()));
            Some(id)
        });
        let when = entry.text("when", faults);
        if let Some(when) = &when {
            observation::check(entry.source(), when.span(), when.get_ref(), faults);
        }
        let then = entry.text("then", faults).map(Spanned::into_inner);
        let reaches = Reach::ALL.map(|reach| (reach.word(), reach));
        let changes = entry.optional_choice("changes", &reaches, faults).unwrap_or_default();
        if let Some(id) = &id {
            let (name, definition) =
                (format!("the flip `{}`", id.get_ref()), (entry.source(), id.span()));
            ids.add(id.get_ref().clone(), &name, definition, "rename one of them", faults);
        }
        entry.finish("in this flip", faults);
        if let (Some(id), Some(when), Some(then)) = (id, when, then) {
            let (id, when) = (id.into_inner(), when.into_inner());
            flips.push(Flip { id, axis, when, then, changes });
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const COMPLETE: &str = r#"
name = "N"
summary = "S."
identity = "I."
thinking = "T."
epistemology = "E."
horizon = "H."
evidence_policy = "P."
voice = "V."
stakes = { text = "St.", level = 1 }
[openness]
text = "O."
level = 0.25
[[flips]]
id = "f"
axis = "a"
when = "W."
then = "Th."
"#;

    fn read_text(text: &str) -> (ParsedPersona, String) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("p.toml"), text.as_bytes(), NEEDS, &mut faults)
            .expect("the text has no hidden characters");
        (read(&source, &mut faults), faults.to_string())
    }

    #[test]
    fn a_complete_contract_is_read() {
        let (persona, faults) = read_text(COMPLETE);
        assert_eq!(faults, "");
        let contract = persona.contract.expect("the contract is complete");
        assert_eq!(contract.openness.level, Probability::new(0.25).unwrap());
        assert_eq!(contract.stakes.level, Probability::ONE);
        assert_eq!(contract.flips[0].then, "Th.");
        assert_eq!(contract.flips[0].changes, Reach::View);
        assert_eq!(&COMPLETE[persona.axes[0].1.clone()], "\"a\"");
    }

    #[test]
    fn only_the_name_is_required() {
        let (persona, faults) = read_text("name = \"N\"");
        assert_eq!(faults, "");
        let contract = persona.contract.expect("the contract has a name");
        assert_eq!(contract.openness.level, Probability::new(0.5).unwrap());
        assert_eq!((contract.voice.as_str(), contract.missing().len()), ("", 9));
        let (persona, faults) = read_text("name = \"N\"\nvoice = \" \"\n[stakes]\nlevel = 1\n");
        assert_eq!(persona.contract.unwrap().stakes.level, Probability::ONE);
        assert!(faults.starts_with("p.toml:2:9: warning: `voice` is empty"), "{faults}");
        let (_, faults) = read_text(
            "name = \"N\"\nvoice = \"\"\nhorizon = \"\"\n[stakes]\ntext = \"\"\nlevel = 1\n",
        );
        let joined =
            "p.toml:2:9: warning: 3 descriptions are empty: `voice`, `horizon`, `stakes.text`\n";
        assert!(faults.starts_with(joined), "{faults}");
        assert_eq!(faults.matches("warning").count(), 1, "{faults}");
        let (persona, faults) = read_text("name = \"N\"\nhorizon = 3\n");
        assert_eq!(persona.contract, None);
        assert!(faults.starts_with("p.toml:2:11: error: `horizon` must be a string"), "{faults}");
        assert!(read_text("voice = \"V.\"").1.contains("`name` is missing"));
    }

    #[test]
    fn a_flip_says_whether_it_changes_the_answer_to_the_question() {
        let (persona, faults) = read_text(&format!("{COMPLETE}changes = \"answer\"\n"));
        assert_eq!(faults, "");
        assert_eq!(persona.contract.unwrap().flips[0].changes, Reach::Answer);
        let (_, faults) = read_text(&format!("{COMPLETE}changes = \"mind\"\n"));
        assert!(faults.starts_with("p.toml:19:11: error:"), "{faults}");
        assert!(faults.contains("`answer`") && faults.contains("`view`"), "{faults}");
    }

    #[test]
    fn a_flip_that_begins_with_if_is_a_warning_with_the_observation_itself() {
        let (persona, faults) =
            read_text(&COMPLETE.replace("when = \"W.\"", "when = \"If prices fall.\""));
        let expected = "p.toml:17:8: warning: the observation begins with “if”, so that pages say it twice\n    \
                        help: write the observation itself: `prices fall.`\n";
        assert_eq!(faults, expected);
        assert_eq!(persona.contract.unwrap().flips[0].when, "If prices fall.");
        let (_, faults) = read_text(&COMPLETE.replace("when = \"W.\"", "when = \"Iffy prices.\""));
        assert_eq!(faults, "");
    }

    #[test]
    fn levels_out_of_range_and_missing_keys_are_reported_together() {
        let (persona, faults) =
            read_text(&COMPLETE.replace("0.25", "25").replace("when = \"W.\"", ""));
        assert_eq!(persona.contract, None);
        assert_eq!(
            faults,
            "p.toml:13:9: error: `level` is out of range: 25\n    help: write a number from 0 to 1, such as 0.8\n\
             p.toml:14:1: error: `when` is missing in this flip\n"
        );
    }
}
