//! The accepted statements, and how far their acceptance is agreement.

use std::collections::BTreeSet;

use faultline::graph::Relation;
use faultline::record::{self, Agreement, Concession, ConcessionSource};
use faultline::text::to_sentence;
use faultline::vocabulary::{Corpus, NodeId};

use crate::site::contradictions::{self, Contradiction};
use crate::site::input::Experiment;
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::sentence::full_stop;

/// A statement that at least two personas accept.
#[derive(Debug, Clone)]
pub(super) struct Agreed {
    pub(super) node: NodeRef,
    pub(super) text: String,
    /// The nodes that say the same in other words.
    pub(super) other_wordings: Vec<NodeRef>,
    /// What others say in support of it, who do not say it in words of their own.
    pub(super) in_support: Vec<NodeRef>,
    pub(super) by: Vec<Tag>,
}

/// A question that personas answer alike.
#[derive(Debug, Clone)]
pub(super) struct AgreedQuestion {
    /// What they agree on.
    pub(super) proposition: String,
    pub(super) answers: Vec<Answer>,
}

/// How one of these personas answers it.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) persona: Tag,
    pub(super) text: String,
    pub(super) node: Option<NodeRef>,
    /// Whether it only grants the answer.
    pub(super) granted: bool,
}

/// Accepted statements that nothing shows to be agreed.
#[derive(Debug, Clone)]
pub(super) struct Accepted {
    pub(super) title: &'static str,
    pub(super) meaning: &'static str,
    pub(super) nodes: Vec<NodeRef>,
    /// The number of others, which are listed with what contradicts them.
    contradicted: usize,
}

impl Accepted {
    /// Where the others are, as a sentence; empty where there are none.
    pub(super) fn elsewhere(&self) -> String {
        let (contradict, are) = match self.contradicted {
            0 => return String::new(),
            1 => ("contradicts", "is"),
            _ => ("contradict", "are"),
        };
        format!(
            "Not in this list: {} more, which {contradict} accepted statements of the other side and {are} listed above.",
            self.contradicted
        )
    }
}

/// A statement that a persona conceded.
#[derive(Debug, Clone)]
pub(super) struct Conceded {
    pub(super) persona: Tag,
    /// The persona whose point, in whose words, it accepts; `None` if it gives up or restricts a
    /// point of its own.
    pub(super) of: Option<Tag>,
    pub(super) text: String,
    /// The turn, or the statement of the persona's corpus; `None` if the persona has no page.
    pub(super) source: Option<Ref>,
    /// The statement of its corpus beside which the persona grants it, where that is not the point
    /// itself.
    pub(super) about: Option<String>,
}

/// The accepted statements.
#[derive(Debug, Clone)]
pub(super) struct CommonGround {
    pub(super) agreed: Vec<Agreed>,
    pub(super) questions: Vec<AgreedQuestion>,
    /// The groups that are not empty.
    pub(super) accepted: Vec<Accepted>,
    pub(super) contradictions: Vec<Contradiction>,
    /// What personas conceded in the debate.
    pub(super) conceded: Vec<Conceded>,
    /// What they concede in their own texts, and in no move.
    pub(super) granted: Vec<Conceded>,
}

impl CommonGround {
    /// Whether an agreed point is also on record in other words.
    pub(super) fn has_other_wordings(&self) -> bool {
        let says_more =
            |agreed: &Agreed| agreed.other_wordings.iter().any(|node| agreed.is_new(node));
        self.agreed.iter().any(says_more)
    }
}

impl Agreed {
    /// Whether one of the other wordings is in words that were not shown before it.
    pub(super) fn is_new(&self, wording: &NodeRef) -> bool {
        let first = self.other_wordings.iter().find(|node| node.text == wording.text);
        wording.text != self.text && first.is_some_and(|node| node.id == wording.id)
    }
}

/// A statement, marked where its author only assumes it for another one.
fn accepted_node(experiment: &Experiment, references: &References<'_>, id: NodeId) -> NodeRef {
    let shown = references.node(id);
    let author = references.history.node(id).and_then(|node| node.author.as_ref());
    let corpus = author.and_then(|author| experiment.corpus(author, &references.topic.id));
    let mut assumed = corpus
        .into_iter()
        .flat_map(Corpus::statements)
        .flat_map(|statement| &statement.assumptions)
        .map(|assumption| full_stop(&to_sentence(&assumption.text)));
    if assumed.any(|text| text == full_stop(&shown.text)) {
        NodeRef { text: format!("Assumed: {}", shown.text), ..shown }
    } else {
        shown
    }
}

pub(super) fn common_ground(experiment: &Experiment, references: &References<'_>) -> CommonGround {
    let common = &references.finished.outcome.common_ground;
    let agreed = |agreement: &Agreement| Agreed {
        node: references.node(agreement.node),
        text: full_stop(&agreement.text),
        other_wordings: references.node_refs(&agreement.other_wordings),
        in_support: references.node_refs(&in_support(references, agreement)),
        by: references.tags(&agreement.endorsed_by),
    };
    let [granted, conceded] = concessions(experiment, references);
    CommonGround {
        agreed: common.agreed.iter().map(agreed).collect(),
        questions: common.questions.iter().map(|agreed| question(references, agreed)).collect(),
        accepted: accepted(experiment, references),
        contradictions: contradictions::contradictions(references),
        conceded,
        granted,
    }
}

