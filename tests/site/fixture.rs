//! A hand-written experiment: a graph debate, a single call, and a failed cell.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use faultline::mode::{Mode, ModeName};
use faultline::record::{CruxReference, MatchedCrux, Matches, Usage};
use faultline::vocabulary::{
    Assumption, Axis, AxisId, Citation, Component, Contract, Corpus, Disagreement, Evidence,
    EvidenceId, EvidenceItem, Flip, Leaning, Note, Objection, Persona, PersonaId, Probability,
    Reach, Reason, Seed, Side, Statement, StatementId, Topic, TopicId, Verdict,
};
use faultline_report::site::{
    Debate, Experiment, Fault, NoOutcome, Page, ProviderInfo, RunInfo, Site,
};

use crate::{graph_debate, notebooks, single_debate};

pub(crate) fn topic_id() -> TopicId {
    TopicId::new("ai-jobs").unwrap()
}

pub(crate) fn persona_id(name: &str) -> PersonaId {
    PersonaId::new(name).unwrap()
}

pub(crate) fn axis_id(name: &str) -> AxisId {
    AxisId::new(name).unwrap()
}

pub(crate) fn sure(value: f64) -> Probability {
    Probability::new(value).unwrap()
}

fn axis(
    id: &str,
    title: &str,
    question: &str,
    yes: &str,
    no: &str,
    kind: Disagreement,
    settles: &str,
) -> Axis {
    Axis {
        id: axis_id(id),
        title: title.into(),
        question: question.into(),
        yes: yes.into(),
        no: no.into(),
        kind,
        keywords: Vec::new(),
        settles: settles.into(),
        favours: None,
    }
}

fn topic() -> Topic {
    Topic {
        id: topic_id(),
        title: "AI and jobs".into(),
        question: "Will AI cause net job losses in the next decade?".into(),
        yes: "By 2035 AI will have left fewer people in work than there would have been without it.".into(),
        no: "By 2035 AI will have changed many jobs without reducing the number of people in work.".into(),
        background: "ChatGPT appeared in November 2022. Within three years a fair share of large firms were using AI for \
            something, and the argument about what it does to employment had split in two.\n\nThe question covers roughly \
            2025 to 2035 and rich economies, the United States above all."
            .into(),
        axes: vec![
            axis(
                "entry-level",
                "Entry level",
                "Is AI, rather than interest rates and over-hiring, shrinking entry-level hiring?",
                "AI itself is shrinking entry-level hiring in exposed occupations.",
                "The entry-level dip is mostly due to interest rates and earlier over-hiring.",
                Disagreement::Evidence,
                "Watch whether the gap for 22- to 25-year-olds persists once interest rates fall, and turns up in sectors that rates hardly touch.",
            ),
            axis(
                "exposure",
                "Exposure",
                "Do today’s exposure figures predict large job losses?",
                "High task exposure predicts large job losses.",
                "Exposure shows which tasks may change and says little about how many jobs will be lost.",
                Disagreement::Premise,
                "Rank occupations by their exposure in 2023 and follow their headcount to 2030.",
            ),
            axis(
                "diffusion",
                "Diffusion",
                "Is AI spreading through work faster than earlier general-purpose technologies did?",
                "AI is entering production faster than electricity or the computer did.",
                "AI is entering production about as slowly as earlier technologies did.",
                Disagreement::Horizon,
                "Compare the share of working hours done with AI with electric motors and personal computers at the same stage.",
            ),
            axis(
                "null-results",
                "Quiet data",
                "Do stable aggregate data since 2022 show that AI’s effect on jobs is small?",
                "Stable totals and precise null results show that the effect so far is small.",
                "Stable totals say little, because the data are too early, too broad or from the wrong place.",
                Disagreement::Evidence,
                "Repeat the Danish design in the United States and Britain with data after 2025.",
            ),
        ],
        passages: vec![],
        observers: vec![],
    }
}

struct Line {
    id: &'static str,
    axis: &'static str,
    side: Side,
    confidence: f64,
    text: &'static str,
    because: &'static str,
    assumes: &'static str,
}

fn statement(line: &Line) -> Statement {
    let cited = Citation {
        text: "the series is monthly, public and old".into(),
        evidence: Some(EvidenceId::new("prime-age").unwrap()),
    };
    Statement {
        id: StatementId::new(line.id).unwrap(),
        text: line.text.into(),
        axis: Some(axis_id(line.axis)),
        side: Some(line.side),
        confidence: sure(line.confidence),
        is_off_axes: false,
        passage: None,
        is_confidence_assumed: false,
        date: Some("2025-11".parse().unwrap()),
        source: Some("Brynjolfsson, Chandar, Chen, Canaries in the Coal Mine, 2025".into()),
        point: None,
        denies: None,
        reasons: vec![Reason {
            reasons: vec![Reason {
                evidence: vec![cited.clone()],
                ..Reason::new("firms say so when asked")
            }],
            ..Reason::new(line.because)
        }],
        assumptions: vec![Assumption::new(line.assumes)],
        evidence: vec![cited],
        unless: vec!["a recession falls across the end of the decade".into()],
        concedes: vec!["the sample is narrow".into()],
        answers: vec![Objection {
            component: Component::Claim,
            text: "nothing has happened yet".into(),
        }],
        inferred: None,
    }
}

