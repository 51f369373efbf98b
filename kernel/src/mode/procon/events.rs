//! What the mode reports of sides, drafts, checks and judgements.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::view::{EventLine, Level, Text};
use crate::vocabulary::{PersonaId, Side, TurnId};

/// Every event of this file.
pub(super) const ALL: &[EventInfo] = &[
    EventInfo::of::<SidesAssigned>(),
    EventInfo::of::<RoundAnnounced>(),
    EventInfo::of::<DraftRejected>(),
    EventInfo::of::<SpeechChecked>(),
    EventInfo::of::<DebateJudged>(),
];

/// The personas were assigned to the sides of a motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SidesAssigned {
    /// Those who argue for yes, in the order in which they speak.
    pub(crate) pro: Vec<PersonaId>,
    /// Those who argue for no.
    pub(crate) con: Vec<PersonaId>,
    /// Those who argue against their own answer, or have none.
    pub(crate) assigned: Vec<PersonaId>,
}

impl Report for SidesAssigned {
    const NAME: &'static str = "sides_assigned";

    fn lines(&self) -> Vec<EventLine> {
        let named = |sentence: &str, personas: &[PersonaId]| {
            let names = Text::joined(personas.iter().map(Text::from), ", ");
            EventLine::Sentence(Text::of(sentence, [names]))
        };
        let pro = named("For the motion: {}", &self.pro);
        let mut lines = vec![EventLine::Gap, pro, named("Against it: {}", &self.con)];
        if !self.assigned.is_empty() {
            let sentence = "Assigned against their own answer, or without one: {}";
            lines.push(named(sentence, &self.assigned));
        }
        lines
    }
}

/// A moderator announced a round of speeches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RoundAnnounced {
    /// The round.
    pub(crate) round: u32,
    /// Its name.
    pub(crate) title: String,
}

impl Report for RoundAnnounced {
    const NAME: &'static str = "round_announced";

    fn lines(&self) -> Vec<EventLine> {
        vec![EventLine::Heading(self.title.clone())]
    }
}

/// A draft of a speech has to be written again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DraftRejected {
    /// The speaker.
    pub(crate) persona: PersonaId,
    /// The number of the draft within the turn, from 1.
    pub(crate) number: u32,
    /// Why, as a sentence.
    pub(crate) why: String,
}

impl Report for DraftRejected {
    const NAME: &'static str = "draft_rejected";

    fn lines(&self) -> Vec<EventLine> {
        let rejected = format!("Draft {} was rejected. {}", self.number, self.why);
        vec![EventLine::Detail(Level::Node, rejected.into())]
    }
}

/// The claims of a speech were checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SpeechChecked {
    /// The turn.
    pub(crate) turn: TurnId,
    /// The number of claims found true.
    pub(crate) confirmed: usize,
    /// The number of claims found false.
    pub(crate) refuted: usize,
    /// The number of claims that the passages do not decide.
    pub(crate) unverifiable: usize,
}

impl Report for SpeechChecked {
    const NAME: &'static str = "fact_check";

    fn lines(&self) -> Vec<EventLine> {
        let Self { confirmed, refuted, unverifiable, .. } = self;
        let found = format!(
            "Fact check: {confirmed} found true, {refuted} found false, {unverifiable} unverifiable."
        );
        vec![EventLine::Detail(Level::Detail, found.into())]
    }
}

/// A judge decided who won the debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DebateJudged {
    /// The side that the judge read first.
    pub(crate) first: Side,
    /// The side that wins; none for a tie.
    pub(crate) winner: Option<Side>,
}

impl Report for DebateJudged {
    const NAME: &'static str = "debate_judged";

    fn lines(&self) -> Vec<EventLine> {
        let name = |side| if side == Side::Yes { "pro" } else { "con" };
        let winner =
            self.winner.map_or_else(|| "a tie".to_owned(), |side| format!("{} wins", name(side)));
        let judged = format!("The judge, who read {} first: {winner}.", name(self.first));
        vec![EventLine::Gap, EventLine::Sentence(judged.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_names_the_side_that_was_read_first_and_the_winner() {
        let line = |first, winner| format!("{:?}", DebateJudged { first, winner }.lines());
        assert!(line(Side::Yes, Some(Side::No)).contains("read pro first: con wins."));
        assert!(line(Side::No, Some(Side::Yes)).contains("read con first: pro wins."));
        assert!(line(Side::No, None).contains("read con first: a tie."));
    }
}
