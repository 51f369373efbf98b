//! The page of one debate.

mod belief;
mod calls;
pub(super) mod clash;
mod crux;
mod ground;
mod ledger;
mod log;
pub(super) mod outline;
mod rounds;
mod scene;

use askama::Template;
use faultline::view::number;

use super::cast::{Cast, Tag};
use super::frame::Frame;
use super::input::{Absent, Debate, Experiment, Finished};
use super::route::{Anchor, Link, Route};
use super::words;
use super::{Fault, Page, cost, diagram, home, prose};
use faultline::graph::NodeKind;
use faultline::record::{Outcome, StopReason};
use faultline::vocabulary::Topic;

pub(super) use crux::Card;
pub(super) use scene::Scene;

/// A number with what it counts.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub(super) value: String,
    pub(super) label: &'static str,
    pub(super) gloss: String,
}

/// What stands above the sections.
#[derive(Debug, Clone)]
struct Head {
    question: String,
    personas: Vec<Tag>,
    mode: String,
    mode_link: Link,
    topic_link: Link,
    replicate: u32,
    seed: u64,
    cell: String,
}

/// A number that the mode reports of itself.
#[derive(Debug, Clone)]
struct MetricRow {
    name: String,
    value: String,
    meaning: String,
    /// What to hold the value against; empty where there is nothing.
    aim: String,
}

/// A debate that came to its end.
#[derive(Debug)]
struct View {
    head: Head,
    regime: String,
    regime_sentence: String,
    stop: String,
    stop_sentence: String,
    facts: Vec<Fact>,
    claims: Vec<String>,
    cruxes: Vec<Card>,
    ground: ground::Ground,
    /// The style sheet of pages with several drawings.
    views_style: String,
    beliefs: Option<belief::Beliefs>,
    drawing: Option<diagram::Drawing>,
    outline: Vec<outline::Item>,
    outline_lines: Vec<outline::Line>,
    counts: Vec<rounds::Counts>,
    rounds: Vec<rounds::Round>,
    ledgers: Vec<ledger::Book>,
    flips: Vec<ledger::Flip>,
    resolution: Vec<ledger::Resolution>,
    metrics: Vec<MetricRow>,
    calls: Vec<calls::Entry>,
    calls_sentence: String,
}

impl View {
    /// Whether there is something to hold any of the metrics against.
    fn has_aims(&self) -> bool {
        self.metrics.iter().any(|metric| !metric.aim.is_empty())
    }
}

#[derive(Template)]
#[template(path = "pages/debate.html")]
struct Html<'a> {
    frame: &'a Frame,
    view: &'a View,
}

#[derive(Template)]
#[template(path = "pages/debate.md")]
struct Markdown<'a> {
    frame: &'a Frame,
    view: &'a View,
}

#[derive(Template)]
#[template(path = "pages/absent.html")]
struct AbsentHtml<'a> {
    frame: &'a Frame,
    head: &'a Head,
    absent: &'a Absent,
}

#[derive(Template)]
#[template(path = "pages/absent.md")]
struct AbsentMarkdown<'a> {
    frame: &'a Frame,
    head: &'a Head,
    absent: &'a Absent,
}

/// Builds the page of a debate and its twin.
pub(super) fn pages(
    experiment: &Experiment,
    cast: &Cast,
    topic: &Topic,
    debate: &Debate,
) -> Result<Vec<Page>, Fault> {
    let here = Route::of_debate(debate);
    let names = cast.names(&debate.personas);
    let title = format!("{}: {names}, {}", topic.title, debate.mode.title);
    let above = [(topic.title.clone(), Route::Topic(topic.id.clone()))];
    let step = format!("{}, replicate {}", home::title(debate), debate.replicate);
    let frame = Frame { step, ..Frame::new(experiment, &here, title, &above) };
    let head = head(cast, topic, debate, &here);
    match &debate.result {
        Ok(finished) => {
            let store = experiment.evidence.get(&topic.id);
            let scene = Scene::new(cast, topic, debate, finished, here.clone(), store);
            let view = view(head, &scene)?;
            Page::pair(
                &here,
                &Html { frame: &frame, view: &view },
                &Markdown { frame: &frame, view: &view },
            )
        }
        Err(absent) => Page::pair(
            &here,
            &AbsentHtml { frame: &frame, head: &head, absent },
            &AbsentMarkdown { frame: &frame, head: &head, absent },
        ),
    }
}

