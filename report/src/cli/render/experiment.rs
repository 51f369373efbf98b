//! Reads an experiment with its debates from the store, as its pages show it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{MAIN_SEPARATOR, PathBuf};

use faultline::format::{DEFAULT_CONFIDENCE, Library, Manifest, ProviderChoice};
use faultline::pipeline::{
    self, Attempt, Cell, DoneCells, Exchanges, Matching, Plan, RunError, Stored,
};
use faultline::provider::Exchange;
use faultline::question::Models;
use faultline::record::{Matches, Snapshot};
use faultline::store::{self, LAYOUT, Name, Store};
use faultline::vocabulary::{CallId, Corpus, Tariff, TopicId, Unlisted};

use crate::cli::CommandError;
use crate::cli::project::Project;
use crate::site::{
    self, Absent, Cost, Debate, Experiment, Finished, Message, ProviderInfo, RunInfo, Unmatched,
};

/// Reads an experiment from its store. What cannot be read is added to `damage`.
pub(in crate::cli) fn experiment(
    project: &Project,
    store: &Store,
    damage: &mut Damage,
) -> Result<Experiment, CommandError> {
    let (plan, library) = (&project.plan, &project.library);
    let manifest = &plan.manifest;
    let cells = DoneCells::open(plan, store)?;
    let tariff = project.tariff()?;
    let attempts = store.run(&plan.run).attempts::<Attempt>();
    let attempts = attempts.as_ref();
    let debates =
        plan.cells.iter().map(|cell| debate(plan, store, &cells, attempts, &tariff, cell, damage));
    let debates = debates.collect();
    let is_debated = |topic: &&TopicId| plan.cells.iter().any(|cell| cell.topic == **topic);
    let topics = || manifest.topics.iter().filter(is_debated);
    Ok(Experiment {
        name: manifest.name.to_string(),
        title: manifest.title.clone(),
        description: manifest.description.clone(),
        command: command(&project.command()),
        provider: provider(&manifest.provider, &manifest.models, &inferred_note(manifest, library)),
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
        matches: matches(plan, store, attempts)?,
        excluded: plan.excluded(),
    })
}

/// The matches of every topic, or why there are none.
fn matches(
    plan: &Plan,
    store: &Store,
    attempts: Result<&BTreeMap<Name, Vec<Attempt>>, &store::Error>,
) -> Result<BTreeMap<TopicId, Result<Matches, Unmatched>>, CommandError> {
    let failed = |topic: &TopicId| {
        let last = attempts.ok()?.get(&pipeline::attempt_name(topic))?.last()?;
        last.error.as_ref().map(|error| without_store_path(error, store))
    };
    let of = |(topic, matching): (TopicId, Matching)| {
        let matches = match matching {
            Matching::Made(made) => Ok(*made),
            Matching::Damaged(error) => Err(Unmatched::Failed(without_store_path(&error, store))),
            Matching::Missing { .. } => {
                Err(failed(&topic).map_or(Unmatched::NotRun, Unmatched::Failed))
            }
        };
        (topic, matches)
    };
    Ok(pipeline::matchings(plan, store)?.into_iter().map(of).collect())
}

/// The command that makes the site again, to be typed in the project's folder.
fn command(command: &str) -> String {
    format!("cargo run --release --bin report -- {command}")
}

/// A sentence about statements whose tags were inferred; empty if there are none.
fn inferred_note(manifest: &Manifest, library: &Library) -> String {
    let debating: BTreeSet<_> = manifest.personas.iter().flatten().collect();
    let corpora = debating.into_iter().flat_map(|persona| {
        manifest.topics.iter().filter_map(|topic| library.corpus(persona, topic))
    });
    let statements: Vec<_> = corpora.flat_map(Corpus::statements).collect();
    let inferred = statements.iter().filter(|statement| statement.inferred.is_some()).count();
    if inferred == 0 {
        return String::new();
    }
    let which = if inferred == statements.len() {
        format!("Their {inferred} statements")
    } else {
        format!("{inferred} of their {} statements", statements.len())
    };
    format!(
        " {which} come from untagged texts: their axes, sides and reasons were inferred. The persona's page shows the score of \
         each one."
    )
}

