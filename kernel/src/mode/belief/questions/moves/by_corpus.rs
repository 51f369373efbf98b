//! `moves`: attacks on nodes that are to the persona's disadvantage (rule 8), and the strength that
//! its thesis should have (see `closing`).
//!
//! A node that supports another thesis, or attacks the persona's own, is to its disadvantage. Where
//! a claim of that kind is answered by no statement, the surest one on the other side of its axis
//! attacks it weakly, if it was not written to answer something else. The weight of a move is the
//! mean of 1 and its score. No shared point is attacked or used, no statement that the persona has
//! already put into a graph is used again, no node is answered twice, and nothing that lies beside
//! a thesis is answered at all.
//!
//! Left out: moves after the third.

use crate::question::ByCorpus;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Moves, MovesAnswer};
use crate::corpus::{
    self, Heard, Remark, Reply, Silence, Untagged, Voice, Voices, hundredths, one_each, sortable,
};
use crate::graph::NodeKind;
use crate::mode::belief::MOST_MOVES;
use crate::mode::belief::questions::closing;
use crate::mode::belief::questions::nodes::{InfluenceKind, NodeDraft, ShownNode};
use crate::vocabulary::{NodeId, PersonaId, Statement};

/// The score of a statement that merely takes the other side of a claim's axis.
const OTHER_SIDE_ONLY: f64 = 0.1;

/// A possible move.
struct Choice<'a> {
    statement: &'a Statement,
    node: NodeId,
    score: f64,
    rank: f64,
}

impl ByCorpus for Moves {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<MovesAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let mut choices = choices(&voice, voices, &self.trees);
        choices.sort_by_key(|choice| {
            (Reverse(sortable(choice.rank)), &choice.statement.id, choice.node)
        });
        let chosen =
            one_each(choices, MOST_MOVES as usize, |choice| (choice.statement, choice.node));
        let drafted = |choice: &Choice<'_>| NodeDraft {
            weight: hundredths(f64::midpoint(1.0, choice.score)),
            ..NodeDraft::from_remark(
                &voice,
                &choice.node.to_string(),
                &Remark::statement(corpus::InfluenceKind::Attack, choice.statement),
            )
        };
        let target = (!self.received.is_empty())
            .then(|| {
                let (trees, received) = (&self.trees, &self.received);
                closing::by_corpus::target(&voice, trees, received, self.semantics)
            })
            .transpose()?;
        Ok(MovesAnswer { moves: chosen.iter().map(drafted).collect(), target })
    }
}

fn choices<'a>(voice: &Voice<'a>, voices: &Voices<'_>, trees: &[ShownNode]) -> Vec<Choice<'a>> {
    let is_in_tree = |node: &&ShownNode| node.on.is_some() || node.kind == NodeKind::Thesis;
    let (own, others): (Vec<&ShownNode>, Vec<&ShownNode>) =
        trees.iter().filter(is_in_tree).partition(|node| node.author == *voice.persona());
    let known: BTreeSet<&str> = own.iter().map(|node| node.claim.as_str()).collect();
    let answered: BTreeSet<NodeId> =
        own.iter().filter_map(|node| Some(node.on.as_ref()?.target)).collect();
    let harmful = harmful(trees, voice.persona());
    let may_attack = |node: &&ShownNode| {
        let is_shared = node.endorsed_by.contains(voice.persona());
        let is_open = harmful.contains(&node.id) && !answered.contains(&node.id);
        is_open && !is_shared && !voice.shares(&node.heard())
    };
    let targets: Vec<&ShownNode> = others.into_iter().filter(may_attack).collect();
    let heard: Vec<Heard<'_>> = targets.iter().map(|node| node.heard()).collect();
    let is_free = |own: &Statement| {
        !own.reasons.is_empty() && !known.contains(own.text.as_str()) && !voices.is_shared(own)
    };
    let mut replies = voice.replies(&heard, Untagged::ByWords, |_, _| true);
    replies.retain(|reply| is_free(reply.statement));
    let reply = |reply: &Reply<'a>| Choice {
        statement: reply.statement,
        node: targets[reply.heard].id,
        score: reply.score,
        rank: reply.rank(),
    };
    let mut choices: Vec<Choice<'a>> = replies.iter().map(reply).collect();
    for (target, heard) in targets.iter().zip(&heard) {
        let surest = voice.surest_against(heard, |own| is_free(own) && own.answers.is_empty());
        choices.extend(surest.map(|statement| Choice {
            statement,
            node: target.id,
            score: OTHER_SIDE_ONLY,
            rank: OTHER_SIDE_ONLY,
        }));
    }
    choices
}

