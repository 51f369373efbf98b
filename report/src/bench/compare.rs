//! Comparison by meaning, measured on labelled pairs: which pairs the candidate filter lets
//! through, and how a provider judges them.

mod figures;
mod labelled;

use std::collections::{BTreeMap, BTreeSet};

use faultline::format::Library;
use faultline::mode::{self, ComparedText, Likeness, MOST_PAIRS_PER_CALL};
use faultline::pipeline::{Judge, RunError};
use faultline::record::Usage;
use faultline::vocabulary::{AxisSide, Corpus, Persona, PersonaId, Topic, TopicId};

pub use self::figures::{Confusion, FIGURES, Figure, LIKENESSES};
pub use self::labelled::{LabelledPair, read};

/// A labelled pair, and what was found about it.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredPair {
    /// The pair.
    pub pair: LabelledPair,
    /// Whether it is among the candidates if the axes of the statements are not known.
    pub is_near: bool,
    /// Whether it is among the candidates.
    pub is_candidate: bool,
    /// How the provider judged it, if one was asked and answered.
    pub judged: Option<Likeness>,
}

/// How many pairs the filter lets through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FilterCost {
    /// Different statements.
    pub statements: usize,
    /// Pairs of statements on one topic.
    pub pairs: usize,
    /// Candidates among them.
    pub candidates: usize,
    /// The calls that judge them. A call is about one topic.
    pub calls: usize,
}

/// The statements of one topic and the pairs labelled on it.
#[derive(Debug)]
struct Group {
    topic: Topic,
    personas: Vec<Persona>,
    texts: Vec<ComparedText>,
    /// The places of the labelled pairs in the file, each with the positions of its two statements.
    pairs: Vec<(usize, (usize, usize))>,
}

/// Labelled pairs, ready to be measured.
#[derive(Debug)]
pub struct Measured {
    /// The pairs, in the order of the file.
    pub pairs: Vec<MeasuredPair>,
    /// What the filter would cost.
    pub cost: FilterCost,
    groups: Vec<Group>,
}

impl Measured {
    /// Applies the filter to all statements of each topic. Statements and sentences that the
    /// library knows have their authors and axes.
    pub fn new(pairs: Vec<LabelledPair>, library: &Library) -> Self {
        let mut by_topic: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, pair) in pairs.iter().enumerate() {
            by_topic.entry(pair.topic.clone().unwrap_or_default()).or_default().push(place);
        }
        let groups = by_topic.iter().map(|(topic, places)| group(topic, places, &pairs, library));
        let groups: Vec<Group> = groups.collect();
        let unmeasured =
            |pair| MeasuredPair { pair, is_near: false, is_candidate: false, judged: None };
        let mut pairs: Vec<MeasuredPair> = pairs.into_iter().map(unmeasured).collect();
        let mut cost = FilterCost::default();
        for Group { topic, texts, pairs: labelled, .. } in &groups {
            let without_axes =
                texts.iter().cloned().map(|text| ComparedText { axis: None, ..text });
            let near = candidates(topic, &without_axes.collect::<Vec<_>>());
            let all = candidates(topic, texts);
            for (place, positions) in labelled {
                pairs[*place].is_near = near.contains(positions);
                pairs[*place].is_candidate = all.contains(positions);
            }
            cost.statements += texts.len();
            cost.pairs += texts.len() * texts.len().saturating_sub(1) / 2;
            cost.candidates += all.len();
            cost.calls += calls(all.len());
        }
        Self { pairs, cost, groups }
    }

    /// The number of calls that judge all labelled pairs, if no reply has to be asked for again.
    pub fn calls(&self) -> usize {
        self.groups.iter().map(|group| calls(group.pairs.len())).sum()
    }

    /// Has a provider judge the labelled pairs. The provider `corpus` knows only statements of this
    /// project; it judges the pairs whose two statements it knows.
    ///
    /// # Errors
    /// [`RunError`] where the provider cannot be set up or asked.
    pub fn judge(&mut self, judge: &Judge<'_>) -> Result<Usage, RunError> {
        let mut usage = Usage::default();
        for Group { topic, personas, texts, pairs } in &self.groups {
            let is_known = |place: usize| texts[place].statement.is_some();
            let knows_all = judge.provider.asks_models() || judge.provider.kind() == "script";
            let asked: Vec<_> = pairs
                .iter()
                .filter(|(_, (one, other))| knows_all || (is_known(*one) && is_known(*other)))
                .collect();
            if asked.is_empty() {
                continue;
            }
            let positions: Vec<(usize, usize)> = asked.iter().map(|(_, pair)| *pair).collect();
            let judged = judge.judge(topic, personas, texts, &positions)?;
            for ((place, _), likeness) in asked.into_iter().zip(judged.likenesses) {
                self.pairs[*place].judged = likeness;
            }
            usage += judged.usage;
        }
        Ok(usage)
    }
}

