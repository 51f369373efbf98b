//! What personas can say from their corpora alone: retrieval and fixed rules, offline and deterministic.
//!
//! A *voice* is one persona with the statements that it recalls in one debate. Every sentence of a voice is a statement of
//! its corpus, a reason, assumption or concession of such a statement, or a sentence of the topic; the rules decide which.
//! A debate between voices therefore shows what a protocol does with known positions, and nothing about language models.
//! Questions of all modes are answered from the same rules: a question states what was [`Heard`], and the voice returns
//! statements and numbers.
//!
//! Similar wording is never read as agreement. Two texts say the same only if their authors name the same point or write the
//! same sentence; shared words only decide which statement is retrieved.
//!
//! # The rules
//!
//! **1. Recall** ([`Voices::voice`]). *Reads* the statements of a persona on the topic, the recall share and the seed of the
//! debate. *Returns* the statements that the persona recalls: each with the probability of the recall share, drawn from the
//! seed, the persona's name and the statement's name. The same seed recalls the same statements.
//!
//! **2. Stance** ([`Voice::stance`]). *Reads* the recalled statements on an axis, and the reasons of recalled statements that
//! assert it by a tag or in its words. *Returns* the side for which their confidences have the larger sum, and the difference of
//! the sums as its weight; a reason counts as much as its statement. The side that the persona's case asserts, by tag or in the
//! words of the axis, counts instead where the confidence of the case exceeds that difference. Otherwise, with equal sums, there
//! is no side. A statement on the other side of its axis is one that the persona [grants](Voice::grants). The stance on the
//! topic's own question is the one that the corpus states.
//!
//! **3. Disputed axes** ([`Voices::disputes`]). *Reads* the stances and the cases of several personas. *Returns* the axes on
//! which they take both sides, in the topic's order, and each persona's position with its most confident statement that is not a
//! shared point: one with reasons, else one without, else the reason of its case, or of a statement on which its case rests,
//! that asserts the axis. A persona without any of these has no position on the axis, and neither has one that concedes the
//! other proposition of the axis word for word. The weight of a dispute is the smaller of the two sides' summed weights. Its
//! load is the mean, over the positions, of the share of the persona's case that rests on the axis (rule 16). A dispute is a
//! crux if on each side a persona's case rests on it. Otherwise it is idle, unless less than half of the reasons of such a case
//! are linked: then it is unknown whether the case rests on it.
//!
//! **4. Shared points** ([`Voices::shared_points`]). *Reads* the points that recalled statements name. *Returns* those that
//! at least two personas name and none of the others answers in the opposite way, ranked by the product of each persona's highest
//! confidence. A sentence that personas with different answers to the topic's question write word for word, with the same answer to
//! its axis, is such a point too.
//!
//! **5. Lead** ([`Voice::lead`]). *Reads* the recalled statements that have reasons, or that were inferred from a text without
//! tags, where few reasons are marked. *Returns* one statement for each axis,
//! then others until there are enough. Statements are ranked by confidence, plus 0.5 × the overlap of the statement and its
//! reasons with the axis's propositions and keywords, less 0.1 for each opposing claim that the statement answers. Where only
//! words say that a statement is about the axis (rule 15), its rank is multiplied by how certain that is. Points that several
//! personas share come last.
//!
//! **6. Objections** ([`Voice::objections`]). *Reads* the recalled statements that have reasons. *Returns* the
//! objections to its thesis that the persona knows: first the statements that it grants, most confident first, without shared
//! points; then the opposing claims that its own statements answer; then what its own statements concede.
//!
//! **7. Elaboration** ([`Voice::elaborate`]). *Reads* one sentence of the persona's own. *Returns* what supports or attacks
//! it. For a statement on the persona's side: what it rests on, its first reason, what it concedes (against it), its assumptions
//! and other reasons, then other statements on the axis. A reason or an assumption that asserts another axis is said by the
//! statement that argues for it in the persona's case (rule 16), if there is one. For a reason: the reasons below it. For an
//! objection: the statement that answers it, a reason, then the rest.
//!
//! **8. Replies** ([`Voice::replies`]). *Reads* what others said, component by component, and the recalled statements.
//! *Returns* pairs of a component and a statement, each with a score in [0, 1]. Pairs with a score below 0.25 are dropped.
//!
//! - A statement *answers* a component if one of the opposing claims that its author wrote under it, for that kind of component,
//!   matches the component's text by BM25. If the two are not about the same axis, the score is multiplied by 0.7.
//! - An opposing claim that shares at least half of its words with a sentence of others is aimed at the statements whose sentences
//!   share most of them. It answers no other statement.
//! - A statement that answers nothing *opposes* a claim on the other side of its axis. Its own text is matched, and the score is
//!   multiplied by 0.6. A statement that both sides make opposes neither.
//! - A statement never answers what it does not contradict, whatever words they share. If both take the same side of one axis, there is
//!   no contradiction. If they are on different axes, there is none where the speaker takes the side of the statement, or where the
//!   persona takes the side of what it heard. Example: of two statements that night trams cost too much, neither
//!   answers the other.
//! - Components of one kind are searched together, because an inference is longer than a premise and would otherwise rank lower. When
//!   replies are ranked, one to an inference gains 0.35: people express an inference in other words than its premises and claim.
//! - Statements of untagged corpora oppose in the same way in `belief`; in `graph` their axis and side suffice ([`Untagged`]). Where an
//!   author tags most statements, one without a tag opposes by its words.
//!
//! **9. Concession** ([`Voice::concedes`], [`Voice::grants_to`], [`Voice::own_concessions`]). *Reads* what another persona said. *Returns* the
//! recalled statements that name the same point: a persona concedes what it asserts itself, and does not answer it. Against its own side
//! of an axis, it also grants a sentence that one of its statements on this axis concedes in matching words (rule 11). It does not grant
//! the sentence if another of its statements answers it at least as clearly. Example: a persona against night trams concedes “some shifts
//! end after midnight” in one of its statements, so it grants this sentence when another persona says it.
//!
//! **10. Confidence** ([`Voices::confidence`]). *Reads* a sentence of any persona. *Returns* how sure its author is: the
//! confidence of the statement that the sentence belongs to; 1 minus that confidence for a claim that the author attributes
//! to others; 0.5 for a thesis: how strong an answer is has to follow from its graph, and not from how sure its author is of it.
//!
//! **11. Plausibility** ([`Voice::plausibility`]). *Reads* sentences and the recalled statements of the listener. *Returns*
//! how plausible the listener finds each sentence, by the first case that applies:
//!
//! - its own sentence: the author's confidence (rule 10);
//! - a thesis: the author's confidence if the listener takes the same side, else 1 minus the listener's mean confidence;
//! - a point that the listener asserts; a sentence that it has written in the same words as a statement, a reason, an assumption
//!   or a concession; or a claim that its author attributes to it, where it quotes the listener: the listener's own confidence. An
//!   `answers` quotes the statement at which it is aimed (rule 8) if that has four of five of its words, the same numbers and as
//!   many negations;
//! - a point that the listener denies: 1 minus its confidence;
//! - a sentence that one of its statements matches, the best match deciding: 1 minus the confidence of a statement that
//!   answers it; the author's confidence if the statement concedes it, or halfway from there to 1 if the statement's `unless`
//!   names it. The last two are weighted by how well the words match; the rest of the weight goes to the next case;
//! - a sentence that answers a quoted statement of the listener, or one on an axis on which the listener has a statement, the most
//!   confident one counting: halfway between the author's confidence and 1 minus the confidence of the statement that it
//!   answers or of one on the other side, else the confidence of one on the same side;
//! - any other sentence: halfway between the author's confidence and 0.5.
//!
//! **12. Change of mind** ([`Voices::would_change_if`], [`Voices::settling_question`]). *Reads* the statements behind a
//! sentence. *Returns* the first observation that would change the author's mind about one of them, as a question; without
//! one the question of the axis, and without an axis the question of the topic.
//!
//! **13. Judgement of a reply** ([`Voices::judge`]). *Reads* a reply, the component it is aimed at, and the statement it
//! rests on. *Returns* which component the statement's author wrote it for, by word overlap with the claims that it
//! answers, and whether the reply is relevant, which requires an overlap of at least 0.25. The component that the reply is aimed
//! at is taken to be the intended one unless the overlap with another is higher by at least 0.2. A statement that opposes a claim by axis
//! and side (rule 8) is always relevant to that claim.
//!
//! **14. Likeness** ([`Voices::likeness`]). *Reads* two sentences and the statements behind them. *Returns* the first that
//! applies: the same text; the same point; a point and its denial; opposite sides of one axis (only between statements
//! whose axes were inferred: authors who tag their statements name the points that they deny); the same axis; nothing in
//! common. Word overlap has no effect. A sentence that is not one of the statements it rests on counts as another statement of
//! its author if it repeats it word for word.
//!
//! **15. Links** ([`Voice::links`]). *Reads* the statements of all personas on the topic with their reasons and assumptions, and
//! the topic. *Returns* the axis that each of these sentences is about, and for each reason and assumption the side of an axis
//! that it asserts. The sentences are read together. These steps find the axis of a sentence:
//!
//! - A sentence that repeats a proposition of an axis is about that axis. To repeat it, it has the same words except for case and
//!   punctuation, or four of five of its content words (at least three). Of several propositions it repeats the one with most of its words.
//! - Any other sentence with a tag is about the axis of its tag. What was inferred from a file without tags is kept.
//! - A sentence without a tag that repeats a tagged statement of the same persona in the same sense is about the axis of the
//!   statement.
//! - Every other sentence gets a probability for each axis and for none, by Bayes' rule, from its words and its place. The words
//!   of an axis come from three sources of equal weight: its keywords; its question, its propositions and what would settle it; and all
//!   sentences about it. They are mixed half and half with the words of all texts. A word also counts for the words like it: for each with
//!   the square of ((c − 0.2)/0.8), where c is the cosine of their vectors, if c is above 0.2. So a reason may name its axis in other words.
//!   Words of one sentence that are like each other share their evidence. A word that is like none of the words of another sentence is not
//!   evidence for anything. A reason is not about an axis if none of its words has a cosine of 0.5 or more with one of the keywords, the
//!   question or the propositions of the axis, or of a statement about it.
//! - The larger the share of the reasons about axes that an author tags, the less probable it is that a reason without a tag is about any
//!   axis. An author who tags all of them means no axis where there is no tag. A reason with the tag `axis=none` asserts no axis.
//! - Before words are read, a statement and a reason of a case are equally probable to be about each axis and about none. Any other reason
//!   or assumption is equally probable to be about the axis of its statement, about another one, and about none. An axis on which the
//!   persona says nothing is less probable: all axes of this kind together have the weight of one.
//! - Because the words of an axis depend on which sentences are about it, probabilities are revised until they stay the same.
//!
//! A sentence is about an axis if this is more probable than all other axes and none together. So a statement without a tag gets an
//! axis, too. The author's tag is kept, whatever the words of its sentence are, unless the sentence repeats a proposition of another axis.
//!
//! The side of a sentence is the first of these that exists; without one there is no link:
//!
//! - the side of its tag;
//! - the side of the proposition that the sentence says;
//! - the side that its author states on the axis, in the case in short, or else by tags and in the words of other statements;
//! - the side that favours the author's answer.
//!
//! A sentence that begins with “I grant that” has the other side. A sentence *says* a proposition if it repeats it, or if it has at
//! least half of its words in their order, none replaced in between, and of the words that only one of the two propositions has only
//! those of this one. With as many negations, three quarters of its words may have any order, unless only their order distinguishes the two
//! propositions. With three quarters of its words and one negation more or less, it *denies* the proposition. A statement whose side neither
//! a tag nor its words show has the axis and the side of other wordings of its point.
//!
//! Words link an axis once in a statement, to the most probable clause. A clause that asserts its own statement's axis is not linked,
//! because a statement does not rest on itself. Here, too, shared words are not read as agreement: a link says what a sentence is about,
//! and its author decides the side. Example: under a statement against night trams, the reason “fares would not pay for it” shares
//! words with the axis on cost. It is linked to this axis. Because it says neither proposition, it has the side of its author.
//!
//! **16. Case** ([`Voice::case`], [`Voice::dependence`]). *Reads* the statements that answer the topic's own question. They are
//! the persona's case in short. They are never forgotten, and they are not statements of the debate. *Returns* what its thesis rests on:
//!
//! - First come the axes that the reasons of the case assert. A reason that asserts none rests on all axes that the reasons below it
//!   assert; one that asserts an axis rests on those below it too. An assumption of the case that asserts an axis is one of its reasons.
//! - Below each axis come those that the reasons and assumptions of the persona's statements for its answer assert.
//! - Shared points count where the persona has no position on the axis: they are not disputed, but what they rest on may be.
//! - Links count as far as they are certain. A link that is as likely to be wrong as right counts for nothing.
//! - If an axis is answered against the persona, another axis is lost with it if each of the persona's statements with a reason on that
//!   other axis rests on a lost one. Statements without reasons count where there are no others.
//! - Statements that grant the other answer do not count, and neither does a link to the side that the persona does not take.
//!
//! Example: the case rests on demand, and all statements of the persona on demand have reasons that rest on cost. If cost is answered
//! against the persona, it loses demand as well.
//!
//! Ties are broken by the smaller name of a statement, unless a rule says otherwise.
//!
//! # Source
//! In the tradition of formal dialogue games over commitment stores (Hamblin 1970, *Fallacies*; Walton and Krabbe 1995,
//! *Commitment in Dialogue*). Retrieval by BM25 ([`crate::text::Index`]). What differs: a commitment store is fixed before
//! the debate (the corpus), and a concession never changes it.