fn evidence() -> Evidence {
    Evidence {
        items: vec![EvidenceItem {
            id: EvidenceId::new("prime-age").unwrap(),
            text: "About four in five Americans between 25 and 54 were in work in 2025".into(),
            axis: Some(axis_id("entry-level")),
            date: "2025-11".parse().unwrap(),
            verdict: Verdict::True,
            source: "Bureau of Labor Statistics, LNS12300060, 2025".into(),
            caveats: vec!["it leaves out everybody younger than 25".into()],
        }],
    }
}

fn persona(id: &str, name: &str, summary: &str, stance: Side, lines: &[Line]) -> Persona {
    let leaning = |text: &str, level| Leaning { text: text.into(), level: sure(level) };
    let note = Note {
        title: "Notes".into(),
        date: Some("2026-05".parse().unwrap()),
        paragraphs: vec![],
        sentences: vec![],
        statements: lines.iter().map(statement).collect(),
        idle: vec![],
    };
    let corpus = Corpus { topic: topic_id(), stance, notes: vec![note] };
    Persona {
        id: persona_id(id),
        contract: Contract {
            name: name.into(),
            summary: summary.into(),
            identity: "I spent years reading payrolls and vacancy lists, first for a trade union and then for anyone who would pay for bad news.".into(),
            thinking: "I start at the margin and work inwards. Totals are the sum of people who enter work and people who leave it, so I look at those who enter.".into(),
            epistemology: "Payroll and administrative records beat surveys, surveys beat announcements, and announcements beat forecasts.".into(),
            horizon: "2025 to 2035, and within it the years after 2027.".into(),
            evidence_policy: "I name the source and the year, and say when a figure is relative, local or drawn from one company’s books.".into(),
            voice: "Plain and dry, short sentences, more nouns than adjectives.".into(),
            stakes: leaning("My reputation rests on having warned early.", 0.6),
            openness: leaning("I have been wrong about speed before and I keep a list of what would change my mind.", 0.5),
            flips: vec![Flip {
                id: "gap-closes".into(),
                axis: Some(axis_id("entry-level")),
                when: "The gap for 22- to 25-year-olds closes within two years of lower interest rates.".into(),
                then: "I would grant that money rather than machines shut the door.".into(),
                changes: Reach::View,
            }],
        },
        corpora: BTreeMap::from([(topic_id(), corpus)]),
    }
}

fn bear() -> Persona {
    let lines = [
        Line {
            id: "junior-gap",
            axis: "entry-level",
            side: Side::Yes,
            confidence: 0.72,
            text: "Within the same firm, hiring of beginners fell where AI was adopted and held where it was not.",
            because: "junior hiring at adopters fell by 8 to 12% against firms that did without",
            assumes: "firms that did without show what adopters would have done",
        },
        Line {
            id: "most-desks",
            axis: "exposure",
            side: Side::Yes,
            confidence: 0.66,
            text: "A technology that reaches most desk jobs in the country can eliminate many of them.",
            because: "four workers in five could see a tenth of their tasks affected",
            assumes: "firms will redesign jobs around the tool",
        },
        Line {
            id: "no-new-buildings",
            axis: "diffusion",
            side: Side::Yes,
            confidence: 0.68,
            text: "Electricity had to wait for new factories, while AI arrives through a browser that is already open.",
            because: "plants had to be rebuilt around motors",
            assumes: "equipment rather than habit was the slow part",
        },
    ];
    persona(
        "displacement-bear",
        "Displacement bear",
        "A labour-market detective who thinks AI will leave fewer people in work by 2035 and looks for the proof in hiring that never happens",
        Side::Yes,
        &lines,
    )
}

fn macroeconomist() -> Persona {
    let lines = [
        Line {
            id: "rates-first",
            axis: "entry-level",
            side: Side::No,
            confidence: 0.64,
            text: "Graduate hiring turned down with the first rise in interest rates, half a year before anybody had a chatbot at work.",
            because: "the vacancy series bends in spring 2022",
            assumes: "hiring follows the cost of money by a quarter or two",
        },
        Line {
            id: "quiet-totals",
            axis: "null-results",
            side: Side::Yes,
            confidence: 0.7,
            text: "Danish registers that follow every worker find effects on pay and hours of less than one per cent.",
            because: "the design links surveys to administrative records",
            assumes: "Denmark is no stranger than its neighbours",
        },
    ];
    persona(
        "institutional-macro",
        "Institutional macro",
        "An economist of long averages who thinks that institutions bend technology more than it bends them",
        Side::No,
        &lines,
    )
}

