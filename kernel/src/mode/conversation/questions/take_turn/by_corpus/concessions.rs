//! What a persona concedes, and in which words.

use super::{Speaker, said};
use crate::corpus::{I_GRANT, OwnConcession, Reply};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::questions::take_turn::TurnAnswer;
use crate::mode::conversation::run::moves::Move;
use crate::mode::conversation::run::steering::Hint;
use crate::text::to_sentence;
use crate::vocabulary::{AxisId, Statement};

/// What comes between a concession and what the persona still says.
const EVEN_SO: &str = " Even so: ";

/// Words for a point that is conceded, with what the persona still says.
fn granting(point: &str, still_says: Option<&Statement>) -> String {
    let granted = format!("{I_GRANT}{}", to_sentence(point));
    match still_says {
        Some(own) => format!("{granted}{EVEN_SO}{}", own.text),
        None => granted,
    }
}

/// The point that a turn concedes in such words; the turn itself where it has other words.
pub(crate) fn granted_point(turn: &str) -> &str {
    turn.strip_prefix(I_GRANT).map_or(turn, |rest| rest.split(EVEN_SO).next().unwrap_or(rest))
}

impl<'v> Speaker<'_, 'v> {
    pub(super) fn is_asked_to_concede(&self) -> bool {
        self.question.hint == Some(Hint::WhatIsRightInIt)
    }

    /// What the statement of a reply concedes itself of what was said, before it answers.
    pub(super) fn concession_with_reply(&self, replies: &[Reply<'v>]) -> Option<TurnAnswer> {
        let conceded = |reply: &Reply<'v>| {
            let said = self.said(reply.heard);
            let mut concedes = reply.statement.concedes.iter();
            concedes.find(|text| !self.has_conceded(text) && said.makes(text, self.answerable))
        };
        let (reply, text) = replies.iter().find_map(|reply| Some((reply, conceded(reply)?)))?;
        let text = granting(text, Some(reply.statement));
        let to = self.heard[reply.heard].0;
        Some(said(Move::Concede, text, Some(to), [reply.statement]))
    }

    /// What the persona's texts concede on the question of a turn that challenges it: the point
    /// that has most distinctive words in common with this turn. Where a hint asks for a
    /// concession, otherwise one for which another turn on the question argues: of several the one
    /// that has most of its words, since nothing is granted that no one argued. It is said with the reply to
    /// the turn, where there is one.
    pub(super) fn concession_on_question(
        &self,
        (latest, axis): (usize, &AxisId),
        replies: &[Reply<'v>],
    ) -> Option<TurnAnswer> {
        let own = self.voice.statements().iter().copied();
        let own = own.filter(|own| own.axis.as_ref() == Some(axis) && self.voice.is_position(own));
        let points = own.flat_map(|own| own.concedes.iter().map(move |point| (own, point)));
        let points: Vec<(&Statement, &String)> =
            points.filter(|(_, point)| !self.has_conceded(point)).collect();
        let to_turn = |at: usize| {
            let turn = self.said(at);
            let argued = points
                .iter()
                .filter_map(|(own, point)| Some((turn.argues_for(point)?, own, point)));
            Some((argued.rev().max_by_key(|(common, ..)| *common)?, turn.turn))
        };
        let is_earlier = |at: &usize| *at != latest && self.heard[*at].1.axis == Some(axis);
        let earlier = || (0..self.heard.len()).rev().filter(is_earlier).filter_map(to_turn);
        let to_earlier = || earlier().max_by_key(|((common, ..), _)| *common);
        let found =
            to_turn(latest).or_else(|| self.is_asked_to_concede().then(to_earlier).flatten());
        let ((_, own, point), to) = found?;
        let answer = self.first_to(to, replies).map(|reply| reply.statement);
        let still_says = answer.or(Some(*own).filter(|own| self.is_new(own)));
        let text = granting(point, still_says);
        Some(said(Move::Concede, text, Some(to), [still_says.unwrap_or(own)]))
    }

    /// The persona's own words for a point of the turn that it shares.
    pub(super) fn shared_point(&self, turn: &ShownTurn) -> Option<TurnAnswer> {
        let of_turn = self.heard.iter().filter(|(other, _)| other.id == turn.id);
        let mut own = of_turn.flat_map(|(_, heard)| self.voice.concedes(heard));
        let own = own.find(|own| self.is_new(own))?;
        Some(said(Move::Concede, own.text.clone(), Some(turn), [own]))
    }

    pub(super) fn has_conceded(&self, text: &str) -> bool {
        let sentence = to_sentence(text);
        self.question.conceded.iter().any(|earlier| earlier.contains(&sentence))
    }

    pub(super) fn concession(&self, granted: &OwnConcession<'_>) -> TurnAnswer {
        let still_says = Some(granted.statement).filter(|own| self.is_new(own));
        let text = granting(granted.text, still_says);
        said(Move::Concede, text, Some(self.heard[granted.heard].0), [granted.statement])
    }
}
