//! The page of one debate.

mod calls;
mod common_ground;
mod crux;
mod evidence;
mod head;
mod log;
mod metrics;
mod moves;
mod no_outcome;
mod resolution;
mod rounds;

use faultline::graph::{Graph, Node, NodeKind};
use faultline::record::{self, Crux, FoundBy, StopReason};
use faultline::view::{Subject, glossary, number};
use faultline::vocabulary::{Corpus, Probability, Reach, Side, Statement, Topic};

use self::head::{Head, head};
use super::blocks::{self, Block};
use super::findings::{
    DeclaredCondition, conditions, first_reason, meanings, order, title_of_unknown,
};
use super::frame::Frame;
use super::index::Index;
use super::input::{Debate, Experiment};
use super::overview::Overview;
use super::persona_tag::Tag;
use super::references::{NodeRef, References};
use super::route::{Link, Route};
use super::sentence::{capital, full_stop, sentence};
use super::stance::row;
use super::{Fault, Page, comparison};
use crate::unique::unique;

/// A persona's answer to the topic's question.
#[derive(Debug)]
struct Thesis {
    persona: Tag,
    side: &'static str,
    text: String,
    /// The first reason for it.
    because: Option<String>,
    /// The persona's own answer, where it argues for the opposite.
    own_answer: Option<&'static str>,
    node: NodeRef,
}

/// A key figure.
#[derive(Debug)]
struct Figure {
    value: String,
    name: String,
    meaning: String,
}

/// A finished debate.
#[derive(Debug)]
struct View {
    head: Head,
    regime: String,
    regime_sentence: String,
    /// What yes and no to the topic's question mean.
    meanings: Option<(String, String)>,
    /// Each persona's answer to it.
    theses: Vec<Thesis>,
    stop: &'static str,
    stop_sentence: String,
    /// The rounds after the opening.
    rounds_after_opening: u32,
    figures: Vec<Figure>,
    claims: Vec<String>,
    /// The answers to the cruxes at a glance.
    overview: Overview,
    /// Why all cruxes have the same score, if there are several and they have.
    equal_scores: Option<String>,
    cruxes: Vec<crux::Card>,
    /// Questions that divide, where the debate does not show how much depends on them.
    unknown: Vec<crux::Card>,
    /// Questions that are disputed, but that do not carry load on both sides.
    idle: Vec<crux::OtherDisagreement>,
    /// The statements that each persona did not recall.
    forgotten: Vec<(Tag, Vec<String>)>,
    /// The conditions that its personas declare and that no card shows.
    minds: Vec<DeclaredCondition>,
    /// The statements whose base score is an assumption, since their author states no confidence.
    assumed: Vec<NodeRef>,
    /// Questions that the debate settled.
    settled: Vec<crux::Settled>,
    ground: common_ground::CommonGround,
    /// The style sheet of drawings.
    views_style: String,
    /// What only the mode shows.
    sections: Vec<blocks::Section>,
    rounds: Vec<rounds::Round>,
    ledgers: Vec<evidence::Ledger>,
    flips: Vec<resolution::Flip>,
    resolution: Vec<resolution::Resolution>,
    metrics: Vec<metrics::Metric>,
    /// The page with the moves and calls.
    log: Link,
}

impl View {
    /// Whether any metric has a range to compare it with.
    fn has_aims(&self) -> bool {
        self.metrics.iter().any(|metric| !metric.aim.is_empty())
    }

    /// Whether a side in the list of other disagreements is a guess.
    fn has_guess(&self) -> bool {
        self.idle.iter().flat_map(|idle| &idle.answers).any(|held| held.is_guessed)
    }

