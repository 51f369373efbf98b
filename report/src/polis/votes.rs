//! What each opinion group answers to each statement.
//!
//! A group *endorses* a statement if, with 95% confidence, more than half of its members who voted
//! on it agree: the lower end of the Wilson interval of the share is above one half. It *rejects*
//! it if the same holds for disagree. A pass is a vote that neither agrees nor disagrees. Otherwise
//! the group is *undecided*.
//!
//! Polis forms the groups by these very votes, so the intervals describe the groups and test no
//! hypothesis about them.

use std::collections::BTreeMap;

use faultline::analysis::wilson;

use super::export::{Export, Vote};

/// A statement counts only if each large group has at least this many votes on it.
pub const LEAST_VOTES: u32 = 5;

/// The votes of a group on a statement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many agree.
    pub agree: u32,
    /// How many disagree.
    pub disagree: u32,
    /// How many pass.
    pub pass: u32,
}

/// What a group answers to a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Most members agree.
    Endorses,
    /// Most members disagree.
    Rejects,
    /// Neither is sure.
    Undecided,
}

impl Tally {
    /// The number of votes.
    pub fn votes(self) -> u32 {
        self.agree + self.disagree + self.pass
    }

    /// The share of the votes that agree.
    pub fn agreement(self) -> f64 {
        f64::from(self.agree) / f64::from(self.votes().max(1))
    }

    /// The answer of the group.
    pub fn answer(self) -> Answer {
        if is_majority(self.agree, self.votes()) {
            Answer::Endorses
        } else if is_majority(self.disagree, self.votes()) {
            Answer::Rejects
        } else {
            Answer::Undecided
        }
    }

    fn add(&mut self, vote: Vote) {
        match vote {
            Vote::Agree => self.agree += 1,
            Vote::Disagree => self.disagree += 1,
            Vote::Pass => self.pass += 1,
        }
    }
}

/// Whether the lower end of the 95% interval of a share is above one half.
fn is_majority(count: u32, all: u32) -> bool {
    wilson(count as usize, all as usize).0 > 0.5
}

/// How the groups answer a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatementKind {
    /// One group endorses it and another one rejects it.
    Divides,
    /// All groups endorse it, or all reject it.
    Shared,
    /// Some groups endorse it or some reject it, and the others are undecided.
    OneSided,
    /// All groups are undecided.
    Undecided,
}

/// A statement with the votes of every large group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its number in the export.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// The votes, in the order of the groups.
    pub tallies: Vec<Tally>,
}

impl Statement {
    /// Its name in the files of a project.
    pub(super) fn id(&self) -> String {
        format!("comment-{}", self.number)
    }

    /// The answer of each group.
    pub fn answers(&self) -> impl Iterator<Item = Answer> {
        self.tallies.iter().map(|tally| tally.answer())
    }

    /// How the groups answer it.
    pub fn kind(&self) -> StatementKind {
        let has = |answer| self.answers().any(|other| other == answer);
        let (yes, no) = (has(Answer::Endorses), has(Answer::Rejects));
        match (yes, no, has(Answer::Undecided)) {
            (true, true, _) => StatementKind::Divides,
            (false, false, _) => StatementKind::Undecided,
            (_, _, false) => StatementKind::Shared,
            (_, _, true) => StatementKind::OneSided,
        }
    }

    /// The difference between the highest and the lowest share of agreement.
    pub fn spread(&self) -> f64 {
        let shares = || self.tallies.iter().map(|tally| tally.agreement());
        shares().fold(0.0, f64::max) - shares().fold(1.0, f64::min)
    }
}

/// A large opinion group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its number in the export.
    pub number: u32,
    /// How many participants it has.
    pub members: usize,
}

impl Group {
    /// The letter that Polis shows for it; its number where there are too few letters.
    pub fn letter(&self) -> String {
        match u8::try_from(self.number) {
            Ok(number @ 0..26) => char::from(b'A' + number).to_string(),
            Ok(_) | Err(_) => self.number.to_string(),
        }
    }
}

/// The statements and the large groups of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Deliberation {
    /// The groups with enough members, in the order of their ids.
    pub groups: Vec<Group>,
    /// The groups that are too small.
    pub small_groups: Vec<Group>,
    /// How many participants are in no group.
    pub ungrouped: usize,
    /// The statements with enough votes, in the order of their numbers.
    pub statements: Vec<Statement>,
    /// How many statements have too few votes.
    pub too_few_votes: usize,
}