mod aims;
mod answer_targets;
mod case;
mod cues;
mod disputes;
mod elaboration;
mod granting;
mod heard;
mod judgement;
mod lead;
mod likeness;
mod linking;
mod plausibility;
mod replies;
#[cfg(test)]
pub(crate) mod samples;
mod settling;
mod shared_points;
mod stance;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

pub use answer_targets::{AnswerTarget, BestMatch};
pub use case::arguing;
pub use disputes::{Dispute, Importance, Position};
pub use elaboration::{Polarity, Remark};
pub(crate) use granting::I_GRANT;
pub use granting::{Granted, OwnConcession};
pub use heard::{Heard, HeardForm, premises};
pub use judgement::Judgement;
pub use lead::{Issues, representativeness};
pub use likeness::Likeness;
pub use linking::{Link, LinkedBy, Links, is_side_guessed, is_side_unsaid};
pub(crate) use linking::{guessed_side, side_said};
pub(crate) use plausibility::hundredths;
pub use replies::{Reply, Untagged, one_each};
pub use shared_points::{SharedPoint, points_named_by_several};
pub use stance::Stance;
pub(crate) use stance::tagged_stances;

use crate::dependence::Dependence;
use crate::text::Lexicon;
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Corpus, Persona, PersonaId, PointId, Probability, Seed, Side,
    Statement, StatementId, Topic,
};

