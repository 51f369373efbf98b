//! The corpora of several personas on one topic, indexed.

use std::collections::{BTreeMap, BTreeSet};

use super::intended_targets::{IntendedTargets, intended_targets};
use super::lead_ranking::LeadRanking;
use super::named_points::{name_repeated, points_named_by_several};
use super::{Links, linking, stance};
use crate::text::Lexicon;
use crate::vocabulary::{
    AxisId, AxisSide, Corpus, Persona, PersonaId, PointId, Probability, Seed, Side, Statement,
    StatementId, Topic, TopicId,
};

/// Why a voice has no answer, as a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Silence(pub String);

impl Silence {
    /// Corpora are read axis by axis, so nothing can be found on a topic that lists none.
    pub fn without_axes(topic: &TopicId) -> Self {
        Self(format!(
            "the topic {topic} lists no axes, and the provider `corpus` finds disputes only on axes: add `[[axes]]` to \
             data/topics/{topic}.toml, or choose a language model as the provider"
        ))
    }
}

/// The corpora of some personas on one topic, indexed once for all debates between them.
#[derive(Debug, Clone)]
pub struct Corpora {
    pub(super) topic: Topic,
    pub(super) personas: BTreeMap<PersonaId, Indexed>,
    /// The points that several personas name.
    pub(super) shared: BTreeSet<PointId>,
    pub(super) lexicon: Lexicon,
    pub(super) recall: Probability,
}

/// A persona's corpus with what depends on it and on the topic alone.
#[derive(Debug, Clone)]
pub(super) struct Indexed {
    pub(super) corpus: Corpus,
    /// The key by which the seed decides whether a statement is recalled, in the order of the
    /// corpus.
    pub(super) recall_keys: Vec<String>,
    /// How well each statement leads.
    pub(super) lead_ranks: BTreeMap<StatementId, u64>,
    /// What the reasons and assumptions of each statement assert.
    pub(super) links: BTreeMap<StatementId, Links>,
    /// The propositions of axes that each statement concedes word for word.
    pub(super) conceded: BTreeMap<StatementId, Vec<AxisSide>>,
    /// The side that the persona takes on each axis by all that it has written.
    pub(super) sides: BTreeMap<AxisId, Side>,
    /// Whether its author says of most statements which axis they are about.
    pub(super) is_tagged: bool,
    /// The axes on which its whole thesis depends, as its contract declares.
    pub(super) decisive: BTreeSet<AxisId>,
    /// At which statements of others each `answers` is aimed.
    pub(super) targets: IntendedTargets,
}

impl Indexed {
    /// When a statement without tags opposes a claim, where a mode asks for this: an author who
    /// tags most statements left it without tags on purpose.
    pub(super) fn untagged(&self, asked: Untagged) -> Untagged {
        if self.is_tagged { Untagged::ByWords } else { asked }
    }
}

