//! The sentences of several corpora whose axes are to be found: statements, reasons and assumptions.

use std::collections::BTreeMap;

use super::folded;
use crate::vocabulary::{AxisId, Corpus, Side, Statement, StatementId, Topic};

/// A sentence of one persona. Texts that differ only in case and punctuation are one sentence, and are about one axis.
#[derive(Debug)]
pub(super) struct Sentence<'c> {
    pub(super) persona: usize,
    pub(super) text: &'c str,
    /// The axes that its tags name, by place in the topic.
    pub(super) tags: Vec<usize>,
    /// The axis whose proposition it repeats, or that was inferred from a file without tags. Tags take precedence.
    pub(super) known: Option<usize>,
    /// Whether it is a statement of its own; otherwise it is only a reason or an assumption.
    pub(super) is_statement: bool,
    /// The statements of which it is a reason or an assumption, by the numbers of their sentences; none for a case in short.
    pub(super) supports: Vec<Option<usize>>,
}

/// The numbers of the sentences of one statement.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The statement itself; none for a case in short.
    pub(super) statement: Option<usize>,
    /// Each of its clauses.
    pub(super) clauses: Vec<usize>,
}

/// All sentences of several personas.
#[derive(Debug)]
pub(super) struct Sentences<'c> {
    pub(super) all: Vec<Sentence<'c>>,
    /// The sentences of each statement, by the place of its persona and by id.
    pub(super) of: BTreeMap<(usize, &'c StatementId), Numbers>,
}

impl<'c> Sentences<'c> {
    pub(super) fn of(topic: &Topic, corpora: &[&'c Corpus]) -> Self {
        let mut collector = Collector {
            topic,
            propositions: propositions(topic),
            numbers: BTreeMap::new(),
            all: Vec::new(),
        };
        let mut of = BTreeMap::new();
        for (persona, corpus) in corpora.iter().enumerate() {
            for statement in corpus.statements() {
                of.insert((persona, &statement.id), collector.add(persona, statement));
            }
        }
        Self { all: collector.all, of }
    }
}

struct Collector<'t, 'c> {
    topic: &'t Topic,
    /// The axis of each proposition, by folded text.
    propositions: BTreeMap<String, usize>,
    numbers: BTreeMap<(usize, String), usize>,
    all: Vec<Sentence<'c>>,
}

impl<'c> Collector<'_, 'c> {
    fn add(&mut self, persona: usize, statement: &'c Statement) -> Numbers {
        let own = (!statement.is_case()).then(|| {
            let number = self.number(persona, &statement.text);
            let axis = statement.axis.as_ref().and_then(|axis| self.place(axis));
            self.all[number].is_statement = true;
            match statement.inferred {
                Some(_) => self.all[number].known = axis,
                None => self.all[number].tags.extend(axis),
            }
            number
        });
        let clauses = super::clauses(statement);
        let mut numbers = Vec::new();
        for (text, tag) in clauses {
            let number = self.number(persona, text);
            let axis = tag.and_then(|asserts| self.place(&asserts.axis));
            self.all[number].tags.extend(axis);
            numbers.push(number);
        }
        for &number in &numbers {
            self.all[number].supports.push(own);
        }
        Numbers { statement: own, clauses: numbers }
    }

    fn number(&mut self, persona: usize, text: &'c str) -> usize {
        let folded = folded(text);
        let known = self.propositions.get(&folded).copied();
        let next = self.all.len();
        let number = *self.numbers.entry((persona, folded)).or_insert(next);
        if number == next {
            let (tags, supports) = (Vec::new(), Vec::new());
            self.all.push(Sentence { persona, text, tags, known, is_statement: false, supports });
        }
        number
    }

    fn place(&self, axis: &AxisId) -> Option<usize> {
        self.topic.axes.iter().position(|known| known.id == *axis)
    }
}

fn propositions(topic: &Topic) -> BTreeMap<String, usize> {
    let axes = topic.axes.iter().enumerate();
    let of = |(place, axis): (usize, &crate::vocabulary::Axis)| {
        [Side::Yes, Side::No].map(|side| (folded(axis.proposition(side)), place))
    };
    axes.flat_map(of).collect()
}
