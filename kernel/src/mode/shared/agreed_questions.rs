//! Agreement on a question: the issues that all personas with a position on them answer in the same
//! way.
//!
//! Two positions on the same side of an issue are agreement on its proposition, however differently
//! the personas word and support it. A persona that has no position there, but grants the answer,
//! agrees as well. A persona that did not speak of the issue, but answers it in the opposite way in
//! its own texts, leaves no agreement. Points that several personas assert are listed apart, in
//! [`super::common_ground`]. An issue with positions on both sides is never agreed, however many
//! personas share one of them.

use std::collections::BTreeSet;

use crate::corpus::{is_side_unsaid, tagged_stances};
use crate::graph::{Node, NodeKind};
use crate::mode::issues::{Case, IssuePosition, Issues};
use crate::record::{AgreedQuestion, AgreeingAnswer, Agreement, IdleDispute, Thesis};
use crate::text::{folded, is_in_short, to_sentence};
use crate::vocabulary::{Axis, AxisSide, NodeId, PersonaId, Side, Statement, Topic};

/// The agreed questions, in the order of the topic. `strength` ranks the arguments of a persona on
/// an issue.
pub(crate) fn agreed_questions(
    issues: &Issues<'_>,
    strength: impl Fn(NodeId) -> f64,
) -> Vec<AgreedQuestion> {
    let agreed = |axis: &Axis| {
        if issues.cases.iter().any(|case| issues.asserts_both_sides(case, axis)) {
            return None;
        }
        let sides = issues.cases.iter().filter_map(|case| case.sides.get(&axis.id));
        let [yes, no] = sides.fold([0, 0], |[yes, no], side| match side {
            Side::Yes => [yes + 1, no],
            Side::No => [yes, no + 1],
        });
        let side = match (yes, no) {
            (1.., 0) => Side::Yes,
            (0, 1..) => Side::No,
            _ => return None,
        };
        let answer = |case: &Case<'_>| {
            let own = own_answer(issues, case, axis, &strength)
                .filter(|_| !is_guessed(issues, case, axis));
            own.or_else(|| granted(issues, case, axis, side))
        };
        let answers: Vec<AgreeingAnswer> = issues.cases.iter().filter_map(answer).collect();
        let answered = |case: &Case<'_>| answers.iter().any(|it| it.persona == case.persona.id);
        let mut silent = issues.cases.iter().filter(|case| !answered(case));
        if silent.any(|case| writes(case, issues.topic, axis) == Some(side.opposite())) {
            return None;
        }
        (answers.len() >= 2).then(|| AgreedQuestion::new(axis, side, answers))
    };
    issues.topic.axes.iter().filter_map(agreed).collect()
}

/// The answer that the tags of a persona's own texts give to an issue of which it may not have
/// spoken.
fn writes(case: &Case<'_>, topic: &Topic, axis: &Axis) -> Option<Side> {
    let corpus = case.persona.corpora.get(&topic.id)?;
    tagged_stances(corpus).get(&axis.id).map(|stance| stance.side)
}

/// The position of a persona on an issue in its strongest words.
fn own_answer(
    issues: &Issues<'_>,
    case: &Case<'_>,
    axis: &Axis,
    strength: &impl Fn(NodeId) -> f64,
) -> Option<AgreeingAnswer> {
    let side = *case.sides.get(&axis.id)?;
    let nodes = issues.own_nodes(case, &axis.id).collect();
    let held = IssuePosition { persona: case.persona.id.clone(), side, nodes, load: None };
    let position = issues.position(axis, &held, strength);
    Some(AgreeingAnswer {
        persona: position.persona,
        text: position.text,
        node: position.node,
        granted: false,
    })
}

/// Whether all that a persona says for its position on an issue quotes statements of which the side
/// is only guessed, from its answer to the topic’s question. Who says it in other words has read
/// them, and says the side.
pub(crate) fn is_guessed(issues: &Issues<'_>, case: &Case<'_>, axis: &Axis) -> bool {
    let Some(corpus) = case.persona.corpora.get(&issues.topic.id) else { return false };
    let nodes = issues.own_nodes(case, &axis.id).filter_map(|id| issues.graph.node(id));
    let mut nodes = nodes.peekable();
    let is_quoted = |node: &Node| {
        let cited = node.detail.excerpts.iter().filter_map(|id| corpus.statement(id));
        let mut texts = cited.flat_map(Statement::sentences);
        texts.any(|text| is_in_short(&to_sentence(&node.text), &to_sentence(text)))
    };
    nodes.peek().is_some()
        && nodes.all(|node| is_side_unsaid(corpus, axis, &node.detail.excerpts) && is_quoted(node))
}