/// Why a voice has no answer, as a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Silence(pub String);

/// The corpora of some personas on one topic, indexed once for all debates between them.
#[derive(Debug, Clone)]
pub struct Corpora {
    topic: Topic,
    personas: BTreeMap<PersonaId, Indexed>,
    /// The points that several personas name.
    shared: BTreeSet<PointId>,
    lexicon: Lexicon,
    recall: Probability,
}

/// A persona's corpus with what depends on it and on the topic alone.
#[derive(Debug, Clone)]
struct Indexed {
    corpus: Corpus,
    /// The key by which the seed decides whether a statement is recalled, in the order of the corpus.
    recall_keys: Vec<String>,
    /// How well each statement leads.
    worth: BTreeMap<StatementId, u64>,
    /// What the reasons and assumptions of each statement assert.
    links: BTreeMap<StatementId, Links>,
    /// The propositions of axes that each statement concedes word for word.
    conceded: BTreeMap<StatementId, Vec<AxisSide>>,
    /// The side that the persona takes on each axis by all that it has written.
    sides: BTreeMap<AxisId, Side>,
    /// Whether its author says of most statements which axis they are about.
    is_tagged: bool,
    /// At which statements of others each `answers` is aimed.
    aims: aims::Aims,
}

impl Indexed {
    /// When a statement without tags opposes a claim, where a mode asks for this: an author who tags most statements left it
    /// without tags on purpose.
    fn untagged(&self, asked: Untagged) -> Untagged {
        if self.is_tagged { Untagged::ByWords } else { asked }
    }
}

