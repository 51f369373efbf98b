//! Rule 15: which side of an axis a reason or an assumption asserts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::stance::stances;
use super::{Voice, sortable};
use crate::text::{Bag, Lexicon, WordModel};
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Corpus, Probability, Side, Statement, StatementId, Topic,
};

/// How it is known what a reason asserts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkedBy {
    /// Its author tagged it.
    Tag,
    /// It repeats a sentence of the axis or a statement of its author about the axis.
    Sentence,
    /// Its words make the axis more likely than not.
    Words,
}

/// The side of an axis that a reason or an assumption asserts.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The side.
    pub asserts: AxisSide,
    /// How it is known.
    pub by: LinkedBy,
    /// The probability that the reason asserts this axis rather than another one or none, for a link by words; otherwise 1.
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
    words: WordModel,
}

impl<'t> Linker<'t> {
    /// Reads the words of each axis: its title and keywords, its sentences, and the statements that any persona makes on it.
    pub(super) fn new<'c>(topic: &'t Topic, corpora: impl Iterator<Item = &'c Corpus>) -> Self {
        let statements: Vec<&Statement> = corpora.flat_map(Corpus::statements).collect();
        let sources = |axis: &Axis| {
            let on_axis = statements.iter().filter(|s| s.axis.as_ref() == Some(&axis.id));
            let said: Vec<&str> = on_axis.map(|statement| statement.text.as_str()).collect();
            let named = format!("{} {}", axis.title, axis.keywords.join(" "));
            let own = format!("{} {} {} {}", axis.question, axis.yes, axis.no, axis.settles);
            [named, own, said.join(" ")]
        };
        let sources: Vec<[String; 3]> = topic.axes.iter().map(sources).collect();
        let clauses = statements.iter().flat_map(|statement| clauses(statement));
        let others: Vec<&str> = clauses.map(|(text, _)| text).collect();
        let texts = sources.iter().flatten().map(String::as_str);
        let lexicon = Lexicon::new(texts.chain(others.iter().copied()));
        let bag = |text: &str| lexicon.bag(text).into_owned();
        let classes =
            sources.iter().map(|texts| texts.iter().map(|text| bag(text)).collect()).collect();
        let others: Vec<Bag> = others.into_iter().map(bag).collect();
        let words = WordModel::new(classes, &others);
        Self { topic, lexicon, words }
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
        let clauses = clauses(statement);
        let stated = |(text, tag): &(&str, Option<&AxisSide>)| stated(text, *tag, known);
        let mut links: Vec<Option<Link>> = clauses.iter().map(stated).collect();
        let mut named: BTreeSet<AxisId> =
            links.iter().flatten().map(|link| link.asserts.axis.clone()).collect();
        let mut matches: Vec<(Probability, usize, &Axis)> = Vec::new();
        for (place, (text, _)) in clauses.iter().enumerate().filter(|(at, _)| links[*at].is_none())
        {
            let found = self.by_words(text, statement);
            matches.extend(found.map(|(certainty, axis)| (certainty, place, axis)));
        }
        matches.sort_by_key(|&(certainty, place, _)| (Reverse(sortable(certainty.value())), place));
        for (certainty, place, axis) in matches {
            let Some(side) = side(axis) else { continue };
            if named.insert(axis.id.clone()) {
                let asserts = AxisSide { axis: axis.id.clone(), side };
                links[place] = Some(Link { asserts, by: LinkedBy::Words, certainty });
            }
        }
        // A statement that asserts its own axis again does not rest on it.
        for link in &mut links {
            link.take_if(|link| Some(&link.asserts.axis) == statement.axis.as_ref());
        }
        let assumptions = links.split_off(statement.all_reasons().len());
        Links { reasons: links, assumptions }
    }

    /// The axis that a text more likely asserts than not, by Bayes' rule, with that probability.
    ///
    /// Before its words are read, a reason of the case is as likely to assert each axis as none. A reason of a statement is as
    /// likely to assert the statement's own axis, another one, or none.
    fn by_words(&self, text: &str, statement: &Statement) -> Option<(Probability, &'t Axis)> {
        let axes = &self.topic.axes;
        let own = axes.iter().position(|axis| Some(&axis.id) == statement.axis.as_ref());
        let count = axes.len() as f64;
        let prior = |axis: usize| match own {
            _ if statement.is_case() => 1.0,
            None => 1.0 / count,
            Some(own) if own == axis => 1.0,
            Some(_) => 1.0 / (count - 1.0),
        };
        let evidence = self.words.evidence(&self.lexicon.bag(text));
        let odds: Vec<f64> = evidence
            .iter()
            .enumerate()
            .map(|(axis, evidence)| prior(axis) * evidence.exp())
            .collect();
        // The odds of no axis are 1.
        let all = 1.0 + odds.iter().sum::<f64>();
        let (best, odds) = odds.into_iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let certainty = Probability::new(odds / all).ok()?;
        (certainty.value() > 0.5).then(|| (certainty, &axes[best]))
    }
}

