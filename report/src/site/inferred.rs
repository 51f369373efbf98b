//! What was inferred from the personas' texts without tags: which sides are guesses, and what an
//! answer seems to depend on.

use faultline::corpus::is_side_unsaid;
use faultline::record::Crux;
use faultline::view::load::Load;
use faultline::view::sentence::full_stop;
use faultline::view::{CruxCard, History};
use faultline::vocabulary::{
    Axis, AxisId, Corpus, NodeId, Persona, PersonaId, StatementId, TopicId,
};

/// What was inferred on a topic.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inferred<'a> {
    pub(crate) personas: &'a [Persona],
    pub(crate) topic: &'a TopicId,
    /// Whether the provider answers with it. A language model reads the texts itself, and says what
    /// its answer rests on.
    pub(crate) is_used: bool,
}

impl<'a> Inferred<'a> {
    fn corpus(self, persona: &PersonaId) -> Option<&'a Corpus> {
        let mut personas = self.personas.iter().filter(|_| self.is_used);
        personas.find(|author| author.id == *persona)?.corpora.get(self.topic)
    }

    /// The card of a crux, with what the topic names to settle it and what was inferred about its
    /// stances.
    pub(crate) fn card(self, history: &History<'_>, axes: &[Axis], crux: &Crux) -> CruxCard {
        let axis = axes.iter().find(|axis| crux.axis.as_ref() == Some(&axis.id));
        let mut card = CruxCard::of(history, crux);
        let observation = axis.map(|axis| full_stop(&axis.settles)).filter(|text| !text.is_empty());
        card.settles = observation.or(card.settles);
        for held in &mut card.stances {
            held.load = self.load(&held.persona, crux.axis.as_ref(), held.load.take());
            held.is_guessed = self.is_guessed_in(history, axis, &held.persona, held.node);
        }
        card
    }

    /// Whether the argument of a persona about an axis quotes only statements whose side is a
    /// guess.
    pub(crate) fn is_guessed_in(
        self,
        history: &History<'_>,
        axis: Option<&Axis>,
        persona: &PersonaId,
        node: Option<NodeId>,
    ) -> bool {
        let node = node.and_then(|node| history.node(node));
        axis.zip(node)
            .is_some_and(|(axis, node)| self.is_guessed(persona, axis, &node.detail.excerpts))
    }

    /// Whether the side on the axis of all these statements of a persona is a guess.
    pub(crate) fn is_guessed(
        self,
        persona: &PersonaId,
        axis: &Axis,
        statements: &[StatementId],
    ) -> bool {
        self.corpus(persona).is_some_and(|corpus| is_side_unsaid(corpus, axis, statements))
    }

    /// Whether a statement of a persona counts as one: its author tagged it, or the provider
    /// answers with what was inferred.
    pub(crate) fn is_read(self, persona: &PersonaId, statement: &StatementId) -> bool {
        let author = self.personas.iter().find(|author| author.id == *persona);
        let corpus = author.and_then(|author| author.corpora.get(self.topic));
        let known = corpus.and_then(|corpus| corpus.statement(statement));
        self.is_used || known.is_none_or(|statement| statement.inferred.is_none())
    }

    /// The load of an axis for a persona, where its author has said what the answer rests on;
    /// otherwise that the text seems to.
    pub(crate) fn load(
        self,
        persona: &PersonaId,
        axis: Option<&AxisId>,
        stated: Option<Load>,
    ) -> Option<Load> {
        let corpus = self.corpus(persona).zip(axis);
        let seems = corpus.is_some_and(|(corpus, axis)| corpus.seems_to_rest_on(axis));
        if seems { Some(Load::Seems) } else { stated }
    }
}
