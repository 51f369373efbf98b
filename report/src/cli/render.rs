//! `report render`: the site of an experiment from its store; no provider.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write as _};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::Args;
use faultline::format::{Library, Manifest, ProviderChoice};
use faultline::pipeline::{self, Archive, Attempt, Cell, RunError, Stored};
use faultline::provider::Exchange;
use faultline::record::Snapshot;
use faultline::store::{self, LAYOUT, Name, Store};
use faultline::task::Models;
use faultline::vocabulary::{CallId, Corpus, Tariff, TopicId, Unlisted};

use super::diagnose::plural;
use super::project::{Project, Target};
use super::terminal::warn;
use super::{Exit, Failure};
use crate::site::{
    self, Absent, Cost, Debate, Experiment, Finished, Message, ProviderInfo, RunInfo,
};
use crate::write;

/// Render the site of an experiment from its store
///
/// Asks no provider and has no debate; what is not done yet is said on the pages.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    /// Where the site goes [default: as the manifest says, else site/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Renders; says on standard output what was written.
///
/// # Errors
/// [`Failure`] where the experiment or its store cannot be read, or the site cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.target)?;
    let out = project.out(arguments.out.as_deref())?;
    let store = project.stored()?;
    let site = site(&project, &store, &out)?;
    writeln!(io::stdout(), "{site}")?;
    Ok(if site.unreadable == 0 { Exit::Done } else { Exit::Failed })
}

/// A site that was written.
pub(super) struct Site {
    index: PathBuf,
    report: write::Report,
    /// Debates that the store holds, but not in one piece.
    pub(super) unreadable: usize,
}

impl Site {
    /// Its front page.
    pub(super) fn index(&self) -> &Path {
        &self.index
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write::Report { written, unchanged, swept } = self.report;
        write!(
            f,
            "site: {} ({written} files written, {unchanged} unchanged, {swept} removed)",
            self.index.display()
        )?;
        match self.unreadable {
            0 => Ok(()),
            unreadable => write!(f, "; {} cannot be read", plural(unreadable, "debate")),
        }
    }
}

/// Makes the site of whatever the store holds.
pub(super) fn site(project: &Project, store: &Store, out: &Path) -> Result<Site, Failure> {
    let mut damage = Damage::default();
    let pages = site::pages(&experiment(project, store, &mut damage)?)?;
    let verify = project.call_from_here();
    let verify =
        verify.map_or(String::new(), |call| format!("; `report verify {call}` finds all damage"));
    for error in damage.replies.values() {
        warn(&format!(
            "warning: {error}; pages leave its words out\n  help: {}{verify}",
            error.help(),
        ));
    }
    for (cell, told) in &damage.debates {
        warn(&format!(
            "error: debate {cell} cannot be read: {told}\n  help: its page says so, the others are written{verify}",
        ));
    }
    let report = write::publish(out, &pages)?;
    Ok(Site { index: out.join("index.html"), report, unreadable: damage.debates.len() })
}

fn experiment(
    project: &Project,
    store: &Store,
    damage: &mut Damage,
) -> Result<Experiment, Failure> {
    let (plan, library) = (&project.plan, &project.library);
    let manifest = &plan.manifest;
    let archive = Archive::open(plan, store)?;
    let tariff = project.tariff()?;
    let attempts = store.run(&plan.run).attempts::<Attempt>();
    let attempts = attempts.as_ref();
    let debates =
        plan.cells.iter().map(|cell| debate(store, &archive, attempts, &tariff, cell, damage));
    let debates = debates.collect();
    let had = |topic: &&TopicId| plan.cells.iter().any(|cell| cell.topic == **topic);
    let topics = || manifest.topics.iter().filter(had);
    Ok(Experiment {
        name: manifest.name.to_string(),
        title: manifest.title.clone(),
        description: manifest.description.clone(),
        command: command(&manifest.provider, &project.call()),
        provider: provider(&manifest.provider, &manifest.models, &unmarked(manifest, library)),
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
        topics: topics().map(|topic| library.topics[topic].clone()).collect(),
        evidence: topics()
            .filter_map(|topic| Some((topic.clone(), library.evidence.get(topic)?.clone())))
            .collect(),
        personas: library
            .personas
            .values()
            .filter(|persona| plan.cells.iter().any(|cell| cell.personas.contains(&persona.id)))
            .cloned()
            .collect(),
        debates,
        excluded: plan.excluded(),
    })
}

