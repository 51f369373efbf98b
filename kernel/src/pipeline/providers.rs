//! Who answers the cells of a run: those who ask a server share one connection, since its limits hold for all of them.

use std::sync::Arc;

use super::plan::{Cell, Plan};
use super::run::RunError;
use crate::format::ProviderChoice;
use crate::provider::{ConnectError, Corpus, Provider, Remote, Script};

/// The providers of a run, without their cache.
#[derive(Debug)]
pub(super) struct Providers {
    /// Where a server has the models.
    shared: Option<Arc<dyn Provider>>,
}

impl Providers {
    /// Providers of which none reaches beyond this machine: for readers who ask nobody.
    pub(super) fn unconnected(plan: &Plan) -> Self {
        let remote = remote(plan).cloned();
        Self { shared: remote.map(|remote| Arc::new(remote) as Arc<dyn Provider>) }
    }

    /// Providers that can be asked.
    pub(super) fn connected(plan: &Plan) -> Result<Self, ConnectError> {
        Ok(Self { shared: remote(plan).map(connect).transpose()? })
    }

    /// The provider of a cell.
    pub(super) fn of(&self, plan: &Plan, cell: &Cell) -> Result<Box<dyn Provider>, RunError> {
        Ok(match &plan.manifest.provider {
            ProviderChoice::Corpus { recall } => {
                Box::new(Corpus::new(plan.topic(cell), &plan.personas(cell), *recall)?)
            }
            ProviderChoice::Script { .. } => {
                Box::new(Script::parse(plan.script.as_deref().unwrap_or_default())?)
            }
            ProviderChoice::Remote(_) => {
                let shared = self.shared.clone();
                Box::new(shared.expect("whoever made it saw the same plan"))
            }
        })
    }
}

fn remote(plan: &Plan) -> Option<&Remote> {
    match &plan.manifest.provider {
        ProviderChoice::Remote(remote) => Some(remote),
        ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. } => None,
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
