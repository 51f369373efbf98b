//! What this mode stores beyond what all modes store: drafts, checked claims, teams, judgements.

use serde::{Deserialize, Serialize};

use super::exchanges::Exchange;
use crate::record::{DetailFault, Turn};
use crate::vocabulary::{EvidenceId, NodeId, PersonaId, Probability, Side, TurnId, WebAddress};

/// What a draft of a speech has beyond its text.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Draft {
    /// The side that the speaker argues for.
    pub(super) side: Side,
    /// Its number within the turn, from 1.
    pub(super) number: u32,
    /// The number of its words, before it was cut.
    pub(super) words: usize,
    /// What the speaker thought of the debate so far. No participant reads it.
    pub(super) reflection: String,
    /// What the speaker found wrong with the speeches so far. No participant reads it.
    pub(super) critique: Vec<String>,
    /// What it claims; empty if its length was refused or no list of claims was made.
    pub(super) claims: Vec<CheckedClaim>,
    /// Why its claims were not listed or not checked, as a clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unchecked: Option<String>,
    /// Why each search of the web for one of its claims failed that did, as a clause. Such a claim
    /// was checked without passages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) failed_searches: Vec<String>,
}

/// The type of a claim.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(description = "The type of a claim."))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClaimKind {
    /// It states a number or a share.
    Statistical,
    /// It states what happened.
    Historical,
    /// It states what research found.
    Scientific,
    /// It states what a word means.
    Definitional,
    /// Any other claim.
    General,
}

impl ClaimKind {
    /// As a word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Statistical => "statistical",
            Self::Historical => "historical",
            Self::Scientific => "scientific",
            Self::Definitional => "definitional",
            Self::General => "general",
        }
    }
}

/// What a fact checker finds.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(description = "What the passages say about a claim."))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Finding {
    /// The passages confirm it.
    True,
    /// The passages refute it.
    False,
    /// The passages do not decide it.
    Unverifiable,
}

impl Finding {
    /// Whether the passages confirm or refute it.
    pub(super) fn is_decided(self) -> bool {
        self != Self::Unverifiable
    }

    /// As a word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Unverifiable => "unverifiable",
        }
    }
}

/// A passage that the fact checker read.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Passage {
    /// Its name in the prompt.
    pub(crate) id: String,
    /// What it says.
    pub(crate) text: String,
    /// Where it was published, and when; of a page of the web its title, and its date if it has
    /// one.
    pub(crate) source: String,
    /// The limits of what it says.
    pub(crate) caveats: Vec<String>,
    /// The item of the topic's evidence that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) evidence: Option<EvidenceId>,
    /// The page of the web that it is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) page: Option<WebAddress>,
}

/// The verdict on a claim.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Checked {
    /// The verdict.
    pub(crate) finding: Finding,
    /// How sure the fact checker is.
    pub(crate) confidence: Probability,
    /// Why, in a sentence.
    pub(crate) reason: String,
    /// The passages on which the verdict rests.
    pub(crate) passages: Vec<Passage>,
}

/// How a claim answers an earlier one of the other side.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "run",
    schemars(description = "How a claim answers an earlier one of the other side.")
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answering {
    /// It gives a conclusion that excludes the other.
    Rebut,
    /// It denies a reason for the other.
    Undermine,
    /// It denies that the other follows from its reasons.
    Undercut,
    /// It accepts the other.
    Concede,
}

impl Answering {
    /// As a verb that the earlier claim can follow.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Rebut => "rebuts",
            Self::Undermine => "undermines",
            Self::Undercut => "undercuts",
            Self::Concede => "concedes",
        }
    }
}

/// A claim of a draft.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct CheckedClaim {
    /// The claim.
    pub(super) text: String,
    /// Its type.
    pub(super) kind: ClaimKind,
    /// Its node; absent where the draft was rejected, or where the claim only concedes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<NodeId>,
    /// The earlier claims of the other side that it answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) answers: Vec<AnswerRecord>,
    /// The verdict; absent where it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<Checked>,
    /// The reasons that the speech gives for it. Each is checked by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) reasons: Vec<CheckedReason>,
}

/// A reason of a claim.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct CheckedReason {
    /// The reason.
    pub(super) text: String,
    /// The verdict; absent where it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<Checked>,
}

impl CheckedClaim {
    pub(super) fn is_false(&self) -> bool {
        self.finding() == Some(Finding::False)
    }

    /// What was found about the claim itself.
    pub(super) fn finding(&self) -> Option<Finding> {
        self.check.as_ref().map(|check| check.finding)
    }

    /// The sentences that were checked: the claim, then its reasons.
    pub(super) fn checked(&self) -> impl Iterator<Item = (&str, &Checked)> {
        let claim = self.check.iter().map(|check| (self.text.as_str(), check));
        let reasons = self.reasons.iter();
        claim.chain(reasons.filter_map(|own| Some((own.text.as_str(), own.check.as_ref()?))))
    }

    /// What was found about the claim and its reasons.
    pub(super) fn findings(&self) -> impl Iterator<Item = Finding> {
        self.checked().map(|(_, check)| check.finding)
    }
}

/// An earlier claim that a claim answers.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "run", schemars(rename = "Answered"))]
pub(super) struct AnswerRecord {
    /// The earlier claim.
    pub(super) node: NodeId,
    /// How.
    pub(super) how: Answering,
    /// The number of the reason that is undermined or conceded, from 1; absent where the whole
    /// claim is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<usize>,
}

