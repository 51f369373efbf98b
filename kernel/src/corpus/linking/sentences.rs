//! The sentences of several corpora whose axes are to be found: statements, reasons and
//! assumptions.

use std::collections::{BTreeMap, BTreeSet};

use super::clauses::{clauses, known_propositions};
use crate::text::{content_stems, folded, near_share, unframed};
use crate::vocabulary::{AxisId, Corpus, Statement, StatementId, Topic};

/// A sentence of one persona. Texts that differ only in case and punctuation are one sentence, and
/// are about one axis.
#[derive(Debug)]
pub(super) struct Sentence<'c> {
    pub(super) persona: usize,
    pub(super) text: &'c str,
    /// The axes that its tags name, by place in the topic.
    pub(super) tags: Vec<usize>,
    /// The axis whose proposition it repeats or nearly repeats. It takes precedence over tags.
    pub(super) repeats: Option<usize>,
    /// The axis of the author's own sentence that it nearly repeats, or that was inferred from a
    /// file without tags. Tags take precedence.
    pub(super) known: Option<usize>,
    /// Whether a tag says that it is about no axis.
    pub(super) is_off_axes: bool,
    /// Whether it is a statement of its own; otherwise it is only a reason or an assumption.
    pub(super) is_statement: bool,
    /// The statements of which it is a reason or an assumption, by the numbers of their sentences;
    /// none for a case in short.
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

impl Sentence<'_> {
    /// Whether it is known before any words are read which axes the sentence is about, if any.
    pub(super) fn is_stated(&self) -> bool {
        self.is_off_axes || !self.stated().is_empty()
    }

    /// The axes that the sentence is about for certain, before any words are read: by a proposition
    /// that it repeats, by its tags, or by a sentence that it nearly repeats. Several only where
    /// its tags differ.
    pub(super) fn stated(&self) -> Vec<usize> {
        if self.is_off_axes {
            return Vec::new();
        }
        match (self.repeats, self.tags.as_slice()) {
            (Some(axis), _) => vec![axis],
            (None, []) => self.known.into_iter().collect(),
            (None, tags) => tags.to_vec(),
        }
    }
}

