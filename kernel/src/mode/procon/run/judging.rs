//! The judgements: one in each order of the sides, and a third where they disagree.

use std::collections::BTreeSet;

use crate::mode::debate_context::DebateContext;
use crate::mode::procon::detail::{
    Answering, CheckedReason, Draft, Judgement, Winner, written_draft,
};
use crate::mode::procon::events::DebateJudged;
use crate::mode::procon::questions::judge::{Judge, JudgedClaim, JudgedReason, JudgedSide};
use crate::mode::procon::questions::shown_speech::ShownSpeech;
use crate::record::Turn;
use crate::vocabulary::{NodeId, Side, Topic};

/// The number of judgements that a debate may need.
const MOST: u32 = 3;

/// What the judge decides.
pub(super) struct Judged {
    pub(super) judgements: Vec<Judgement>,
    pub(super) winner: Winner,
    pub(super) position_bias: Option<f64>,
}

/// Asks the judge with the sides in both orders, and where it names another winner a third time, in
/// an order that the seed draws. A call that fails leaves its judgement out.
pub(super) async fn judge(context: &mut DebateContext<'_>, topic: &Topic, rounds: u32) -> Judged {
    let [yes, no] = [Side::Yes, Side::No].map(|side| judged_side(context, topic, side, rounds));
    let question = |first: Side| Judge {
        topic: topic.clone(),
        sides: match first {
            Side::Yes => [yes.clone(), no.clone()],
            Side::No => [no.clone(), yes.clone()],
        },
    };
    let third =
        if context.setting.seed.draw("third judgement") < 0.5 { Side::Yes } else { Side::No };
    let mut judgements: Vec<Judgement> = Vec::new();
    for (number, first) in [(0, Side::Yes), (1, Side::No), (2, third)] {
        let disagree = judgements.windows(2).any(|pair| pair[0].winner != pair[1].winner);
        if number + 1 == MOST && !disagree {
            break;
        }
        if let Ok(answered) = context.ask_sample(&question(first), number, MOST).await {
            let winner = answered.answer.winner.side();
            context.report(&DebateJudged { first, winner });
            judgements.push(answered.answer);
        }
    }
    let (winner, position_bias) = (winner(&judgements), position_bias(&judgements));
    Judged { judgements, winner, position_bias }
}

/// What the judge reads of a side: its speeches, and its claims with the verdicts. No draft that
/// was rejected, and nothing that a speaker thought.
fn judged_side(context: &DebateContext<'_>, topic: &Topic, side: Side, rounds: u32) -> JudgedSide {
    let (name, thesis) = Judge::side(topic, side);
    let of_turn = |turn: &Turn| -> Option<(ShownSpeech, Draft)> {
        let shown = ShownSpeech::of(turn, &turn.text, rounds)?;
        let own = written_draft(turn)?;
        (own.side == side).then_some((shown, own))
    };
    let (speeches, drafts): (Vec<ShownSpeech>, Vec<Draft>) =
        context.turns().filter_map(of_turn).unzip();
    let claims = drafts.into_iter().flat_map(|draft| draft.claims).filter_map(|claim| {
        let node = context.graph().node(claim.node?)?;
        let attacks = claim.answers.iter().filter(|answer| answer.how != Answering::Concede);
        let attacked: BTreeSet<NodeId> = attacks.map(|answer| answer.node).collect();
        Some(JudgedClaim {
            id: node.id,
            has_reason: !node.only_asserts(),
            finding: claim.finding(),
            reasons: claim.reasons.iter().filter_map(judged_reason).collect(),
            answers: attacked.into_iter().collect(),
            text: claim.text,
        })
    });
    JudgedSide { side, name, thesis, speeches, claims: claims.collect() }
}

fn judged_reason(reason: &CheckedReason) -> Option<JudgedReason> {
    let finding = reason.check.as_ref()?.finding;
    Some(JudgedReason { text: reason.text.clone(), finding })
}

/// The winner that most judgements name; a tie where none has more than any other.
fn winner(judgements: &[Judgement]) -> Winner {
    let votes = |winner| judgements.iter().filter(|judgement| judgement.winner == winner).count();
    let mut ranked = [Winner::Pro, Winner::Con, Winner::Tie].map(|winner| (votes(winner), winner));
    ranked.sort_by_key(|(votes, _)| std::cmp::Reverse(*votes));
    if ranked[0].0 > ranked[1].0 { ranked[0].1 } else { Winner::Tie }
}