fn provider(choice: &ProviderChoice, models: &Models, inferred_note: &str) -> ProviderInfo {
    match choice {
        ProviderChoice::Corpus { recall } => ProviderInfo {
            name: "corpus".to_owned(),
            source: "The personas are written positions. A program compared their texts; no language model took part.",
            caveat: format!(
                "No language model took part. The personas argue only with statements of their own corpora, selected by \
                 search and fixed rules; {}. These pages therefore show what the protocols do \
                 with known positions. They say nothing about language models. Where an author states no confidence, a \
                 statement has the default of {DEFAULT_CONFIDENCE:.2}. What a persona thinks of another’s statement is estimated \
                 from its own texts.{inferred_note}",
                recalled(recall.value())
            ),
        },
        ProviderChoice::Script { path } => ProviderInfo {
            name: "script".to_owned(),
            source: "All answers come from a script.",
            caveat: format!(
                "All answers come from the script {}. These pages show what the protocols do with them, and nothing about \
                 anyone's views.",
                path.display()
            ),
        },
        ProviderChoice::Remote(remote) => ProviderInfo {
            name: remote.dialect.word().to_owned(),
            source: "The personas are written positions. Language models spoke for them, and for no real person.",
            caveat: format!(
                "Language models played the personas: {} wrote the arguments, {} extracted and judged. They do not speak for \
                 any real person, and may answer differently when asked again. These pages are based on the answers in the \
                 store.",
                models.strong, models.fast
            ),
        },
    }
}

/// How much of their statements personas use, as a clause.
fn recalled(recall: f64) -> String {
    if recall < 1.0 {
        format!("in each debate a persona recalls a random {:.0} % of them", 100.0 * recall)
    } else {
        "every debate may use all of them".to_owned()
    }
}

fn debate(
    plan: &Plan,
    store: &Store,
    cells: &DoneCells,
    attempts: Result<&BTreeMap<Name, Vec<Attempt>>, &store::Error>,
    tariff: &Tariff,
    cell: &Cell,
    damage: &mut Damage,
) -> Debate {
    let finished = finished(plan, store, cells, tariff, cell, damage);
    let mut unreadable = |error: String| {
        damage.debates.push((cell.id.to_string(), error.clone()));
        let error = without_store_path(&error, store);
        Err(Absent::Failed(format!(
            "The store contains this debate, but it cannot be read: {error}"
        )))
    };
    let result = match (finished, attempts) {
        (Ok(Some(finished)), _) => Ok(finished),
        (Ok(None), Ok(attempts)) => Err(last_error(attempts, cell)
            .map_or(Absent::NotRun, |error| Absent::Failed(without_store_path(error, store)))),
        (Ok(None), Err(error)) => unreadable(error.report()),
        (Err(error), _) => unreadable(error.report()),
    };
    Debate {
        cell: cell.id.to_string(),
        topic: cell.topic.clone(),
        personas: cell.personas.clone(),
        label: cell.label.clone(),
        mode: cell.mode.clone(),
        replicate: cell.replicate,
        seed: cell.seed,
        forgotten: pipeline::forgotten(plan, cell)
            .into_iter()
            .map(|(persona, own)| (persona, own.into_iter().map(|own| own.text).collect()))
            .collect(),
        result,
    }
}

/// The debate as the store holds it, if it is done.
fn finished(
    plan: &Plan,
    store: &Store,
    cells: &DoneCells,
    tariff: &Tariff,
    cell: &Cell,
    damage: &mut Damage,
) -> Result<Option<Finished>, RunError> {
    let Some(done) = cells.find(cell)? else { return Ok(None) };
    let stored = pipeline::read(store, &done)?;
    let available = pipeline::exchanges(plan, store, cell, &done, &stored)?;
    let exchanges = exchanges(&stored.snapshots, available, damage);
    let Stored { snapshots, outcome } = stored;
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

/// A text with paths relative to the store, because pages do not show where the store was.
fn without_store_path(text: &str, store: &Store) -> String {
    let root = store.root().display();
    text.replace(&format!("{root}{MAIN_SEPARATOR}"), "")
}

/// What could not be read from the store.
#[derive(Debug, Default)]
pub(in crate::cli) struct Damage {
    /// Replies, by their files.
    pub(in crate::cli) replies: BTreeMap<PathBuf, store::Error>,
    /// Debates with their errors.
    pub(in crate::cli) debates: Vec<(String, String)>,
}

/// The prompts and replies of each call. What is not available is omitted, and the page says so.
fn exchanges(
    snapshots: &[Snapshot],
    available: Exchanges,
    damage: &mut Damage,
) -> BTreeMap<CallId, Vec<site::Exchange>> {
    let Exchanges { by_request, damaged } = available;
    for error in damaged {
        damage.replies.insert(error.path().to_owned(), error);
    }
    let exchange = |key: &String| {
        let key = key.parse().expect("calls name requests by their hash");
        let Exchange { messages, reply } = by_request.get(&key)?.clone();
        let prompt = messages
            .into_iter()
            .map(|message| Message { role: message.role.word().to_owned(), text: message.text });
        Some(site::Exchange { prompt: prompt.collect(), reply: reply.text })
    };
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    calls.map(|call| (call.id, call.requests.iter().filter_map(exchange).collect())).collect()
}