/// An experiment with all of its debates.
#[derive(Debug, Clone)]
pub(crate) struct Whole {
    pub(crate) experiment: Experiment,
    pub(crate) debates: Vec<Debate>,
}

impl Deref for Whole {
    type Target = Experiment;

    fn deref(&self) -> &Experiment {
        &self.experiment
    }
}

impl DerefMut for Whole {
    fn deref_mut(&mut self) -> &mut Experiment {
        &mut self.experiment
    }
}

impl Whole {
    /// Every file of the site, sorted by path.
    pub(crate) fn pages(&self) -> Result<Vec<Page>, Fault> {
        let mut site = Site::new(&self.experiment);
        let mut pages = Vec::new();
        for debate in &self.debates {
            pages.extend(site.debate(debate)?);
            site.add(debate.clone());
        }
        site.others(|page| {
            pages.push(page);
            Ok::<_, Fault>(())
        })?;
        pages.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(pages)
    }
}

pub(crate) fn experiment() -> Whole {
    let [graph, single] = ["graph", "single"].map(|name| {
        ModeName::from_name(name).expect("the fixture uses real modes").with_defaults()
    });
    let debate = |cell: &str, mode: &Mode, replicate, result| Debate {
        cell: cell.into(),
        topic: topic_id(),
        personas: vec![persona_id("displacement-bear"), persona_id("institutional-macro")],
        label: mode.name().to_string(),
        mode: mode.clone(),
        replicate,
        seed: Seed(u64::from(replicate)),
        result,
    };
    let experiment = Experiment {
        name: "ai-jobs".into(),
        title: "AI and jobs: two modes".into(),
        description: Some("A first comparison of a formal protocol with a single question to a model.".into()),
        command: "report build experiments/ai-jobs.toml".into(),
        provider: ProviderInfo {
            infers_sides: true,
            source: "The personas are written positions.",
            name: "the embedded corpus provider".into(),
            caveat: "The personas argue only with statements of their own corpora, by retrieval and rules. The results say what the protocols do with known positions, nothing about language models.".into(),
        },
        run: RunInfo {
            hash: "9f2c41d07ab3".into(),
            layout: 1,
            version: "0.1.0".into(),
            inputs: vec![
                ("experiments/ai-jobs.toml".into(), "5d41402abc4b2a76b9719d911017c592".into()),
                ("data/topics/ai-jobs.toml".into(), "7d793037a0760186574b0282f2f435e7".into()),
            ],
        },
        topics: vec![topic()],
        evidence: BTreeMap::from([(topic_id(), evidence())]),
        personas: vec![bear(), macroeconomist()],
        matches: BTreeMap::new(),
        notebooks: vec![notebooks::example()],
        excluded: 0,
    };
    let debates = vec![
            debate("3fa94c1e77d20b65", &graph, 1, Ok(graph_debate::graph())),
            debate("b81e2a90cc4417f3", &single, 1, Ok(single_debate::single())),
            debate("c0ffee00d15ea5e5", &single, 2, Err(NoOutcome::Failed("the answer of c1 fails its checks, and its repair too: position 2 names no persona".into()))),
        ];
    Whole { experiment, debates }
}

/// The experiment with its cruxes matched: those on one axis are the same, and so are those with
/// the same question.
pub(crate) fn matched(whole: &Whole) -> Whole {
    let Whole { mut experiment, debates } = whole.clone();
    for topic in &experiment.topics {
        let mut matches = Matches {
            topic: topic.id.clone(),
            debates: BTreeMap::new(),
            cruxes: Vec::new(),
            calls: Vec::new(),
            usage: Usage::default(),
        };
        for debate in &debates {
            let Ok(finished) = &debate.result else { continue };
            matches.debates.insert(debate.cell.clone(), String::new());
            for crux in &finished.outcome.cruxes {
                let axis = crux.axis.as_ref().and_then(|id| topic.axis(id));
                let question = axis.map_or(&crux.question, |axis| &axis.question);
                let reference = CruxReference { cell: debate.cell.clone(), crux: crux.id };
                match matches.cruxes.iter_mut().find(|known| known.question == *question) {
                    Some(known) => known.cruxes.push(reference),
                    None => matches.cruxes.push(MatchedCrux {
                        axis: axis.map(|axis| axis.id.clone()),
                        question: question.clone(),
                        other_wordings: Vec::new(),
                        cruxes: vec![reference],
                    }),
                }
            }
        }
        experiment.matches.insert(topic.id.clone(), Ok(matches));
    }
    Whole { experiment, debates }
}