impl Deliberation {
    /// The statements that the groups answer in this way.
    pub(super) fn of_kind(&self, kind: StatementKind) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(move |one| one.kind() == kind)
    }

    /// Counts the votes of the groups with at least `least_members` participants.
    pub fn of(export: &Export, least_members: usize) -> Self {
        let mut members: BTreeMap<u32, usize> = BTreeMap::new();
        for number in export.participants.iter().filter_map(|one| one.group) {
            *members.entry(number).or_default() += 1;
        }
        let ungrouped = export.participants.iter().filter(|one| one.group.is_none()).count();
        let all = members.into_iter().map(|(number, members)| Group { number, members });
        let (groups, small_groups): (Vec<Group>, Vec<Group>) =
            all.partition(|group| group.members >= least_members);
        let mut tallies: BTreeMap<u32, Vec<Tally>> = export
            .statements
            .keys()
            .map(|id| (*id, vec![Tally::default(); groups.len()]))
            .collect();
        for participant in &export.participants {
            let seat = groups.iter().position(|group| Some(group.number) == participant.group);
            let Some(seat) = seat else { continue };
            for (number, vote) in &participant.votes {
                if let Some(tallies) = tallies.get_mut(number) {
                    tallies[seat].add(*vote);
                }
            }
        }
        let all = tallies.len();
        tallies.retain(|_, tallies| tallies.iter().all(|tally| tally.votes() >= LEAST_VOTES));
        let statement = |(number, tallies)| Statement {
            number,
            text: export.statements[&number].clone(),
            tallies,
        };
        let statements: Vec<Statement> = tallies.into_iter().map(statement).collect();
        let too_few_votes = all - statements.len();
        Self { groups, small_groups, ungrouped, statements, too_few_votes }
    }

    /// The same conversation between some of its large groups, so that the others have no say in
    /// what is shared or divides.
    pub(super) fn between(&self, seats: &[usize]) -> Self {
        let statement = |statement: &Statement| Statement {
            tallies: seats.iter().map(|seat| statement.tallies[*seat]).collect(),
            ..statement.clone()
        };
        Self {
            groups: seats.iter().map(|seat| self.groups[*seat].clone()).collect(),
            statements: self.statements.iter().map(statement).collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::export::{LeftOut, Participant};
    use super::*;

    fn tally(agree: u32, disagree: u32, pass: u32) -> Tally {
        Tally { agree, disagree, pass }
    }

    #[test]
    fn a_group_endorses_what_a_sure_majority_of_its_votes_agrees_with() {
        for (votes, answer) in [
            (tally(0, 0, 0), Answer::Undecided),
            (tally(3, 0, 0), Answer::Undecided),
            (tally(4, 0, 0), Answer::Endorses),
            (tally(0, 5, 0), Answer::Rejects),
            // Wilson's interval of 59 of 100 begins at 0.492, that of 60 of 100 at 0.502.
            (tally(59, 41, 0), Answer::Undecided),
            (tally(60, 40, 0), Answer::Endorses),
            (tally(60, 0, 60), Answer::Undecided),
            (tally(20, 70, 10), Answer::Rejects),
        ] {
            assert_eq!(votes.answer(), answer, "{votes:?}");
        }
    }

    #[test]
    fn the_answers_of_the_groups_say_what_kind_a_statement_is() {
        let (yes, no, open) = (tally(9, 1, 0), tally(1, 9, 0), tally(5, 5, 0));
        for (tallies, kind) in [
            (vec![yes, no], StatementKind::Divides),
            (vec![yes, open, no], StatementKind::Divides),
            (vec![yes, yes], StatementKind::Shared),
            (vec![no, no], StatementKind::Shared),
            (vec![yes, open], StatementKind::OneSided),
            (vec![open, open], StatementKind::Undecided),
        ] {
            let statement = Statement { number: 1, text: String::new(), tallies };
            assert_eq!(statement.kind(), kind, "{statement:?}");
        }
    }

    #[test]
    fn small_groups_participants_without_a_group_and_rare_votes_are_left_out() {
        let participant = |group: Option<u32>, votes: &[u32]| Participant {
            group,
            votes: votes.iter().map(|number| (*number, Vote::Agree)).collect(),
        };
        let mut participants: Vec<_> =
            (0..5).flat_map(|_| [1, 0].map(|group| participant(Some(group), &[7]))).collect();
        participants.extend([participant(Some(0), &[8]), participant(Some(11), &[7])]);
        participants.push(participant(None, &[7]));
        let export = Export {
            title: None,
            description: None,
            statements: [(7, "A".to_owned()), (8, "B".to_owned())].into(),
            participants,
            left_out: LeftOut::default(),
            is_inverted: false,
            misfits: 0,
        };
        let found = Deliberation::of(&export, 5);
        let shown = |groups: &[Group]| -> Vec<String> {
            groups.iter().map(|group| format!("{}{}", group.letter(), group.members)).collect()
        };
        assert_eq!(
            (shown(&found.groups), shown(&found.small_groups)),
            (vec!["A6".into(), "B5".into()], vec!["L1".into()])
        );
        assert_eq!((found.ungrouped, found.too_few_votes), (1, 1));
        assert_eq!(found.statements.len(), 1);
        assert_eq!(found.statements[0].tallies, [tally(5, 0, 0); 2]);
    }
}
