//! Warnings about the personas of an experiment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline::format::{Fault, Library};
use faultline::vocabulary::{Persona, PersonaId};

/// Warns of personas with the name of another one: pages show the name and not the id.
pub(super) fn same_names(library: &Library) -> Vec<Fault> {
    let mut first: BTreeMap<String, &PersonaId> = BTreeMap::new();
    let mut warnings = Vec::new();
    for persona in library.personas.values() {
        let name = &persona.contract.name;
        let other = *first.entry(name.trim().to_lowercase()).or_insert(&persona.id);
        if *other != persona.id {
            let message = format!(
                "the name “{name}” is also that of the persona `{other}`, so that readers of the pages cannot tell them apart"
            );
            warnings.push(warning(persona, message, "give each persona a `name` of its own"));
        }
    }
    warnings
}

/// Warns of a persona about which a language model learns too little.
pub(super) fn incomplete_contract(persona: &Persona) -> Option<Fault> {
    let missing = persona.contract.missing();
    if missing.is_empty() {
        return None;
    }
    let message = format!(
        "a language model is to speak for this persona, and its contract lacks {}",
        missing.join(", ")
    );
    Some(warning(persona, message, "write a sentence or more on each"))
}

fn warning(persona: &Persona, message: String, help: &str) -> Fault {
    let path: PathBuf = Path::new("personas").join(persona.id.as_str()).join("persona.toml");
    Fault::error(&path, None, message).as_warning().with_help(help)
}