/// How many points more a side gets on average where it comes first: the mean over both sides. None
/// without a judgement in each order.
fn position_bias(judgements: &[Judgement]) -> Option<f64> {
    let mean = |side: Side, first: Side| {
        let totals = judgements.iter().filter(|judgement| judgement.first == first);
        let totals: Vec<f64> = totals.map(|judgement| judgement.of(side).total()).collect();
        (!totals.is_empty()).then(|| totals.iter().sum::<f64>() / totals.len() as f64)
    };
    let gain = |side: Side| Some(mean(side, side)? - mean(side, side.opposite())?);
    Some(f64::midpoint(gain(Side::Yes)?, gain(Side::No)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Cause, Node, NodeKind, Provenance};
    use crate::mode::procon::detail::Scores;
    use crate::mode::procon::samples::{self, claim};
    use crate::mode::tests::scripted::{ADA, BEN, in_debate, topic};
    use crate::record::Fate;
    use crate::vocabulary::{PersonaId, TurnId};

    fn judgement(first: Side, winner: Winner, [pro, con]: [f64; 2]) -> Judgement {
        let scores = |score| Scores { coherence: score, rebuttal: score, factuality: score };
        let (reasons, fallacies) = (String::new(), vec![]);
        Judgement { first, pro: scores(pro), con: scores(con), winner, reasons, fallacies }
    }

    #[test]
    fn procon_rule_10_the_judge_reads_of_a_side_its_own_speeches_and_claims() {
        in_debate(&[ADA, BEN], |context| {
            let mut add = |by: &str, premise: &str| {
                let by = PersonaId::new(by).unwrap();
                let node = Node::new(context.next_node(), NodeKind::Argument, "It is so.");
                let mut node = node.by(&by, None, None);
                node.detail.premises.push(premise.to_owned());
                context.add_node(node, &Provenance::default(), Cause::Turn(TurnId::new(1)))
            };
            let own = [add(ADA, "I counted."), add(ADA, "It is so.")];
            let other = add(BEN, "I counted.");
            samples::record(context, ADA, own.map(|id| claim(id, None, &[])).into(), Fate::Kept);
            samples::record(context, BEN, vec![claim(other, None, &[])], Fate::Kept);
            let rejected = Fate::Rejected("It is too short.".into());
            samples::record(context, ADA, vec![claim(other, None, &[])], rejected);
            let read = |side: Side| {
                let read = judged_side(context, &topic(), side, 1);
                let speakers = read.speeches.iter().map(|speech| speech.speaker.to_string());
                let claims = read.claims.iter().map(|claim| (claim.id, claim.has_reason));
                (speakers.collect::<Vec<_>>(), claims.collect::<Vec<_>>())
            };
            let of_ada = vec![(own[0], true), (own[1], false)];
            assert_eq!(read(Side::Yes), (vec![ADA.to_owned()], of_ada), "it only asserts one");
            assert_eq!(read(Side::No), (vec![BEN.to_owned()], vec![(other, true)]));
        });
    }

    #[test]
    fn procon_rule_10_the_winner_has_most_votes_and_the_bias_is_what_the_first_place_is_worth() {
        use Winner::{Con, Pro, Tie};
        type Case<'a> = (&'a [(Side, Winner, [f64; 2])], Winner, Option<f64>);
        let (yes, no) = (Side::Yes, Side::No);
        let cases: [Case<'_>; 6] = [
            (&[], Tie, None),
            (&[(yes, Pro, [6.0, 5.0])], Pro, None),
            (&[(yes, Pro, [6.0, 5.0]), (no, Pro, [6.0, 5.0])], Pro, Some(0.0)),
            (&[(yes, Pro, [7.0, 5.0]), (no, Con, [6.0, 8.0])], Tie, Some(6.0)),
            (
                &[(yes, Pro, [7.0, 5.0]), (no, Con, [6.0, 8.0]), (no, Con, [6.0, 8.0])],
                Con,
                Some(6.0),
            ),
            (
                &[(yes, Pro, [5.0, 5.0]), (no, Con, [5.0, 5.0]), (yes, Tie, [5.0, 5.0])],
                Tie,
                Some(0.0),
            ),
        ];
        for (given, expected, bias) in cases {
            let judgements: Vec<Judgement> = given
                .iter()
                .map(|&(first, winner, totals)| judgement(first, winner, totals))
                .collect();
            assert_eq!(
                (winner(&judgements), position_bias(&judgements)),
                (expected, bias),
                "{given:?}"
            );
        }
    }
}
