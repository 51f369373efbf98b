//! `report render`: the site of an experiment from its store; no provider.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{Library, Manifest, ProviderChoice};
use faultline::pipeline::{self, Attempt, Cell, RunError};
use faultline::provider::Exchange;
use faultline::record::Snapshot;
use faultline::store::{self, LAYOUT, Store};
use faultline::vocabulary::{CallId, Corpus};

use super::project::Project;
use super::{Exit, Failure};
use crate::site::{
    self, Debate, Experiment, Failed, Finished, Message, ModeInfo, ProviderInfo, RunInfo,
};
use crate::write;

/// Render the site of an experiment from its store
///
/// Asks no provider and has no debate; what is not done yet is said on the pages.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct Arguments {
    /// The manifest, such as experiments/ai-jobs.toml
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: PathBuf,
    /// Where the site goes [default: as the manifest says, else site/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Renders; says on standard output what was written.
///
/// # Errors
/// [`Failure`] where the experiment or its store cannot be read, or the site cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.experiment)?;
    let out = project.out(arguments.out.as_deref())?;
    let store = Store::open(project.root.folder.join(&project.plan.manifest.store))?;
    let site = site(&project, &store, &out)?;
    writeln!(io::stdout(), "{site}")?;
    Ok(Exit::Done)
}

/// A site that was written.
pub(super) struct Site {
    index: PathBuf,
    report: write::Report,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write::Report { written, unchanged, swept } = self.report;
        write!(
            f,
            "site: {} ({written} files written, {unchanged} unchanged, {swept} removed)",
            self.index.display()
        )
    }
}

/// Makes the site of whatever the store holds.
pub(super) fn site(project: &Project, store: &Store, out: &Path) -> Result<Site, Failure> {
    let mut damaged = Damaged::new();
    let pages = site::pages(&experiment(project, store, &mut damaged)?)?;
    for error in damaged.values() {
        writeln!(
            io::stderr(),
            "warning: {error}; pages leave its words out\n  help: {}; `report verify {}` finds all damage",
            error.help(),
            project.root.prefix.join(&project.path).display(),
        )?;
    }
    let report = write::publish(out, &pages)?;
    Ok(Site { index: out.join("index.html"), report })
}

fn experiment(
    project: &Project,
    store: &Store,
    damaged: &mut Damaged,
) -> Result<Experiment, Failure> {
    let (plan, library) = (&project.plan, &project.library);
    let manifest = &plan.manifest;
    let debates = plan.cells.iter().map(|cell| debate(project, store, cell, damaged));
    let debates = debates.collect::<Result<_, _>>()?;
    Ok(Experiment {
        name: manifest.name.to_string(),
        title: manifest.title.clone(),
        description: manifest.description.clone(),
        command: format!("cargo run --release --bin report -- build {}", project.path.display()),
        provider: provider(&manifest.provider, &unmarked(manifest, library)),
        run: RunInfo {
            hash: plan.run.to_string(),
            layout: u32::try_from(LAYOUT).expect("layouts are few"),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            inputs: plan
                .hashes
                .iter()
                .map(|(name, hash)| (name.clone(), hash.to_string()))
                .collect(),
        },
        topics: manifest.topics.iter().map(|topic| library.topics[topic].clone()).collect(),
        evidence: manifest
            .topics
            .iter()
            .filter_map(|topic| Some((topic.clone(), library.evidence.get(topic)?.clone())))
            .collect(),
        personas: library.personas.values().cloned().collect(),
        debates,
    })
}

/// What is to be said of statements that nobody tagged.
fn unmarked(manifest: &Manifest, library: &Library) -> String {
    let debating: BTreeSet<_> = manifest.personas.iter().flatten().collect();
    let corpora = debating.into_iter().flat_map(|persona| {
        manifest.topics.iter().filter_map(|topic| library.corpus(persona, topic))
    });
    let said: Vec<_> = corpora.flat_map(Corpus::statements).collect();
    let inferred = said.iter().filter(|statement| statement.inferred.is_some()).count();
    if inferred == 0 {
        return String::new();
    }
    format!(
        " Of their {} statements {inferred} were read out of texts without tags: what belongs together, which question \
         each speaks to and on which side was inferred, and each one's score is on its persona's page.",
        said.len()
    )
}