/// The reasons and the assumptions of a statement, each with its tag.
fn clauses(statement: &Statement) -> Vec<(&str, Option<&AxisSide>)> {
    let reasons = statement.all_reasons().into_iter();
    let reasons = reasons.map(|reason| (reason.text.as_str(), reason.asserts.as_ref()));
    let assumptions = statement.assumptions.iter();
    reasons.chain(assumptions.map(|a| (a.text.as_str(), a.asserts.as_ref()))).collect()
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
pub(super) fn folded(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::{persona, reason, statement, topic};
    use crate::vocabulary::{Assumption, Reason, Seed};

    fn asserts(axis: &str, side: Side) -> AxisSide {
        AxisSide { axis: AxisId::new(axis).unwrap(), side }
    }

    fn tagged(text: &str, axis: &str, side: Side) -> Reason {
        Reason { asserts: Some(asserts(axis, side)), ..reason(text) }
    }

    /// The keeper's case in short with these reasons.
    fn case(reasons: Vec<Reason>) -> Statement {
        Statement { axis: None, reasons, ..statement("case", "Keep it open.", "trade", Side::No) }
    }

    /// What the clauses of a statement assert, as «axis side how», or «-», if the keeper made it.
    fn linked(statement: Statement) -> Vec<String> {
        let mut personas = pair();
        let corpus = personas[0].corpora.get_mut(&topic().id).unwrap();
        let id = statement.id.clone();
        corpus.notes[0].statements.push(statement);
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let links = &voice.indexed.links[&id];
        let shown = |link: &Option<Link>| {
            let Some(Link { asserts, by, certainty }) = link else { return "-".to_owned() };
            assert!(
                certainty.value() > 0.5 && (*by == LinkedBy::Words || certainty.value() > 0.999)
            );
            format!("{} {} {by:?}", asserts.axis, asserts.side.word())
        };
        links.reasons.iter().chain(&links.assumptions).map(shown).collect()
    }

    #[test]
    fn a_reason_is_linked_by_its_tag_or_a_known_sentence_or_its_words() {
        for (reason, wanted) in [
            (tagged("Nothing that is known.", "air", Side::Yes), "air yes Tag"),
            (tagged("Shops lose custom.", "air", Side::No), "air no Tag"),
            (reason("shops LOSE custom"), "trade yes Sentence"),
            (reason("The air gets cleaner!"), "air yes Sentence"),
            (reason("Exhaust goes round the corner."), "air no Sentence"),
            (reason("Custom is what our shops lose."), "trade yes Words"),
            (reason("Ever cleaner gets the air."), "air no Words"),
            (reason("A street is a street."), "-"),
            (reason("It is so."), "-"),
            (reason("Shops and air."), "-"),
        ] {
            let text = reason.text.clone();
            assert_eq!(linked(case(vec![reason])), [wanted], "{text}");
        }
    }

    #[test]
    fn a_statement_does_not_rest_on_its_own_axis() {
        let reasons = vec![
            reason("Shops lose custom."),
            reason("Custom is what our shops lose."),
            tagged("Nothing that is known.", "trade", Side::Yes),
            tagged("It stays as it is here.", "air", Side::No),
        ];
        let own = statement("own", "Trade suffers.", "trade", Side::Yes);
        assert_eq!(linked(Statement { reasons, ..own }), ["-", "-", "-", "air no Tag"]);
    }

    #[test]
    fn words_link_each_axis_once_to_the_best_match() {
        let reasons = vec![
            reason("Custom is what the shops will some day lose to the new centre."),
            reason("Custom is what our shops lose."),
            tagged("Nothing that is known.", "air", Side::No),
            reason("Ever cleaner gets the air."),
        ];
        assert_eq!(linked(case(reasons)), ["-", "trade yes Words", "air no Tag", "-"]);
    }

    #[test]
    fn a_reason_in_other_words_takes_the_side_of_its_author() {
        let words = vec![reason("Ever cleaner gets the air.")];
        assert_eq!(linked(case(words)), ["air no Words"], "the keeper's stance");
        let without = |favours: Option<Side>| {
            let mut topic = topic();
            topic.axes[1].favours = favours;
            let walker = pair().remove(1);
            let said = vec![case(vec![reason("The air will be the cleaner air by then.")])];
            let personas = [persona("keeper", Side::No, said.clone()), walker];
            let corpora =
                super::super::Corpora::new(&topic, &personas, Probability::new(1.0).unwrap());
            let corpora = corpora.unwrap();
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            voice.links(&said[0]).reasons[0].as_ref().map(|link| link.asserts.side)
        };
        assert_eq!(without(Some(Side::Yes)), Some(Side::No), "its answer is no");
        assert_eq!(without(Some(Side::No)), Some(Side::Yes));
        assert_eq!(without(None), None, "nothing says which side it takes");
    }

    #[test]
    fn nested_reasons_and_assumptions_are_linked_too() {
        let nested = Reason {
            reasons: vec![reason("Shops keep it."), tagged("So they say.", "air", Side::Yes)],
            ..reason("A street is a street.")
        };
        let assumption = Assumption {
            asserts: Some(asserts("air", Side::No)),
            ..Assumption::new("Nothing new.")
        };
        let statement = Statement { assumptions: vec![assumption], ..case(vec![nested]) };
        let wanted = ["-", "trade no Sentence", "air yes Tag", "air no Tag"];
        assert_eq!(linked(statement), wanted);
    }

    #[test]
    fn the_more_words_of_no_axis_the_less_likely_a_link() {
        for (text, wanted) in [
            ("Cleaner air is a matter of the wind.", "air no Words"),
            ("Cleaner air is a matter of the wind and the weather.", "-"),
        ] {
            assert_eq!(linked(case(vec![reason(text)])), [wanted], "{text}");
        }
    }

    #[test]
    fn a_topic_without_axes_has_no_links() {
        let personas = personas_with(0, |statements| {
            statements.truncate(1);
            statements[0].axis = None;
        });
        let mut bare = topic();
        bare.axes.clear();
        let corpora =
            super::super::Corpora::new(&bare, &personas[..1], Probability::new(1.0).unwrap());
        let corpora = corpora.unwrap();
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        assert_eq!(voice.links(voice.case()[0]).reasons, [None]);
    }
}
