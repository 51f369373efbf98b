//! Who answers the cells of a run: those who ask a server share one connection, since its limits hold for all of them.

use std::sync::Arc;

use super::plan::{Cell, Plan};
use super::run::{Offline, RunError};
use crate::format::ProviderChoice;
use crate::provider::{ConnectError, Corpus, Provider, Remote, Script};

/// The providers of a run, without their cache.
#[derive(Debug)]
pub(super) struct Providers {
    /// Where a server has the models.
    shared: Option<Arc<dyn Provider>>,
    /// Whether anybody may be asked.
    pub(super) offline: Offline,
}

impl Providers {
    /// The providers of a plan; offline, none reaches beyond this machine.
    pub(super) fn new(plan: &Plan, offline: Offline) -> Result<Self, ConnectError> {
        let known = |remote: &Remote| -> Arc<dyn Provider> { Arc::new(remote.clone()) };
        let shared = match offline {
            Offline::Yes => remote(plan).map(known),
            Offline::No => remote(plan).map(connect).transpose()?,
        };
        Ok(Self { shared, offline })
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
