//! Chooses the subject of a debate and its personas from a conversation.

use std::path::Path;

use faultline::view::number;

use super::held_back::HoldBack;
use super::votes::{Answer, Deliberation, Group, Statement, StatementKind};
use crate::csv_file::InvalidFile;

/// A debate has at least this many issues.
const LEAST_ISSUES: usize = 2;
/// A group becomes a persona if it is sure of at least this many statements, [`LEAST_ISSUES`] of
/// them issues: with less to say it could not debate.
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

/// A large group that is sure of too little to debate.
#[derive(Debug, Clone)]
pub(super) struct Silent {
    pub(super) group: Group,
    /// How little it is sure of.
    sure_of: String,
}

/// A clause about each group that is left out, to be added to another one.
pub(super) fn left_out(silent: &[Silent]) -> String {
    let clause = |Silent { group, sure_of }: &Silent| {
        format!("; group {} was left out: sure of {sure_of}", group.letter())
    };
    silent.iter().map(clause).collect()
}

/// The statements and the groups of a debate.
pub(super) struct Selection {
    /// The statement that divides the groups most: among those on which the fewest groups are
    /// undecided, the one with the largest difference between two groups' shares of agreement.
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
    pub(super) silent: Vec<Silent>,
}

impl Selection {
    /// Chooses from a conversation in a folder.
    ///
    /// # Errors
    /// `InvalidFile` where there are fewer than two large groups, or too few statements divide
    /// them.
    pub(super) fn of(
        folder: &Path,
        found: &Deliberation,
        options: &Options,
    ) -> Result<Self, InvalidFile> {
        let refuse = |cause: String, help| Err(InvalidFile::new(folder, None, cause, help));
        if let Some((cause, help)) = too_few_groups(found) {
            return refuse(cause, help);
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
            let count = found.of_kind(StatementKind::Divides).count();
            let cause = format!(
                "a debate needs one statement that divides the groups as the topic's question and {LEAST_ISSUES} more as further \
                 questions, and too few do: {count}"
            );
            return refuse(cause, help);
        };
        let more = dividing.split_off(options.issues.min(dividing.len()));
        let rest = |kind| found.of_kind(kind).filter(|one| is_kept(one)).cloned().collect();
        let (shared, one_sided) = (rest(StatementKind::Shared), rest(StatementKind::OneSided));
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
        for (seat, group) in found.groups.iter().enumerate() {
            match selection.too_little(seat) {
                None => selection.seats.push(seat),
                Some(sure_of) => selection.silent.push(Silent { group: group.clone(), sure_of }),
            }
        }
        if selection.seats.len() < 2 {
            let cause = format!(
                "a debate needs two opinion groups that are sure of {LEAST_STATEMENTS} statements, {LEAST_ISSUES} of them \
                 questions of the debate, and there are {}{}",
                selection.seats.len(),
                left_out(&selection.silent)
            );
            return refuse(cause, "let more people vote");
        }
        Ok(selection)
    }

    /// Every statement that a persona may put forward.
    pub(super) fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.issues.iter().chain(&self.more).chain(&self.shared).chain(&self.one_sided)
    }

    /// What a group is sure of, if that is too little to debate.
    fn too_little(&self, seat: usize) -> Option<String> {
        let is_sure = |one: &&Statement| one.tallies[seat].answer() != Answer::Undecided;
        let issues = self.issues.iter().filter(is_sure).count();
        let statements = self.statements().filter(is_sure).count();
        let only = |count, one, many| format!("only {}", number::count(count, one, many));
        if issues == 0 {
            Some("the answer to no question".to_owned())
        } else if issues < LEAST_ISSUES {
            Some(format!("the answer to {}", only(issues, "question", "questions")))
        } else {
            (statements < LEAST_STATEMENTS).then(|| only(statements, "statement", "statements"))
        }
    }
}

/// Why there are too few large groups for a debate, if there are, and what to do about it.
fn too_few_groups(found: &Deliberation) -> Option<(String, &'static str)> {
    let count = found.groups.len();
    if count + found.small_groups.len() == 0 {
        let cause = "no participant is in an opinion group: the column `group-id` is empty";
        Some((cause.to_owned(), "export the conversation after Polis has formed groups"))
    } else {
        let cause = format!("a debate needs two large opinion groups, and there are {count}");
        (count < 2).then_some((cause, "let more people vote, or lower --min-group"))
    }
}

/// The statement that is the question, and the others that divide the groups, the most dividing
/// first.
fn most_dividing(found: &Deliberation) -> (Option<Statement>, Vec<Statement>) {
    let mut dividing: Vec<Statement> = found.of_kind(StatementKind::Divides).cloned().collect();
    dividing.sort_by(|a, b| b.spread().total_cmp(&a.spread()));
    let undecided =
        |one: &Statement| one.answers().filter(|answer| *answer == Answer::Undecided).count();
    let question = (0..dividing.len()).min_by_key(|index| undecided(&dividing[*index]));
    (question.map(|index| dividing.remove(index)), dividing)
}