/// The groups of accepted statements that are not empty.
fn accepted(experiment: &Experiment, references: &References<'_>) -> Vec<Accepted> {
    let outcome = &references.finished.outcome;
    let common = &outcome.common_ground;
    // A statement that another accepted one contradicts is listed there and nowhere else.
    let pairs = outcome.fake_consensus.iter();
    let contradicted: BTreeSet<NodeId> = pairs.flat_map(|pair| [pair.first, pair.second]).collect();
    let group = |title, meaning, nodes: &[NodeId]| {
        let (elsewhere, here): (Vec<NodeId>, Vec<NodeId>) =
            nodes.iter().copied().partition(|node| contradicted.contains(node));
        let nodes = here.into_iter().map(|node| accepted_node(experiment, references, node));
        Accepted { title, meaning, nodes: nodes.collect(), contradicted: elsewhere.len() }
    };
    let mut groups = vec![
        group(
            "Unchallenged",
            "Accepted, and not attacked although another persona was heard afterwards. Silence is only weak evidence of agreement.",
            &common.unchallenged,
        ),
        group(
            "Attacked and still accepted",
            "The attacks on these statements are answered, or weigh too little. The other side does not support the statements.",
            &common.defended,
        ),
        group(
            "Not attacked, but disputed",
            "Accepted, and not attacked. Another persona gives the other answer to the question that they answer, or asserts what they attack, so they are not common ground.",
            &common.disputed,
        ),
        group(
            "Untested",
            "Accepted only because the debate ended before anyone could object. This is not evidence of agreement.",
            &common.untested,
        ),
    ];
    groups.retain(|group| group.nodes.len() + group.contradicted > 0);
    groups
}

/// What personas grant in their own texts and in no move, and what they conceded in the debate.
fn concessions(experiment: &Experiment, references: &References<'_>) -> [Vec<Conceded>; 2] {
    let outcome = &references.finished.outcome;
    let is_agreed = |one: &Concession| {
        let said = full_stop(&one.text);
        let mut wordings = outcome.common_ground.agreed.iter().flat_map(Agreement::wordings);
        wordings
            .any(|id| references.history.node(id).is_some_and(|node| full_stop(&node.text) == said))
    };
    let (mut granted, mut conceded) = (Vec::new(), Vec::new());
    for one in &outcome.concessions {
        match &one.source {
            ConcessionSource::Turn(_) => conceded.push(self::conceded(experiment, references, one)),
            // A language model reads the texts itself: what rules found in texts without tags is
            // not part of its debate.
            ConcessionSource::Statement(id) => {
                if references.inferred().is_read(&one.persona, id) && !is_agreed(one) {
                    granted.push(self::conceded(experiment, references, one));
                }
            }
        }
    }
    [granted, conceded]
}

/// The nodes with which personas support a point that none of its wordings is by: what they
/// themselves say of it. Of each the first.
fn in_support(references: &References<'_>, agreement: &Agreement) -> Vec<NodeId> {
    let Some(last) = references.last() else { return Vec::new() };
    let author = |id| references.history.node(id).and_then(|node| node.author.as_ref());
    let mut heard: BTreeSet<_> = agreement.wordings().filter_map(author).collect();
    let supports = agreement.wordings().flat_map(|node| last.graph.into_node(node));
    let supports = supports.filter(|edge| edge.relation == Relation::Support);
    let is_new = |from: &NodeId| {
        let by = author(*from).filter(|by| agreement.endorsed_by.contains(by));
        by.is_some_and(|by| heard.insert(by))
    };
    supports.map(|edge| edge.from).filter(is_new).collect()
}

fn conceded(
    experiment: &Experiment,
    references: &References<'_>,
    concession: &Concession,
) -> Conceded {
    let persona = &concession.persona;
    let (source, about) = match &concession.source {
        ConcessionSource::Turn(turn) => (Some(references.turn(*turn)), None),
        ConcessionSource::Statement(id) => {
            let corpus = experiment.corpus(persona, &references.topic.id);
            let statement = corpus.and_then(|corpus| corpus.statement(id));
            (references.statement(persona, id), statement.map(|known| full_stop(&known.text)))
        }
    };
    let text = full_stop(&concession.text);
    let about = about.filter(|about| *about != text);
    let of = references.history.accepted_of(concession).map(|author| references.tag(author));
    Conceded { persona: references.tag(persona), of, text, source, about }
}

fn question(references: &References<'_>, agreed: &record::AgreedQuestion) -> AgreedQuestion {
    let answer = |answer: &record::AgreeingAnswer| Answer {
        persona: references.tag(&answer.persona),
        text: full_stop(&answer.text),
        node: answer.node.map(|node| references.node(node)),
        granted: answer.granted,
    };
    AgreedQuestion {
        proposition: full_stop(&agreed.proposition),
        answers: agreed.answers.iter().map(answer).collect(),
    }
}
