//! The providers of a run: all cells share one connection to a server, because its limits hold for all of them, and one
//! script.

use std::sync::Arc;

use super::cell::Cell;
use super::error::RunError;
use super::options::Offline;
use super::plan::Plan;
use crate::format::ProviderChoice;
#[cfg(feature = "live")]
use crate::provider::Live;
use crate::provider::{Backoff, ConnectError, Corpus, Provider, Remote, Script};

/// The providers of a run, without any middleware.
#[derive(Debug)]
pub(super) struct Providers {
    /// The script, if the provider is `script`.
    script: Option<Arc<Script>>,
    /// The server, if the provider is one.
    server: Option<Server>,
}

/// A server with models.
#[derive(Debug)]
enum Server {
    /// Only its identity, without a connection.
    Offline(Remote),
    #[cfg(feature = "live")]
    Connected(Live),
}

impl Server {
    #[cfg_attr(
        not(feature = "live"),
        expect(
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "without a connection there are no retries"
        )
    )]
    fn provider(&self, backoff: Backoff) -> Box<dyn Provider> {
        match self {
            Self::Offline(remote) => Box::new(remote.clone()),
            #[cfg(feature = "live")]
            Self::Connected(live) => Box::new(live.with(backoff)),
        }
    }
}

impl Providers {
    /// Sets up the provider of a plan; offline, nothing connects to a server.
    pub(super) fn new(plan: &Plan, offline: Offline) -> Result<Self, RunError> {
        let script = plan.script.as_deref().map(Script::parse).transpose()?.map(Arc::new);
        let server = match (&plan.manifest.provider, offline) {
            (ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. }, _) => None,
            (ProviderChoice::Remote(remote), Offline::Yes) => Some(Server::Offline(remote.clone())),
            (ProviderChoice::Remote(remote), Offline::No) => Some(connect(remote)?),
        };
        Ok(Self { script, server })
    }

    /// The provider of a cell; `backoff` handles its waits.
    pub(super) fn of(
        &self,
        plan: &Plan,
        cell: &Cell,
        backoff: Backoff,
    ) -> Result<Box<dyn Provider>, RunError> {
        Ok(match &plan.manifest.provider {
            ProviderChoice::Corpus { recall } => {
                Box::new(Corpus::new(plan.topic(cell), &plan.personas(cell), *recall)?)
            }
            ProviderChoice::Script { .. } => {
                Box::new(self.script.clone().expect("`new` was called with the same plan"))
            }
            ProviderChoice::Remote(_) => {
                let server = self.server.as_ref().expect("`new` was called with the same plan");
                server.provider(backoff)
            }
        })
    }
}

/// Checks that the server of a plan can be reached from this configuration, before anything is paid. Nothing is sent.
///
/// # Errors
/// A key is missing, an address cannot be used, or this build has no network support.
pub fn check_connection(plan: &Plan) -> Result<(), ConnectError> {
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
    check(remote).map(|()| Server::Offline(remote.clone()))
}

#[cfg(feature = "live")]
fn connect(remote: &Remote) -> Result<Server, ConnectError> {
    Live::new(remote.clone()).map(Server::Connected)
}