impl Corpora {
    /// Indexes what these personas have written on a topic; `recall` is the share of statements that a persona recalls.
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
        shared_points::name_repeated(&mut corpora);
        let shared = points_named_by_several(corpora.values());
        let worth = lead::Worth::new(topic, &lexicon);
        let mut aims = aims::aims(&corpora, &lexicon);
        let index = |((persona, corpus), links): ((PersonaId, Corpus), _)| {
            let worth = corpus.statements().map(|s| (s.id.clone(), worth.of(s))).collect();
            let recall_keys = corpus.statements().map(|s| recall_key(&persona, s)).collect();
            let conceded = linking::conceded(topic, &corpus);
            let sides = stance::sides(&corpus, &links);
            let on_axes: Vec<_> = corpus.statements().filter(|own| own.axis.is_some()).collect();
            let tagged = on_axes.iter().filter(|own| own.inferred.is_none()).count();
            let is_tagged = 2 * tagged > on_axes.len();
            let aims = aims.remove(&persona).unwrap_or_default();
            let indexed =
                Indexed { corpus, recall_keys, worth, links, conceded, sides, is_tagged, aims };
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

    /// The corpora as they are recalled in the debate of this seed.
    pub fn voices(&self, seed: Seed) -> Voices<'_> {
        Voices { corpora: self, seed }
    }
}