/// The number of calls that judge some pairs of one topic.
fn calls(pairs: usize) -> usize {
    pairs.div_ceil(MOST_PAIRS_PER_CALL)
}

fn candidates(topic: &Topic, texts: &[ComparedText]) -> BTreeSet<(usize, usize)> {
    mode::candidate_pairs(topic, texts).into_iter().collect()
}

fn group(topic: &str, places: &[usize], pairs: &[LabelledPair], library: &Library) -> Group {
    let known = TopicId::new(topic).ok().and_then(|id| library.topics.get(&id));
    let personas: Vec<Persona> = known
        .map(|topic| {
            let wrote = |persona: &&Persona| persona.corpora.contains_key(&topic.id);
            library.personas.values().filter(wrote).cloned().collect()
        })
        .unwrap_or_default();
    let topic = known.cloned().unwrap_or_else(|| unknown_topic(topic));
    let mut texts: Vec<ComparedText> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for text in places.iter().flat_map(|&place| [&pairs[place].first, &pairs[place].second]) {
        known.entry(text).or_insert_with(|| {
            texts.push(compared(text, &topic, &personas));
            texts.len() - 1
        });
    }
    let positions = |&place: &usize| {
        let (one, other) =
            (known[pairs[place].first.as_str()], known[pairs[place].second.as_str()]);
        (place, (one.min(other), one.max(other)))
    };
    let pairs = places.iter().map(positions).collect();
    Group { topic, personas, texts, pairs }
}

/// The statement or reason of a corpus, or the sentence of the topic, that a text repeats; else a
/// text of an unknown author.
fn compared(text: &str, topic: &Topic, personas: &[Persona]) -> ComparedText {
    let unknown = PersonaId::new("author").expect("`author` is a name");
    let mut found = ComparedText {
        text: text.to_owned(),
        author: unknown,
        statement: None,
        axis: None,
        side: None,
    };
    for persona in personas {
        for own in persona.corpora.get(&topic.id).into_iter().flat_map(Corpus::statements) {
            let reason = || own.all_reasons().into_iter().find(|reason| reason.text == text);
            let (axis, side) = if own.text == text {
                (own.axis.clone(), own.side)
            } else if let Some(reason) = reason() {
                let asserted = reason.asserts.clone().map(|AxisSide { axis, side }| (axis, side));
                asserted
                    .map_or((own.axis.clone(), own.side), |(axis, side)| (Some(axis), Some(side)))
            } else {
                continue;
            };
            let (author, statement) = (persona.id.clone(), Some(own.id.clone()));
            return ComparedText { author, statement, axis, side, ..found };
        }
    }
    if let Some(axis) = topic.axes.iter().find(|axis| axis.yes == text || axis.no == text) {
        found.axis = Some(axis.id.clone());
    }
    found
}

/// A topic for a prompt about statements whose topic the project does not know.
fn unknown_topic(name: &str) -> Topic {
    let question = if name.is_empty() {
        "How do the statements relate in meaning?".to_owned()
    } else {
        name.to_owned()
    };
    Topic {
        id: TopicId::new("labelled-pairs").expect("it is a name"),
        title: question.clone(),
        question,
        yes: "The statements say why.".to_owned(),
        no: "The statements say why not.".to_owned(),
        background: String::new(),
        axes: Vec::new(),
        observers: Vec::new(),
        passages: Vec::new(),
    }
}
