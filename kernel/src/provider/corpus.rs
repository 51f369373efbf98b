//! Argues with what personas have written: offline, deterministic, instant.
//!
//! Every word of an answer is a statement of the persona's own corpus, or a text of the topic; which one, rules decide.
//! So a debate by this provider says what a protocol does with known positions, and nothing about language models.
//!
//! In each replicate only a share of a persona's statements come to mind, drawn by the cell's seed. Similar wording is
//! never read as agreement: texts say the same only where their authors name the same point.
//!
//! # What an answer has no room for
//!
//! Answers have limits, and a corpus may hold more. What is taken is ruled, and the rest is left out without a word, since a
//! provider is no part of the debate and puts nothing on record:
//!
//! - of the reasons of a statement the first three become premises: its own in the author's order, then their reasons,
//!   level by level; of its assumptions the first two; of its citations the first two, its own before those of its
//!   reasons in the same order;
//! - an opening has one argument for each proposition, as many as the mode allows and at most four, and where that leaves
//!   room one point that is granted;
//! - of the points that personas share the five of which they are surest together;
//! - a belief graph has three arguments below its thesis and two below each of these, and a round at most three moves.
//!
//! # Source
//! In the tradition of formal dialogue games over commitment stores (Hamblin 1970; Walton and Krabbe 1995); retrieval by
//! BM25 ([`crate::text::Index`]).

mod attacks;
mod belief;
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
use crate::vocabulary::{
    Citation, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Persona, PersonaId, Probability,
    Seed, Side, Statement, StatementId, Topic, TopicId,
};

