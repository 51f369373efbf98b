//! Rule 15: which axis a statement is about, and which side of an axis a reason or an assumption
//! asserts.

mod clauses;
mod probabilities;
mod sentences;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use self::clauses::{Clause, clauses, known_propositions};
use self::probabilities::{Probabilities, probabilities};
use self::sentences::Sentences;
use super::links::stated;
use super::stance::{stances, stances_by_tags};
use super::{Link, LinkedBy, Links, sortable};
use crate::text::{begins_granting, folded, says_other, sentence_said};
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Corpus, Inferred, Probability, Reason, Side, Statement, StatementId,
    Topic,
};

/// The probability that the case in short of an untagged text rests on an axis that a sentence of
/// the text says it rests on. It is low enough that such sentences alone never show that the case
/// rests on nothing else: an author names what one paragraph carries, and not what the others do
/// not.
const INFERRED_TAG: f64 = 0.7;

/// A persona's corpus with what its sentences are about.
#[derive(Debug, Clone)]
pub(super) struct Linked {
    /// The corpus, with the axes of its statements filled in.
    pub(super) corpus: Corpus,
    /// What the reasons and assumptions of each statement assert.
    pub(super) links: BTreeMap<StatementId, Links>,
}

/// Links the statements of several personas on one topic, in their order.
pub(super) fn link(topic: &Topic, corpora: &[&Corpus]) -> Vec<Linked> {
    let sentences = Sentences::of(topic, corpora);
    let linker = Linker { topic, probabilities: probabilities(topic, &sentences), sentences };
    let numbered = corpora.iter().enumerate();
    let mut corpora: Vec<Corpus> =
        numbered.map(|(persona, corpus)| linker.with_axes(persona, corpus)).collect();
    share_axes(topic, &mut corpora);
    let link = |(persona, mut corpus): (usize, Corpus)| {
        let stated = stated_sides(topic, &corpus);
        follow_what_is_stated(topic, &stated, &mut corpus);
        linker.linked(persona, &stated, corpus)
    };
    let mut linked: Vec<Linked> = corpora.into_iter().enumerate().map(link).collect();
    forget_both_sides(&mut linked);
    linked
}

/// Removes the links by words of clauses in the same words that assert both sides of an axis: they
/// say the same, so that the words cannot mean a side.
fn forget_both_sides(linked: &mut [Linked]) {
    let mut sides: BTreeMap<(String, AxisId), BTreeSet<Side>> = BTreeMap::new();
    for Linked { corpus, links } in &*linked {
        for statement in corpus.statements() {
            let linked = clauses(statement).into_iter().zip(links[&statement.id].all());
            for (clause, link) in linked.filter_map(|(clause, link)| Some((clause, link?))) {
                let AxisSide { axis, side } = link.asserts.clone();
                sides.entry((folded(clause.text), axis)).or_default().insert(side);
            }
        }
    }
    for Linked { corpus, links } in linked {
        for statement in corpus.statements() {
            let links = links.get_mut(&statement.id).expect("every statement is linked");
            let links = links.reasons.iter_mut().chain(&mut links.assumptions);
            for (clause, link) in clauses(statement).into_iter().zip(links) {
                link.take_if(|link| {
                    let key = (folded(clause.text), link.asserts.axis.clone());
                    link.by == LinkedBy::Words && sides[&key].len() > 1
                });
            }
        }
    }
}

