//! Who answers the cells of a run: those who ask a server share one connection, since its limits hold for all of them, and
//! a script is read once.

use std::sync::Arc;

use super::plan::{Cell, Plan};
use super::run::{Offline, RunError};
use crate::format::ProviderChoice;
use crate::provider::{ConnectError, Corpus, Provider, Remote, Script};

/// The providers of a run, without their cache.
#[derive(Debug)]
pub(super) struct Providers {
    /// Where one and the same answers every cell.
    shared: Option<Arc<dyn Provider>>,
    /// Whether anybody may be asked.
    pub(super) offline: Offline,
}

impl Providers {
    /// The providers of a plan; offline, none reaches beyond this machine.
    pub(super) fn new(plan: &Plan, offline: Offline) -> Result<Self, RunError> {
        let shared: Option<Arc<dyn Provider>> = match (&plan.manifest.provider, offline) {
            (ProviderChoice::Corpus { .. }, _) => None,
            (ProviderChoice::Script { .. }, _) => {
                Some(Arc::new(Script::parse(plan.script.as_deref().unwrap_or_default())?))
            }
            (ProviderChoice::Remote(remote), Offline::Yes) => Some(Arc::new(remote.clone())),
            (ProviderChoice::Remote(remote), Offline::No) => Some(connect(remote)?),
        };
        Ok(Self { shared, offline })
    }

    /// The provider of a cell.
    pub(super) fn of(&self, plan: &Plan, cell: &Cell) -> Result<Box<dyn Provider>, RunError> {
        Ok(match &plan.manifest.provider {
            ProviderChoice::Corpus { recall } => {
                Box::new(Corpus::new(plan.topic(cell), &plan.personas(cell), *recall)?)
            }
            ProviderChoice::Script { .. } | ProviderChoice::Remote(_) => {
                let shared = self.shared.clone();
                Box::new(shared.expect("whoever made it saw the same plan"))
            }
        })
    }
}

#[cfg(not(feature = "live"))]
fn connect(remote: &Remote) -> Result<Arc<dyn Provider>, ConnectError> {
    Err(ConnectError::NotBuilt(remote.dialect))
}

#[cfg(feature = "live")]
fn connect(remote: &Remote) -> Result<Arc<dyn Provider>, ConnectError> {
    Ok(Arc::new(crate::provider::Live::new(remote.clone())?))
}