/// Raised with every change of the rules, so that no old reply is taken for a new one. A test pins it to debates.
pub const RULES: u32 = 4;

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
        let known: Vec<_> =
            personas.iter().map(|persona| (&persona.id, &persona.corpora[&topic.id])).collect();
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
            Kind::Thesis => respond(request, |task| belief::thesis(&mind, task)),
            Kind::Grow => respond(request, |task| belief::grow(&mind, task)),
            Kind::Scores => respond(request, |task| belief::scores(&mind, task)),
            Kind::Moves => respond(request, |task| belief::moves(&mind, task)),
            Kind::Closing => respond(request, |task| belief::closing(&mind, task)),
            Kind::Settle => respond(request, |task| Ok(belief::settle(&mind, task))),
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

    /// What a persona answers to the topic's question.
    fn stance(&self, persona: &PersonaId) -> Option<Side> {
        Some(self.corpus.personas.get(persona)?.corpora[&self.corpus.topic].stance)
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

/// A statement as an argument; see the module for what is left out.
fn draft(statement: &Statement) -> Draft {
    let reasons = statement.all_reasons();
    Draft {
        claim: statement.text.clone(),
        premises: reasons.iter().map(|reason| reason.text.clone()).take(MOST_PREMISES).collect(),
        assumptions: statement.assumptions.iter().take(MOST_ASSUMPTIONS).cloned().collect(),
        evidence: statement.citations().map(cited).take(MOST_CITATIONS).collect(),
        excerpts: vec![statement.id.to_string()],
        axis: statement.axis.as_ref().map(ToString::to_string),
        side: statement.side,
        confidence: statement.confidence.value(),
    }
}

/// A citation as an answer gives it.
fn cited(citation: &Citation) -> Cited {
    Cited {
        text: citation.text.clone(),
        reference: citation.evidence.as_ref().map(ToString::to_string),
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

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let reply = self.answer(request).map(|text| Reply {
            spent: Spent::estimated(request, &text),
            text,
            model: request.model.clone(),
            finish: Finish::Stop,
        });
        std::future::ready(reply).boxed()
    }
}

#[cfg(test)]
mod samples {
    use super::*;
    use crate::task::samples::{answer, persona, reason, statement, topic};
    use crate::vocabulary::{Component, PointId, Side};

    fn point(id: &str) -> Option<PointId> {
        PointId::new(id).ok()
    }

    /// A statement that answers one thought.
    fn reply(id: &str, text: &str, on: (&str, Side), thought: (Component, &str)) -> Statement {
        let answers = vec![answer(thought.0, thought.1)];
        Statement { answers, ..statement(id, text, on.0, on.1) }
    }

    /// Two who part on trade and on air, and who both hold that the street is loud.
    pub(super) fn pair() -> Vec<Persona> {
        let (yes, no) = (("trade", Side::Yes), ("air", Side::No));
        let takings = Statement {
            assumptions: vec!["Drivers will not walk from a car park.".into()],
            unless: vec!["takings hold for a year".into()],
            ..statement("takings", "Shops lose the custom of drivers.", yes.0, yes.1)
        };
        let keeper = vec![
            takings,
            Statement {
                confidence: Probability::new(0.8).unwrap(),
                ..statement("corner", "Exhaust goes round the corner.", no.0, no.1)
            },
            reply(
                "rain",
                "People on foot stay at home in the rain.",
                yes,
                (Component::Claim, "people on foot stop more often and spend more"),
            ),
            Statement {
                point: point("loud"),
                ..statement("noise", "The street is too loud.", "air", Side::Yes)
            },
        ];
        let (yes, no) = (("air", Side::Yes), ("trade", Side::No));
        let walker = vec![
            Statement {
                reasons: ["One.", "Two.", "Three.", "Four."].map(reason).into(),
                ..statement("stroll", "People on foot stop more often and spend more.", no.0, no.1)
            },
            statement("lungs", "Children breathe cleaner air where exhaust is gone.", yes.0, yes.1),
            reply(
                "park",
                "There is a car park at each end.",
                no,
                (Component::Assumption(0), "drivers will not walk from a car park"),
            ),
            Statement {
                point: point("loud"),
                ..statement("din", "Nobody can hear himself think there.", yes.0, yes.1)
            },
            Statement {
                denies: point("loud"),
                ..statement("quiet", "Early mornings are quiet.", yes.0, yes.1)
            },
        ];
        vec![persona("keeper", Side::No, keeper), persona("walker", Side::Yes, walker)]
    }

    /// A provider that remembers everything.
    pub(super) fn provider(personas: &[Persona]) -> Corpus {
        Corpus::new(&topic(), personas, Probability::new(1.0).unwrap()).unwrap()
    }

    pub(super) fn mind(corpus: &Corpus) -> Mind<'_> {
        Mind { corpus, seed: Seed(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{mind, pair, provider};
    use super::*;
    use crate::provider::samples::request;
    use crate::task::samples::{reason, statement, topic};
    use crate::vocabulary::Side;

    #[test]
    fn the_share_that_comes_to_mind_is_drawn_by_the_seed() {
        let mut personas = pair();
        let many = (0..400).map(|n| statement(&format!("s{n}"), "A text.", "trade", Side::Yes));
        personas[0].corpora.get_mut(&topic().id).unwrap().notes[0].statements = many.collect();
        let corpus = Corpus::new(&topic(), &personas, Probability::new(0.8).unwrap()).unwrap();
        let recalled = |seed| {
            let memory = Mind { corpus: &corpus, seed: Seed(seed) }.of(&personas[0].id).unwrap();
            memory.statements.iter().map(|statement| statement.id.clone()).collect::<Vec<_>>()
        };
        assert!((300..=340).contains(&recalled(1).len()), "{} of 400", recalled(1).len());
        assert_eq!(recalled(1), recalled(1));
        assert_ne!(recalled(1), recalled(2));
        let whole = provider(&personas);
        assert_eq!(mind(&whole).of(&personas[0].id).unwrap().statements.len(), 400);
    }

    #[test]
    fn a_draft_has_one_to_three_premises_and_passes_its_check() {
        let personas = pair();
        for persona in &personas {
            for statement in persona.corpora[&topic().id].statements() {
                let draft = draft(statement);
                assert!((1..=3).contains(&draft.premises.len()), "{}", draft.claim);
                assert_eq!(draft.claim, statement.text);
            }
        }
    }

    #[test]
    fn what_a_draft_has_no_room_for_is_the_deepest_and_the_last() {
        let cited = |text: &str| Citation { text: text.into(), evidence: None };
        let mut first = reason("One.");
        first.reasons = vec![reason("One, since."), reason("One, for.")];
        first.reasons[0].evidence = vec![cited("deep")];
        first.evidence = vec![cited("high")];
        let mut said = statement("said", "It is so.", "trade", Side::Yes);
        said.reasons = vec![first, reason("Two.")];
        said.assumptions = ["A.", "B.", "C."].map(String::from).into();
        let whole = draft(&said);
        assert_eq!(whole.premises, ["One.", "Two.", "One, since."]);
        assert_eq!(whole.assumptions, ["A.", "B."]);
        let cites = |draft: Draft| -> Vec<String> {
            draft.evidence.into_iter().map(|cited| cited.text).collect()
        };
        assert_eq!(cites(whole), ["high", "deep"]);
        said.evidence = vec![cited("own")];
        assert_eq!(cites(draft(&said)), ["own", "high"]);
    }

    #[test]
    fn whatever_the_rules_read_is_part_of_the_identity() {
        let identity =
            |personas: &[Persona], request: &Request| provider(personas).identity(request);
        let plain = identity(&pair(), &request("Well?"));
        assert_eq!(identity(&pair(), &request("In other words?")), plain);
        let mut other = pair();
        other[1].corpora.get_mut(&topic().id).unwrap().notes[0].statements[0].text.push('!');
        assert_ne!(identity(&other, &request("Well?")), plain, "a statement");
        let inputs = serde_json::json!({"topic": "another axis"});
        assert_ne!(identity(&pair(), &Request { inputs, ..request("Well?") }), plain, "an input");
    }

    #[test]
    fn a_persona_without_a_corpus_is_refused() {
        let mut personas = pair();
        personas[0].corpora.clear();
        let fault = Corpus::new(&topic(), &personas, Probability::new(1.0).unwrap()).unwrap_err();
        assert_eq!(fault.to_string(), "keeper has no corpus on the topic street");
    }
}