/// What a persona without a position on an issue grants there. A point that several make counts
/// only where it is the proposition of the issue: they may agree on another one and still answer
/// the issue in opposite ways.
fn granted(
    issues: &Issues<'_>,
    case: &Case<'_>,
    axis: &Axis,
    side: Side,
) -> Option<AgreeingAnswer> {
    let answer = AxisSide { axis: axis.id.clone(), side };
    let proposition = folded(axis.proposition(side));
    let grants = |node: &&Node| {
        node.kind == NodeKind::Point
            && node.is_by(&case.persona.id)
            && node.answers().as_ref() == Some(&answer)
            && (node.endorsers().len() == 1 || folded(&node.text) == proposition)
    };
    let node = issues.graph.nodes().find(grants)?;
    Some(AgreeingAnswer {
        persona: case.persona.id.clone(),
        text: node.text.clone(),
        node: Some(node.id),
        granted: true,
    })
}

/// Whether some personas that agree have theses that differ. Where all theses take one side, every
/// agreement counts.
fn is_across<'p>(personas: impl Iterator<Item = &'p PersonaId>, theses: &[Thesis]) -> bool {
    let side = |persona: &PersonaId| {
        theses.iter().find(|thesis| thesis.persona == *persona).map(|thesis| thesis.side)
    };
    let differ = theses.windows(2).any(|pair| pair[0].side != pair[1].side);
    !differ || personas.filter_map(side).collect::<BTreeSet<_>>().len() > 1
}

/// The number of questions on which personas agree whose theses differ.
pub(crate) fn agreed_across(questions: &[AgreedQuestion], theses: &[Thesis]) -> usize {
    questions.iter().filter(|question| is_across(question.personas(), theses)).count()
}

/// The number of points on which personas agree whose theses differ. What only allies say is not
/// common ground with their opponents.
pub(crate) fn points_across(points: &[Agreement], theses: &[Thesis]) -> usize {
    points.iter().filter(|point| is_across(point.endorsed_by.iter(), theses)).count()
}