/// The nodes that are to the persona's disadvantage: they strengthen another thesis or weaken its
/// own.
fn harmful(trees: &[ShownNode], persona: &PersonaId) -> BTreeSet<NodeId> {
    // Whether a node strengthens its thesis. Each node comes after the one that it supports or
    // attacks.
    let mut strengthens: BTreeMap<NodeId, bool> = BTreeMap::new();
    for node in trees {
        let does = node.on.as_ref().is_none_or(|bond| {
            let above = strengthens.get(&bond.target).copied().unwrap_or(true);
            above == (bond.bearing == InfluenceKind::Support)
        });
        strengthens.insert(node.id, does);
    }
    let harms = |node: &&ShownNode| strengthens[&node.id] != (node.tree == *persona);
    trees.iter().filter(harms).map(|node| node.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::Gradual;
    use crate::corpus::samples::{everything, pair};
    use crate::mode::belief::questions::nodes::ParentLink;
    use crate::mode::belief::samples::believed;
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{Persona, Seed, StatementId, Strength};

    /// A persona's node that says a statement of its own, or a part of it, and supports its thesis.
    fn known(
        number: u32,
        personas: &[Persona],
        by: usize,
        statement: &str,
        claim: &str,
    ) -> ShownNode {
        let author = personas[by].id.clone();
        let id = StatementId::new(statement).unwrap();
        let own = personas[by].corpora[&topic().id].statement(&id).unwrap();
        let target = NodeId::new(1 + 10 * u32::try_from(by).unwrap());
        ShownNode {
            id: NodeId::new(number),
            author: author.clone(),
            tree: author,
            on: Some(ParentLink { target, bearing: InfluenceKind::Support, weight: None }),
            claim: if claim.is_empty() { own.text.clone() } else { claim.into() },
            axis: own.axis.clone(),
            side: own.side,
            excerpts: vec![id],
            ..believed(number, Some(1))
        }
    }

    fn thesis(personas: &[Persona], by: usize) -> ShownNode {
        let author = personas[by].id.clone();
        let number = 1 + 10 * u32::try_from(by).unwrap();
        ShownNode { author: author.clone(), tree: author, ..believed(number, None) }
    }

    fn moved(
        personas: &[Persona],
        by: usize,
        trees: Vec<ShownNode>,
        received: &[u32],
    ) -> MovesAnswer {
        let question = Moves {
            brief: Brief::new(&personas[by], &topic()),
            topic: topic(),
            round: 1,
            trees,
            received: received.iter().map(|&number| NodeId::new(number)).collect(),
            semantics: Gradual::DfQuad,
        };
        let corpora = everything(personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        answer
    }

    fn shown(answer: &MovesAnswer) -> Vec<(&str, InfluenceKind, &str)> {
        let mut shown = Vec::new();
        for NodeDraft { target, bearing, excerpts, .. } in &answer.moves {
            shown.push((target.as_str(), *bearing, excerpts[0].as_str()));
        }
        shown
    }

    #[test]
    fn an_assumption_is_attacked_by_its_answer_and_a_shared_point_is_left_alone() {
        let personas = pair();
        let assumption = "Drivers will not walk from a car park.";
        let trees = vec![
            thesis(&personas, 0),
            known(2, &personas, 0, "takings", assumption),
            known(3, &personas, 0, "noise", ""),
        ];
        let answer = moved(&personas, 1, trees, &[]);
        assert_eq!(shown(&answer), [("n2", InfluenceKind::Attack, "park")]);
        assert_eq!(answer.target, None);
    }

    #[test]
    fn a_node_that_harms_another_thesis_is_not_attacked_and_no_statement_is_used_twice() {
        let personas = pair();
        let assumption = "Drivers will not walk from a car park.";
        let mut against = known(2, &personas, 0, "takings", assumption);
        against.on.as_mut().unwrap().bearing = InfluenceKind::Attack;
        let trees = vec![thesis(&personas, 0), against.clone()];
        assert_eq!(shown(&moved(&personas, 1, trees, &[])), []);
        against.on.as_mut().unwrap().bearing = InfluenceKind::Support;
        let park = known(12, &personas, 1, "park", "");
        let trees = vec![thesis(&personas, 0), against, thesis(&personas, 1), park];
        assert_eq!(shown(&moved(&personas, 1, trees, &[])), []);
    }

    #[test]
    fn a_claim_without_an_answer_is_attacked_by_the_surest_statement_of_the_other_side() {
        let personas = pair();
        let trees = vec![thesis(&personas, 0), known(2, &personas, 0, "corner", "")];
        let answer = moved(&personas, 1, trees, &[]);
        assert_eq!(shown(&answer), [("n2", InfluenceKind::Attack, "lungs")], "no shared point");
        assert!((answer.moves[0].weight - 0.55).abs() < 1e-9);
    }

    #[test]
    fn nothing_that_lies_beside_a_thesis_is_attacked() {
        let personas = pair();
        let beside = ShownNode { on: None, ..known(2, &personas, 0, "corner", "") };
        let answer = moved(&personas, 1, vec![thesis(&personas, 0), beside], &[]);
        assert_eq!(shown(&answer), [], "below the thesis lungs would attack it");
    }

    #[test]
    fn a_target_is_given_where_something_was_received() {
        let personas = pair();
        let mut attack = known(12, &personas, 1, "lungs", "");
        attack.tree = personas[0].id.clone();
        attack.on = Some(ParentLink {
            target: NodeId::new(1),
            bearing: InfluenceKind::Attack,
            weight: None,
        });
        let base_score = |score| Strength::new(score).ok();
        let trees = vec![
            ShownNode { base_score: base_score(0.5), ..thesis(&personas, 0) },
            ShownNode { base_score: base_score(0.7), ..attack },
        ];
        let target = moved(&personas, 0, trees, &[12]).target.unwrap();
        // To the keeper, who is sure of the corner to 0.8, lungs are worth half of 0.7 + 0.2.
        assert!((target.strength - 0.5 * (1.0 - 0.45)).abs() < 1e-9, "{}", target.strength);
        assert_eq!(target.reason, "I doubt n12, which the others added.");
    }
}
