//! Argues with what personas have written: offline, deterministic, instant.
//!
//! Every word of an answer is a statement of the persona's own corpus, or a text of the topic; which one, rules decide.
//! So a debate by this provider says what a protocol does with known positions, and nothing about language models.
//!
//! In each replicate only a share of a persona's statements come to mind, drawn by the cell's seed. Similar wording is
//! never read as agreement: texts say the same only where their authors name the same point.
//!
//! # Source
//! In the tradition of formal dialogue games over commitment stores (Hamblin 1970; Walton and Krabbe 1995); retrieval by
//! BM25 ([`crate::text::Index`]).

mod attacks;
mod contest;
mod meaning;
mod opening;
mod verdicts;

use std::collections::BTreeMap;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::{Finish, Provider, ProviderFault, Reply, Request, Spent};
use crate::store::{Hash, canonical};
use crate::task::{Cited, Draft, Kind, Task};
use crate::text::estimated_tokens;
use crate::vocabulary::{
    Flip, Persona, PersonaId, Probability, Seed, Statement, StatementId, Tokens, Topic, TopicId,
};

/// Raised with every change of the rules, so that no old reply is taken for a new one.
pub(crate) const RULES: u32 = 2;

/// A provider that knows the corpora of some personas on one topic.
#[derive(Debug)]
pub struct Corpus {
    topic: TopicId,
    personas: BTreeMap<PersonaId, Persona>,
    recall: Probability,
    identity: String,
}

/// What comes to a persona's mind.
struct Memory<'a> {
    persona: &'a PersonaId,
    statements: Vec<&'a Statement>,
}

impl Corpus {
    /// Makes a provider that argues for these personas; `recall` is the share of statements that come to mind.
    ///
    /// # Errors
    /// [`ProviderFault::NoAnswer`] where a persona has no corpus on the topic.
    pub fn new(
        topic: &Topic,
        personas: &[Persona],
        recall: Probability,
    ) -> Result<Self, ProviderFault> {
        for persona in personas {
            if !persona.corpora.contains_key(&topic.id) {
                return Err(ProviderFault::NoAnswer(format!(
                    "{} has no corpus on the topic {}",
                    persona.id, topic.id
                )));
            }
        }
        let known: Vec<_> = personas
            .iter()
            .map(|Persona { id, contract, corpora }| (id, &contract.flips, &corpora[&topic.id]))
            .collect();
        let known = serde_json::to_vec(&(known, recall))
            .expect("a corpus has text keys and finite numbers only");
        Ok(Self {
            topic: topic.id.clone(),
            personas: personas
                .iter()
                .map(|persona| (persona.id.clone(), persona.clone()))
                .collect(),
            recall,
            identity: format!("corpus:{RULES}:{}", Hash::of(&known)),
        })
    }

    fn answer(&self, request: &Request) -> Result<String, ProviderFault> {
        let mind = Mind { corpus: self, seed: request.seed };
        match request.task {
            Kind::Decompose => respond(request, |task| contest::decompose(&mind, task)),
            Kind::Cruxes => respond(request, |task| Ok(contest::cruxes(&mind, task))),
            Kind::Arguments => respond(request, |task| opening::arguments(&mind, task)),
            Kind::Attacks => respond(request, |task| attacks::attacks(&mind, task)),
            Kind::Validate => respond(request, |task| Ok(verdicts::validate(&mind, task))),
            Kind::Compare => respond(request, |task| Ok(meaning::compare(&mind, task))),
        }
    }
}

/// The corpora as they come to mind in one cell.
struct Mind<'a> {
    corpus: &'a Corpus,
    seed: Seed,
}

impl<'a> Mind<'a> {
    fn of(&self, persona: &PersonaId) -> Result<Memory<'a>, ProviderFault> {
        let unknown = || ProviderFault::NoAnswer(format!("there is no corpus of {persona}"));
        let (persona, known) = self.corpus.personas.get_key_value(persona).ok_or_else(unknown)?;
        let statements = known.corpora[&self.corpus.topic].statements();
        let recall = self.corpus.recall.value();
        let recalled = |statement: &&Statement| {
            self.seed.draw(&format!("{persona}/{}", statement.id)) < recall
        };
        Ok(Memory { persona, statements: statements.filter(recalled).collect() })
    }

    /// What would change a persona's mind.
    fn flips(&self, persona: &PersonaId) -> &'a [Flip] {
        self.corpus.personas.get(persona).map_or(&[], |known| &known.contract.flips)
    }

    /// Whether the statement names a point that several personas name.
    fn is_shared(&self, statement: &Statement) -> bool {
        let names = |persona: &&Persona| {
            let mut statements = persona.corpora[&self.corpus.topic].statements();
            statements.any(|other| other.point == statement.point)
        };
        statement.point.is_some() && self.corpus.personas.values().filter(names).count() >= 2
    }

    /// A statement that an argument rests on, whether it comes to mind now or not.
    fn statement(&self, persona: &PersonaId, id: &StatementId) -> Option<&'a Statement> {
        self.corpus.personas.get(persona)?.corpora[&self.corpus.topic].statement(id)
    }
}

fn respond<T: Task>(
    request: &Request,
    answer: impl FnOnce(&T) -> Result<T::Answer, ProviderFault>,
) -> Result<String, ProviderFault> {
    let fault = |error: serde_json::Error| {
        ProviderFault::NoAnswer(format!("task {}: {error}", request.task))
    };
    let task: T = serde_json::from_value(request.inputs.clone()).map_err(fault)?;
    serde_json::to_string(&answer(&task)?).map_err(fault)
}

/// A statement as an argument: its reasons are premises, at most three; at most two assumptions and two citations.
fn draft(statement: &Statement) -> Draft {
    let reasons =
        statement.reasons.iter().flat_map(|reason| std::iter::once(reason).chain(&reason.reasons));
    let citations = statement
        .evidence
        .iter()
        .chain(statement.reasons.iter().flat_map(|reason| &reason.evidence));
    let cited = |citation: &crate::vocabulary::Citation| Cited {
        text: citation.text.clone(),
        reference: citation.evidence.as_ref().map(ToString::to_string),
    };
    Draft {
        claim: statement.text.clone(),
        premises: reasons.map(|reason| reason.text.clone()).take(3).collect(),
        assumptions: statement.assumptions.iter().take(2).cloned().collect(),
        evidence: citations.map(cited).take(2).collect(),
        excerpts: vec![statement.id.to_string()],
        axis: statement.axis.as_ref().map(ToString::to_string),
        side: statement.side,
        confidence: statement.confidence.value(),
    }
}

impl Provider for Corpus {
    /// Besides the corpora it is the inputs that decide: rules read them and never the words of a prompt, which leave out
    /// much of a topic.
    fn identity(&self, request: &Request) -> String {
        let inputs = canonical::to_vec(&request.inputs)
            .expect("a request has finite numbers and text keys only");
        format!("{}:{}", self.identity, Hash::of(&inputs))
    }

    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let reply = self.answer(request).map(|text| Reply {
            spent: Spent {
                input: Tokens(
                    request.messages.iter().map(|message| estimated_tokens(&message.text)).sum(),
                ),
                cached: Tokens(0),
                output: Tokens(estimated_tokens(&text)),
                estimated: true,
            },
            text,
            model: request.model.clone(),
            finish: Finish::Stop,
        });
        std::future::ready(reply).boxed()
    }
}
