//! The types of questions under the names by which the rules of the provider `corpus` use them.

pub(crate) use crate::mode::belief::questions::closing::{Closing, TargetDraft as Target};
pub(crate) use crate::mode::belief::questions::grow::{Grow, GrowAnswer, Level};
pub(crate) use crate::mode::belief::questions::moves::{Moves, MovesAnswer};
#[cfg(test)]
pub(crate) use crate::mode::belief::questions::nodes::Link as Bond;
pub(crate) use crate::mode::belief::questions::nodes::{
    Bearing, NodeDraft as Leaf, ShownNode as Believed,
};
pub(crate) use crate::mode::belief::questions::scores::{Scored, Scores, ScoresAnswer};
pub(crate) use crate::mode::belief::questions::thesis::{Thesis, ThesisAnswer};
pub(crate) use crate::mode::graph::questions::arguments::{
    ArgumentDraft as Draft, Arguments, ArgumentsAnswer,
};
#[cfg(test)]
pub(crate) use crate::mode::graph::questions::attacks::ExistingAttack as Standing;
pub(crate) use crate::mode::graph::questions::attacks::{
    AttackDraft, Attacks, AttacksAnswer, ComponentKind as Part, ShownArgument as Shown,
};
pub(crate) use crate::mode::graph::questions::validate::{
    SubmittedAttack as Judged, Validate, ValidateAnswer, VerdictDraft as Verdict,
};
#[cfg(test)]
pub(crate) use crate::mode::shared::questions::compare::Origin;
pub(crate) use crate::mode::shared::questions::compare::{
    Compare, CompareAnswer, Item, Judgement, Likeness, Pair, Wording,
};
pub(crate) use crate::mode::shared::questions::decompose::{
    Decompose, DecomposeAnswer, Proposition,
};
pub(crate) use crate::mode::shared::questions::settle::{Disputed, Settle, SettleAnswer};
pub(crate) use crate::mode::single::questions::cruxes::{
    CruxDraft, Cruxes, CruxesAnswer, HolderDraft as Holder, PointDraft as AgreedPoint,
    PositionDraft as Stand,
};
#[cfg(test)]
pub(crate) use crate::question::Brief;
pub(crate) use crate::question::{Cited, claims_on};

#[cfg(test)]
use crate::question::Question;

/// Checks answers in unit tests.
#[cfg(test)]
pub(crate) trait Task: Question {
    fn check(&self, answer: &Self::Raw) -> Vec<String>;
}

#[cfg(test)]
impl<Q: Question> Task for Q
where
    Q::Raw: Clone,
{
    fn check(&self, answer: &Self::Raw) -> Vec<String> {
        self.accept(answer.clone()).err().unwrap_or_default()
    }
}
