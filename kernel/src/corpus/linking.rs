//! Rule 15: which side of an axis a reason or an assumption asserts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::stance::stances;
use super::{Voice, sortable};
use crate::text::{Bag, Index, Lexicon};
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Corpus, Probability, Side, Statement, StatementId, Topic,
};

/// The least share of a reason's words, weighted by how few axes use them, that its axis accounts for.
const LEAST_SCORE: f64 = 0.2;
/// The least lead over the second-best axis.
const LEAST_LEAD: f64 = 0.05;
/// The fewest content words with which a reason can match an axis by its words.
const FEWEST_WORDS: usize = 2;

/// How it is known what a reason asserts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkedBy {
    /// Its author tagged it.
    Tag,
    /// It repeats a sentence of the axis or a statement of its author about the axis.
    Sentence,
    /// Its words are those of the axis.
    Words,
}

/// The side of an axis that a reason or an assumption asserts.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The side.
    pub asserts: AxisSide,
    /// How it is known.
    pub by: LinkedBy,
    /// How well the words match, for a link by words; otherwise 1.
    pub certainty: Probability,
}

/// What the reasons and the assumptions of a statement assert.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    /// One entry for each of [`Statement::all_reasons`].
    pub reasons: Vec<Option<Link>>,
    /// One entry for each assumption.
    pub assumptions: Vec<Option<Link>>,
}

impl Links {
    /// The sides that the reasons and assumptions assert, each once.
    pub fn asserted(&self) -> BTreeSet<&AxisSide> {
        self.reasons.iter().chain(&self.assumptions).flatten().map(|link| &link.asserts).collect()
    }
}

impl<'a> Voice<'a> {
    /// What the reasons and the assumptions of one of the persona's statements assert.
    pub fn links(&self, statement: &Statement) -> &'a Links {
        &self.indexed.links[&statement.id]
    }
}

/// Links the statements of several personas on one topic.
pub(super) struct Linker<'t> {
    topic: &'t Topic,
    lexicon: Lexicon,
    index: Index,
}