/// Completes the axis and the side of the statements of a point.
///
/// Statements of one point say the same. So if a tag or its own words give the axis and the side of
/// one of them, the others receive these too. They do not if such statements differ, and neither
/// does a statement that its words put on another axis.
fn share_axes(topic: &Topic, corpora: &mut [Corpus]) {
    let is_known = |statement: &Statement| {
        let says = |axis| side_said(axis, &statement.text);
        let axis = statement.axis.as_ref().and_then(|axis| topic.axis(axis));
        axis.is_some_and(|axis| statement.inferred.is_none() || says(axis).is_some())
    };
    let mut known: BTreeMap<String, BTreeSet<AxisSide>> = BTreeMap::new();
    for statement in corpora.iter().flat_map(Corpus::statements) {
        let answers = statement.answers_axis();
        let named = statement.point.as_ref().zip(answers).filter(|_| is_known(statement));
        if let Some((point, answers)) = named {
            known.entry(point.to_string()).or_default().insert(answers);
        }
    }
    let notes = corpora.iter_mut().flat_map(|corpus| &mut corpus.notes);
    for statement in notes.flat_map(|note| &mut note.statements) {
        let of_point = statement.point.as_ref().and_then(|point| known.get(point.as_str()));
        let answers = of_point.filter(|known| known.len() == 1).and_then(BTreeSet::first);
        let is_about = |axis: &AxisId| statement.axis.as_ref().is_none_or(|own| own == axis);
        let Some(answers) = answers.filter(|answers| {
            !statement.is_off_axes && !is_known(statement) && is_about(&answers.axis)
        }) else {
            continue;
        };
        statement.axis = Some(answers.axis.clone());
        statement.side = Some(answers.side);
        statement.inferred = Some(Inferred::certain());
    }
}

/// The side that an author states on each axis: in the case in short, or else by tags and by the
/// words of statements, of which the more confident side counts.
fn stated_sides(topic: &Topic, corpus: &Corpus) -> BTreeMap<AxisId, Side> {
    let of_axis = |axis: &Axis| {
        let cases = corpus.statements().filter(|own| own.is_case());
        let reasons = cases.flat_map(Statement::all_reasons);
        let asserted: BTreeSet<Side> = reasons.filter_map(|own| side_asserted(axis, own)).collect();
        if let Some(side) = asserted.first().filter(|_| asserted.len() == 1) {
            return Some((axis.id.clone(), *side));
        }
        let is_stated =
            |own: &&Statement| own.axis.as_ref() == Some(&axis.id) && !is_side_guessed(axis, own);
        let stated: Vec<&Statement> = corpus.statements().filter(is_stated).collect();
        let stance = stances(&stated).get(&axis.id).copied();
        stance.map(|stance| (axis.id.clone(), stance.side))
    };
    topic.axes.iter().filter_map(of_axis).collect()
}

/// Gives statements whose side is only guessed from their author's answer to the topic's question
/// the side that the author states: who takes the other side on one question would be reversed
/// otherwise.
fn follow_what_is_stated(topic: &Topic, stated: &BTreeMap<AxisId, Side>, corpus: &mut Corpus) {
    for statement in corpus.notes.iter_mut().flat_map(|note| &mut note.statements) {
        let axis = statement.axis.as_ref().and_then(|axis| topic.axis(axis));
        let guessed =
            axis.filter(|axis| statement.inferred.is_some() && is_side_guessed(axis, statement));
        if let Some(&side) = guessed.and_then(|axis| stated.get(&axis.id)) {
            let is_granted = begins_granting(&statement.text);
            statement.side = Some(if is_granted { side.opposite() } else { side });
        }
    }
}

struct Linker<'t, 'c> {
    topic: &'t Topic,
    sentences: Sentences<'c>,
    probabilities: Probabilities,
}