fn head(cast: &Cast, topic: &Topic, debate: &Debate, here: &Route) -> Head {
    Head {
        question: topic.question.clone(),
        personas: cast.tags(&debate.personas, here),
        mode: debate.mode.title.clone(),
        mode_link: Route::of_mode(&debate.label).link(here),
        topic_link: Route::Topic(topic.id.clone()).link(here),
        replicate: debate.replicate,
        seed: debate.seed.0,
        cell: debate.cell.clone(),
    }
}

fn view(head: Head, scene: &Scene<'_>) -> Result<View, Fault> {
    let Finished { outcome, .. } = scene.finished;
    let rounds = rounds::rounds(scene);
    let outline = outline::outline(scene);
    Ok(View {
        head,
        regime: prose::capital(words::regime(outcome.regime).word),
        regime_sentence: prose::sentence(&prose::capital(&outcome.regime_sentence)),
        stop: ending(outcome),
        stop_sentence: prose::sentence(&prose::capital(&outcome.stop.rule)),
        facts: facts(scene),
        claims: outcome.claims.iter().map(|claim| prose::sentence(&claim.text)).collect(),
        cruxes: outcome.cruxes.iter().map(|crux| crux::card(scene, crux)).collect(),
        ground: ground::ground(scene),
        views_style: Route::Views.asset(&scene.here),
        beliefs: belief::beliefs(scene),
        drawing: diagram::drawing(scene)?,
        outline_lines: outline::lines(&outline),
        outline,
        counts: rounds::counts(scene),
        rounds,
        ledgers: ledger::books(scene),
        flips: ledger::flips(scene),
        resolution: ledger::resolution(scene),
        metrics: metrics(outcome),
        calls: calls::entries(scene),
        calls_sentence: calls::sentence(
            &outcome.usage,
            scene.debate.mode.most_calls,
            &cost::clause(&scene.finished.cost),
        ),
    })
}

fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    let outcome = &scene.finished.outcome;
    let usage = &outcome.usage;
    let fact = |value: String, label, gloss: &str| Fact { value, label, gloss: gloss.to_owned() };
    let graph = scene.last().map(|snapshot| &snapshot.graph);
    let nodes = || graph.into_iter().flat_map(faultline::graph::Graph::nodes);
    let said = number::integer(nodes().count() as u64);
    let mut facts =
        vec![if nodes().all(|node| matches!(node.kind, NodeKind::Argument | NodeKind::Thesis)) {
            fact(said, "arguments", "in the final graph")
        } else {
            fact(said, "statements", "questions and the positions taken on them")
        }];
    if let Some(extensions) = &outcome.extensions {
        let worldviews = number::digits(&extensions.preferred);
        facts.push(fact(worldviews, "worldviews", "largest sets of arguments that hold together"));
    }
    facts.push(fact(
        number::integer(outcome.common_ground.agreed.len() as u64),
        "agreed",
        "accepted, two or more behind it",
    ));
    facts.push(fact(
        number::integer(u64::from(usage.calls)),
        "calls",
        &scene.debate.mode.most_calls.map_or_else(
            || "questions put to the provider".to_owned(),
            |most| format!("at most {} without repairs", number::integer(u64::from(most))),
        ),
    ));
    facts.push(fact(
        number::integer(usage.volume().tokens().0),
        "tokens",
        if usage.estimated {
            "read and written, estimated from the text"
        } else {
            "read and written"
        },
    ));
    facts
}

/// Why the debate ended, and after how many rounds.
fn ending(outcome: &Outcome) -> String {
    let stop = &outcome.stop;
    let word = match stop.reason {
        StopReason::Failed => prose::capital(words::stop(stop.reason).word),
        StopReason::Converged | StopReason::MaxRounds | StopReason::NoMoves => "Ended".to_owned(),
    };
    match stop.rounds {
        0 => word,
        rounds => format!("{word} after {}", number::count(rounds as usize, "round", "rounds")),
    }
}

fn metrics(outcome: &Outcome) -> Vec<MetricRow> {
    outcome
        .metrics
        .iter()
        .map(|metric| MetricRow {
            name: metric.name.clone(),
            value: metric.value.map_or_else(|| "undefined".to_owned(), number::measure),
            meaning: prose::capital(&prose::sentence(&metric.meaning)),
            aim: metric.aim.as_deref().map(aim).unwrap_or_default(),
        })
        .collect()
}

fn aim(aim: &str) -> String {
    prose::capital(&prose::sentence(aim))
}

/// The link of a crux from any page.
pub(super) fn crux_link(debate: &Debate, crux: &faultline::record::Crux, from: &Route) -> Link {
    Route::of_debate(debate).link_to(from, &Anchor::Crux(crux.id))
}
