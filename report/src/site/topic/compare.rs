//! Modes side by side.

use faultline::record::Crux;
use faultline::vocabulary::Topic;

use crate::site::debate::crux_link;
use crate::site::home::{Column, title};
use crate::site::input::{Debate, Finished};
use crate::site::route::{Anchor, Link, Route};
use crate::site::words::{self, Term};
use crate::site::{filters, prose};

/// Where a mode ranks an axis among its cruxes.
#[derive(Debug, Clone)]
pub(super) struct Rank {
    pub(super) text: String,
    pub(super) score: String,
    pub(super) link: Link,
}

/// One axis with what each mode makes of it.
#[derive(Debug)]
pub(super) struct AxisRow {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) link: Link,
    /// For each mode the cruxes that lie on the axis, over all replicates.
    pub(super) ranks: Vec<Vec<Rank>>,
    named: usize,
    best: u32,
}

/// One figure for every mode.
#[derive(Debug)]
pub(super) struct FigureRow {
    pub(super) name: &'static str,
    pub(super) gloss: &'static str,
    /// One for each mode; replicates stand side by side.
    pub(super) values: Vec<String>,
    pub(super) is_number: bool,
}

/// A crux in a mode's list.
#[derive(Debug)]
pub(super) struct Brief {
    pub(super) statement: String,
    /// Axis, kind and score.
    pub(super) about: String,
    pub(super) link: Link,
}

/// All cruxes of one debate.
#[derive(Debug)]
pub(super) struct CruxList {
    pub(super) title: String,
    pub(super) link: Link,
    pub(super) regime: Option<Term>,
    pub(super) sentence: String,
    pub(super) cruxes: Vec<Brief>,
}

/// A pair of accepted statements that contradict each other.
#[derive(Debug)]
pub(super) struct Warning {
    pub(super) mode: String,
    pub(super) why: String,
    pub(super) link: Link,
}

fn finished<'a>(debates: &[&'a Debate], label: &str) -> Vec<(&'a Debate, &'a Finished)> {
    let own = debates.iter().filter(|debate| debate.label == label);
    own.filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?))).collect()
}

/// The axes that some mode names first, then the others, each in the topic's order.
pub(super) fn axes(
    topic: &Topic,
    debates: &[&Debate],
    columns: &[Column],
    here: &Route,
) -> Vec<AxisRow> {
    let mut rows: Vec<AxisRow> = topic
        .axes
        .iter()
        .map(|axis| {
            let mut best = u32::MAX;
            let ranks: Vec<Vec<Rank>> = columns
                .iter()
                .map(|column| {
                    let debates = finished(debates, &column.label);
                    let mut ranks = Vec::new();
                    for (debate, finished) in debates {
                        let on_axis = |crux: &&Crux| crux.axis.as_ref() == Some(&axis.id);
                        for crux in finished.outcome.cruxes.iter().filter(on_axis) {
                            best = best.min(crux.id.number());
                            ranks.push(rank(debate, crux, here));
                        }
                    }
                    ranks
                })
                .collect();
            AxisRow {
                title: axis.title.clone(),
                question: axis.question.clone(),
                link: here.link_to(here, &Anchor::Axis(axis.id.clone())),
                named: ranks.iter().filter(|ranks| !ranks.is_empty()).count(),
                ranks,
                best,
            }
        })
        .collect();
    rows.sort_by_key(|row| (usize::MAX - row.named, row.best));
    rows
}

fn rank(debate: &Debate, crux: &Crux, here: &Route) -> Rank {
    Rank {
        text: format!("no. {}", crux.id.number()),
        score: filters::score(crux.score.value.value()),
        link: crux_link(debate, crux, here),
    }
}

