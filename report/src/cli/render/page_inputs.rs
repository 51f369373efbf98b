//! Names everything that the pages of a debate are made from by one hash, so that they are made
//! again only if it changes.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{self, Read as _};

use faultline::store::{Done, Hash};
use faultline::vocabulary::{Topic, TopicId};

use crate::site::{Debate, Experiment, Finished};

/// The inputs that all debates of an experiment have in common.
#[derive(Debug)]
pub(super) struct PageInputs {
    /// By topic. Empty where this program cannot be read: then every page is made again.
    of_topics: BTreeMap<TopicId, Hash>,
}

impl PageInputs {
    pub(super) fn new(experiment: &Experiment) -> Self {
        // Templates and code are inputs, too. Both are in the program.
        let Ok(program) = env::current_exe().and_then(File::open).and_then(hash) else {
            return Self { of_topics: BTreeMap::new() };
        };
        // No other field is on the page of a debate.
        let Experiment { title, provider, topics, evidence, personas, .. } = experiment;
        let names: Vec<_> =
            personas.iter().map(|persona| (&persona.id, &persona.contract.name)).collect();
        let of_topic = |topic: &Topic| {
            let facts = evidence.get(&topic.id);
            let inputs = format!("{:?}", (program, title, provider, &names, topic, facts));
            (topic.id.clone(), Hash::of(inputs.as_bytes()))
        };
        Self { of_topics: topics.iter().map(of_topic).collect() }
    }

    /// The inputs of a debate with its stored record; `None` if they are not known.
    pub(super) fn of_debate(&self, debate: &Debate, record: Option<&Done>) -> Option<Hash> {
        let (shared, record) = (self.of_topics.get(&debate.topic)?, record?);
        let Debate { cell, personas, label, mode, replicate, seed, result, .. } = debate;
        // The record names snapshots and outcome by their hashes.
        let Finished { cost, forgotten, exchanges, .. } = result.as_ref().ok()?;
        let own = (cell, personas, label, mode, replicate, seed);
        let inputs = format!("{:?}", (shared, own, record, cost, forgotten, exchanges));
        Some(Hash::of(inputs.as_bytes()))
    }
}

/// The hash of the hashes of the blocks of a file, which need not fit into memory.
fn hash(mut file: File) -> io::Result<Hash> {
    const BLOCK: u64 = 1 << 20;
    let (mut hashes, mut block) = (Vec::new(), Vec::new());
    while file.by_ref().take(BLOCK).read_to_end(&mut block)? > 0 {
        hashes.extend_from_slice(Hash::of(&block).as_bytes());
        block.clear();
    }
    Ok(Hash::of(&hashes))
}