/// What makes the site again, typed in the project's folder.
fn command(choice: &ProviderChoice, call: &str) -> String {
    let features = match choice {
        ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. } => "",
        ProviderChoice::Remote(_) => " --features live",
    };
    format!("cargo run --release{features} --bin report -- {call}")
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
    let which = if inferred == said.len() {
        format!("Their {inferred} statements")
    } else {
        format!("{inferred} of their {} statements", said.len())
    };
    format!(
        " {which} were read out of texts without tags: what belongs together, which question each speaks to and on which \
         side was inferred, and each one's score is on its persona's page."
    )
}

fn provider(choice: &ProviderChoice, models: &Models, unmarked: &str) -> ProviderInfo {
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
        ProviderChoice::Remote(remote) => ProviderInfo {
            name: remote.dialect.word().to_owned(),
            caveat: format!(
                "Language models took the parts: {} wrote the arguments, {} extracted and judged. They speak for the personas \
                 as models imagine them, not for any real person, and asked again they may answer otherwise; what they did \
                 answer is kept, and is what these pages rest on.",
                models.strong, models.fast
            ),
        },
    }
}

fn debate(
    store: &Store,
    archive: &Archive,
    attempts: Result<&BTreeMap<Name, Vec<Attempt>>, &store::Error>,
    tariff: &Tariff,
    cell: &Cell,
    damage: &mut Damage,
) -> Debate {
    let finished = finished(store, archive, tariff, cell, damage);
    let mut unreadable = |told: String| {
        damage.debates.push((cell.id.to_string(), told.clone()));
        let told = without_place(&told, store);
        Err(Absent::Failed(format!("The store holds this debate, but it cannot be read: {told}")))
    };
    let result = match (finished, attempts) {
        (Ok(Some(finished)), _) => Ok(finished),
        (Ok(None), Ok(attempts)) => Err(last_error(attempts, cell)
            .map_or(Absent::NotRun, |error| Absent::Failed(without_place(error, store)))),
        (Ok(None), Err(error)) => unreadable(error.told()),
        (Err(error), _) => unreadable(error.told()),
    };
    Debate {
        cell: cell.id.to_string(),
        topic: cell.topic.clone(),
        personas: cell.personas.clone(),
        label: cell.label.clone(),
        mode: cell.mode.clone(),
        replicate: cell.replicate,
        seed: cell.seed,
        result,
    }
}

/// The debate as the store holds it, if it is done.
fn finished(
    store: &Store,
    archive: &Archive,
    tariff: &Tariff,
    cell: &Cell,
    damage: &mut Damage,
) -> Result<Option<Finished>, RunError> {
    let Some(done) = archive.find(cell)? else { return Ok(None) };
    let Stored { snapshots, outcome } = pipeline::read(store, &done)?;
    let exchanges = exchanges(store, &snapshots, damage)?;
    let cost = cost(tariff, &snapshots);
    Ok(Some(Finished { snapshots, outcome, cost, exchanges }))
}

fn cost(tariff: &Tariff, snapshots: &[Snapshot]) -> Cost {
    match tariff.unlisted {
        Unlisted::Free if tariff.own.is_empty() => Cost::None,
        Unlisted::Free | Unlisted::Unknown => {
            let usd = pipeline::cost(tariff, &pipeline::asked(snapshots));
            usd.map_or(Cost::Unknown, |usd| Cost::Of { usd, by: tariff.origin() })
        }
    }
}

/// Why the last attempt at a debate failed, if there was one and it did.
fn last_error<'a>(attempts: &'a BTreeMap<Name, Vec<Attempt>>, cell: &Cell) -> Option<&'a str> {
    attempts.get(&cell.id)?.last()?.error.as_deref()
}

/// A text that names files of the store from there on: pages do not tell where a store lay.
fn without_place(text: &str, store: &Store) -> String {
    let root = store.root().display();
    text.replace(&format!("{root}{MAIN_SEPARATOR}"), "")
}

/// What of the store cannot be read.
#[derive(Debug, Default)]
struct Damage {
    /// Replies, by their files.
    replies: BTreeMap<PathBuf, store::Error>,
    /// Debates, each with what is wrong.
    debates: Vec<(String, String)>,
}

/// The words behind each call; a reply that the store no longer holds, or not in one piece, is left out, and the page
/// says so.
fn exchanges(
    store: &Store,
    snapshots: &[Snapshot],
    damage: &mut Damage,
) -> Result<BTreeMap<CallId, Vec<site::Exchange>>, store::Error> {
    let mut exchanges = BTreeMap::new();
    for call in snapshots.iter().flat_map(|snapshot| &snapshot.calls) {
        let mut words = Vec::new();
        for key in &call.requests {
            let key = key.parse().expect("calls name requests by their hash");
            let found = match store.cached(&key) {
                Err(
                    error @ (store::Error::DamagedReply { .. } | store::Error::Malformed { .. }),
                ) => {
                    damage.replies.insert(error.path().to_owned(), error);
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
