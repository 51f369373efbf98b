//! What a node says in terms of its author's corpus, and what it brings to a listener's mind.

use crate::provider::corpus::attacks::{COMES_TO_MIND, OTHER_AXIS, SIDE_ONLY};
use crate::provider::corpus::{Memory, Mind};
use crate::task::{Believed, Part};
use crate::text::Index;
use crate::vocabulary::{MOST_PREMISES, Statement};

/// What a node is of the statement that it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// Nothing of it: the node is a thesis, or says what the other side would.
    Else,
    /// The statement itself.
    Claim,
    /// One of its reasons.
    Reason,
    /// Something it takes for granted.
    Assumption,
    /// Something it concedes.
    Concession,
}

/// A node with the statement that it rests on.
pub(super) struct Heard<'a> {
    pub(super) node: &'a Believed,
    pub(super) statement: Option<&'a Statement>,
    pub(super) says: Says,
}

impl<'a> Heard<'a> {
    pub(super) fn of(mind: &Mind<'a>, node: &'a Believed) -> Self {
        // A thesis rests on several statements and says none of them.
        let rests = node.excerpts.iter().filter(|_| node.on.is_some());
        let statement = rests.into_iter().find_map(|id| mind.statement(&node.author, id));
        let says = statement.map_or(Says::Else, |statement| says(statement, &node.claim));
        Self { node, statement, says }
    }

    /// The text that a reply to a part of an argument is held against, where the node is such a part.
    fn aimed_at(&self, part: Part) -> Option<String> {
        let claim = &self.node.claim;
        match (part, self.says) {
            (Part::Claim, Says::Claim)
            | (Part::Premise, Says::Reason)
            | (Part::Assumption, Says::Assumption) => Some(claim.clone()),
            (Part::Inference, Says::Claim) => {
                let reasons = self.statement.map_or_else(Vec::new, Statement::all_reasons);
                let premises =
                    reasons.iter().take(MOST_PREMISES).map(|reason| reason.text.as_str());
                Some(premises.chain([claim.as_str()]).collect::<Vec<_>>().join(" "))
            }
            _ => None,
        }
    }

    /// Whether the statement takes the other side of the node's axis.
    pub(super) fn is_opposed_by(&self, statement: &Statement) -> bool {
        let sides = self.node.side.zip(statement.side);
        self.shares_axis(statement) && sides.is_some_and(|(one, other)| one != other)
    }

    /// Whether the statement takes the same side of the node's axis.
    pub(super) fn is_joined_by(&self, statement: &Statement) -> bool {
        self.shares_axis(statement) && self.node.side.is_some() && self.node.side == statement.side
    }

    pub(super) fn shares_axis(&self, statement: &Statement) -> bool {
        self.node.axis.is_some() && self.node.axis == statement.axis
    }

    /// Whether the node and the statement name one point.
    pub(super) fn shares_point(&self, statement: &Statement) -> bool {
        let own = self.statement.filter(|_| self.says == Says::Claim);
        own.is_some_and(|own| own.point.is_some() && own.point == statement.point)
    }

    /// Whether the statement denies the point that the node names, or the other way round.
    pub(super) fn is_denied_by(&self, statement: &Statement) -> bool {
        let own = self.statement.filter(|_| self.says == Says::Claim);
        let denies =
            |one: &Statement, other: &Statement| one.denies.is_some() && one.denies == other.point;
        own.is_some_and(|own| denies(own, statement) || denies(statement, own))
    }
}

fn says(statement: &Statement, claim: &str) -> Says {
    if statement.text == claim {
        Says::Claim
    } else if statement.all_reasons().iter().any(|reason| reason.text == claim) {
        Says::Reason
    } else if statement.assumptions.iter().any(|text| text == claim) {
        Says::Assumption
    } else if statement.concedes.iter().any(|text| text == claim) {
        Says::Concession
    } else {
        Says::Else
    }
}

/// In which way a statement comes to mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It answers the node.
    Reply,
    /// It merely takes the other side.
    Opposite,
    /// It concedes what the node says.
    Concession,
    /// It names what the node says as something that would change the listener's mind.
    Unless,
}

/// A statement that comes to a listener's mind on hearing a node.
pub(super) struct Echo<'a> {
    /// The node, by its place among those heard.
    pub(super) node: usize,
    pub(super) statement: &'a Statement,
    pub(super) way: Way,
    /// How well it matches. *Range*: [0, 1].
    pub(super) score: f64,
    /// Whether it speaks of the node's step from reasons to claim.
    pub(super) of_inference: bool,
}

/// Everything that comes to mind well enough. Parts of one kind are searched together, as for attacks.
pub(super) fn echoes<'a>(memory: &Memory<'a>, heard: &[Heard<'_>]) -> Vec<Echo<'a>> {
    let mut echoes = Vec::new();
    for part in [Part::Claim, Part::Premise, Part::Assumption, Part::Inference] {
        let aimed = |(place, heard): (usize, &Heard<'_>)| Some((place, heard.aimed_at(part)?));
        let aims: Vec<(usize, String)> = heard.iter().enumerate().filter_map(aimed).collect();
        let index = Index::new(aims.iter().map(|(_, text)| text.as_str()));
        for &statement in &memory.statements {
            let mut add = |text: &str, way| {
                for ((node, _), score) in aims.iter().zip(index.scores(text)) {
                    let place = &heard[*node];
                    let weight = match way {
                        Way::Reply if place.shares_axis(statement) => 1.0,
                        Way::Reply => OTHER_AXIS,
                        Way::Opposite if place.is_opposed_by(statement) => SIDE_ONLY,
                        Way::Concession | Way::Unless if place.shares_axis(statement) => 1.0,
                        Way::Opposite | Way::Concession | Way::Unless => 0.0,
                    };
                    let of_inference = part == Part::Inference;
                    let score = weight * score;
                    echoes.push(Echo { node: *node, statement, way, score, of_inference });
                }
            };
            let answers = statement.answers.iter();
            for answer in answers.filter(|answer| Part::of(answer.component).0 == part) {
                add(&answer.text, Way::Reply);
            }
            if part == Part::Claim && statement.answers.is_empty() {
                add(&statement.text, Way::Opposite);
            }
            if matches!(part, Part::Claim | Part::Premise) {
                statement.concedes.iter().for_each(|text| add(text, Way::Concession));
                statement.unless.iter().for_each(|text| add(text, Way::Unless));
            }
        }
    }
    echoes.retain(|echo| echo.score >= COMES_TO_MIND);
    echoes
}