/// Who speaks for which side.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Teams {
    /// Those who argue for yes, in the order in which they speak.
    pub(super) pro: Vec<PersonaId>,
    /// Those who argue for no.
    pub(super) con: Vec<PersonaId>,
    /// Those who argue against their own answer, or have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) assigned: Vec<PersonaId>,
    /// Whether the seed drew the sides.
    pub(super) drawn: bool,
}

impl Teams {
    /// The members of a team.
    pub(super) fn members(&self, side: Side) -> &[PersonaId] {
        match side {
            Side::Yes => &self.pro,
            Side::No => &self.con,
        }
    }

    /// The number of members of the larger team.
    pub(super) fn largest(&self) -> u32 {
        self.pro.len().max(self.con.len()) as u32
    }

    /// The side that a persona argues for.
    pub(super) fn side(&self, persona: &PersonaId) -> Side {
        if self.pro.contains(persona) { Side::Yes } else { Side::No }
    }
}

/// The name of a side in a debate on a motion.
pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::Yes => "pro",
        Side::No => "con",
    }
}

/// Who wins.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(description = "The side that wins the debate."))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Winner {
    /// The side for the motion.
    Pro,
    /// The side against it.
    Con,
    /// Neither.
    Tie,
}

impl Winner {
    /// The side, unless neither wins.
    pub(super) fn side(self) -> Option<Side> {
        match self {
            Self::Pro => Some(Side::Yes),
            Self::Con => Some(Side::No),
            Self::Tie => None,
        }
    }
}

/// The scores of a side. *Range*: each in [0, 10].
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scores {
    /// How well its speeches hold together.
    pub(crate) coherence: f64,
    /// How well it answers the other side.
    pub(crate) rebuttal: f64,
    /// How well its claims bear checking.
    pub(crate) factuality: f64,
}

impl Scores {
    /// The sum. *Range*: [0, 30].
    pub(crate) fn total(self) -> f64 {
        self.coherence + self.rebuttal + self.factuality
    }
}

/// A fallacy that the judge found.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fallacy {
    /// The speech.
    pub(crate) turn: TurnId,
    /// Its name.
    pub(crate) name: String,
    /// The words in which it is committed.
    pub(crate) quote: String,
}

/// One answer of the judge.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Judgement {
    /// The side whose speeches came first.
    pub(crate) first: Side,
    /// The scores for yes.
    pub(crate) pro: Scores,
    /// The scores for no.
    pub(crate) con: Scores,
    /// The side that wins.
    pub(crate) winner: Winner,
    /// Why.
    pub(crate) reasons: String,
    /// The fallacies.
    pub(crate) fallacies: Vec<Fallacy>,
}

impl Judgement {
    /// The scores of a side.
    pub(super) fn of(&self, side: Side) -> Scores {
        match side {
            Side::Yes => self.pro,
            Side::No => self.con,
        }
    }
}

/// What only this mode finds.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Decided {
    /// Who spoke for which side.
    pub(super) teams: Teams,
    /// The answers of the judge.
    pub(super) judgements: Vec<Judgement>,
    /// The side that most judgements name; a tie where none has most.
    pub(super) winner: Winner,
    /// How many points more a side gets on average where its speeches come first, of 30. Absent
    /// with fewer than one judgement in each order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) position_bias: Option<f64>,
    /// The exchanges whose first and last claims were neither found false nor given up, the longest
    /// first.
    pub(super) exchanges: Vec<Exchange>,
}

/// The draft that a turn records; nothing in a turn that is not a draft.
pub(super) fn draft(turn: &Turn) -> Result<Option<Draft>, DetailFault> {
    turn.read_detail()
}

/// The draft that this mode recorded in a turn of a debate that is being played.
pub(super) fn written_draft(turn: &Turn) -> Option<Draft> {
    draft(turn).expect("this mode wrote it")
}

/// The length of a draft and what was found about its claims.
pub(super) fn numbers(turn: &Turn) -> Result<Option<String>, DetailFault> {
    let Some(draft) = draft(turn)? else { return Ok(None) };
    let mut parts = vec![format!("draft {}", draft.number), format!("{} words", draft.words)];
    for finding in [Finding::True, Finding::False, Finding::Unverifiable] {
        let findings = draft.claims.iter().flat_map(CheckedClaim::findings);
        let count = findings.filter(|found| *found == finding).count();
        if count > 0 {
            parts.push(format!("{count} {}", finding.word()));
        }
    }
    match draft.failed_searches.len() {
        0 => {}
        1 => parts.push("1 search failed".to_owned()),
        count => parts.push(format!("{count} searches failed")),
    }
    Ok(Some(parts.join(", ")))
}

/// (true + ½ · unverifiable) / checked claims and reasons; `None` if none was checked.
pub(super) fn factuality(findings: impl IntoIterator<Item = Finding>) -> Option<f64> {
    let points = |finding| match finding {
        Finding::True => 1.0,
        Finding::Unverifiable => 0.5,
        Finding::False => 0.0,
    };
    let points: Vec<f64> = findings.into_iter().map(points).collect();
    (!points.is_empty()).then(|| points.iter().sum::<f64>() / points.len() as f64)
}