impl<'t> Linker<'t, '_> {
    /// The corpus with the axes of its statements filled in by their words.
    fn with_axes(&self, persona: usize, corpus: &Corpus) -> Corpus {
        let mut corpus = corpus.clone();
        for statement in corpus.notes.iter_mut().flat_map(|note| &mut note.statements) {
            self.find_axis(persona, corpus.stance, statement);
        }
        corpus
    }

    fn linked(&self, persona: usize, stated: &BTreeMap<AxisId, Side>, corpus: Corpus) -> Linked {
        let statements: Vec<&Statement> = corpus.statements().collect();
        let taken = stances(&statements);
        let side = |axis: &Axis| {
            let stance = taken.get(&axis.id).map(|stance| stance.side);
            let stated = || stated.get(&axis.id).copied();
            stance.or_else(stated).or_else(|| axis.side_favouring(corpus.stance))
        };
        // Its author's tags say the side more surely than words that are not quite those of the
        // axis.
        let tagged = stances_by_tags(&statements);
        let side = |axis: &Axis, text: &str| {
            let tagged = tagged.get(&axis.id).map(|stance| stance.side);
            tagged.or_else(|| side_said(axis, text)).or_else(|| side(axis))
        };
        let known = known_sentences(self.topic, &statements);
        let of = |statement: &Statement| {
            let numbers = &self.sentences.of[&(persona, &statement.id)].clauses;
            (statement.id.clone(), self.links(statement, numbers, &known, side))
        };
        let links = statements.into_iter().map(of).collect();
        Linked { corpus, links }
    }

    /// Fills in the axis and the side of a statement that has no tag. A tag is replaced only where
    /// the statement repeats a proposition of another axis. A point that several personas name has
    /// an axis too: it says on which questions they agree, although it is the same for both
    /// answers.
    fn find_axis(&self, persona: usize, answer: Side, statement: &mut Statement) {
        let Some(number) = self.sentences.of[&(persona, &statement.id)].statement else { return };
        let is_tagged = statement.axis.is_some() && statement.inferred.is_none();
        if statement.is_off_axes || is_tagged && self.sentences.all[number].repeats.is_none() {
            return;
        }
        let Some((certainty, axis)) = self.axis_of(number) else { return };
        if statement.axis.as_ref() == Some(&axis.id) {
            return;
        }
        let said = side_said(axis, &statement.text);
        let Some(side) = said.or_else(|| guessed_side(axis, answer, &statement.text)) else {
            return;
        };
        // It begins with the answer that its author does not share: a concession, or irony, and no
        // position.
        let [own, other] = [side, side.opposite()].map(|side| axis.proposition(side));
        if said.is_none() && says_other(&statement.text, own, other) {
            return;
        }
        statement.axis = Some(axis.id.clone());
        statement.side = Some(side);
        statement.inferred = Some(Inferred { score: certainty, runner_up: None });
    }

    fn links(
        &self,
        statement: &Statement,
        numbers: &[usize],
        known: &BTreeMap<String, AxisSide>,
        side: impl Fn(&Axis, &str) -> Option<Side>,
    ) -> Links {
        let clauses = clauses(statement);
        let found: Vec<_> = numbers.iter().map(|&number| self.axis_of(number)).collect();
        let stated = |(clause, &number): (&Clause<'_>, &usize)| {
            let Clause { text, tag, is_off_axes: false } = *clause else { return None };
            let repeats = self.sentences.all[number].repeats;
            let agrees = |axis: usize| tag.is_some_and(|tag| self.topic.axes[axis].id == tag.axis);
            let tag = tag.filter(|_| repeats.is_none_or(agrees));
            let is_inferred = statement.is_case() && statement.inferred.is_some();
            if let Some(asserts) = tag.filter(|_| is_inferred) {
                let certainty = Probability::new(INFERRED_TAG).expect("it is a probability");
                return Some(Link { asserts: asserts.clone(), by: LinkedBy::Words, certainty });
            }
            stated(text, tag, known)
        };
        let mut links: Vec<Option<Link>> = clauses.iter().zip(numbers).map(stated).collect();
        let mut named: BTreeSet<AxisId> =
            links.iter().flatten().map(|link| link.asserts.axis.clone()).collect();
        let mut matches: Vec<(Probability, usize, &Axis)> = Vec::new();
        let is_open = |place: usize| links[place].is_none() && !clauses[place].is_off_axes;
        for (place, found) in found.iter().enumerate().filter(|(place, _)| is_open(*place)) {
            matches.extend(found.map(|(certainty, axis)| (certainty, place, axis)));
        }
        matches.sort_by_key(|&(certainty, place, _)| (Reverse(sortable(certainty.value())), place));
        for (certainty, place, axis) in matches {
            let Some(side) = side(axis, clauses[place].text) else { continue };
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

    /// The axis that a sentence is about with more probability than all others and none together,
    /// with that probability.
    fn axis_of(&self, number: usize) -> Option<(Probability, &'t Axis)> {
        let probabilities = self.probabilities.of[number].iter().copied().enumerate();
        let (best, certainty) = probabilities.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let certainty = Probability::new(certainty).ok()?;
        (certainty.value() > 0.5).then(|| (certainty, &self.topic.axes[best]))
    }
}

/// The side of an axis whose proposition the text says, or whose opposite it denies.
pub(crate) fn side_said(axis: &Axis, text: &str) -> Option<Side> {
    sentence_said(text, [&axis.yes, &axis.no]).map(|said| [Side::Yes, Side::No][said.which])
}

/// The side of an axis that a text probably takes whose author gives this answer to the topic's
/// question: the one that speaks for the answer, or against it where the text begins as something
/// that is granted.
pub(crate) fn guessed_side(axis: &Axis, answer: Side, text: &str) -> Option<Side> {
    axis.side_favouring(if begins_granting(text) { answer.opposite() } else { answer })
}

/// Whether the side of an axis that a statement takes follows from its author's answer to the
/// topic's question and from nothing else: it has no tag and is not a wording of a point, and its
/// words do not say the side. Who answers the topic alike would agree by that on everything.
pub fn is_side_guessed(axis: &Axis, statement: &Statement) -> bool {
    (statement.inferred.is_some() || statement.axis.is_none())
        && statement.point.is_none()
        && side_said(axis, &statement.text).is_none()
        && !case_says(axis, statement)
}

/// The side of an axis that a reason asserts by a tag, or by its words.
fn side_asserted(axis: &Axis, reason: &Reason) -> Option<Side> {
    match &reason.asserts {
        Some(tag) => (tag.axis == axis.id).then_some(tag.side),
        None if reason.is_off_axes => None,
        None => side_said(axis, &reason.text),
    }
}

/// Whether a statement is a case in short of which a reason says the side of an axis: by its words,
/// or by a tag that its author wrote.
fn case_says(axis: &Axis, statement: &Statement) -> bool {
    let is_tagged = statement.inferred.is_none();
    let side = |own: &Reason| {
        if is_tagged { side_asserted(axis, own) } else { side_said(axis, &own.text) }
    };
    statement.is_case() && statement.all_reasons().into_iter().any(|own| side(own).is_some())
}

/// Whether the sides of all these statements on an axis are guesses, and their author's case in
/// short does not say the side.
pub fn is_side_unsaid(corpus: &Corpus, axis: &Axis, statements: &[StatementId]) -> bool {
    let is_guess =
        |id: &StatementId| corpus.statement(id).is_some_and(|own| is_side_guessed(axis, own));
    let mut own = corpus.statements();
    !statements.is_empty()
        && statements.iter().all(is_guess)
        && !own.any(|own| case_says(axis, own))
}

/// The sentences whose axis and side are known: the propositions of the axes, and the persona's own
/// statements.
fn known_sentences(topic: &Topic, statements: &[&Statement]) -> BTreeMap<String, AxisSide> {
    let own = statements.iter().filter_map(|s| Some((folded(&s.text), s.answers_axis()?)));
    own.chain(known_propositions(topic)).collect()
}

/// The propositions of axes that each statement concedes word for word.
pub(super) fn conceded(topic: &Topic, corpus: &Corpus) -> BTreeMap<StatementId, Vec<AxisSide>> {
    let propositions = known_propositions(topic);
    let of = |statement: &Statement| {
        let known = statement.concedes.iter().filter_map(|text| propositions.get(&folded(text)));
        (statement.id.clone(), known.cloned().collect::<Vec<_>>())
    };
    corpus.statements().map(of).filter(|(_, conceded)| !conceded.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::Persona;
    use crate::vocabulary::samples::{persona, reason, statement, topic};
    use crate::vocabulary::{Assumption, Inferred, PointId, Reason, Seed};

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
            (tagged("Shops and air.", "air", Side::No), "air no Tag"),
            (tagged("Shops lose custom.", "air", Side::No), "trade yes Sentence"),
            (tagged("Our shops lose their custom.", "air", Side::No), "trade yes Words"),
            (tagged("Our shops lose it.", "air", Side::No), "air no Tag"),
            (reason("shops LOSE custom"), "trade yes Sentence"),
            (reason("The air gets cleaner!"), "air yes Sentence"),
            (Reason { is_off_axes: true, ..reason("The air gets cleaner!") }, "-"),
            (Reason { is_off_axes: true, ..reason("Our shops lose their custom.") }, "-"),
            (reason("Exhaust goes round the corner."), "air no Sentence"),
            (reason("Exhaust goes round the next corner."), "air no Words"),
            (reason("Custom is what our shops lose."), "trade yes Words"),
            (reason("Ever cleaner is that air."), "air no Words"),
            (reason("A street is a street."), "-"),
            (reason("It is so."), "-"),
            (reason("Shops get cleaner."), "-"),
        ] {
            let text = reason.text.clone();
            assert_eq!(linked(case(vec![reason])), [wanted], "{text}");
        }
    }

    #[test]
    fn the_tags_of_an_author_decide_the_side_of_a_reason_in_other_words() {
        let links = |text: &str| linked(case(vec![reason(text)]));
        assert_eq!(links("Custom is what our shops never lose."), ["trade yes Words"]);
        assert_eq!(links("There is no doubt that shops lose custom."), ["trade yes Words"]);
        assert_eq!(links("It is a myth that the air gets cleaner."), ["air no Words"]);
    }

    fn derived(text: &str) -> StatementId {
        StatementId::new(text.to_lowercase().replace([' ', '.'], "-").trim_matches('-')).unwrap()
    }

    /// The axis and side of a statement of the walker with this text and this tag, and whether it
    /// was inferred.
    fn axis_of(text: &str, tag: Option<(&str, Side)>) -> String {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        let mut personas = pair();
        let said = statement("said", text, "trade", Side::Yes);
        let is_off_axes = tag.is_some_and(|(axis, _)| axis == "none");
        let tag = tag.filter(|_| !is_off_axes);
        let axis = tag.and_then(|(axis, _)| AxisId::new(axis).ok());
        let said = Statement { axis, side: tag.map(|(_, side)| side), is_off_axes, ..said };
        let corpus = personas[1].corpora.get_mut(&topic.id).unwrap();
        corpus.notes[0].statements.push(said.clone());
        let everything = Probability::ONE;
        let corpora = super::super::Corpora::new(&topic, &personas, everything).unwrap();
        let voice = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
        let read = voice.statements().iter().find(|read| read.id == said.id).unwrap();
        let Some(AxisSide { axis, side }) = read.answers_axis() else { return "-".to_owned() };
        let how = if read.inferred.is_some() { "inferred" } else { "tagged" };
        format!("{axis} {} {how}", side.word())
    }

    #[test]
    fn a_statement_without_a_tag_gets_the_axis_of_its_words_and_the_side_that_favours_its_author() {
        assert_eq!(axis_of("The custom of our shops is safe.", None), "trade no inferred");
        assert_eq!(axis_of("The air gets cleaner!", None), "air yes inferred", "a proposition");
        assert_eq!(axis_of("Ever cleaner is that air.", None), "-", "nothing says which side");
        assert_eq!(axis_of("It is so.", None), "-", "no word says which axis");
        for text in ["The custom of our shops is safe.", "The air gets cleaner!"] {
            assert_eq!(axis_of(text, Some(("none", Side::No))), "-", "its author says so: {text}");
        }
    }

    #[test]
    fn a_statement_of_a_point_has_the_axis_and_the_side_of_another_wording_of_it() {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        for tagged in ["Shops lose custom.", "Tills ring less."] {
            let mut personas = pair();
            let point = |statement| Statement { point: PointId::new("custom").ok(), ..statement };
            let first = point(statement("first", tagged, "trade", Side::Yes));
            let plain = Statement { axis: None, side: None, ..first.clone() };
            let texts = ["Customers stay away.", "The custom of our shops falls."];
            for (persona, added) in [
                vec![first],
                texts
                    .map(|text| Statement { id: derived(text), text: text.into(), ..plain.clone() })
                    .into(),
            ]
            .into_iter()
            .enumerate()
            {
                let corpus = personas[persona].corpora.get_mut(&topic.id).unwrap();
                corpus.notes[0].statements.extend(added);
            }
            let everything = Probability::ONE;
            let corpora = super::super::Corpora::new(&topic, &personas, everything).unwrap();
            let voice = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
            let own = voice.statements();
            for text in texts {
                let read = own.iter().find(|read| read.text == text).unwrap();
                assert_eq!(read.answers_axis(), Some(asserts("trade", Side::Yes)), "{text}");
            }
        }
    }

    #[test]
    fn a_tag_is_replaced_only_where_its_statement_repeats_a_proposition_of_another_axis() {
        let air = Some(("air", Side::Yes));
        assert_eq!(axis_of("Shops lose custom.", air), "trade yes inferred");
        assert_eq!(
            axis_of("Our shops lose custom and our shops lose trade.", air),
            "air yes tagged"
        );
        // The words of a near repetition say which axis it is about, and whether it says the
        // proposition or denies it.
        for (nearly, wanted) in [
            ("Our shops lose their custom.", "trade yes inferred"),
            ("Our shops do not lose custom.", "trade no inferred"),
            ("Our shops gain custom and lose trade.", "air yes tagged"),
        ] {
            assert_eq!(axis_of(nearly, air), wanted, "{nearly}");
        }
        assert_eq!(axis_of("Shops come and go.", air), "air yes tagged");
        assert_eq!(axis_of("It is so.", air), "air yes tagged");
    }

    #[test]
    fn of_several_sentences_that_a_reason_nearly_repeats_the_nearest_decides() {
        let mut topic = topic();
        let say = |at: usize, yes: &str, no: &str| {
            let axis = topic.axes[at].clone();
            Axis { yes: yes.into(), no: no.into(), ..axis }
        };
        topic.axes = vec![
            say(
                0,
                "The open-plan office makes people talk more.",
                "The open-plan office makes people talk less.",
            ),
            say(
                1,
                "People in the open-plan office fall ill often.",
                "People in the open-plan office seldom fall ill.",
            ),
        ];
        let own = statement("own", "People fall ill in the open-plan office.", "air", Side::Yes);
        let reasons = vec![reason("people talk more because of the open-plan office")];
        let said = vec![own, case(reasons)];
        let personas = [persona("keeper", Side::No, said.clone()), pair().remove(1)];
        let corpora = super::super::Corpora::new(&topic, &personas, Probability::ONE).unwrap();
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let link = voice.links(&said[1]).reasons[0].clone().unwrap();
        assert_eq!(
            link.asserts,
            asserts("trade", Side::Yes),
            "five of its words; the others have four"
        );
    }

    #[test]
    fn a_guessed_side_follows_what_its_author_states_in_the_case_or_in_other_statements() {
        let plain = |text: &str| Statement {
            axis: None,
            side: None,
            ..statement(
                text.split(' ').next().unwrap().to_lowercase().as_str(),
                text,
                "air",
                Side::No,
            )
        };
        let read = |stated: Vec<Statement>| {
            let mut topic = topic();
            topic.axes[1].favours = Some(Side::Yes);
            let mut said =
                vec![plain("Ever cleaner is that air there."), plain("Air is air, and cleaner.")];
            said.extend(stated);
            let personas = [persona("keeper", Side::No, said), pair().remove(1)];
            let corpora = super::super::Corpora::new(&topic, &personas, Probability::ONE).unwrap();
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            let own = voice.statements().iter().filter(|own| own.inferred.is_some());
            own.map(|own| own.answers_axis().map(|answers| answers.side)).collect::<Vec<_>>()
        };
        let (yes, no) = (Some(Side::Yes), Some(Side::No));
        assert_eq!(read(vec![]), [no, no], "guessed: it answers no, and yes favours yes");
        let case = case(vec![tagged("The wind turns.", "air", Side::Yes)]);
        assert_eq!(read(vec![case]), [yes, yes], "the tag in the case in short");
        let hesitant = Statement {
            confidence: Probability::new(0.1).unwrap(),
            ..statement("stated", "It smells of hay.", "air", Side::Yes)
        };
        assert_eq!(read(vec![hesitant]), [yes, yes], "guesses do not outvote a tag");
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
            reason("Custom is what the shops lose, early in the street, to people at home."),
            reason("Custom is what our shops lose."),
            tagged("Nothing that is known.", "air", Side::No),
            reason("Ever cleaner is that air."),
        ];
        assert_eq!(linked(case(reasons)), ["-", "trade yes Words", "air no Tag", "-"]);
    }

    #[test]
    fn a_reason_in_other_words_takes_the_side_of_its_author() {
        let words = vec![reason("Ever cleaner is that air.")];
        assert_eq!(linked(case(words)), ["air no Words"], "the keeper's stance");
        let without = |favours: Option<Side>| {
            let mut topic = topic();
            topic.axes[1].favours = favours;
            let walker = pair().remove(1);
            let said = vec![case(vec![reason("The air will be the cleaner air by then.")])];
            let personas = [persona("keeper", Side::No, said.clone()), walker];
            let corpora = super::super::Corpora::new(&topic, &personas, Probability::ONE);
            let corpora = corpora.unwrap();
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            voice.links(&said[0]).reasons[0].as_ref().map(|link| link.asserts.side)
        };
        assert_eq!(without(Some(Side::Yes)), Some(Side::No), "its answer is no");
        assert_eq!(without(Some(Side::No)), Some(Side::Yes));
        assert_eq!(without(None), None, "nothing says which side it takes");
    }

    #[test]
    fn a_sentence_of_two_axes_leaves_the_tag() {
        let mut topic = topic();
        let shared = topic.axes[0].yes.clone();
        topic.axes[1].no.clone_from(&shared);
        for (axis, side) in [(0, Side::Yes), (1, Side::No)] {
            let tag = AxisSide { axis: topic.axes[axis].id.clone(), side };
            let tagged = Reason { asserts: Some(tag.clone()), ..reason(&shared) };
            let of_keeper = vec![case(vec![tagged])];
            let personas = [persona("keeper", Side::No, of_keeper), pair().remove(1)];
            let corpora = super::super::Corpora::new(&topic, &personas, Probability::ONE).unwrap();
            let voices = corpora.voices(Seed(1));
            let own = personas[0].corpora[&topic.id].statements().next().unwrap();
            let links = voices.voice(&personas[0].id).unwrap().links(own);
            let link = links.reasons[0].as_ref().unwrap();
            assert_eq!((&link.asserts, link.by), (&tag, LinkedBy::Tag));
        }
    }

    #[test]
    fn a_sentence_that_is_tagged_with_two_axes_is_about_neither_where_it_has_no_tag() {
        let mut topic = topic();
        topic.axes.iter_mut().for_each(|axis| axis.favours = Some(Side::Yes));
        let link = |axes: &[&str]| {
            let own = |(axis, number): (&&str, u32)| Statement {
                reasons: vec![tagged("It is the wind.", axis, Side::No)],
                ..statement(&format!("own-{number}"), &format!("Tale {number}."), "air", Side::No)
            };
            let mut said: Vec<Statement> = axes.iter().zip(1..).map(own).collect();
            for own in &mut said {
                (own.axis, own.side, own.is_off_axes) = (None, None, true);
            }
            let untagged = case(vec![reason("It is the wind.")]);
            said.push(untagged.clone());
            let personas = [persona("keeper", Side::No, said), pair().remove(1)];
            let corpora = super::super::Corpora::new(&topic, &personas, Probability::ONE).unwrap();
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            let link = voice.links(&untagged).reasons[0].clone();
            link.map(|link| link.asserts.axis.to_string())
        };
        assert_eq!(link(&["air"]).as_deref(), Some("air"));
        assert_eq!(link(&["air", "trade"]), None);
    }

    #[test]
    fn a_tag_stays_however_often_the_same_words_have_another_tag() {
        let mut topic = topic();
        topic.axes.iter_mut().for_each(|axis| axis.favours = Some(Side::Yes));
        let words = "The wind turns.";
        let other = |id: &str| Statement {
            reasons: vec![tagged(words, "trade", Side::No)],
            ..statement(id, &format!("Tale {id}."), "air", Side::No)
        };
        let own = statement("own", words, "air", Side::No);
        let case = case(vec![tagged(words, "air", Side::No)]);
        let mut said = vec![own.clone(), case.clone()];
        said.extend(["first", "second", "third"].map(other));
        let personas = [persona("keeper", Side::No, said), pair().remove(1)];
        let corpora = super::super::Corpora::new(&topic, &personas, Probability::ONE).unwrap();
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let read = voice.statement(&own.id).unwrap();
        assert_eq!((read.answers_axis(), &read.inferred), (own.answers_axis(), &None));
        let links = voice.links(&case);
        let link = links.reasons[0].as_ref().unwrap();
        assert_eq!((&link.asserts, link.by), (&asserts("air", Side::No), LinkedBy::Tag));
    }

    #[test]
    fn a_side_is_unsaid_where_all_statements_only_guess_it_and_the_case_does_not_say_it() {
        let topic = topic();
        let guess = Statement {
            inferred: Some(Inferred::certain()),
            ..statement("guess", "It smells of soap.", "air", Side::Yes)
        };
        let told = statement("told", "It smells of hay.", "air", Side::Yes);
        let says = || vec![reason("The air gets cleaner.")];
        let other =
            Statement { reasons: says(), ..statement("other", "Carts creak.", "trade", Side::No) };
        let (silent, saying) = (case(vec![reason("Because.")]), case(says()));
        for (written, of, unsaid) in [
            (vec![&guess], vec!["guess"], true),
            (vec![&guess], vec![], false),
            (vec![&guess, &told], vec!["told"], false),
            (vec![&guess, &told], vec!["guess", "told"], false),
            (vec![&guess, &silent], vec!["guess"], true),
            (vec![&guess, &other], vec!["guess"], true),
            (vec![&guess, &saying], vec!["guess"], false),
        ] {
            let written = written.into_iter().cloned().collect();
            let keeper = persona("keeper", Side::No, written);
            let ids: Vec<StatementId> = of.iter().map(|id| id.parse().unwrap()).collect();
            let found = is_side_unsaid(&keeper.corpora[&topic.id], &topic.axes[1], &ids);
            assert_eq!(found, unsaid, "{of:?}");
        }
    }

    #[test]
    fn words_that_two_personas_would_take_for_both_sides_link_neither() {
        let said = |text: &str| {
            let [keeper, walker] = [Side::No, Side::Yes].map(|_| vec![case(vec![reason(text)])]);
            let personas =
                [persona("keeper", Side::No, keeper), persona("walker", Side::Yes, walker)];
            let corpora = super::super::Corpora::new(&topic(), &personas, Probability::ONE);
            let corpora = corpora.unwrap();
            let voices = corpora.voices(Seed(1));
            let link = |persona: &Persona| {
                let own = persona.corpora[&topic().id].statements().next().unwrap();
                voices.voice(&persona.id).unwrap().links(own).reasons[0].is_some()
            };
            personas.each_ref().map(link)
        };
        assert_eq!(said("Ever cleaner is that air."), [false, false]);
        assert_eq!(said("The air gets cleaner!"), [true, true], "a sentence of the topic");
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
            (
                "Cleaner air is a matter of the wind, of people, of drivers and of the car park.",
                "-",
            ),
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
        let corpora = super::super::Corpora::new(&bare, &personas[..1], Probability::ONE);
        let corpora = corpora.unwrap();
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        assert_eq!(voice.links(voice.case()[0]).reasons, [None]);
    }
}
