//! Voices: personas with the statements that they recall in one debate.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::corpora::Indexed;
use super::{Corpora, Link, Links, Silence, Stance, is_side_unsaid, sortable, stance};
use crate::dependence::Dependence;
use crate::text::Lexicon;
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Corpus, PersonaId, Seed, Side, Statement, StatementId, Topic,
};

impl Corpora {
    /// The corpora as they are recalled in the debate of this seed.
    pub fn voices(&self, seed: Seed) -> Voices<'_> {
        Voices { corpora: self, seed }
    }
}

/// Whether a statement denies a point that its author asserts on the same side of the same axis.
/// Its tag cannot be right, so the persona does not say it.
pub fn contradicts_itself(corpus: &Corpus, statement: &Statement) -> bool {
    let denied = statement.denies.as_ref();
    let same = |other: &Statement| other.answers_axis() == statement.answers_axis();
    let answers = statement.answers_axis().is_some();
    answers
        && denied.is_some()
        && corpus.statements().any(|other| other.point.as_ref() == denied && same(other))
}

/// The voices of all personas in one debate.
#[derive(Debug, Clone, Copy)]
pub struct Voices<'a> {
    pub(super) corpora: &'a Corpora,
    pub(super) seed: Seed,
}

impl<'a> Voices<'a> {
    /// The topic of the corpora.
    pub fn topic(&self) -> &'a Topic {
        &self.corpora.topic
    }

    /// The voice of one persona: the statements that it recalls in this debate.
    ///
    /// # Errors
    /// Where the persona has no corpus here.
    pub fn voice(&self, persona: &PersonaId) -> Result<Voice<'a>, Silence> {
        let known = self.corpora.personas.get_key_value(persona);
        let (persona, indexed) =
            known.ok_or_else(|| Silence(format!("there is no corpus of {persona}")))?;
        let recall = self.corpora.recall.value();
        let statements = indexed.corpus.statements().zip(&indexed.recall_keys);
        let (cases, others): (Vec<_>, Vec<_>) =
            statements.partition(|(statement, _)| statement.is_case());
        let cases: Vec<&Statement> = cases.into_iter().map(|(case, _)| case).collect();
        let others =
            others.into_iter().filter(|(own, _)| !contradicts_itself(&indexed.corpus, own));
        let recalled = others.filter(|(_, key)| self.seed.draw(key) < recall);
        let statements: Vec<&Statement> = recalled.map(|(statement, _)| statement).collect();
        let stances = stance::corrected(&statements, &cases, &indexed.links);
        let concessions =
            statements.iter().filter_map(|&own| Some((own, indexed.conceded.get(&own.id)?)));
        let conceded = concessions.flat_map(|(own, all)| all.iter().map(move |one| (own, one)));
        let conceded = conceded.collect();
        Ok(Voice {
            voices: *self,
            persona,
            indexed,
            cases,
            statements,
            stances,
            conceded,
            dependence: OnceCell::new(),
            pillars: OnceCell::new(),
        })
    }

    /// Whether the statement names a point that several personas name.
    pub fn is_shared(&self, statement: &Statement) -> bool {
        statement.point.as_ref().is_some_and(|point| self.corpora.shared.contains(point))
    }

    /// A statement of a persona, whether it is recalled or not.
    pub fn statement(&self, persona: &PersonaId, id: &StatementId) -> Option<&'a Statement> {
        self.corpora.personas.get(persona)?.corpus.statement(id)
    }

    /// The side that a persona takes on an axis by all that it has written, whether it recalls it
    /// or not.
    pub(super) fn side(&self, persona: &PersonaId, axis: &AxisId) -> Option<Side> {
        self.corpora.personas.get(persona)?.sides.get(axis).copied()
    }

    pub(super) fn lexicon(&self) -> &'a Lexicon {
        &self.corpora.lexicon
    }
}

/// One persona with the statements that it recalls in one debate.
#[derive(Debug, Clone)]
pub struct Voice<'a> {
    pub(super) voices: Voices<'a>,
    pub(super) persona: &'a PersonaId,
    pub(super) indexed: &'a Indexed,
    pub(super) cases: Vec<&'a Statement>,
    pub(super) statements: Vec<&'a Statement>,
    pub(super) stances: BTreeMap<&'a AxisId, Stance>,
    /// The propositions of axes that it concedes word for word, each with the statement that does.
    pub(super) conceded: Vec<(&'a Statement, &'a AxisSide)>,
    /// What follows from the statements, computed when it is first asked for.
    pub(super) dependence: OnceCell<Dependence>,
    pub(super) pillars: OnceCell<Vec<&'a Statement>>,
}

