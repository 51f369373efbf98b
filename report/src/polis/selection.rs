//! Chooses the subject of a debate and its personas from a conversation.

use std::path::Path;

use super::held_back::HoldBack;
use super::votes::{Answer, Deliberation, Group, Kind, Statement};
use crate::csv_file::InvalidFile;

/// A debate has at least this many issues.
const LEAST_ISSUES: usize = 2;
/// A group becomes a persona if it is sure of at least this many statements, [`LEAST_ISSUES`] of them issues: with less to say
/// it could not debate.
const LEAST_STATEMENTS: usize = 3;

/// How to make a debate from a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The name of the topic and of the experiment.
    pub name: String,
    /// The largest number of issues.
    pub issues: usize,
    /// Which statements are kept out of the debate as a test.
    pub hold_back: Option<HoldBack>,
}

/// The statements and the groups of a debate.
pub(super) struct Selection {
    /// The statement that divides the groups most: among those on which the fewest groups are undecided, the one with the
    /// largest difference between two groups' shares of agreement.
    pub(super) question: Statement,
    /// The next ones by that difference.
    pub(super) issues: Vec<Statement>,
    /// The others that divide the groups.
    pub(super) more: Vec<Statement>,
    pub(super) shared: Vec<Statement>,
    pub(super) one_sided: Vec<Statement>,
    /// The statements that are kept out of the debate.
    pub(super) held_back: Vec<Statement>,
    /// The groups that become personas.
    pub(super) seats: Vec<usize>,
    /// The large groups that are sure of too little to debate.
    pub(super) silent: Vec<Group>,
}

impl Selection {
    /// Chooses from a conversation in a folder.
    ///
    /// # Errors
    /// `InvalidFile` where there are fewer than two large groups, or too few statements divide them.
    pub(super) fn of(
        folder: &Path,
        found: &Deliberation,
        options: &Options,
    ) -> Result<Self, InvalidFile> {
        let refuse = |cause: String, help| Err(InvalidFile::new(folder, None, cause, help));
        if found.groups.len() < 2 {
            let count = found.groups.len();
            if count + found.small_groups.len() == 0 {
                let cause = "no participant is in an opinion group: the column `group-id` is empty"
                    .to_owned();
                return refuse(cause, "export the conversation after Polis has formed groups");
            }
            let cause = format!("a debate needs two large opinion groups, and there are {count}");
            return refuse(cause, "let more people vote, or lower --min-group");
        }
        let (question, mut dividing) = most_dividing(found);
        let held_back = options.hold_back.as_ref();
        let held_back = held_back.map_or_else(Vec::new, |some| some.draw(&dividing, found));
        let is_kept = |one: &Statement| held_back.iter().all(|other| other.number != one.number);
        dividing.retain(is_kept);
        let Some(question) = question.filter(|_| dividing.len() >= LEAST_ISSUES) else {
            let help = match options.hold_back {
                Some(_) => "let more people vote, or hold back a smaller share of the statements",
                None => "let more people vote",
            };
            let count = found.of_kind(Kind::Divides).count();
            let cause = format!(
                "a debate needs one statement that divides the groups as its question and {LEAST_ISSUES} more as its issues, \
                 and too few do: {count}"
            );
            return refuse(cause, help);
        };
        let more = dividing.split_off(options.issues.min(dividing.len()));
        let rest = |kind| found.of_kind(kind).filter(|one| is_kept(one)).cloned().collect();
        let (shared, one_sided) = (rest(Kind::Shared), rest(Kind::OneSided));
        let mut selection = Self {
            question,
            issues: dividing,
            more,
            shared,
            one_sided,
            held_back,
            seats: Vec::new(),
            silent: Vec::new(),
        };
        let (seats, silent) = (0..found.groups.len()).partition(|seat| selection.can_debate(*seat));
        (selection.seats, selection.silent) = (seats, of_seats(found, silent));
        if selection.seats.len() < 2 {
            let cause = format!(
                "a debate needs two opinion groups that are sure of {LEAST_STATEMENTS} statements, {LEAST_ISSUES} of them \
                 issues, and there are {}",
                selection.seats.len()
            );
            return refuse(cause, "let more people vote");
        }
        Ok(selection)
    }

    /// Every statement that a persona may put forward.
    pub(super) fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.issues.iter().chain(&self.more).chain(&self.shared).chain(&self.one_sided)
    }

    fn can_debate(&self, seat: usize) -> bool {
        let is_sure = |one: &&Statement| one.tallies[seat].answer() != Answer::Undecided;
        self.issues.iter().filter(is_sure).count() >= LEAST_ISSUES
            && self.statements().filter(is_sure).count() >= LEAST_STATEMENTS
    }
}

/// The statement that is the question, and the others that divide the groups, the most dividing first.
fn most_dividing(found: &Deliberation) -> (Option<Statement>, Vec<Statement>) {
    let mut dividing: Vec<Statement> = found.of_kind(Kind::Divides).cloned().collect();
    dividing.sort_by(|a, b| b.spread().total_cmp(&a.spread()));
    let undecided =
        |one: &Statement| one.answers().filter(|answer| *answer == Answer::Undecided).count();
    let question = (0..dividing.len()).min_by_key(|index| undecided(&dividing[*index]));
    (question.map(|index| dividing.remove(index)), dividing)
}

fn of_seats(found: &Deliberation, seats: Vec<usize>) -> Vec<Group> {
    seats.into_iter().map(|seat| found.groups[seat].clone()).collect()
}
