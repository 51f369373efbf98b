//! What personas can say from their corpora alone: retrieval and fixed rules, offline and
//! deterministic.
//!
//! A *voice* is one persona with the statements that it recalls in one debate. Every sentence of a
//! voice is a statement of its corpus, a reason, assumption or concession of such a statement, or a
//! sentence of the topic; the rules decide which. A debate between voices therefore shows what a
//! protocol does with known positions, and nothing about language models. Questions of all modes
//! are answered from the same rules: a question states what was [`Heard`], and the voice returns
//! statements and numbers.
//!
//! Similar wording is never read as agreement. Two texts say the same only if their authors name
//! the same point or write the same sentence; shared words only decide which statement is
//! retrieved.
//!
//! # The rules
//!
//! **1. Recall** ([`Voices::voice`]). *Reads* the statements of a persona on the topic, the recall
//! share and the seed of the debate. *Returns* the statements that the persona recalls: each with
//! the probability of the recall share, drawn from the seed, the persona's name and the statement's
//! name. The same seed recalls the same statements.
//!
//! **2. Stance** ([`Voice::stance`]). *Reads* the recalled statements on an axis, and the reasons
//! of recalled statements that assert it by a tag or in its words. *Returns* the side for which
//! their confidences have the larger sum, and the difference of the sums as its weight; a reason
//! counts as much as its statement. The side that the persona's case asserts, by tag or in the
//! words of the axis, counts instead where the confidence of the case exceeds that difference.
//! Otherwise, with equal sums, there is no side. A statement on the other side of its axis is one
//! that the persona [grants](Voice::grants). The stance on the topic's own question is the one that
//! the corpus states.
//!
//! **3. Disputed axes** ([`Voices::disputes`]). *Reads* the stances and the cases of several
//! personas. *Returns* the axes on which they take both sides, in the topic's order, and each
//! persona's position with its most confident statement that is not a shared point: one with
//! reasons, else one without, else the reason of its case, or of a statement on which its case
//! rests, that asserts the axis. A persona without any of these has no position on the axis, and
//! neither has one that concedes the other proposition of the axis word for word. The weight of a
//! dispute is the smaller of the two sides' summed weights. Its load is the mean, over the
//! positions, of the share of the persona's case that rests on the axis (rule 16). A dispute is a
//! crux if on each side a persona's case rests on it. Otherwise it is idle, unless less than 45% of
//! the reasons of such a case are linked: then it is unknown whether the case rests on it.
//!
//! **4. Shared points** ([`Voices::shared_points`]). *Reads* the points that recalled statements
//! name. *Returns* those that at least two personas name and none of the others answers in the
//! opposite way, ranked by the product of each persona's highest confidence. A sentence that
//! personas with different answers to the topic's question write word for word, with the same
//! answer to its axis, is such a point too.
//!
//! **5. Lead** ([`Voice::lead`]). *Reads* the recalled statements that have reasons, or that were
//! inferred from a text without tags, where few reasons are marked. *Returns* one statement for
//! each axis, then others until there are enough. Statements are ranked by confidence, plus 0.5 ×
//! the overlap of the statement and its reasons with the axis's propositions and keywords, less 0.1
//! for each opposing claim that the statement answers. Where only words say that a statement is
//! about the axis (rule 15), its rank is multiplied by how certain that is. Points that several
//! personas share come last.
//!
//! **6. Objections** ([`Voice::objections`]). *Reads* the recalled statements that have reasons.
//! *Returns* the objections to its thesis that the persona knows: first the statements that it
//! grants, most confident first, without shared points; then the opposing claims that its own
//! statements answer; then what its own statements concede.
//!
//! **7. Elaboration** ([`Voice::elaborate`]). *Reads* one sentence of the persona's own. *Returns*
//! what supports or attacks it. For a statement on the persona's side: what it rests on, its first
//! reason, what it concedes (against it), its assumptions and other reasons, then other statements
//! on the axis. A reason or an assumption that asserts another axis is said by the statement that
//! argues for it in the persona's case (rule 16), if there is one. For a reason: the reasons below
//! it. For an objection: the statement that answers it, a reason, then the rest.
//!
//! **8. Replies** ([`Voice::replies`]). *Reads* what others said, component by component, and the
//! recalled statements. *Returns* pairs of a component and a statement, each with a score in [0,
//! 1]. Pairs with a score below 0.25 are dropped.
//!
//! - A statement *answers* a component if one of the opposing claims that its author wrote under
//!   it, for that kind of component, matches the component's text by BM25. If the two are not about
//!   the same axis, the score is multiplied by 0.7.
//! - An opposing claim that shares at least half of its words with a sentence of others is aimed at
//!   the statements whose sentences share most of them. It answers no other statement.
//! - A statement that answers nothing *opposes* a claim on the other side of its axis. Its own text
//!   is matched, and the score is multiplied by 0.6. A statement that both sides make opposes
//!   neither.
//! - A statement never answers what it does not contradict, whatever words they share. If both take
//!   the same side of one axis, there is no contradiction. If they are on different axes, there is
//!   none where the speaker takes the side of the statement, or where the persona takes the side of
//!   what it heard. Example: of two statements that night trams cost too much, neither answers the
//!   other.
//! - Components of one kind are searched together, because an inference is longer than a premise
//!   and would otherwise rank lower. When replies are ranked, one to an inference gains 0.35:
//!   people express an inference in other words than its premises and claim.
//! - Statements of untagged corpora oppose in the same way in `belief`; in `graph` their axis and
//!   side suffice ([`Untagged`]). Where an author tags most statements, one without a tag opposes
//!   by its words.
//!
//! **9. Concession** ([`Voice::concedes`], [`Voice::grants_to`], [`Voice::own_concessions`]).
//! *Reads* what another persona said. *Returns* the recalled statements that name the same point: a
//! persona concedes what it asserts itself, and does not answer it. Against its own side of an
//! axis, it also grants a sentence that one of its statements on this axis concedes in matching
//! words (rule 11). It does not grant the sentence if another of its statements answers it at least
//! as clearly. Example: a persona against night trams concedes “some shifts end after midnight” in
//! one of its statements, so it grants this sentence when another persona says it.
//!
//! **10. Confidence** ([`Voices::confidence`]). *Reads* a sentence of any persona. *Returns* how
//! sure its author is: the confidence of the statement that the sentence belongs to; 1 minus that
//! confidence for a claim that the author attributes to others; 0.5 for a thesis: how strong an
//! answer is has to follow from its graph, and not from how sure its author is of it.
//!
//! **11. Plausibility** ([`Voice::plausibility`]). *Reads* sentences and the recalled statements of
//! the listener. *Returns* how plausible the listener finds each sentence, by the first case that
//! applies:
//!
//! - its own sentence: the author's confidence (rule 10);
//! - a thesis: the author's confidence if the listener takes the same side, else 1 minus the
//!   listener's mean confidence;
//! - a point that the listener asserts; a sentence that it has written in the same words as a
//!   statement, a reason, an assumption or a concession; or a claim that its author attributes to
//!   it, where it quotes the listener: the listener's own confidence. An `answers` quotes the
//!   statement at which it is aimed (rule 8) if that has four of five of its words, the same
//!   numbers and as many negations;
//! - a point that the listener denies: 1 minus its confidence;
//! - a sentence that one of its statements matches, the best match deciding: 1 minus the confidence
//!   of a statement that answers it; the author's confidence if the statement concedes it, or
//!   halfway from there to 1 if the statement's `unless` names it. The last two are weighted by how
//!   well the words match; the rest of the weight goes to the next case;
//! - a sentence that answers a quoted statement of the listener, or one on an axis on which the
//!   listener has a statement, the most confident one counting: halfway between the author's
//!   confidence and 1 minus the confidence of the statement that it answers or of one on the other
//!   side, else the confidence of one on the same side;
//! - any other sentence: halfway between the author's confidence and 0.5.
//!
//! **12. Change of mind** ([`Voices::would_change_if`], [`Voices::settling_question`]). *Reads* the
//! statements behind a sentence. *Returns* the first observation that would change the author's
//! mind about one of them, as a question; without one the question of the axis, and without an axis
//! the question of the topic.
//!
//! **13. Judgement of a reply** ([`Voices::judge`]). *Reads* a reply, the component it is aimed at,
//! and the statement it rests on. *Returns* which component the statement's author wrote it for, by
//! word overlap with the claims that it answers, and whether the reply is relevant, which requires
//! an overlap of at least 0.25. The component that the reply is aimed at is taken to be the
//! intended one unless the overlap with another is higher by at least 0.2. A statement that opposes
//! a claim by axis and side (rule 8) is always relevant to that claim.
//!
//! **14. Likeness** ([`Voices::likeness`]). *Reads* two sentences and the statements behind them.
//! *Returns* the first that applies: the same text; the same point; a point and its denial;
//! opposite sides of one axis (only between statements whose axes were inferred: authors who tag
//! their statements name the points that they deny); the same axis; nothing in common. Word overlap
//! has no effect. A sentence that is not one of the statements it rests on counts as another
//! statement of its author if it repeats it word for word.
//!
//! **15. Links** ([`Voice::links`]). *Reads* the statements of all personas on the topic with their
//! reasons and assumptions, and the topic. *Returns* the axis that each of these sentences is
//! about, and for each reason and assumption the side of an axis that it asserts. The sentences are
//! read together. These steps find the axis of a sentence:
//!
//! - A sentence that repeats a proposition of an axis is about that axis. To repeat it, it has the
//!   same words except for case and punctuation, or four of five of its content words (at least
//!   three). Of several propositions it repeats the one with most of its words.
//! - Any other sentence with a tag is about the axis of its tag. What was inferred from a file
//!   without tags is kept.
//! - A sentence without a tag that repeats a tagged statement of the same persona in the same sense
//!   is about the axis of the statement.
//! - Every other sentence gets a probability for each axis and for none, by Bayes' rule, from its
//!   words and its place. The words of an axis come from three sources of equal weight: its
//!   keywords; its question, its propositions and what would settle it; and all sentences about it.
//!   They are mixed half and half with the words of all texts. A word also counts for the words
//!   like it: for each with the square of ((c − 0.2)/0.8), where c is the cosine of their vectors,
//!   if c is above 0.2. So a reason may name its axis in other words. Words of one sentence that
//!   are like each other share their evidence. A word that is like none of the words of another
//!   sentence is not evidence for anything. A reason is not about an axis if none of its words has
//!   a cosine of 0.5 or more with one of the keywords, the question or the propositions of the
//!   axis, or of a statement about it.
//! - The larger the share of the reasons about axes that an author tags, the less probable it is
//!   that a reason without a tag is about any axis. An author who tags all of them means no axis
//!   where there is no tag. A reason with the tag `axis=none` asserts no axis.
//! - Before words are read, a statement and a reason of a case are equally probable to be about
//!   each axis and about none. Any other reason or assumption is equally probable to be about the
//!   axis of its statement, about another one, and about none. An axis on which the persona says
//!   nothing is less probable: all axes of this kind together have the weight of one.
//! - Because the words of an axis depend on which sentences are about it, probabilities are revised
//!   until they stay the same.
//!
//! A sentence is about an axis if this is more probable than all other axes and none together. So a
//! statement without a tag gets an axis, too. The author's tag is kept, whatever the words of its
//! sentence are, unless the sentence repeats a proposition of another axis.
//!
//! The side of a sentence is the first of these that exists; without one there is no link:
//!
//! - the side of its tag;
//! - the side of the proposition that the sentence says;
//! - the side that its author states on the axis, in the case in short, or else by tags and in the
//!   words of other statements;
//! - the side that favours the author's answer.
//!
//! A sentence that begins with “I grant that” has the other side. A sentence *says* a proposition
//! if it repeats it, or if it has at least half of its words in their order, none replaced in
//! between, and, of the words that only one of the two propositions has, only those of this one.
//! With as many negations, three quarters of its words may have any order, unless only their order
//! distinguishes the two propositions. With three quarters of its words and one negation more or
//! less, it *denies* the proposition. A statement whose side is shown neither by a tag nor by its
//! words has the axis and the side of other wordings of its point.
//!
//! Words link an axis once in a statement, to the most probable clause. A clause that asserts its
//! own statement's axis is not linked, because a statement does not rest on itself. Here, too,
//! shared words are not read as agreement: a link says what a sentence is about, and its author
//! decides the side. Example: under a statement against night trams, the reason “fares would not
//! pay for it” shares words with the axis on cost. It is linked to this axis. Because it says
//! neither proposition, it has the side of its author.
//!
//! **16. Case** ([`Voice::case`], [`Voice::dependence`]). *Reads* the statements that answer the
//! topic's own question. They are the persona's case in short. They are never forgotten, and they
//! are not statements of the debate. *Returns* what its thesis rests on:
//!
//! - First come the axes that the reasons of the case assert. A reason that asserts none rests on
//!   all axes that the reasons below it assert; one that asserts an axis rests on those below it
//!   too. An assumption of the case that asserts an axis is one of its reasons.
//! - The whole thesis rests on each axis on which the persona's contract declares a condition that
//!   would change its answer to the topic's question.
//! - Below each axis come those that the reasons and assumptions of the persona's statements for
//!   its answer assert.
//! - Shared points count where the persona has no position on the axis: they are not disputed, but
//!   what they rest on may be.
//! - Links count as far as they are certain. A link that is as likely to be wrong as right counts
//!   for nothing.
//! - If an axis is answered against the persona, another axis is lost with it if each of the
//!   persona's statements with a reason on that other axis rests on a lost one. Statements without
//!   reasons count where there are no others.
//! - Statements that grant the other answer do not count, and neither does a link to the side that
//!   the persona does not take.
//!
//! Example: the case rests on demand, and all statements of the persona on demand have reasons that
//! rest on cost. If cost is answered against the persona, it loses demand as well.
//!
//! Ties are broken by the smaller name of a statement, unless a rule says otherwise.
//!
//! # Source
//! In the tradition of formal dialogue games over commitment stores (Hamblin 1970, *Fallacies*;
//! Walton and Krabbe 1995, *Commitment in Dialogue*). Retrieval by BM25 ([`crate::text::Index`]).
//! What differs: a commitment store is fixed before the debate (the corpus), and a concession never
//! changes it.

