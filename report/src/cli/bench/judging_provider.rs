//! The provider that an option of a benchmark names.

use std::path::Path;

use faultline::format::{self, Faults, NamedProvider, ProviderChoice};
use faultline::question::Models;
use faultline::vocabulary::Tariff;

use crate::cli::CommandError;
use crate::cli::diagnose;

/// A provider that judges, its models, and their prices.
pub(super) struct JudgingProvider {
    pub(super) provider: ProviderChoice,
    pub(super) models: Models,
    pub(super) tariff: Tariff,
}

impl JudgingProvider {
    /// The provider that `option` names. `root` is the folder of its script and of the price list.
    pub(super) fn named(root: &Path, option: &str, named: &str) -> Result<Self, CommandError> {
        let named_provider = NamedProvider::parse(root, named)
            .map_err(|error| CommandError::option(option, named, &error, error.help()))?;
        let mut faults = Faults::default();
        let tariff = format::tariff_of_named(root, &named_provider, &mut faults);
        diagnose::show(&faults, Path::new(""));
        let tariff = tariff.ok_or(CommandError::InvalidInput)?;
        let NamedProvider { provider, models, .. } = named_provider;
        Ok(Self { provider, models, tariff })
    }

    /// Whether its answers may cost money.
    pub(super) fn may_cost(&self) -> bool {
        !self.tariff.is_free(self.models.names())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_provider_that_charges_for_its_models_may_cost_money() {
        let root = tempfile::tempdir().unwrap();
        let may_cost =
            |named| JudgingProvider::named(root.path(), "--judge", named).unwrap().may_cost();
        for free in ["corpus", "llamacpp", "ollama:a-model"] {
            assert!(!may_cost(free), "{free}");
        }
        for paid in ["openai:a-model", "openrouter:a-model"] {
            assert!(may_cost(paid), "{paid}");
        }
    }
}
