//! Judges pairs of statements with any provider, outside a debate.

use std::path::Path;

use super::error::RunError;
use super::providers::provider_alone;
use crate::format::ProviderChoice;
use crate::mode::{self, ComparedText, Interrupted, JudgedTexts, Setting};
use crate::provider::{Cached, Provider, ProviderFault};
use crate::question::Models;
use crate::store::Store;
use crate::vocabulary::{Persona, Seed, Topic};

/// The provider of a comparison, and what it needs.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'a> {
    /// The folder in which a script is found.
    pub root: &'a Path,
    /// The provider.
    pub provider: &'a ProviderChoice,
    /// Its models.
    pub models: &'a Models,
    /// Where its replies are kept, so that none is paid twice; `None` where they are free.
    pub store: Option<&'a Store>,
}

impl Judge<'_> {
    /// Judges pairs of statements on a topic, each given by two positions. The provider `corpus`
    /// needs the corpora of the personas; other providers need none.
    ///
    /// # Errors
    /// [`RunError`] where the provider cannot be set up or asked.
    pub fn judge(
        &self,
        topic: &Topic,
        personas: &[Persona],
        texts: &[ComparedText],
        pairs: &[(usize, usize)],
    ) -> Result<JudgedTexts, RunError> {
        let provider = provider_alone(self.root, self.provider, topic, personas)?;
        let cached = self.store.map(|store| Cached::new(&*provider, store));
        let provider = cached.as_ref().map_or(&*provider, |cached| cached as &dyn Provider);
        let setting = Setting::new(topic, personas, provider, self.models, Seed(1));
        let judged = pollster::block_on(mode::judge_pairs(setting, texts, pairs));
        judged.map_err(|interrupted| match interrupted {
            Interrupted::Provider(fault) => RunError::Provider(fault),
            Interrupted::NoPrompt { .. } | Interrupted::NothingToShow => {
                RunError::Provider(ProviderFault::NoAnswer(interrupted.to_string()))
            }
        })
    }
}
