//! `judge`: three shares of counts, by fixed rules. The order of the sides has no effect.
//!
//! 1. Coherence is ten times the share of a side's claims for which its speeches give a reason.
//! 2. Rebuttal is ten times the share of the other side's claims that it answers, of those made
//!    before its own last claim: what is said after the last word has no answer.
//! 3. Factuality is ten times (true + ½ · unverifiable) / (checked claims and reasons), and 5 where
//!    nothing was checked.
//! 4. A score of a side that claims nothing, or that has nothing to answer, is 0. The side with the
//!    larger sum wins; equal sums are a tie. No fallacy is named, because counts show none.

use crate::question::ByCorpus;
use std::collections::BTreeSet;

use super::{Judge, JudgeAnswer, JudgedClaim, JudgedSide, ScoresDraft, Winner};
use crate::corpus::{Silence, Voices, hundredths};
use crate::mode::procon::detail::factuality;
use crate::vocabulary::{NodeId, Side};

impl ByCorpus for Judge {
    fn by_corpus(&self, _: &Voices<'_>) -> Result<JudgeAnswer, Silence> {
        Ok(answer(self))
    }
}

fn answer(question: &Judge) -> JudgeAnswer {
    let of = |side: Side| question.sides.iter().find(|own| own.side == side);
    let [yes, no] = [Side::Yes, Side::No].map(|side| of(side).expect("both sides are judged"));
    let (pro, con) = (Counts::of(yes, no), Counts::of(no, yes));
    let (pro_scores, con_scores) = (pro.scores(), con.scores());
    let total = |scores: ScoresDraft| scores.coherence + scores.rebuttal + scores.factuality;
    let (for_pro, for_con) = (total(pro_scores), total(con_scores));
    let winner = match for_pro.total_cmp(&for_con) {
        std::cmp::Ordering::Greater => Winner::Pro,
        std::cmp::Ordering::Less => Winner::Con,
        std::cmp::Ordering::Equal => Winner::Tie,
    };
    let decision = match winner {
        Winner::Pro => {
            "The side for the motion has the larger sum of the three scores, so it wins by this count."
        }
        Winner::Con => {
            "The side against the motion has the larger sum of the three scores, so it wins by this count."
        }
        Winner::Tie => "Both sides have the same sum of the three scores, so the debate is a tie.",
    };
    let reasons = format!("{RULE} {} {} {decision}", pro.sentence("for"), con.sentence("against"));
    JudgeAnswer { pro: pro_scores, con: con_scores, fallacies: vec![], reasons, winner }
}

const RULE: &str = "This judgement counts arguments; it does not weigh them. The score for coherence is the share of the claims of a side for which its \
    speeches give a reason. The score for rebuttal is the share of the claims of the other side that it answers, whether or not the answer \
    is a good one; claims that the other side made after the last claim of this one do not count. The score for factuality counts a claim or a reason that the fact checker found true as one, an unverifiable one as a \
    half and a false one as nothing, and divides by the number of those that were checked.";

/// What is counted for one side.
struct Counts {
    claims: usize,
    with_reason: usize,
    others: usize,
    answered: usize,
    factuality: Option<f64>,
}

impl Counts {
    fn of(own: &JudgedSide, other: &JudgedSide) -> Self {
        let answered: BTreeSet<NodeId> =
            own.claims.iter().flat_map(|claim| claim.answers.iter().copied()).collect();
        let last = own.claims.iter().map(|claim| claim.id).max();
        let others: Vec<&JudgedClaim> =
            other.claims.iter().filter(|claim| Some(claim.id) < last).collect();
        Self {
            claims: own.claims.len(),
            with_reason: own.claims.iter().filter(|claim| claim.has_reason).count(),
            answered: others.iter().filter(|claim| answered.contains(&claim.id)).count(),
            others: others.len(),
            factuality: factuality(own.claims.iter().flat_map(JudgedClaim::findings)),
        }
    }

    fn scores(&self) -> ScoresDraft {
        let share = |part: usize, whole: usize| 10.0 * part as f64 / whole.max(1) as f64;
        ScoresDraft {
            coherence: hundredths(share(self.with_reason, self.claims)),
            rebuttal: hundredths(share(self.answered, self.others)),
            factuality: hundredths(10.0 * self.factuality.unwrap_or(0.5)),
        }
    }

    fn sentence(&self, side: &str) -> String {
        let Self { claims, with_reason, others, answered, .. } = self;
        format!(
            "The side {side} the motion gives a reason for {with_reason} of its {claims} claims and answers {answered} of the {others} \
             claims of the other side that it could answer."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::procon::detail::Finding;
    use crate::question::samples::topic;

    /// A side with its claims: the number, whether there is a reason for it, what was found about
    /// it, and the claims that it answers.
    fn side(side: Side, claims: &[(u32, bool, Option<Finding>, &[u32])]) -> JudgedSide {
        let (name, thesis) = Judge::side(&topic(), side);
        let claims = claims.iter().map(|&(number, has_reason, finding, answers)| JudgedClaim {
            id: NodeId::new(number),
            text: format!("Claim {number}."),
            has_reason,
            finding,
            reasons: vec![],
            answers: answers.iter().copied().map(NodeId::new).collect(),
        });
        JudgedSide { side, name, thesis, speeches: vec![], claims: claims.collect() }
    }

    #[test]
    fn judge_rules_1_to_4_scores_are_shares_of_counts_whatever_the_order_of_the_sides() {
        use Finding::{False, True, Unverifiable};
        let pro = side(
            Side::Yes,
            &[
                (1, true, Some(True), &[]),
                (3, true, None, &[2]),
                (5, false, Some(Unverifiable), &[4]),
            ],
        );
        let con = side(Side::No, &[(2, true, Some(False), &[1]), (4, false, None, &[])]);
        let scores =
            |coherence, rebuttal, factuality| ScoresDraft { coherence, rebuttal, factuality };
        for sides in [[pro.clone(), con.clone()], [con, pro]] {
            let answer = answer(&Judge { topic: topic(), sides });
            assert_eq!(answer.pro, scores(6.67, 10.0, 7.5));
            assert_eq!(answer.con, scores(5.0, 5.0, 0.0), "it could answer 1 and 3, not 5");
            assert_eq!(answer.winner, Winner::Pro);
        }
    }

    #[test]
    fn judge_rule_4_sides_with_equal_sums_tie_and_a_side_without_claims_has_no_coherence() {
        let sides = [side(Side::Yes, &[]), side(Side::No, &[])];
        let answer = answer(&Judge { topic: topic(), sides });
        assert_eq!(answer.winner, Winner::Tie);
        let nothing = ScoresDraft { coherence: 0.0, rebuttal: 0.0, factuality: 5.0 };
        assert_eq!((answer.pro, answer.con), (nothing, nothing));
    }
}
