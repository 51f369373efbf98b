//! The providers of a run: all cells share one connection to a server, because its limits hold for
//! all of them, and one script; all cells of a topic and a group of personas share one index of
//! their corpora.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::cell::Cell;
use super::error::RunError;
use super::options::Offline;
use super::plan::Plan;
use crate::format::{Manifest, ProviderChoice};
use crate::mode;
#[cfg(feature = "live")]
use crate::provider::Live;
use crate::provider::{
    Backoff, ConnectError, Corpus, Provider, ProviderFault, Remote, Script, Searching,
};
use crate::vocabulary::{Persona, PersonaId, Probability, Topic, TopicId};

/// A topic and the personas that debate it, in seat order.
type Group = (TopicId, Vec<PersonaId>);

/// The providers of a run, without any middleware.
#[derive(Debug)]
pub(super) enum Providers {
    /// The provider `corpus` of each topic and group of personas, made when a cell first needs it.
    Corpus {
        recall: Probability,
        corpora: Mutex<BTreeMap<Group, Arc<Corpus>>>,
    },
    Script(Arc<Script>),
    /// A server with models, and the service that searches the web, if a mode does.
    Server(Server, Option<Box<Server>>),
}

/// A server with models, or one that searches the web.
#[derive(Debug)]
pub(super) enum Server {
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
        let server = |remote: &Remote| match offline {
            Offline::Yes => Ok(Server::Offline(remote.clone())),
            Offline::No => connect(remote),
        };
        let Manifest { provider, search, .. } = &plan.manifest;
        Ok(match provider {
            ProviderChoice::Corpus { recall } => {
                Self::Corpus { recall: *recall, corpora: Mutex::default() }
            }
            ProviderChoice::Script { .. } => {
                let text = plan.script.as_deref().expect("a plan reads the script of its provider");
                Self::Script(Arc::new(Script::parse(text, &mode::question_names())?))
            }
            ProviderChoice::Remote(remote) => {
                let search = plan.manifest.searches_web().then(|| server(search)).transpose()?;
                Self::Server(server(remote)?, search.map(Box::new))
            }
        })
    }

    /// The provider of a cell; `backoff` handles its waits.
    pub(super) fn of(
        &self,
        plan: &Plan,
        cell: &Cell,
        backoff: Backoff,
    ) -> Result<Box<dyn Provider>, RunError> {
        Ok(match self {
            Self::Corpus { recall, corpora } => Box::new(shared(corpora, plan, cell, *recall)?),
            Self::Script(script) => Box::new(script.clone()),
            Self::Server(models, None) => models.provider(backoff),
            Self::Server(models, Some(search)) => {
                let models = models.provider(backoff.clone());
                Box::new(Searching::new(models, search.provider(backoff)))
            }
        })
    }

    /// The provider that compares the cruxes of all debates of a topic; `corpus` answers with
    /// everything that their personas have written.
    pub(super) fn of_topic(
        &self,
        plan: &Plan,
        topic: &TopicId,
        personas: &[Persona],
        backoff: Backoff,
    ) -> Result<Box<dyn Provider>, RunError> {
        Ok(match self {
            Self::Corpus { .. } => {
                Box::new(Corpus::new(plan.inputs.topic(topic), personas, Probability::ONE)?)
            }
            Self::Script(script) => Box::new(script.clone()),
            Self::Server(models, _) => models.provider(backoff),
        })
    }
}

/// The provider `corpus` that all cells of a topic and a group of personas share.
fn shared(
    corpora: &Mutex<BTreeMap<Group, Arc<Corpus>>>,
    plan: &Plan,
    cell: &Cell,
    recall: Probability,
) -> Result<Arc<Corpus>, ProviderFault> {
    let mut corpora = corpora.lock().unwrap_or_else(PoisonError::into_inner);
    let group = (cell.topic.clone(), cell.personas.clone());
    if let Some(known) = corpora.get(&group) {
        return Ok(known.clone());
    }
    let new = Arc::new(Corpus::new(plan.topic(cell), plan.personas(cell), recall)?);
    corpora.insert(group, new.clone());
    Ok(new)
}

/// A provider for one use outside a run; `corpus` answers for the personas with everything that
/// they have written.
pub(super) fn provider_alone(
    root: &Path,
    choice: &ProviderChoice,
    topic: &Topic,
    personas: &[Persona],
) -> Result<Box<dyn Provider>, RunError> {
    Ok(match choice {
        ProviderChoice::Corpus { .. } => Box::new(Corpus::new(topic, personas, Probability::ONE)?),
        ProviderChoice::Script { path } => {
            let unreadable =
                |error| ProviderFault::NoAnswer(format!("{}: {error}", path.display()));
            let text = std::fs::read_to_string(root.join(path)).map_err(unreadable)?;
            Box::new(Script::parse(&text, &mode::question_names())?)
        }
        ProviderChoice::Remote(remote) => connect(remote)?.provider(Backoff::default()),
    })
}

/// Checks that the servers of a plan can be reached from this configuration, before anything is
/// paid. Nothing is sent.
///
/// # Errors
/// A key is missing, an address cannot be used, or this build has no network support.
pub fn check_connection(plan: &Plan) -> Result<(), ConnectError> {
    match &plan.manifest.provider {
        ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. } => Ok(()),
        ProviderChoice::Remote(remote) => {
            check(remote)?;
            if plan.manifest.searches_web() { check(&plan.manifest.search) } else { Ok(()) }
        }
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::format::Library;

    #[test]
    fn cells_of_one_topic_and_group_share_one_index_of_their_corpora() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps");
        let manifest = Manifest::open(&root, Path::new("experiments/lamps.toml")).unwrap();
        let (library, _) = Library::for_manifest(&root, &manifest);
        let plan = Plan::new(&root, manifest, &library).unwrap();
        let (corpora, recall) = (Mutex::default(), Probability::new(0.8).unwrap());
        let first = shared(&corpora, &plan, &plan.cells[0], recall).unwrap();
        for cell in &plan.cells {
            let is_same = Arc::ptr_eq(&first, &shared(&corpora, &plan, cell, recall).unwrap());
            assert_eq!(is_same, cell.personas == plan.cells[0].personas, "{}", cell.label);
        }
    }
}
