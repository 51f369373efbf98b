//! The axes of a topic with each persona's position in its corpus.

use std::collections::BTreeSet;

use faultline::corpus::{Corpora, LinkedBy, Voice, Voices, representativeness};
use faultline::text::to_sentence;
use faultline::view::number;
use faultline::vocabulary::{
    AxisId, Evidence, Persona, PersonaId, Seed, Side, Statement, Topic, TopicId,
};

use crate::site::evidence::is_refuted;
use crate::site::index::{Index, IndexedDebate};
use crate::site::persona_tag::Tag;
use crate::site::route::{Anchor, Link, Route};
use crate::site::sentence::full_stop;
use faultline::view::glossary::{self, Term};

/// A persona's position on an axis, by its own statements and the reasons of its case in short.
#[derive(Debug)]
pub(super) struct Stance {
    pub(super) persona: Tag,
    /// The side that it takes on the whole; empty where it takes none.
    pub(super) side: &'static str,
    /// The text that answers the question best.
    pub(super) best: Option<Quote>,
    /// Whether it only grants this text: it shares all that it says here with others.
    pub(super) is_granted: bool,
    /// Whether the side of this text only follows from the persona's answer to the whole question;
    /// `side` is then empty.
    pub(super) is_guessed: bool,
    /// The side that follows from the persona's answer to the whole question.
    pub(super) suggested: Option<Side>,
    /// Whether the text has no tag, so that only its words show that it is about the question.
    pub(super) is_inferred: bool,
    pub(super) statements: String,
    /// What to say where there is no text.
    pub(super) without: &'static str,
    /// The sentences of its texts without tags that are about the question, where there is no text
    /// that answers it.
    pub(super) unclear: Vec<String>,
}

/// What is said of a persona that has no statement on a question.
const NO_WORDS: &str = "No statement has a tag for this question or shares enough words with it.";
/// What is said of a persona whose sentences on a question show no answer.
const NO_SIDE: &str = "Its text is about this question; which answer it gives is not clear:";
/// The same as `NO_WORDS` where a language model reads the texts, so that words alone put no
/// statement under a question.
const NO_TAG: &str =
    "No statement has a tag for this question, and no debate records an answer to it.";

/// How a page finds the answers that it quotes.
pub(super) fn how_answered(infers_sides: bool) -> &'static str {
    if infers_sides {
        "Below each, every persona answers in the words of its own texts, as they were before any debate: with a reason of its case in short, or \
         else with the statement that fits the question best. Texts whose evidence is refuted come last. A debate may quote other texts."
    } else {
        "Below each, every persona answers in the words of a statement that its author tagged with the question; where there is none, in \
         its words in a debate."
    }
}

/// A statement of a corpus, or a reason of a case in short.
#[derive(Debug)]
pub(super) struct Quote {
    pub(super) text: String,
    /// `None` where the author stated none.
    pub(super) confidence: Option<String>,
    /// Whether it cites something that the evidence store refutes.
    pub(super) is_refuted: bool,
    pub(super) link: Link,
}

/// One axis.
#[derive(Debug)]
pub(super) struct Axis {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) question: String,
    pub(super) kind: Term,
    pub(super) settles: String,
    pub(super) stances: Vec<Stance>,
}

/// The axes with what the corpora say about them. A statement without a tag counts only in debates
/// of the provider `corpus`, where its words say which axis it is about: a language model reads the
/// texts itself.
pub(super) fn axes(index: &Index<'_>, topic: &Topic, here: &Route) -> Vec<Axis> {
    let speakers = index.experiment.personas.iter().filter(|p| p.corpora.contains_key(&topic.id));
    let speakers: Vec<Persona> = speakers.cloned().collect();
    let corpora = Corpora::of_authors(topic, &speakers);
    // Everything is recalled, so the seed makes no difference.
    let all = corpora.voices(Seed(0));
    let voices = speakers.iter().map(|one| all.voice(&one.id).expect("each has a voice"));
    let voices: Vec<Voice<'_>> = voices.collect();
    let axis = |axis: &faultline::vocabulary::Axis| Axis {
        id: Anchor::Axis(axis.id.clone()).id(),
        title: axis.title.clone(),
        question: axis.question.clone(),
        kind: glossary::kind(axis.kind),
        settles: full_stop(&axis.settles),
        stances: voices.iter().map(|voice| stance(index, &all, voice, axis, here)).collect(),
    };
    topic.axes.iter().map(axis).collect()
}