    fn unknown_title(&self) -> &'static str {
        let guessed = |card: &crux::Card| card.stances.iter().any(|stance| stance.of.is_guessed);
        title_of_unknown(self.unknown.iter().any(guessed))
    }

    /// Whether the page has a section on what would end the disagreement.
    /// Whether a crux is a double crux.
    fn has_double_crux(&self) -> bool {
        self.cruxes.iter().any(|card| card.is_declared)
    }

    /// Whether a crux shows what would change a persona's main answer.
    fn changes_answers(&self) -> bool {
        let stances = self.cruxes.iter().flat_map(|card| &card.stances);
        let mut flips = stances.filter_map(|held| held.of.flip.as_ref());
        flips.any(|flip| flip.changes == Reach::Answer)
    }

    fn has_ways_out(&self) -> bool {
        !(self.minds.is_empty() && self.flips.is_empty() && self.resolution.is_empty())
    }

    /// What the metrics outside their ranges mean, each once, as a phrase; empty where all are
    /// inside.
    fn misses(&self) -> String {
        let misses = unique(self.metrics.iter().filter_map(|metric| metric.miss.as_deref()));
        match misses.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{}, and {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

templates!(View, "pages/debate.html", "pages/debate.md");

/// Builds the page of a debate and its twin.
pub(super) fn pages(index: &Index<'_>, debate: &Debate) -> Result<Vec<Page>, Fault> {
    let Index { experiment, personas, .. } = index;
    let topic = experiment.topic(&debate.topic).ok_or_else(|| Fault::UnknownTopic {
        cell: debate.cell.clone(),
        topic: debate.topic.clone(),
    })?;
    let here = Route::of_debate(debate);
    let head = head(personas, topic, debate, &here);
    let names: Vec<&str> = head.personas.iter().map(|tag| tag.name.as_str()).collect();
    let title = format!("{}: {}, {}", topic.title, names.join(", "), head.mode);
    let above = [(topic.title.clone(), Route::Topic(topic.id.clone()))];
    let step = comparison::title_with_replicate(debate);
    let frame = Frame { step, ..Frame::new(experiment, &here, title, &above) };
    match &debate.result {
        Ok(finished) => {
            let evidence = experiment.evidence.get(&topic.id);
            let references =
                References::new(personas, experiment, topic, debate, finished, evidence)?;
            let view = view(experiment, head, &references)?;
            let mut pages = render(&here, &frame, &view)?;
            pages.extend(log::pages(experiment, personas, references)?);
            Ok(pages)
        }
        Err(absent) => no_outcome::pages(index, head, &frame, absent, &here),
    }
}

/// Why all cruxes carry the same load, if there are several and they do. Nothing is said where a
/// persona calls one of them decisive: then its reasons do not count the same.
fn equal_scores(topic: &Topic, cruxes: &[Crux]) -> Option<String> {
    let computed = || cruxes.iter().filter(|crux| crux.found == FoundBy::Load);
    let scores: Vec<Probability> = computed().map(|crux| crux.score.value).collect();
    let are_equal = scores.len() > 1 && scores.windows(2).all(|pair| pair[0] == pair[1]);
    let is_decisive = computed().flat_map(|crux| &crux.positions).any(|held| held.is_decisive);
    let question = |crux: &'_ Crux| {
        let axis = crux.axis.as_ref().and_then(|id| topic.axis(id));
        axis.map_or("", |axis| axis.question.as_str())
    };
    let order = order(topic, computed().map(question));
    (are_equal && !is_decisive).then(|| {
        format!("All have the same score, because each reason for a thesis counts the same in this computation.{order}")
    })
}

fn view(experiment: &Experiment, head: Head, references: &References<'_>) -> Result<View, Fault> {
    let outcome = &references.finished.outcome;
    let sections = blocks::sections(references, Subject::Debate)?;
    let cards = outcome.cruxes.iter().map(|crux| crux::card(references, crux));
    let mut cards: Vec<crux::Card> = cards.collect::<Result<_, _>>()?;
    let ids = references.debate.personas.iter();
    let tagged = ids.map(|id| (id, references.tag(id)));
    let theses: Vec<&record::Thesis> = outcome.theses.iter().collect();
    let mut minds = conditions(experiment, references.topic, tagged, &theses);
    minds.retain(|declared| !crux::mark_declared(&mut cards, declared));
    let (unknown, cruxes): (Vec<crux::Card>, Vec<crux::Card>) =
        cards.into_iter().partition(|card| card.is_load_unknown);
    let answers: Vec<Thesis> =
        outcome.theses.iter().map(|own| thesis(experiment, references, own)).collect();
    Ok(View {
        head,
        meanings: meanings(references.topic, answers.iter().map(|own| own.text.as_str())),
        theses: answers,
        regime: capital(glossary::regime(outcome.regime).word),
        regime_sentence: sentence(&outcome.regime_sentence),
        stop: match outcome.stop.reason {
            StopReason::Failed => "Failed",
            StopReason::Converged | StopReason::MaxRounds | StopReason::NoMoves => "Ended",
        },
        stop_sentence: sentence(&outcome.stop.rule),
        rounds_after_opening: outcome.stop.rounds,
        figures: figures(references)?,
        claims: outcome.claims.iter().map(|claim| full_stop(&claim.text)).collect(),
        overview: Overview::new(
            cruxes.iter().map(|card| row(&card.id, &card.question, &card.stances)),
        ),
        equal_scores: equal_scores(references.topic, &outcome.cruxes),
        cruxes,
        unknown,
        idle: outcome.idle_disputes.iter().map(|idle| crux::idle(references, idle)).collect(),
        settled: outcome.settled.iter().map(crux::settled).collect(),
        forgotten: forgotten(references),
        minds,
        assumed: assumed(experiment, references),
        ground: common_ground::common_ground(experiment, references),
        views_style: Route::Views.asset(&references.here),
        sections,
        rounds: rounds::rounds(references)?,
        ledgers: evidence::ledgers(references),
        flips: resolution::flips(references),
        resolution: resolution::resolution(references),
        metrics: metrics::metrics(outcome, references.debate.mode.about().measures),
        log: Route::of_log(references.debate, 0).link(&references.here),
    })
}

fn thesis(experiment: &Experiment, references: &References<'_>, thesis: &record::Thesis) -> Thesis {
    let own = experiment
        .persona(&thesis.persona)
        .and_then(|persona| persona.answer(&references.topic.id));
    let own = own.filter(|answer| *answer != thesis.side);
    Thesis {
        persona: references.tag(&thesis.persona),
        side: glossary::side(thesis.side),
        text: full_stop(&thesis.text),
        because: first_reason(thesis, references.history.node(thesis.node)),
        own_answer: own.map(Side::word),
        node: references.node(thesis.node),
    }
}

/// The number of nodes of a graph, with the numbers of each kind where it has several. A claim is
/// one of three things, by what it does and by who holds it.
fn nodes(references: &References<'_>, graph: &Graph) -> Figure {
    let kind = |node: &Node| match node.kind {
        NodeKind::Thesis => ("thesis", "theses"),
        NodeKind::Question => ("question", "questions"),
        NodeKind::Reading => ("reading", "readings"),
        NodeKind::Position => ("answer", "answers"),
        NodeKind::Point if references.history.is_objection(node.id) => {
            ("considered objection", "considered objections")
        }
        NodeKind::Point | NodeKind::Argument if node.endorsers().len() > 1 => {
            ("wording of a shared point", "wordings of shared points")
        }
        NodeKind::Argument => ("argument", "arguments"),
        NodeKind::Point => ("point granted by one persona", "points granted by one persona"),
    };
    let mut counted: Vec<(usize, &str, &str)> = Vec::new();
    for (one, many) in graph.nodes().map(kind) {
        match counted.iter_mut().find(|(_, known, _)| *known == one) {
            Some((count, ..)) => *count += 1,
            None => counted.push((1, one, many)),
        }
    }
    let value = number::integer(graph.nodes().len() as u64);
    let (name, meaning) = match counted.as_slice() {
        [(_, _, many)] => ((*many).to_owned(), "in the final graph".to_owned()),
        several => {
            let phrases = several.iter().map(|&(count, one, many)| number::count(count, one, many));
            ("statements".to_owned(), phrases.collect::<Vec<_>>().join(", "))
        }
    };
    Figure { value, name, meaning }
}

/// The nodes with a base score that quote only statements without a stated confidence, where the
/// provider answers with these confidences.
fn assumed(experiment: &Experiment, references: &References<'_>) -> Vec<NodeRef> {
    if !experiment.inferred(&references.topic.id).is_used {
        return Vec::new();
    }
    let is_assumed = |node: &Node| {
        let author = node.author.as_ref();
        let corpus = author.and_then(|author| experiment.corpus(author, &references.topic.id));
        let quoted = |statement: &Statement| node.detail.excerpts.contains(&statement.id);
        let mut stated =
            corpus.into_iter().flat_map(Corpus::statements).filter(|own| quoted(own)).peekable();
        node.base_score.is_some()
            && stated.peek().is_some()
            && stated.all(|statement| statement.is_confidence_assumed)
    };
    let nodes = references.last().into_iter().flat_map(|last| last.graph.nodes());
    nodes.filter(|node| is_assumed(node)).map(|node| references.node(node.id)).collect()
}

fn forgotten(references: &References<'_>) -> Vec<(Tag, Vec<String>)> {
    let forgotten = references.finished.forgotten.iter();
    let tagged = forgotten.map(|(persona, statements)| {
        let texts = statements.iter().map(|text| full_stop(text)).collect();
        (references.tag(persona), texts)
    });
    tagged.collect()
}

fn figures(references: &References<'_>) -> Result<Vec<Figure>, Fault> {
    let outcome = &references.finished.outcome;
    let figure = |value: u64, name: &str, meaning: &str| Figure {
        value: number::integer(value),
        name: name.to_owned(),
        meaning: meaning.to_owned(),
    };
    let mut figures: Vec<Figure> =
        references.last().map(|snapshot| nodes(references, &snapshot.graph)).into_iter().collect();
    for section in blocks::sections(references, Subject::Summary)? {
        for block in section.blocks {
            let Block::Facts(facts) = block else { continue };
            figures.extend(facts.into_iter().map(|fact| Figure {
                value: fact.value.words(),
                name: fact.name,
                meaning: fact.meaning,
            }));
        }
    }
    let usage = &outcome.usage;
    let tokens = if usage.estimated { "read and written, estimated" } else { "read and written" };
    figures.extend([
        figure(
            outcome.common_ground.agreements() as u64,
            "agreed",
            "points that two personas or more share, and questions that they answer alike",
        ),
        figure(u64::from(usage.calls), "calls", "questions to the provider"),
        figure(usage.volume().tokens().0, "tokens", tokens),
    ]);
    Ok(figures)
}
