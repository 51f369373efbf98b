//! The prices that apply to an experiment.

use std::path::Path;

use super::fault::Faults;
use super::manifest::Manifest;
use super::price_list::{PRICES, prices};
use crate::vocabulary::{Tariff, Unlisted};

/// Returns the prices of the models of an experiment, or `None` if the price list is needed and has errors.
///
/// The price list of the project at `root` is only read if the provider asks a model for which the manifest gives no price.
/// A project without a price list is valid; the prices of its models are then not known.
pub fn tariff(root: &Path, manifest: &Manifest, faults: &mut Faults) -> Option<Tariff> {
    let own = manifest.prices.clone();
    if !manifest.provider.asks_models() {
        return Some(Tariff { own, list: None, unlisted: Unlisted::Free });
    }
    let without_list = Tariff { own, list: None, unlisted: Unlisted::Unknown };
    let all_priced =
        manifest.models.names().iter().all(|model| without_list.price(model).is_some());
    if all_priced || !root.join(PRICES).exists() {
        return Some(without_list);
    }
    let list = prices(root, faults)?;
    Some(Tariff { list: Some(list), ..without_list })
}