/// Whether a statement denies a point that its author asserts on the same side of the same axis. Its tag cannot be right, so
/// the persona does not say it.
pub fn contradicts_itself(corpus: &Corpus, statement: &Statement) -> bool {
    let denied = statement.denies.as_ref();
    let same = |other: &Statement| other.answers_axis() == statement.answers_axis();
    let answers = statement.answers_axis().is_some();
    answers
        && denied.is_some()
        && corpus.statements().any(|other| other.point.as_ref() == denied && same(other))
}

/// The key by which the seed decides whether a persona recalls a statement.
fn recall_key(persona: &PersonaId, statement: &Statement) -> String {
    format!("{persona}/{}", statement.id)
}

/// The statements of a persona's corpus that it does not recall in the debate of this seed.
pub fn forgotten<'c>(
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

/// The voices of all personas in one debate.
#[derive(Debug, Clone, Copy)]
pub struct Voices<'a> {
    corpora: &'a Corpora,
    seed: Seed,
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

    /// The statement of its author that something heard repeats word for word.
    fn repeated(&self, heard: &Heard<'_>) -> Option<&'a Statement> {
        let written = &self.corpora.personas.get(heard.author)?.corpus;
        written.statements().find(|own| own.text == heard.text)
    }

    /// The side that a persona takes on an axis by all that it has written, whether it recalls it or not.
    fn side(&self, persona: &PersonaId, axis: &AxisId) -> Option<Side> {
        self.corpora.personas.get(persona)?.sides.get(axis).copied()
    }

    fn lexicon(&self) -> &'a Lexicon {
        &self.corpora.lexicon
    }
}

/// One persona with the statements that it recalls in one debate.
#[derive(Debug, Clone)]
pub struct Voice<'a> {
    voices: Voices<'a>,
    persona: &'a PersonaId,
    indexed: &'a Indexed,
    cases: Vec<&'a Statement>,
    statements: Vec<&'a Statement>,
    stances: BTreeMap<&'a AxisId, Stance>,
    /// The propositions of axes that it concedes word for word, each with the statement that does.
    conceded: Vec<(&'a Statement, &'a AxisSide)>,
    /// What follows from the statements, computed when it is first asked for.
    dependence: OnceCell<Dependence>,
    pillars: OnceCell<Vec<&'a Statement>>,
}

impl<'a> Voice<'a> {
    /// Whose voice it is.
    pub fn persona(&self) -> &'a PersonaId {
        self.persona
    }

    /// Whether the side of a statement on an axis is a guess, and the case in short does not say the side.
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
}

/// A number that is not negative as an integer that sorts like it, rounded to nine decimals.
pub(crate) fn sortable(value: f64) -> u64 {
    (value * 1e9).round() as u64
}

#[cfg(test)]
mod tests {
    use super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::Side;
    use crate::vocabulary::samples::{statement, topic};

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
        let forgotten = forgotten(&personas[0].id, corpus, corpora.recall(), Seed(1));
        let forgotten: Vec<StatementId> = forgotten.map(|own| own.id.clone()).collect();
        assert_eq!(forgotten.len() + recalled(1).len(), 400);
        assert!(recalled(1).iter().all(|id| !forgotten.contains(id)));
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
        assert_eq!(surest(&|s| s.id.as_str() != "corner"), "noise", "three are sure to 0.7");
    }
}