/// The number of questions on which personas whose theses differ disagree only in words.
pub(crate) fn verbal_across(idle: &[IdleDispute], theses: &[Thesis]) -> usize {
    let verbal = idle.iter().filter(|idle| idle.is_verbal);
    verbal.filter(|idle| is_across(idle.positions.iter().map(|held| &held.persona), theses)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::stated;
    use crate::graph::{Graph, Operation};
    use crate::mode::shared::regime::theses;
    use crate::vocabulary::samples::{persona, statement, topic};
    use crate::vocabulary::{Inferred, StatementId};

    /// The agreed questions of a graph, each with its side and the words of every persona, and how
    /// many of them agree across the theses.
    fn agreed(nodes: &[&str]) -> (Vec<String>, usize) {
        agreed_in(&stated(nodes), &topic())
    }

    fn agreed_in(graph: &Graph, topic: &Topic) -> (Vec<String>, usize) {
        let personas = ["ada", "ben", "cleo"].map(|id| persona(id, Side::Yes, vec![]));
        let issues = Issues::of(graph, topic, &personas);
        let found = agreed_questions(&issues, |node| f64::from(node.number()));
        let answer = |answer: &AgreeingAnswer| {
            let how = if answer.granted { " grants" } else { "" };
            format!(" {}{how}: {}", answer.persona, answer.text)
        };
        let shown = |question: &AgreedQuestion| {
            let answers: String = question.answers.iter().map(answer).collect();
            format!("{} {:?}{answers}", question.axis, question.side)
        };
        let across = agreed_across(&found, &theses(graph, &personas, |_| None));
        (found.iter().map(shown).collect(), across)
    }

    #[test]
    fn positions_on_one_side_of_an_issue_are_agreement_on_the_question_in_each_ones_own_words() {
        let (questions, across) = agreed(&[
            "ada thesis+ : trade-", "ada trade-", "ada trade-", "ben thesis- : trade-",
            "ben trade-", "ben air+",
        ]);
        assert_eq!(
            questions,
            ["trade No ada: What ada says in 3. ben: What ben says in 5."],
            "only one persona answers the question about the air"
        );
        assert_eq!(across, 1);
    }

    #[test]
    fn a_side_that_only_follows_from_the_answer_to_the_whole_question_is_not_an_agreement() {
        let graph =
            stated(&["ada thesis+ : trade-", "ada trade-", "ben thesis+ : trade-", "ben trade-"]);
        let agreed_on = |in_its_words: bool, change: &dyn Fn(&mut Statement)| {
            let mut written = statement("written", "Shops keep what they have.", "trade", Side::No);
            change(&mut written);
            let text = if in_its_words { written.text.clone() } else { "Shops win.".to_owned() };
            let personas =
                [persona("ada", Side::Yes, vec![]), persona("ben", Side::Yes, vec![written])];
            let mut graph = graph.clone();
            let of_ben = graph.nodes().filter(|node| node.is_by(&personas[1].id));
            let arguments = of_ben.filter(|node| node.kind != NodeKind::Thesis).cloned();
            for mut node in arguments.collect::<Vec<_>>() {
                node.detail.excerpts = vec![StatementId::new("written").unwrap()];
                node.text.clone_from(&text);
                graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
            }
            let topic = topic();
            let issues = Issues::of(&graph, &topic, &personas);
            agreed_questions(&issues, |node| f64::from(node.number())).len()
        };
        let agreed = |change: &dyn Fn(&mut Statement)| agreed_on(true, change);
        assert_eq!(agreed(&|_| ()), 1, "a tag says the side");
        assert_eq!(agreed(&|written| written.inferred = Some(Inferred::certain())), 0);
        assert_eq!(agreed(&|written| written.axis = None), 0);
        let says_so = |written: &mut Statement| {
            written.inferred = Some(Inferred::certain());
            written.text = topic().axes[0].no.clone();
        };
        assert_eq!(agreed(&says_so), 1, "its words say the side");
        let guessed = |written: &mut Statement| written.inferred = Some(Inferred::certain());
        assert_eq!(agreed_on(false, &guessed), 1, "who says it in other words says the side");
    }

    #[test]
    fn an_issue_that_one_of_three_personas_answers_differently_is_not_agreed() {
        let two = ["ada thesis+ : trade-", "ada trade-", "ben thesis+ : trade-", "ben trade-"];
        let against = [&two[..], &["cleo thesis- : trade+", "cleo trade+"]].concat();
        assert_eq!(agreed(&against), (vec![], 0));
        let silent = [&two[..], &["cleo thesis- : air+", "cleo air+"]].concat();
        let (questions, across) = agreed(&silent);
        assert_eq!(questions.len(), 1, "all who answer agree");
        assert_eq!(across, 0, "personas whose theses agree bridge no disagreement");
    }

    #[test]
    fn a_persona_that_did_not_speak_of_an_issue_but_writes_the_opposite_leaves_no_agreement() {
        let cleo = |side, inferred: Option<Inferred>, nodes: &[&str]| {
            let own = Statement { inferred, ..statement("own", "In my view.", "trade", side) };
            let [ada, ben] = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
            let personas = [ada, ben, persona("cleo", Side::Yes, vec![own])];
            let (graph, topic) = (stated(nodes), topic());
            let issues = Issues::of(&graph, &topic, &personas);
            agreed_questions(&issues, |node| f64::from(node.number())).len()
        };
        let agreed = ["ada trade-", "ben trade-"];
        assert_eq!(cleo(Side::Yes, None, &agreed), 0);
        assert_eq!(cleo(Side::No, None, &agreed), 1, "she writes the same");
        assert_eq!(cleo(Side::Yes, Some(Inferred::certain()), &agreed), 0, "as its words suggest");
        let granted = [&agreed[..], &["cleo grants trade-"]].concat();
        assert_eq!(cleo(Side::Yes, None, &granted), 1, "she gave her answer up");
    }

    #[test]
    fn a_persona_without_a_position_that_grants_the_answer_agrees() {
        let (questions, _) = agreed(&["ada trade-", "ben grants trade-"]);
        assert_eq!(
            questions,
            ["trade No ada: What ada says in 1. ben grants: What ben says in 2."]
        );
        assert_eq!(agreed(&["ada trade-", "ben grants trade+"]).0, [""; 0]);
    }

    #[test]
    fn two_personas_that_grant_the_sentence_of_an_issue_agree_with_the_one_that_holds_it() {
        let own = ["ada trade-", "ben trade+", "cleo trade+"];
        let mut graph = stated(&[&own[..], &["ben grants trade-", "cleo grants trade-"]].concat());
        let topic = topic();
        for (id, other) in [(4, "cleo"), (5, "ben")] {
            let mut node = graph.node(NodeId::new(id)).unwrap().clone();
            node.text.clone_from(&topic.axes[0].no);
            node.endorsed_by = [PersonaId::new(other).unwrap()].into();
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        let no = &topic.axes[0].no;
        let expected =
            format!("trade No ada: What ada says in 1. ben grants: {no} cleo grants: {no}");
        assert_eq!(agreed_in(&graph, &topic).0, [expected]);
    }

    #[test]
    fn a_point_that_both_assert_is_not_an_agreement_on_a_question() {
        assert_eq!(agreed(&["ada trade- = ben", "ben trade- = ada"]).0, [""; 0]);
    }

    #[test]
    fn agreement_between_allies_bridges_a_disagreement_only_where_there_is_none() {
        let across = |theses: [char; 3]| {
            let [ada, ben, cleo] = theses;
            let theses = [
                format!("ada thesis{ada}"),
                format!("ben thesis{ben}"),
                format!("cleo thesis{cleo}"),
            ];
            let agreeing = ["ada trade-", "cleo trade-", "ben air+"].map(str::to_owned);
            let nodes = [theses, agreeing].concat();
            agreed(&nodes.iter().map(String::as_str).collect::<Vec<_>>()).1
        };
        assert_eq!(across(['+', '-', '+']), 0, "Ada and Cleo are allies against Ben");
        assert_eq!(across(['+', '+', '-']), 1);
        assert_eq!(across(['+', '+', '+']), 1, "no theses differ, so that every agreement counts");
    }
}
