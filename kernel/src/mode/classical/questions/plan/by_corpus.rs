//! `plan`: a persona wants to speak if it has a reply that it has not given yet (rule 8). The
//! urgency is the score of its best reply. It interrupts if that reply answers what was said in the
//! last turn. Without a reply it listens.

use super::{Plan, PlanAnswer, PlannedAction};
use crate::corpus::{Silence, Voices, hundredths};
use crate::mode::blackboard::questions::respond::best_reply;
use crate::question::ByCorpus;

impl ByCorpus for Plan {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<PlanAnswer, Silence> {
        let Some((message, score, intent)) = best_reply(&self.turn, voices)? else {
            let (action, intent) = (PlannedAction::Listen, String::new());
            return Ok(PlanAnswer { action, urgency: 0.0, intent });
        };
        let is_last = message.round + 1 == self.turn.round;
        let action = if is_last { PlannedAction::Interrupt } else { PlannedAction::Speak };
        Ok(PlanAnswer { action, urgency: hundredths(score), intent })
    }
}