impl<'c> Sentences<'c> {
    pub(super) fn of(topic: &Topic, corpora: &[&'c Corpus]) -> Self {
        let mut collector = Collector {
            topic,
            propositions: propositions(topic),
            near: near(topic, corpora),
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
    near: Vec<NearText>,
    numbers: BTreeMap<(usize, String), usize>,
    all: Vec<Sentence<'c>>,
}

impl<'c> Collector<'_, 'c> {
    fn add(&mut self, persona: usize, statement: &'c Statement) -> Numbers {
        let own = (!statement.is_case()).then(|| {
            let number = self.number(persona, &statement.text);
            let axis = statement.axis.as_ref().and_then(|axis| self.place(axis));
            self.all[number].is_statement = true;
            self.all[number].is_off_axes |= statement.is_off_axes;
            match statement.inferred {
                Some(_) => self.all[number].known = axis,
                None => self.all[number].tags.extend(axis),
            }
            number
        });
        let mut numbers = Vec::new();
        for clause in clauses(statement) {
            let number = self.number(persona, clause.text);
            self.all[number].is_off_axes |= clause.is_off_axes;
            let axis = clause.tag.and_then(|asserts| self.place(&asserts.axis));
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
        let words = content_stems(unframed(text));
        let of_topic = self.nearest(None, &words);
        let own = self.nearest(Some(persona), &words);
        let repeats = self.propositions.get(&folded).copied().or_else(|| of_topic.axis());
        let known = own.axis().filter(|_| own.share >= of_topic.share);
        let next = self.all.len();
        let number = *self.numbers.entry((persona, folded)).or_insert(next);
        if number == next {
            let (tags, supports) = (Vec::new(), Vec::new());
            let (is_off_axes, is_statement) = (false, false);
            self.all.push(Sentence {
                persona,
                text,
                tags,
                repeats,
                known,
                is_off_axes,
                is_statement,
                supports,
            });
        }
        number
    }

    /// The sentences of one persona, or the propositions of the topic, that a text with these words
    /// nearly repeats and to which it is nearest.
    fn nearest(&self, persona: Option<usize>, words: &BTreeSet<String>) -> Nearest {
        let of_persona = self.near.iter().filter(|known| known.persona == persona);
        let mut nearest = Nearest::default();
        for (known, share) in of_persona.filter_map(|known| Some((known, known.share_of(words)?))) {
            if share > nearest.share {
                nearest = Nearest { share, axes: BTreeSet::new() };
            }
            if share >= nearest.share {
                nearest.axes.insert(known.axis);
            }
        }
        nearest
    }

    fn place(&self, axis: &AxisId) -> Option<usize> {
        self.topic.axes.iter().position(|known| known.id == *axis)
    }
}

/// The axis of each proposition that only one axis has.
fn propositions(topic: &Topic) -> BTreeMap<String, usize> {
    let place = |axis: &AxisId| topic.axes.iter().position(|known| known.id == *axis);
    let known = known_propositions(topic).into_iter();
    known.filter_map(|(text, asserts)| Some((text, place(&asserts.axis)?))).collect()
}

/// A sentence whose axis is known, which others may nearly repeat.
struct NearText {
    /// Whose sentence it is; none for a proposition of the topic.
    persona: Option<usize>,
    words: BTreeSet<String>,
    axis: usize,
}

impl NearText {
    /// The share of the words of a text that it has; `None` if the text does not nearly repeat it.
    fn share_of(&self, words: &BTreeSet<String>) -> Option<f64> {
        near_share(words.intersection(&self.words).count(), words.len())
    }
}

/// The sentences that a text nearly repeats, of which it repeats the largest share.
#[derive(Debug, Default)]
struct Nearest {
    /// The share of the words of the text that they have; 0 where there are none.
    share: f64,
    axes: BTreeSet<usize>,
}

impl Nearest {
    /// The axis that they are all about.
    fn axis(&self) -> Option<usize> {
        self.axes.first().copied().filter(|_| self.axes.len() == 1)
    }
}

/// The propositions of all axes, and each persona's statements with a tag.
fn near(topic: &Topic, corpora: &[&Corpus]) -> Vec<NearText> {
    let place = |axis: &AxisId| topic.axes.iter().position(|known| known.id == *axis);
    let of_axes = topic.axes.iter().enumerate().flat_map(|(axis, known)| {
        [&known.yes, &known.no].map(|text| NearText {
            persona: None,
            words: content_stems(text),
            axis,
        })
    });
    let mut near: Vec<NearText> = of_axes.collect();
    for (persona, corpus) in corpora.iter().enumerate() {
        let tagged = corpus.statements().filter(|own| own.inferred.is_none() && !own.is_case());
        near.extend(tagged.filter_map(|own| {
            let axis = place(own.axis.as_ref()?)?;
            Some(NearText { persona: Some(persona), words: content_stems(&own.text), axis })
        }));
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::samples::{persona, reason, statement, topic};
    use crate::vocabulary::{Inferred, Side};

    /// The places of the axes that a reason of a case is about for certain, beside a statement.
    fn stated(topic: &Topic, own: Statement, said: &str) -> Vec<usize> {
        let case = statement("case", "Keep it open.", "air", Side::No);
        let case = Statement { axis: None, reasons: vec![reason(said)], ..case };
        let keeper = persona("keeper", Side::No, vec![own, case]);
        let sentences = Sentences::of(topic, &[&keeper.corpora[&topic.id]]);
        let found = sentences.all.iter().find(|sentence| sentence.text == said);
        found.unwrap().stated()
    }

    #[test]
    fn a_reason_that_nearly_repeats_a_tagged_statement_of_its_author_is_about_its_axis() {
        let own = statement("own", "The wind turns the smoke.", "air", Side::No);
        let near = "The wind turns all the smoke.";
        assert_eq!(stated(&topic(), own.clone(), near), [1]);
        assert_eq!(stated(&topic(), own.clone(), "The wind turns."), [0; 0], "it says less");
        let inferred = Statement { inferred: Some(Inferred::certain()), ..own };
        assert_eq!(stated(&topic(), inferred, near), [0; 0], "nobody tagged it");
    }

    #[test]
    fn a_statement_that_is_as_near_as_a_proposition_of_two_axes_says_which_of_them_is_meant() {
        let mut topic = topic();
        topic.axes[1].no = topic.axes[0].yes.clone();
        let near = "Our shops lose their custom.";
        let own = |text: &str| statement("own", text, "trade", Side::Yes);
        assert_eq!(stated(&topic, own("Shops lose custom."), near), [0]);
        assert_eq!(stated(&topic, own("Carts are late."), near), [0; 0]);
    }
}