mod answer_targets;
mod case;
mod change_of_mind;
mod components;
mod concessions;
mod corpora;
mod cues;
mod disputes;
mod elaboration;
mod heard;
mod intended_targets;
mod judgement;
mod lead;
mod lead_ranking;
mod likeness;
mod linking;
mod links;
mod named_points;
mod plausibility;
mod replies;
#[cfg(test)]
pub(crate) mod samples;
mod shared_points;
mod sortable;
mod stance;
mod voice;

pub use answer_targets::{AnswerTarget, BestMatch};
pub use case::arguing;
pub use components::premises;
pub(crate) use concessions::I_GRANT;
pub use concessions::{Granted, OwnConcession};
pub use corpora::{Corpora, Silence, Untagged, unrecalled};
pub use disputes::{Dispute, Position};
pub use elaboration::{InfluenceKind, Remark};
pub use heard::{Heard, HeardForm};
pub use judgement::Judgement;
pub use lead::LeadAxes;
pub use lead_ranking::representativeness;
pub use likeness::Likeness;
pub(crate) use linking::{guessed_side, side_said};
pub use linking::{is_side_guessed, is_side_unsaid};
pub use links::{Link, LinkedBy, Links};
pub use named_points::points_named_by_several;
pub(crate) use plausibility::hundredths;
pub use replies::{Reply, one_each};
pub use shared_points::SharedPoint;
pub(crate) use sortable::sortable;
pub use stance::Stance;
pub(crate) use stance::tagged_stances;
pub use voice::{Voice, Voices, contradicts_itself};
