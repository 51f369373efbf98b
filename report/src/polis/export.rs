//! Reads the files of a Polis export: `comments.csv`, `participants-votes.csv` and, where it
//! exists, `summary.csv`.
//!
//! The matrix `participants-votes.csv` writes 1 for agree, -1 for disagree and 0 for pass; the
//! database of Polis, its interface for programs and some files `votes.csv` have the opposite
//! signs. The columns `n-agree` and `n-disagree` show which one a file has: [`Export::read`] takes
//! the signs that fit the totals of more participants.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use faultline::vocabulary::is_hidden;

use crate::csv_file::{CsvFile, Header, InvalidFile, Row};

const FOLDER: &str =
    "name the folder of a Polis export, which contains comments.csv and participants-votes.csv";
/// The columns of `participants-votes.csv` that are not statements and are known.
const KNOWN: [&str; 7] =
    ["participant", "xid", "group-id", "n-comments", "n-votes", "n-agree", "n-disagree"];

/// The answer of a participant to a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vote {
    /// The participant agrees.
    Agree,
    /// The participant disagrees.
    Disagree,
    /// The participant passes, or is unsure.
    Pass,
}

impl Vote {
    fn opposite(self) -> Self {
        match self {
            Self::Agree => Self::Disagree,
            Self::Disagree => Self::Agree,
            Self::Pass => Self::Pass,
        }
    }
}

/// A participant of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// The opinion group that Polis assigned.
    pub group: Option<u32>,
    /// The votes, by the number of the statement.
    pub votes: BTreeMap<u32, Vote>,
}

/// What was left out while reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Statements that moderators rejected.
    pub moderated: usize,
    /// Statements about the participants, which Polis marks as metadata.
    pub metadata: usize,
    /// Statements without text.
    pub empty: usize,
    /// Statements that repeat an earlier one word for word.
    pub repeated: usize,
    /// Statements with votes that `comments.csv` does not contain.
    pub unknown: usize,
    /// Columns of `participants-votes.csv` that are not known.
    pub columns: Vec<String>,
}

/// A conversation as Polis exports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The topic of the conversation, if `summary.csv` states it.
    pub title: Option<String>,
    /// The description of the conversation, if `summary.csv` states it.
    pub description: Option<String>,
    /// The statements that count, by number.
    pub statements: BTreeMap<u32, String>,
    /// Everyone who voted.
    pub participants: Vec<Participant>,
    /// What does not count.
    pub left_out: LeftOut,
    /// Whether the file writes -1 for agree.
    pub is_inverted: bool,
    /// How many participants have totals that do not fit their votes.
    pub misfits: usize,
}

impl Export {
    /// Reads the export in a folder.
    ///
    /// # Errors
    /// `InvalidFile` where a file is missing or cannot be read, a required column is missing, a
    /// value is invalid, or no one voted.
    pub fn read(folder: &Path) -> Result<Self, InvalidFile> {
        let comments = CsvFile::read(&file(folder, &["comments.csv"])?, Header::Present)?;
        let matrix = file(folder, &["participants-votes.csv", "participant-votes.csv"])?;
        let matrix = CsvFile::read(&matrix, Header::Present)?;
        let mut left_out = LeftOut::default();
        let (statements, rejected) = statements(&comments, &mut left_out)?;
        if statements.is_empty() {
            let LeftOut { moderated, metadata, empty, .. } = left_out;
            let cause = format!(
                "no comment counts: {moderated} are rejected by moderators (-1), {metadata} are metadata, {empty} have no text"
            );
            let help = "accept comments in the moderation of the conversation, and export it again";
            return Err(InvalidFile::new(&comments.path, None, cause, help));
        }
        let votes = Votes::read(&matrix)?;
        let is_left_out = |id: &u32| !statements.contains_key(id);
        let voted: BTreeSet<u32> =
            votes.participants.iter().flat_map(|one| one.votes.keys().copied()).collect();
        left_out.unknown =
            voted.iter().filter(|id| is_left_out(id) && !rejected.contains(id)).count();
        left_out.columns = votes.unknown_columns;
        let mut participants = votes.participants;
        for participant in &mut participants {
            participant.votes.retain(|id, _| !is_left_out(id));
        }
        participants.retain(|participant| !participant.votes.is_empty());
        if participants.is_empty() {
            let cause = "no participant has voted on a statement that counts";
            return Err(InvalidFile::new(
                &matrix.path,
                None,
                cause,
                "export the conversation after people have voted",
            ));
        }
        let mut export = Self {
            title: None,
            description: None,
            statements,
            participants,
            left_out,
            is_inverted: votes.is_inverted,
            misfits: votes.misfits,
        };
        export.read_summary(folder)?;
        Ok(export)
    }

