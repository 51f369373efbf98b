//! Reads `[models]` of a manifest: which models answer, by tier and by persona.

use std::collections::BTreeMap;

use toml::Spanned;

use super::provider::ProviderChoice;
use crate::format::fault::Faults;
use crate::format::suggestion;
use crate::format::toml_table::Table;
use crate::question::{Models, OwnModels};
use crate::vocabulary::PersonaId;

pub(super) fn read(
    table: &mut Table<'_>,
    provider: Option<&ProviderChoice>,
    groups: Option<&[Vec<PersonaId>]>,
    faults: &mut Faults,
) -> Models {
    let remote = matches!(provider, Some(ProviderChoice::Remote(_)));
    let (has_syntax_errors, source) = (table.has_syntax_errors(), table.source());
    let Some(mut table) = table.optional_table("models", faults) else {
        if remote && !has_syntax_errors {
            let fault = source.whole("the manifest names no models for its provider");
            let help = "add a table `[models]` with `strong`, which argues, and `fast`, which extracts and judges";
            faults.push(fault.with_help(help));
        }
        return Models::default();
    };
    if let Some(ProviderChoice::Corpus { .. }) = provider {
        let fault = table.error("`[models]` is given, but the provider asks no model");
        let help = "remove the table: with `corpus` personas argue with what they have written, and pages must not \
                    name a model that was not used";
        faults.push(fault.with_help(help));
    }
    let default = Models::default();
    // A server needs the name of a model; the other providers do not.
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

/// Reads `[models.personas.NAME]`. If the groups are `None` because they have faults, the names are
/// not checked.
fn personas(
    table: &mut Table<'_>,
    groups: Option<&[Vec<PersonaId>]>,
    faults: &mut Faults,
) -> BTreeMap<PersonaId, OwnModels> {
    let mut personas = BTreeMap::new();
    let Some(header) = table.optional_table("personas", faults) else { return personas };
    let debaters: Vec<&PersonaId> = groups.unwrap_or_default().iter().flatten().collect();
    for (name, mut table) in header.named_tables(faults) {
        let own = OwnModels {
            strong: model(&mut table, "strong", faults),
            fast: model(&mut table, "fast", faults),
        };
        if own == OwnModels::default() && !table.has_syntax_errors() {
            let fault = header.source().error(name.span(), "no model is named for this persona");
            faults.push(fault.with_help("write `strong`, `fast` or both, or remove the table"));
        }
        table.finish(&format!("in [models.personas.{}]", name.get_ref()), faults);
        let persona = debaters.iter().find(|persona| persona.as_str() == name.get_ref());
        if let Some(&persona) = persona {
            personas.insert(persona.clone(), own);
        } else if groups.is_some() {
            let mut names: Vec<&str> = debaters.iter().map(|persona| persona.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let message = format!("no group of this manifest contains `{}`", name.get_ref());
            let remedy = suggestion::remedy(name.get_ref(), "personas", &names);
            faults.push(header.source().error(name.span(), message).with_help(remedy));
        }
    }
    personas
}