impl Corpora {
    /// Indexes what these personas have written on a topic; `recall` is the share of statements
    /// that a persona recalls.
    ///
    /// # Errors
    /// Where a persona has no corpus on the topic.
    pub fn new(topic: &Topic, personas: &[Persona], recall: Probability) -> Result<Self, Silence> {
        let mut corpora = BTreeMap::new();
        for persona in personas {
            let corpus = persona.corpora.get(&topic.id).ok_or_else(|| {
                Silence(format!("{} has no corpus on the topic {}", persona.id, topic.id))
            })?;
            corpora.insert(persona.id.clone(), corpus);
        }
        let linked = linking::link(topic, &corpora.values().copied().collect::<Vec<_>>());
        let (mut corpora, links): (BTreeMap<PersonaId, Corpus>, Vec<_>) = corpora
            .into_keys()
            .zip(linked)
            .map(|(persona, linked)| ((persona, linked.corpus), linked.links))
            .unzip();
        let lexicon = Lexicon::new(corpora.values().flat_map(Corpus::statements).flat_map(texts));
        name_repeated(&mut corpora);
        let shared = points_named_by_several(corpora.values());
        let ranking = LeadRanking::new(topic, &lexicon);
        let mut targets = intended_targets(&corpora, &lexicon);
        let mut decisive: BTreeMap<PersonaId, BTreeSet<AxisId>> = personas
            .iter()
            .map(|own| (own.id.clone(), own.contract.decisive_axes().cloned().collect()))
            .collect();
        let index = |((persona, corpus), links): ((PersonaId, Corpus), _)| {
            let lead_ranks = corpus.statements().map(|s| (s.id.clone(), ranking.of(s))).collect();
            let recall_keys = corpus.statements().map(|s| recall_key(&persona, s)).collect();
            let conceded = linking::conceded(topic, &corpus);
            let sides = stance::sides(&corpus, &links);
            let on_axes: Vec<_> = corpus.statements().filter(|own| own.axis.is_some()).collect();
            let tagged = on_axes.iter().filter(|own| own.inferred.is_none()).count();
            let is_tagged = 2 * tagged > on_axes.len();
            let targets = targets.remove(&persona).unwrap_or_default();
            let decisive = decisive.remove(&persona).unwrap_or_default();
            let indexed = Indexed {
                corpus,
                recall_keys,
                lead_ranks,
                links,
                conceded,
                sides,
                is_tagged,
                decisive,
                targets,
            };
            (persona, indexed)
        };
        let personas = corpora.into_iter().zip(links).map(index).collect();
        Ok(Self { topic: topic.clone(), personas, shared, lexicon, recall })
    }

    /// Indexes everything that those of these personas have written who have a corpus on the topic.
    pub fn of_authors<'p>(topic: &Topic, personas: impl IntoIterator<Item = &'p Persona>) -> Self {
        let authors = personas.into_iter().filter(|one| one.corpora.contains_key(&topic.id));
        let authors: Vec<Persona> = authors.cloned().collect();
        Self::new(topic, &authors, Probability::ONE).expect("each author has a corpus")
    }

    /// The share of statements that a persona recalls.
    pub fn recall(&self) -> Probability {
        self.recall
    }

    /// Each persona's corpus, by persona.
    pub fn by_persona(&self) -> impl Iterator<Item = (&PersonaId, &Corpus)> {
        self.personas.iter().map(|(persona, indexed)| (persona, &indexed.corpus))
    }
}

/// The key by which the seed decides whether a persona recalls a statement.
fn recall_key(persona: &PersonaId, statement: &Statement) -> String {
    format!("{persona}/{}", statement.id)
}

/// The statements of a persona's corpus that it does not recall in the debate of this seed.
pub fn unrecalled<'c>(
    persona: &'c PersonaId,
    corpus: &'c Corpus,
    recall: Probability,
    seed: Seed,
) -> impl Iterator<Item = &'c Statement> {
    corpus.statements().filter(move |statement| {
        !statement.is_case() && seed.draw(&recall_key(persona, statement)) >= recall.value()
    })
}

/// Every text of a statement that the rules search for or search in.
fn texts(statement: &Statement) -> Vec<&str> {
    let reasons = statement.all_reasons().into_iter().map(|reason| reason.text.as_str());
    let assumptions = statement.assumptions.iter().map(|assumption| assumption.text.as_str());
    let clauses = [&statement.concedes, &statement.unless];
    let answers = statement.answers.iter().map(|answer| answer.text.as_str());
    let own = std::iter::once(statement.text.as_str()).chain(reasons).chain(answers);
    own.chain(assumptions).chain(clauses.into_iter().flatten().map(String::as_str)).collect()
}

/// When a statement without tags opposes a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untagged {
    /// As any other: it answers nothing and shares enough words with the claim.
    ByWords,
    /// By axis and side alone, since it was not written to be matched; shared words only rank it.
    /// Where the author tags most statements, one without tags was left without them, and opposes
    /// as any other.
    BySide,
}
