//! `[models]` of a manifest: which models answer, by tier, and for single personas.

use std::collections::BTreeMap;

use toml::Spanned;

use super::ProviderChoice;
use crate::format::fault::Faults;
use crate::format::suggestion;
use crate::format::toml_table::Table;
use crate::task::{Models, OwnModels};
use crate::vocabulary::PersonaId;

pub(super) fn read(
    table: &mut Table<'_>,
    provider: Option<&ProviderChoice>,
    groups: Option<&[Vec<PersonaId>]>,
    faults: &mut Faults,
) -> Models {
    let remote = matches!(provider, Some(ProviderChoice::Remote(_)));
    let (broken, source) = (table.is_broken(), table.source());
    let Some(mut table) = table.optional_table("models", faults) else {
        if remote && !broken {
            let fault = source.whole("the manifest names no models for its provider to ask");
            let help = "add a table `[models]` with `strong`, which argues, and `fast`, which extracts and judges";
            faults.push(fault.with_help(help));
        }
        return Models::default();
    };
    if let Some(ProviderChoice::Corpus { .. }) = provider {
        let fault = table.headed("`[models]` with a provider that asks no model");
        let help = "take it out: with `corpus` personas argue by what they have written, and pages must not credit \
                    a model that never took part";
        faults.push(fault.with_help(help));
    }
    let default = Models::default();
    // A server has to be told; whoever asks no model needs no name for it.
    let tier = |table: &mut Table<'_>, key, faults: &mut Faults| {
        if remote {
            table.text(key, faults).map(Spanned::into_inner)
        } else {
            model(table, key, faults)
        }
    };
    let models = Models {
        strong: tier(&mut table, "strong", faults).unwrap_or(default.strong),
        fast: tier(&mut table, "fast", faults).unwrap_or(default.fast),
        personas: personas(&mut table, groups, faults),
    };
    table.finish("in [models]", faults);
    models
}

fn model(table: &mut Table<'_>, key: &'static str, faults: &mut Faults) -> Option<String> {
    table.optional_text(key, faults).map(Spanned::into_inner)
}

/// Reads `[models.personas.NAME]`; without the groups, which then have faults of their own, names are not judged.
fn personas(
    table: &mut Table<'_>,
    groups: Option<&[Vec<PersonaId>]>,
    faults: &mut Faults,
) -> BTreeMap<PersonaId, OwnModels> {
    let mut personas = BTreeMap::new();
    let Some(header) = table.optional_table("personas", faults) else { return personas };
    let seated: Vec<&PersonaId> = groups.unwrap_or_default().iter().flatten().collect();
    for (name, mut table) in header.named_tables(faults) {
        let own = OwnModels {
            strong: model(&mut table, "strong", faults),
            fast: model(&mut table, "fast", faults),
        };
        if own == OwnModels::default() && !table.is_broken() {
            let fault = header.source().error(name.span(), "no model is named for this persona");
            faults.push(fault.with_help("write `strong`, `fast` or both, or take the table out"));
        }
        table.finish(&format!("in [models.personas.{}]", name.get_ref()), faults);
        let persona = seated.iter().find(|persona| persona.as_str() == name.get_ref());
        if let Some(&persona) = persona {
            personas.insert(persona.clone(), own);
        } else if groups.is_some() {
            let mut names: Vec<&str> = seated.iter().map(|persona| persona.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let message = format!("no group of this manifest seats `{}`", name.get_ref());
            let remedy = suggestion::remedy(name.get_ref(), "personas", &names);
            faults.push(header.source().error(name.span(), message).with_help(remedy));
        }
    }
    personas
}