/// A text that may answer the question.
struct Answer<'a> {
    text: String,
    side: Option<Side>,
    statement: &'a Statement,
    /// Whether it is a reason of a case in short, for which no confidence of its own is stated.
    is_reason: bool,
    /// Whether its author wrote it about the question.
    is_tagged: bool,
    is_refuted: bool,
}

impl Answer<'_> {
    fn quote(&self, topic: &TopicId, persona: &PersonaId, here: &Route) -> Quote {
        let (page, statement) = (Route::Persona(persona.clone()), self.statement);
        let has_confidence = !self.is_reason && !statement.is_confidence_assumed;
        Quote {
            text: self.text.clone(),
            confidence: has_confidence.then(|| number::score(statement.confidence.value())),
            is_refuted: self.is_refuted,
            link: page.link_to(here, &Anchor::Statement(topic.clone(), statement.id.clone())),
        }
    }
}

/// The persona's statements on an axis, those without a tag only where the provider `infers_sides`
/// by its rules, and the reasons of its case in short that their author says are about it.
fn answers<'a>(
    voice: &Voice<'a>,
    axis: &faultline::vocabulary::Axis,
    store: Option<&Evidence>,
    infers_sides: bool,
) -> Vec<Answer<'a>> {
    let statements = voice.statements().iter().copied();
    let is_read = |statement: &&Statement| infers_sides || statement.inferred.is_none();
    let on_axis =
        statements.filter(is_read).filter(|statement| statement.axis.as_ref() == Some(&axis.id));
    let on_axis = on_axis.map(|statement| Answer {
        text: full_stop(&statement.text),
        side: statement.side,
        statement,
        is_reason: false,
        is_tagged: statement.inferred.is_none(),
        is_refuted: is_refuted(store, statement.citations()),
    });
    let of_case = voice.case().iter().flat_map(|&case| {
        let links = &voice.links(case).reasons;
        case.all_reasons().into_iter().zip(links).filter_map(move |(reason, link)| {
            let link = link.as_ref().filter(|link| link.by != LinkedBy::Words)?;
            (link.asserts.axis == axis.id).then(|| Answer {
                text: to_sentence(&reason.text),
                side: Some(link.asserts.side),
                statement: case,
                is_reason: true,
                is_tagged: true,
                is_refuted: is_refuted(store, &reason.evidence),
            })
        })
    });
    on_axis.chain(of_case).collect()
}

/// The persona's answer to the question of an axis. A point that others share is not a position: it
/// is quoted as granted where there is nothing else. A text that the evidence store does not refute
/// comes before others, then one that its author wrote about the question before one that is about
/// it by its words alone.
fn stance(
    index: &Index<'_>,
    voices: &Voices<'_>,
    voice: &Voice<'_>,
    axis: &faultline::vocabulary::Axis,
    here: &Route,
) -> Stance {
    let topic = &voices.topic().id;
    let infers_sides = index.experiment.provider.infers_sides;
    let all = answers(voice, axis, index.experiment.evidence.get(topic), infers_sides);
    let (mut own, shared): (Vec<Answer<'_>>, Vec<Answer<'_>>) =
        all.into_iter().partition(|answer| !voices.is_shared(answer.statement));
    let sides: BTreeSet<Side> = own.iter().filter_map(|answer| answer.side).collect();
    let stance = voice.stance(&axis.id).map(|stance| stance.side);
    let only = sides.first().copied().filter(|_| sides.len() == 1);
    let side = only.or(stance.filter(|_| !sides.is_empty()));
    own.retain(|answer| side.is_none() || answer.side == side);
    let is_granted = own.is_empty() && !shared.is_empty();
    let quotable = if is_granted { shared } else { own };
    let stands_for_it = |answer: &Answer<'_>| {
        let (side, confidence) = (answer.side.unwrap_or(Side::Yes), answer.statement.confidence);
        representativeness(axis, side, &answer.text, confidence.value())
    };
    let best = quotable.iter().rev().max_by_key(|answer| {
        (!answer.is_refuted, answer.is_reason, answer.is_tagged, stands_for_it(answer))
    });
    let is_inferred = best.is_some_and(|answer| !answer.is_tagged);
    if let Some(said) = said(index, voices.topic(), voice.persona(), axis, here)
        .filter(|_| best.is_none() && !infers_sides)
    {
        return said;
    }
    let is_guessed = best.is_some_and(|answer| {
        let is_unsaid = || voice.is_side_unsaid(axis, answer.statement);
        !answer.is_reason && is_unsaid()
    });
    let unclear = if best.is_none() && infers_sides {
        unclear(index, topic, voice.persona(), &axis.id)
    } else {
        Vec::new()
    };
    Stance {
        persona: index.personas.tag(voice.persona(), here),
        side: side.filter(|_| !is_guessed).map_or("", glossary::side),
        is_inferred,
        is_guessed,
        suggested: side,
        best: best.map(|answer| answer.quote(topic, voice.persona(), here)),
        is_granted,
        statements: number::count(quotable.len(), "statement", "statements"),
        without: match (infers_sides, unclear.is_empty()) {
            (true, true) => NO_WORDS,
            (true, false) => NO_SIDE,
            (false, _) => NO_TAG,
        },
        unclear,
    }
}