pub(super) fn figures(debates: &[&Debate], columns: &[Column]) -> Vec<FigureRow> {
    let row = |name, gloss, is_number, of: &dyn Fn(&Finished) -> String| FigureRow {
        name,
        gloss,
        is_number,
        values: columns
            .iter()
            .map(|column| {
                let values: Vec<String> = finished(debates, &column.label)
                    .iter()
                    .map(|(_, finished)| of(finished))
                    .collect();
                if values.is_empty() { "failed".to_owned() } else { values.join(" · ") }
            })
            .collect(),
    };
    let integer = |number: usize| filters::integer(number as u64);
    vec![
        row("Regime", "how the positions stand in the end", false, &|f| {
            words::regime(f.outcome.regime).word.to_owned()
        }),
        row("Cruxes", "questions on which the rest hangs", true, &|f| {
            integer(f.outcome.cruxes.len())
        }),
        row("Agreed", "accepted, and at least two stand behind it", true, &|f| {
            integer(f.outcome.common_ground.agreed.len())
        }),
        row("Unchallenged", "accepted, open to attack and not attacked", true, &|f| {
            integer(f.outcome.common_ground.unchallenged.len())
        }),
        row("Defended", "accepted although attacked", true, &|f| {
            integer(f.outcome.common_ground.defended.len())
        }),
        row("Untested", "accepted, but nobody had time to object", true, &|f| {
            integer(f.outcome.common_ground.untested.len())
        }),
        row("Contradictions", "accepted pairs that cannot both be right", true, &|f| {
            integer(f.outcome.fake_consensus.len())
        }),
        row("Rounds", "after the opening", true, &|f| {
            filters::integer(u64::from(f.outcome.stop.rounds))
        }),
        row("Stopped", "why the debate ended", false, &|f| {
            words::stop(f.outcome.stop.reason).word.to_owned()
        }),
        row("Calls", "questions put to the provider", true, &|f| {
            filters::integer(u64::from(f.outcome.usage.calls))
        }),
        row("Tokens read", "prompts, from the provider's cache or not", true, &|f| {
            filters::integer(f.outcome.usage.input.0 + f.outcome.usage.cached.0)
        }),
        row("Tokens written", "replies", true, &|f| filters::integer(f.outcome.usage.output.0)),
        row("Repairs", "answers sent back once", true, &|f| {
            filters::integer(u64::from(f.outcome.usage.repairs))
        }),
    ]
}

pub(super) fn lists(topic: &Topic, debates: &[&Debate], here: &Route) -> Vec<CruxList> {
    let several = |debate: &Debate| debates.iter().filter(|d| d.label == debate.label).count() > 1;
    let list = |debate: &&Debate| {
        let name = if several(debate) {
            format!("{}, replicate {}", title(debate), debate.replicate)
        } else {
            title(debate)
        };
        let link = Route::of_debate(debate).link(here);
        match &debate.result {
            Ok(finished) => CruxList {
                title: name,
                link,
                regime: Some(words::regime(finished.outcome.regime)),
                sentence: prose::sentence(&prose::capital(&finished.outcome.regime_sentence)),
                cruxes: finished
                    .outcome
                    .cruxes
                    .iter()
                    .map(|c| brief(topic, debate, c, here))
                    .collect(),
            },
            Err(failed) => CruxList {
                title: name,
                link,
                regime: None,
                sentence: prose::sentence(&prose::capital(&failed.message)),
                cruxes: Vec::new(),
            },
        }
    };
    debates.iter().map(list).collect()
}

fn brief(topic: &Topic, debate: &Debate, crux: &Crux, here: &Route) -> Brief {
    let axis = crux.axis.as_ref().and_then(|id| topic.axis(id));
    let place = axis.map_or_else(String::new, |axis| format!("{} · ", axis.title));
    let score = filters::score(crux.score.value.value());
    Brief {
        statement: prose::sentence(&crux.statement),
        about: format!("{place}{} · {score}", words::kind(crux.kind).word),
        link: crux_link(debate, crux, here),
    }
}

pub(super) fn warnings(debates: &[&Debate], here: &Route) -> Vec<Warning> {
    let done = debates.iter().filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?)));
    done.flat_map(|(debate, finished)| {
        finished.outcome.fake_consensus.iter().map(|pair| Warning {
            mode: title(debate),
            why: prose::sentence(&pair.why),
            link: Route::of_debate(debate).link_to(here, &Anchor::Section("ground")),
        })
    })
    .collect()
}