impl<'a> Voice<'a> {
    /// Whose voice it is.
    pub fn persona(&self) -> &'a PersonaId {
        self.persona
    }

    /// Whether the side of a statement on an axis is a guess, and the case in short does not say
    /// the side.
    pub fn is_side_unsaid(&self, axis: &Axis, statement: &Statement) -> bool {
        is_side_unsaid(&self.indexed.corpus, axis, std::slice::from_ref(&statement.id))
    }

    /// An axis of the topic.
    pub fn axis(&self, id: &AxisId) -> Option<&'a Axis> {
        self.voices.topic().axis(id)
    }

    /// The voice with only those of its statements that `keep` is true of.
    #[must_use]
    pub fn keeping(mut self, keep: impl Fn(&Statement) -> bool) -> Self {
        self.statements.retain(|statement| keep(statement));
        Self { dependence: OnceCell::new(), pillars: OnceCell::new(), ..self }
    }

    /// The statements that it recalls, in the order of the corpus, without its case in short.
    pub fn statements(&self) -> &[&'a Statement] {
        &self.statements
    }

    /// The statement of this name, if the persona recalls it.
    pub fn statement(&self, id: &StatementId) -> Option<&'a Statement> {
        self.statements.iter().copied().find(|own| own.id == *id)
    }

    /// The propositions of axes that it concedes word for word, each with the statement that does.
    pub fn conceded(&self) -> Vec<(&'a Statement, &'a AxisSide)> {
        self.conceded.clone()
    }

    /// The surest recalled statement of those that `holds` is true of.
    pub fn surest(&self, holds: impl Fn(&Statement) -> bool) -> Option<&'a Statement> {
        let holding = self.statements.iter().copied().filter(|statement| holds(statement));
        holding.max_by_key(|statement| {
            (sortable(statement.confidence.value()), std::cmp::Reverse(&statement.id))
        })
    }

    /// The side that the persona takes on an axis; `None` if it has no statement there, or is
    /// evenly split and its case takes no side.
    pub fn stance(&self, axis: &AxisId) -> Option<Stance> {
        self.stances.get(axis).copied()
    }

    /// The persona's answer to the topic's question.
    pub fn thesis_side(&self) -> Side {
        self.indexed.corpus.stance
    }

    /// Whether another persona gives the same answer to the topic's question.
    pub fn is_ally(&self, other: &PersonaId) -> bool {
        let other = self.voices.corpora.personas.get(other);
        other.is_some_and(|other| other.corpus.stance == self.thesis_side())
    }

    /// Whether the statement takes the side of its axis that the persona does not take on the
    /// whole.
    pub fn grants(&self, statement: &Statement) -> bool {
        let stance = statement.axis.as_ref().and_then(|axis| self.stance(axis));
        stance.zip(statement.side).is_some_and(|(stance, side)| stance.side != side)
    }

    /// What the reasons and the assumptions of one of the persona's statements assert.
    pub fn links(&self, statement: &Statement) -> &'a Links {
        &self.indexed.links[&statement.id]
    }

    /// The texts of all reasons and then of the assumptions of one of the persona's statements,
    /// each with what it asserts.
    pub fn clauses<'s>(
        &self,
        statement: &'s Statement,
    ) -> impl Iterator<Item = (&'s str, Option<&'a Link>)> + use<'a, 's> {
        let links = self.links(statement);
        let reasons = statement.all_reasons().into_iter().map(|reason| reason.text.as_str());
        let assumed = statement.assumptions.iter().map(|assumed| assumed.text.as_str());
        let clauses = reasons.zip(&links.reasons).chain(assumed.zip(&links.assumptions));
        clauses.map(|(text, link)| (text, link.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::corpus::unrecalled;
    use crate::vocabulary::samples::{statement, topic};
    use crate::vocabulary::{Probability, Side};

    #[test]
    fn recall_draws_a_share_of_the_statements_by_the_seed() {
        let many = (0..400).map(|n| statement(&format!("s{n}"), "A text.", "trade", Side::Yes));
        let personas = personas_with(0, |statements| *statements = many.collect());
        let corpora = Corpora::new(&topic(), &personas, Probability::new(0.8).unwrap()).unwrap();
        let recalled = |seed| {
            let voice = corpora.voices(Seed(seed)).voice(&personas[0].id).unwrap();
            voice.statements().iter().map(|statement| statement.id.clone()).collect::<Vec<_>>()
        };
        assert!((300..=340).contains(&recalled(1).len()), "{} of 400", recalled(1).len());
        assert_eq!(recalled(1), recalled(1));
        assert_ne!(recalled(1), recalled(2));
        let corpus = &personas[0].corpora[&topic().id];
        let unrecalled = unrecalled(&personas[0].id, corpus, corpora.recall(), Seed(1));
        let unrecalled: Vec<StatementId> = unrecalled.map(|own| own.id.clone()).collect();
        assert_eq!(unrecalled.len() + recalled(1).len(), 400);
        assert!(recalled(1).iter().all(|id| !unrecalled.contains(id)));
        let whole = everything(&personas);
        let voice = whole.voices(Seed(1)).voice(&personas[0].id).unwrap();
        assert_eq!(voice.statements().len(), 400);
    }

    #[test]
    fn a_persona_without_a_corpus_is_refused() {
        let mut personas = pair();
        personas[0].corpora.clear();
        let silence = Corpora::new(&topic(), &personas, Probability::ONE);
        assert_eq!(silence.unwrap_err().to_string(), "keeper has no corpus on the topic street");
        let corpora = everything(&pair());
        let silence = corpora.voices(Seed(1)).voice(&PersonaId::new("eve").unwrap());
        assert_eq!(silence.unwrap_err().to_string(), "there is no corpus of eve");
    }

    #[test]
    fn the_surest_statement_is_the_first_by_name_among_equals() {
        let personas = pair();
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let surest =
            |holds: &dyn Fn(&Statement) -> bool| voice.surest(holds).unwrap().id.to_string();
        assert_eq!(surest(&|_| true), "corner");
        let rain = voice.statement(&StatementId::new("rain").unwrap()).unwrap();
        assert_eq!(rain.text, "People on foot stay at home in the rain.");
        assert_eq!(surest(&|s| s.id.as_str() != "corner"), "noise", "three are sure to 0.7");
    }
}