fn provider(choice: &ProviderChoice, unmarked: &str) -> ProviderInfo {
    match choice {
        ProviderChoice::Corpus { recall } => ProviderInfo {
            name: "corpus".to_owned(),
            caveat: format!(
                "No language model took part. The personas argue only with statements of their own corpora, found by \
                 retrieval and rules, of which {:.0} % come to mind in a debate. So these pages show what the protocols do \
                 with known positions, and nothing about language models.{unmarked}",
                100.0 * recall.value()
            ),
        },
        ProviderChoice::Script { path } => ProviderInfo {
            name: "script".to_owned(),
            caveat: format!(
                "Every answer was written beforehand in {}. These pages show what the protocols do with it, and nothing \
                 about anybody's views.",
                path.display()
            ),
        },
    }
}

fn debate(
    project: &Project,
    store: &Store,
    cell: &Cell,
    damaged: &mut Damaged,
) -> Result<Debate, Failure> {
    let run = store.run(&project.plan.run);
    let result = match pipeline::find(&project.plan, store, cell) {
        Err(error @ RunError::Disagreement { .. }) => Err(Failed { message: error.to_string() }),
        Err(error) => return Err(error.into()),
        Ok(Some(done)) => {
            let stored = pipeline::read(store, &done)?;
            let exchanges = exchanges(store, &stored.snapshots, damaged)?;
            Ok(Finished { snapshots: stored.snapshots, outcome: stored.outcome, exchanges })
        }
        Ok(None) => {
            let attempts: BTreeMap<u32, Attempt> = run.attempts(&cell.id)?;
            let error = attempts.into_values().last().and_then(|attempt| attempt.error);
            Err(Failed {
                message: error.unwrap_or_else(|| "This debate has not been had yet.".to_owned()),
            })
        }
    };
    Ok(Debate {
        cell: cell.id.to_string(),
        topic: cell.topic.clone(),
        personas: cell.personas.clone(),
        label: cell.label.clone(),
        mode: ModeInfo {
            name: cell.mode.name().to_string(),
            title: cell.mode.name().title().to_owned(),
            parameters: cell.mode.parameters(),
            protocol: cell.mode.name().protocol().to_owned(),
            most_calls: Some(cell.most_calls()),
        },
        replicate: cell.replicate,
        seed: cell.seed,
        result,
    })
}

/// Replies that cannot be read, by their files.
type Damaged = BTreeMap<PathBuf, store::Error>;

/// The words behind each call; a reply that the store no longer holds, or not in one piece, is left out, and the page
/// says so.
fn exchanges(
    store: &Store,
    snapshots: &[Snapshot],
    damaged: &mut Damaged,
) -> Result<BTreeMap<CallId, Vec<site::Exchange>>, Failure> {
    let mut exchanges = BTreeMap::new();
    for call in snapshots.iter().flat_map(|snapshot| &snapshot.calls) {
        let mut words = Vec::new();
        for key in &call.requests {
            let key = key.parse().expect("calls name requests by their hash");
            let found = match store.cached(&key) {
                Err(
                    error @ (store::Error::DamagedReply { .. } | store::Error::Malformed { .. }),
                ) => {
                    damaged.insert(error.path().to_owned(), error);
                    None
                }
                found => found?,
            };
            if let Some(Exchange { messages, reply }) = found {
                let prompt = messages.into_iter().map(|message| Message {
                    role: message.role.word().to_owned(),
                    text: message.text,
                });
                words.push(site::Exchange { prompt: prompt.collect(), reply: reply.text });
            }
        }
        exchanges.insert(call.id, words);
    }
    Ok(exchanges)
}