impl<'t> Linker<'t> {
    /// Reads the words of each axis: its own texts, and the statements that any persona tagged with it.
    pub(super) fn new<'c>(topic: &'t Topic, corpora: impl Iterator<Item = &'c Corpus>) -> Self {
        let statements: Vec<&Statement> = corpora.flat_map(Corpus::statements).collect();
        let words = |axis: &Axis| {
            let on_axis = statements.iter().filter(|s| s.axis.as_ref() == Some(&axis.id));
            let said: Vec<&str> = on_axis.map(|statement| statement.text.as_str()).collect();
            // The author of the topic chose titles and keywords to find the axis by, so they count twice.
            let named = format!("{} {}", axis.title, axis.keywords.join(" "));
            let own = format!("{} {} {} {}", axis.question, axis.yes, axis.no, axis.settles);
            format!("{named} {named} {own} {}", said.join(" "))
        };
        let words: Vec<String> = topic.axes.iter().map(words).collect();
        let lexicon = Lexicon::new(&words);
        let bags: Vec<_> = words.iter().map(|text| lexicon.bag(text)).collect();
        let index = Index::new(bags.iter().map(AsRef::as_ref));
        drop(bags);
        Self { topic, lexicon, index }
    }

    /// Links every statement of one persona.
    pub(super) fn links(&self, corpus: &Corpus) -> BTreeMap<StatementId, Links> {
        let statements: Vec<&Statement> = corpus.statements().collect();
        let stances = stances(&statements);
        let side = |axis: &Axis| {
            let favoured = || axis.favours.map(|favours| favours == corpus.stance);
            let favoured = || favoured().map(|same| if same { Side::Yes } else { Side::No });
            stances.get(&axis.id).map(|stance| stance.side).or_else(favoured)
        };
        let known = known_sentences(self.topic, &statements);
        let of = |statement: &Statement| (statement.id.clone(), self.of(statement, &known, side));
        statements.into_iter().map(of).collect()
    }

    fn of(
        &self,
        statement: &Statement,
        known: &BTreeMap<String, AxisSide>,
        side: impl Fn(&Axis) -> Option<Side>,
    ) -> Links {
        let reasons = statement.all_reasons();
        let reasons = reasons.iter().map(|reason| (reason.text.as_str(), &reason.asserts));
        let assumptions = statement.assumptions.iter().map(|a| (a.text.as_str(), &a.asserts));
        let clauses: Vec<(&str, &Option<AxisSide>)> = reasons.chain(assumptions).collect();
        let mut links: Vec<Option<Link>> =
            clauses.iter().map(|(text, tag)| stated(text, tag.as_ref(), known)).collect();
        let open = links.iter().enumerate().filter(|(_, link)| link.is_none()).map(|(at, _)| at);
        let open: Vec<usize> = open.collect();
        let texts: Vec<&str> = open.iter().map(|&at| clauses[at].0).collect();
        let taken: BTreeSet<&AxisId> = links.iter().flatten().map(|l| &l.asserts.axis).collect();
        let found = self.by_words(&texts, statement, &taken);
        for (at, found) in open.into_iter().zip(found) {
            links[at] = found.and_then(|(axis, certainty)| {
                let asserts = AxisSide { axis: axis.id.clone(), side: side(axis)? };
                Some(Link { asserts, by: LinkedBy::Words, certainty })
            });
        }
        // A statement that asserts its own axis again does not rest on it.
        for link in &mut links {
            link.take_if(|link| Some(&link.asserts.axis) == statement.axis.as_ref());
        }
        let assumptions = links.split_off(statement.all_reasons().len());
        Links { reasons: links, assumptions }
    }

    /// The axis of each text, by its words. Each axis is given once, the best match first: a case names an issue once.
    fn by_words(
        &self,
        texts: &[&str],
        statement: &Statement,
        taken: &BTreeSet<&AxisId>,
    ) -> Vec<Option<(&'t Axis, Probability)>> {
        let scores: Vec<Vec<f64>> = texts.iter().map(|text| self.scores(text)).collect();
        let mut matches: Vec<(u64, usize, usize)> = Vec::new();
        for (text, scores) in scores.iter().enumerate() {
            for (axis, &score) in scores.iter().enumerate() {
                let next = scores.iter().enumerate().filter(|(other, _)| *other != axis);
                let next = next.map(|(_, &score)| score).fold(0.0, f64::max);
                if score >= LEAST_SCORE && score - next >= LEAST_LEAD {
                    matches.push((sortable(score), text, axis));
                }
            }
        }
        matches.sort_by_key(|&(score, text, axis)| (Reverse(score), text, axis));
        let mut found = vec![None; texts.len()];
        let mut named = taken.clone();
        for (_, text, axis) in matches {
            let axis = &self.topic.axes[axis];
            let is_own = statement.axis.as_ref() == Some(&axis.id);
            if found[text].is_none() && (is_own || named.insert(&axis.id)) {
                let score = scores[text][self.position(axis)];
                found[text] = Some((axis, Probability::new(score).expect("scores are shares")));
            }
        }
        found
    }

    fn position(&self, axis: &Axis) -> usize {
        let mut axes = self.topic.axes.iter();
        axes.position(|known| known.id == axis.id).expect("the axis is one of the topic's")
    }

    fn scores(&self, text: &str) -> Vec<f64> {
        let bag = self.lexicon.bag(text);
        let enough = |bag: &Bag| bag.distinct() >= FEWEST_WORDS;
        if enough(&bag) { self.index.scores(&bag) } else { vec![0.0; self.topic.axes.len()] }
    }
}

/// What a clause asserts by its tag or because it repeats a known sentence.
fn stated(text: &str, tag: Option<&AxisSide>, known: &BTreeMap<String, AxisSide>) -> Option<Link> {
    let link = |asserts: &AxisSide, by| {
        let certainty = Probability::new(1.0).expect("1 is a probability");
        Link { asserts: asserts.clone(), by, certainty }
    };
    let tagged = tag.map(|asserts| link(asserts, LinkedBy::Tag));
    tagged.or_else(|| known.get(&folded(text)).map(|asserts| link(asserts, LinkedBy::Sentence)))
}

/// The sentences whose axis and side are known: both propositions of every axis, and the persona's own statements.
fn known_sentences(topic: &Topic, statements: &[&Statement]) -> BTreeMap<String, AxisSide> {
    let of_axis = |axis: &Axis| {
        [Side::Yes, Side::No]
            .map(|side| (folded(axis.proposition(side)), AxisSide { axis: axis.id.clone(), side }))
    };
    let of_axes = topic.axes.iter().flat_map(of_axis);
    let own = statements.iter().filter_map(|s| Some((folded(&s.text), s.answers_axis()?)));
    own.chain(of_axes).collect()
}

/// A text without case, punctuation and repeated spaces.
fn folded(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
