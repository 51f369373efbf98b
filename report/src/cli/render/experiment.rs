//! Reads an experiment from the store, as its pages show it.

use std::collections::{BTreeMap, BTreeSet};

use faultline::format::{DEFAULT_CONFIDENCE, Library, Manifest, ProviderChoice};
use faultline::pipeline::{self, Matching};
use faultline::question::Models;
use faultline::record::Matches;
use faultline::store::LAYOUT;
use faultline::vocabulary::{Corpus, TopicId};

use super::stored_debates::StoredDebates;
use crate::cli::CommandError;
use crate::cli::project::Project;
use crate::site::{Experiment, ProviderInfo, RunInfo, Unmatched};

/// Reads an experiment without its debates and notebooks.
pub(in crate::cli) fn experiment(
    project: &Project,
    stored: &StoredDebates<'_>,
) -> Result<Experiment, CommandError> {
    let (plan, library) = (&project.plan, &project.library);
    let manifest = &plan.manifest;
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
        matches: matches(stored)?,
        excluded: plan.excluded(),
        notebooks: Vec::new(),
    })
}

/// The matches of every topic, or why there are none.
fn matches(
    stored: &StoredDebates<'_>,
) -> Result<BTreeMap<TopicId, Result<Matches, Unmatched>>, CommandError> {
    let of = |(topic, matching): (TopicId, Matching)| {
        let matches = match matching {
            Matching::Made(made) => Ok(*made),
            Matching::Damaged(error) => Err(Unmatched::Failed(stored.without_path(&error))),
            Matching::Missing { last, .. } => {
                let failed = last.and_then(|last| last.error);
                let failed = failed.map(|error| Unmatched::Failed(stored.without_path(&error)));
                Err(failed.unwrap_or(Unmatched::NotRun))
            }
        };
        (topic, matches)
    };
    Ok(pipeline::matchings(stored.plan, stored.store)?.into_iter().map(of).collect())
}

/// The command that makes the site again, to be typed in the project's folder.
fn command(command: &str) -> String {
    format!("report {command}")
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
            infers_sides: true,
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
            infers_sides: false,
            name: "script".to_owned(),
            source: "All answers come from a script.",
            caveat: format!(
                "All answers come from the script {}. These pages show what the protocols do with them, and nothing about \
                 anyone's views.",
                path.display()
            ),
        },
        ProviderChoice::Remote(remote) => ProviderInfo {
            infers_sides: false,
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
        format!("in each debate a persona recalls a random {:.0}% of them", 100.0 * recall)
    } else {
        "every debate may use all of them".to_owned()
    }
}