    fn read_summary(&mut self, folder: &Path) -> Result<(), InvalidFile> {
        let path = folder.join("summary.csv");
        if !path.exists() {
            return Ok(());
        }
        for row in CsvFile::read(&path, Header::Absent)?.rows() {
            let value = one_line(&row.values_from(1).collect::<Vec<_>>().join(","));
            let value = Some(value).filter(|value| !value.is_empty());
            match row.value(0) {
                "topic" => self.title = value,
                "conversation-description" => self.description = value,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The first of these files that exists in a folder.
fn file(folder: &Path, names: &[&str]) -> Result<PathBuf, InvalidFile> {
    let found = names.iter().map(|name| folder.join(name)).find(|path| path.is_file());
    found.ok_or_else(|| {
        InvalidFile::new(folder, None, format!("the folder does not contain {}", names[0]), FOLDER)
    })
}

/// A text without hidden characters and line ends.
fn one_line(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.replace(is_hidden, ""));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The statements that count, and the numbers of those that do not.
fn statements(
    file: &CsvFile,
    left_out: &mut LeftOut,
) -> Result<(BTreeMap<u32, String>, BTreeSet<u32>), InvalidFile> {
    let column = |name| file.required(name, FOLDER);
    let (id, moderated, body) =
        (column("comment-id")?, column("moderated")?, column("comment-body")?);
    let metadata = file.column("is-meta");
    let (mut statements, mut rejected) = (BTreeMap::new(), BTreeSet::new());
    let mut texts = BTreeSet::new();
    for row in file.rows() {
        let number = row.value(id).parse().map_err(|_| {
            let cause = format!("`{}` is not the number of a comment", row.value(id));
            row.error(cause, "export the conversation again")
        })?;
        if statements.contains_key(&number) || rejected.contains(&number) {
            let cause = format!("the comment {number} occurs twice");
            return Err(row.error(cause, "remove one of the two rows"));
        }
        let text = one_line(row.value(body));
        let reason = match row.value(moderated) {
            "-1" => Some(&mut left_out.moderated),
            "0" | "1" | "" => None,
            other => {
                let cause = format!("`{other}` is not a value of `moderated`");
                return Err(
                    row.error(cause, "write 1 for accepted, 0 for not moderated, -1 for rejected")
                );
            }
        };
        let is_metadata = match metadata.map_or("", |column| row.value(column)) {
            "true" | "True" | "TRUE" | "1" => true,
            "false" | "False" | "FALSE" | "0" | "" => false,
            other => {
                let cause = format!("`{other}` is not a value of `is-meta`");
                return Err(row.error(cause, "write true or false"));
            }
        };
        let reason = reason.or_else(|| is_metadata.then_some(&mut left_out.metadata));
        let reason = reason.or_else(|| text.is_empty().then_some(&mut left_out.empty));
        let is_new = reason.is_some() || texts.insert(text.to_lowercase());
        let reason = reason.or_else(|| (!is_new).then_some(&mut left_out.repeated));
        if let Some(count) = reason {
            *count += 1;
            rejected.insert(number);
        } else {
            statements.insert(number, text);
        }
    }
    Ok((statements, rejected))
}

/// The matrix of votes.
struct Votes {
    participants: Vec<Participant>,
    unknown_columns: Vec<String>,
    is_inverted: bool,
    misfits: usize,
}

impl Votes {
    fn read(file: &CsvFile) -> Result<Self, InvalidFile> {
        let group = file.required("group-id", FOLDER)?;
        // They show which number means agreement, which exports disagree about.
        let totals = (file.required("n-agree", FOLDER)?, file.required("n-disagree", FOLDER)?);
        let columns = file.header.iter().enumerate();
        let statements: Vec<(usize, u32)> =
            columns.clone().filter_map(|(index, name)| Some((index, name.parse().ok()?))).collect();
        let is_unknown = |name: &str| !KNOWN.contains(&name) && name.parse::<u32>().is_err();
        let unknown = columns.filter(|(_, name)| is_unknown(name)).map(|(_, name)| name.clone());
        let unknown_columns = unknown.collect();
        let mut participants = Vec::new();
        let (mut fits, mut fits_inverted, mut rows) = (0, 0, 0);
        for row in file.rows() {
            let mut votes = BTreeMap::new();
            for (column, statement) in &statements {
                if let Some(vote) = vote(&row, *column, *statement)? {
                    votes.insert(*statement, vote);
                }
            }
            let count = |vote| votes.values().filter(|one| **one == vote).count().to_string();
            let counts = [count(Vote::Agree), count(Vote::Disagree)];
            let totals = [row.value(totals.0), row.value(totals.1)];
            rows += 1;
            fits += usize::from(counts == totals);
            fits_inverted += usize::from([counts[1].as_str(), &counts[0]] == totals);
            participants.push(Participant { group: self::group(&row, group)?, votes });
        }
        let is_inverted = fits_inverted > fits;
        if is_inverted {
            for vote in participants.iter_mut().flat_map(|one| one.votes.values_mut()) {
                *vote = vote.opposite();
            }
        }
        Ok(Self {
            participants,
            unknown_columns,
            is_inverted,
            misfits: rows - fits.max(fits_inverted),
        })
    }
}

fn group(row: &Row<'_>, column: usize) -> Result<Option<u32>, InvalidFile> {
    let value = row.value(column);
    if value.is_empty() {
        return Ok(None);
    }
    let number = value.strip_suffix(".0").unwrap_or(value).parse();
    number.map(Some).map_err(|_| {
        row.error(
            format!("`{value}` is not the number of a group"),
            "export the conversation again",
        )
    })
}

fn vote(row: &Row<'_>, column: usize, statement: u32) -> Result<Option<Vote>, InvalidFile> {
    match row.value(column) {
        "" => Ok(None),
        "1" | "1.0" => Ok(Some(Vote::Agree)),
        "-1" | "-1.0" => Ok(Some(Vote::Disagree)),
        "0" | "0.0" => Ok(Some(Vote::Pass)),
        other => {
            let cause = format!("`{other}` in the column `{statement}` is not a vote");
            Err(row.error(
                cause,
                "write 1 for agree, -1 for disagree, 0 for pass, nothing for no vote",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const COMMENTS: &str = "timestamp,comment-id,author-id,agrees,disagrees,moderated,is-meta,comment-body\n\
        1,0,5,0,0,1,false,\"Quiet, \"\"really\"\" quiet\nstreets.\"\n\
        1,1,5,0,0,-1,false,Buy this!\n\
        1,2,5,0,0,0,true,I live here.\n\
        1,3,5,0,0,1,false, \n\
        1,4,5,0,0,1,false,\"quiet, \"\"really\"\" quiet streets.\"\n";
    const VOTES: &str = "participant,xid,group-id,colour,n-agree,n-disagree,0,1,2,3,9\n\
        0,,0,red,2,0,1,1,,,\n\
        1,,,red,1,1,1,,,,-1\n\
        2,,1,red,1,0,0,,,,\n\
        3,,1,red,0,0,,,,,\n";

    fn read(files: &[(&str, &str)]) -> Result<Export, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let path = folder.path().display().to_string();
        Export::read(folder.path()).map_err(|error| error.to_string().replace(&path, "export"))
    }

    #[test]
    fn an_export_is_read_and_what_does_not_count_is_counted() {
        let summary =
            "topic,Quiet streets, or not\nviews,7\nconversation-description,\"Say \"\"yes\"\".\"\n";
        let export = read(&[
            ("comments.csv", COMMENTS),
            ("participants-votes.csv", VOTES),
            ("summary.csv", summary),
        ])
        .unwrap();
        assert_eq!(export.title.as_deref(), Some("Quiet streets, or not"));
        assert_eq!(export.description.as_deref(), Some("Say \"yes\"."));
        let text = "Quiet, \"really\" quiet streets.".to_owned();
        assert_eq!(export.statements, BTreeMap::from([(0, text)]));
        let columns = vec!["colour".to_owned()];
        let left_out =
            LeftOut { moderated: 1, metadata: 1, empty: 1, repeated: 1, unknown: 1, columns };
        assert_eq!(export.left_out, left_out);
        let groups: Vec<Option<u32>> = export.participants.iter().map(|one| one.group).collect();
        assert_eq!(groups, [Some(0), None, Some(1)], "the fourth participant has not voted");
        assert_eq!((export.is_inverted, export.misfits), (false, 1));
    }

    #[test]
    fn the_totals_show_which_sign_agree_has() {
        let inverted = VOTES.replace("red,2,0", "red,0,2").replace("red,1,0", "red,0,0");
        let export =
            read(&[("comments.csv", COMMENTS), ("participants-votes.csv", &inverted)]).unwrap();
        assert!(export.is_inverted);
        assert_eq!(export.participants[0].votes[&0], Vote::Disagree);
        assert_eq!(export.misfits, 0);
    }

    #[test]
    fn an_invalid_export_is_refused_with_its_place() {
        let votes = ("participants-votes.csv", VOTES);
        for (files, message) in [
            (vec![], "export: the folder does not contain comments.csv"),
            (
                vec![("comments.csv", COMMENTS)],
                "export: the folder does not contain participants-votes.csv",
            ),
            (
                vec![("comments.csv", "comment-id,moderated\n"), votes],
                "export/comments.csv:1: the column `comment-body` is missing",
            ),
            (
                vec![("comments.csv", &COMMENTS.replace("1,3,5", "1,0,5")), votes],
                "export/comments.csv:6: the comment 0 occurs twice",
            ),
            (
                vec![("comments.csv", &COMMENTS.replace(",-1,", ",2,")), votes],
                "export/comments.csv:4: `2` is not a value of `moderated`",
            ),
            (
                vec![
                    ("comments.csv", COMMENTS),
                    ("participants-votes.csv", &VOTES.replace(",,-1", ",,yes")),
                ],
                "export/participants-votes.csv:3: `yes` in the column `9` is not a vote",
            ),
            (
                vec![
                    ("comments.csv", COMMENTS),
                    ("participants-votes.csv", "participant,group-id,0\n1,0,1\n"),
                ],
                "export/participants-votes.csv:1: the column `n-agree` is missing",
            ),
            (
                vec![
                    ("comments.csv", COMMENTS),
                    (
                        "participants-votes.csv",
                        "participant,group-id,n-agree,n-disagree,0\n1,0,0,0,\n",
                    ),
                ],
                "export/participants-votes.csv: no participant has voted on a statement that counts",
            ),
        ] {
            assert_eq!(read(&files).unwrap_err(), message);
        }
    }
}
