//! Who answers the cells of a run: those who ask a server share one connection, since its limits hold for all of them, and
//! a script is read once.

use std::sync::Arc;

use super::plan::{Cell, Plan};
use super::run::{Offline, RunError};
use crate::format::ProviderChoice;
#[cfg(feature = "live")]
use crate::provider::Live;
use crate::provider::{ConnectError, Corpus, Patience, Provider, Remote, Script};

/// The providers of a run, without their cache.
#[derive(Debug)]
pub(super) struct Providers {
    /// Where a script has the answers.
    script: Option<Arc<Script>>,
    /// Where a server has the models.
    server: Option<Server>,
}

/// A server with models, for all debates of a run.
#[derive(Debug)]
enum Server {
    /// What its replies are known by; nobody asks it.
    Known(Remote),
    #[cfg(feature = "live")]
    Connected(Live),
}

impl Server {
    #[cfg_attr(
        not(feature = "live"),
        expect(
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "nobody waits where nobody is asked"
        )
    )]
    fn provider(&self, patience: Patience) -> Box<dyn Provider> {
        match self {
            Self::Known(remote) => Box::new(remote.clone()),
            #[cfg(feature = "live")]
            Self::Connected(live) => Box::new(live.with(patience)),
        }
    }
}

impl Providers {
    /// The providers of a plan; offline, none reaches beyond this machine.
    pub(super) fn new(plan: &Plan, offline: Offline) -> Result<Self, RunError> {
        let script = plan.script.as_deref().map(Script::parse).transpose()?.map(Arc::new);
        let server = match (&plan.manifest.provider, offline) {
            (ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. }, _) => None,
            (ProviderChoice::Remote(remote), Offline::Yes) => Some(Server::Known(remote.clone())),
            (ProviderChoice::Remote(remote), Offline::No) => Some(connect(remote)?),
        };
        Ok(Self { script, server })
    }

    /// The provider of a cell, and how it waits.
    pub(super) fn of(
        &self,
        plan: &Plan,
        cell: &Cell,
        patience: Patience,
    ) -> Result<Box<dyn Provider>, RunError> {
        Ok(match &plan.manifest.provider {
            ProviderChoice::Corpus { recall } => {
                Box::new(Corpus::new(plan.topic(cell), &plan.personas(cell), *recall)?)
            }
            ProviderChoice::Script { .. } => {
                Box::new(self.script.clone().expect("whoever made it saw the same plan"))
            }
            ProviderChoice::Remote(_) => {
                let server = self.server.as_ref().expect("whoever made it saw the same plan");
                server.provider(patience)
            }
        })
    }
}

/// Tells whether whoever a plan asks can be asked from here, before anybody pays for it; nobody is asked yet.
///
/// # Errors
/// A key is missing, an address cannot be used, or this build asks nobody over the network.
pub fn ready(plan: &Plan) -> Result<(), ConnectError> {
    match &plan.manifest.provider {
        ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. } => Ok(()),
        ProviderChoice::Remote(remote) => check(remote),
    }
}

#[cfg(not(feature = "live"))]
fn check(remote: &Remote) -> Result<(), ConnectError> {
    Err(ConnectError::NotBuilt(remote.dialect))
}

#[cfg(feature = "live")]
fn check(remote: &Remote) -> Result<(), ConnectError> {
    Live::check(remote)
}

#[cfg(not(feature = "live"))]
fn connect(remote: &Remote) -> Result<Server, ConnectError> {
    check(remote).map(|()| Server::Known(remote.clone()))
}

#[cfg(feature = "live")]
fn connect(remote: &Remote) -> Result<Server, ConnectError> {
    Live::new(remote.clone()).map(Server::Connected)
}
