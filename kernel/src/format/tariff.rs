//! The prices that apply to an experiment.

use std::collections::BTreeMap;
use std::path::Path;

use super::fault::Faults;
use super::manifest::{Manifest, NamedProvider, ProviderChoice};
use super::price_list::{PRICES, prices};
use crate::question::Models;
use crate::vocabulary::{Price, Tariff, Unlisted};

/// Returns the prices of the models of an experiment, or `None` if the price list is needed and has
/// errors.
///
/// The price list of the project at `root` is only read if the provider asks a model for which the
/// manifest gives no price. A project without a price list is valid; the prices of its models are
/// then not known.
pub fn tariff(root: &Path, manifest: &Manifest, faults: &mut Faults) -> Option<Tariff> {
    let Manifest { provider, models, prices, .. } = manifest;
    tariff_with(root, provider, models, prices.clone(), faults)
}

/// Returns the prices of the models of a provider that the command line names, as [`tariff`] does
/// for those of an experiment.
pub fn tariff_of_named(root: &Path, named: &NamedProvider, faults: &mut Faults) -> Option<Tariff> {
    let NamedProvider { provider, models, prices } = named;
    tariff_with(root, provider, models, prices.clone(), faults)
}

fn tariff_with(
    root: &Path,
    provider: &ProviderChoice,
    models: &Models,
    own: BTreeMap<String, Price>,
    faults: &mut Faults,
) -> Option<Tariff> {
    if !provider.asks_models() {
        return Some(Tariff { own, list: None, unlisted: Unlisted::Free });
    }
    let without_list = Tariff { own, list: None, unlisted: Unlisted::Unknown };
    let all_priced = models.names().iter().all(|model| without_list.price(model).is_some());
    if all_priced || !root.join(PRICES).exists() {
        return Some(without_list);
    }
    let list = prices(root, faults)?;
    Some(Tariff { list: Some(list), ..without_list })
}