/// The sentences of a persona's texts without tags that are about an axis whose answer they do not
/// show.
fn unclear(index: &Index<'_>, topic: &TopicId, persona: &PersonaId, axis: &AxisId) -> Vec<String> {
    let corpus = index.experiment.corpus(persona, topic);
    let sentences =
        corpus.into_iter().flat_map(|corpus| &corpus.notes).flat_map(|note| &note.sentences);
    let about = sentences.filter(|own| own.about.as_ref() == Some(axis));
    about.map(|own| full_stop(&own.text)).collect()
}

/// What a persona answers to the question of an axis in the debates, as a language model read its
/// texts: the side that most of them record, in the words of the first of these.
fn said(
    index: &Index<'_>,
    topic: &Topic,
    persona: &PersonaId,
    axis: &faultline::vocabulary::Axis,
    here: &Route,
) -> Option<Stance> {
    let is_own = |debate: &&IndexedDebate| {
        let takes_part = debate.personas.contains(persona) && debate.mode.control().is_none();
        takes_part && debate.result.is_ok() && !index.parts(debate).contains(persona)
    };
    let debates: Vec<&IndexedDebate> = index.of_topic(topic).into_iter().filter(is_own).collect();
    let answers = debates.iter().filter_map(|debate| said_in(debate, persona, axis, here));
    let answers: Vec<(Side, String, Link)> = answers.collect();
    let count = |side| answers.iter().filter(|(own, ..)| *own == side).count();
    let side = if count(Side::Yes) >= count(Side::No) { Side::Yes } else { Side::No };
    let (_, text, link) = answers.iter().find(|(own, ..)| *own == side)?;
    Some(Stance {
        persona: index.personas.tag(persona, here),
        side: glossary::side(side),
        best: Some(Quote {
            text: text.clone(),
            confidence: None,
            is_refuted: false,
            link: link.clone(),
        }),
        is_granted: false,
        is_guessed: false,
        suggested: Some(side),
        is_inferred: false,
        statements: match debates.len() {
            1 => "in the debate".to_owned(),
            all => format!("in {} of {all} debates", count(side)),
        },
        without: NO_TAG,
        unclear: Vec::new(),
    })
}

/// What a persona answers to the question of an axis in a debate: on a crux, in another dispute, as
/// one of those who agree, or beside all of these.
fn said_in(
    debate: &IndexedDebate,
    persona: &PersonaId,
    axis: &faultline::vocabulary::Axis,
    here: &Route,
) -> Option<(Side, String, Link)> {
    let summary = debate.result.as_ref().ok()?;
    let outcome = &summary.outcome;
    let page = || Route::of_debate(debate).link(here);
    let cruxes = outcome.cruxes.iter().filter(|crux| crux.axis.as_ref() == Some(&axis.id));
    let of_cruxes = cruxes.flat_map(|crux| {
        let link = Route::crux(debate, crux.id, here);
        crux.positions.iter().map(move |held| (held, link.clone()))
    });
    let idle = outcome.idle_disputes.iter().filter(|idle| idle.axis == axis.id);
    let of_others = idle.flat_map(|idle| &idle.positions).map(|held| (held, page()));
    let held = of_cruxes.chain(of_others).filter(|(held, _)| held.persona == *persona);
    let held = held.filter_map(|(held, link)| Some((held.side?, held.text.clone(), link)));
    let agreed = outcome.common_ground.questions.iter().filter(|agreed| agreed.axis == axis.id);
    let alike = agreed.flat_map(|agreed| {
        let own = agreed.answers.iter().filter(|answer| answer.persona == *persona);
        own.map(|answer| (agreed.side, answer.text.clone(), page()))
    });
    let beside = summary.answer(persona, &axis.id);
    let beside = beside.map(|(side, text)| (*side, text.clone(), page()));
    let mut said = held.chain(alike).chain(beside).filter(|(_, text, _)| !text.is_empty());
    said.next().map(|(side, text, link)| (side, full_stop(&text), link))
}
