//! `report new debate`: a topic, personas and a manifest, filled with an example or made of a
//! deliberation.

use std::path::{Path, PathBuf};

use clap::Args;
use faultline::vocabulary::{PersonaId, TopicId};

use super::super::command_line::shell_word;
use super::super::diagnose::plural;
use super::super::example;
use super::super::project_root::{ProjectRoot, absolute, current_folder};
use super::draft::{Draft, parse_name, parse_question, title, unused};
use crate::cli::CommandError;
use crate::polis::{
    DebateFiles, Deliberation, Export, HoldBack, LEAST_VOTES, Options, StatementKind,
};

/// Write a debate: a topic, its personas and a manifest, ready to run
///
/// The files are filled with a small example: whether a town should close its main street to cars,
/// two personas with a dozen statements each, and a manifest. The debate runs as it is. With
/// another question, replace the example step by step; `report check NAME` says what is left of it.
///
/// With --from-polis the files are made from a Polis export, with a persona for each large opinion
/// group. The statement that divides the groups most becomes the topic's question, and the next
/// ones become further questions. A group endorses a statement if, with 95% confidence, more than
/// half of its votes on it agree, and rejects it if more than half disagree. A statement divides
/// the groups if one endorses it and another one rejects it. What all groups with a persona endorse
/// becomes a shared point. Votes give no reasons, so the personas have no case in short, and the
/// cruxes have an unknown load.
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// The name of the topic, of the experiment and, with the group, of each persona
    name: String,
    /// The question, which can be answered yes or no [default: the question of the example]
    #[arg(long, conflicts_with = "from_polis")]
    question: Option<String>,
    /// The folder of the export: comments.csv, participants-votes.csv and, if there is one,
    /// summary.csv
    #[arg(long, value_name = "DIR")]
    from_polis: Option<PathBuf>,
    /// The minimum number of participants of a group that becomes a persona
    #[arg(long, value_name = "N", default_value_t = 10, requires = "from_polis")]
    min_group: usize,
    /// The maximum number of questions besides that of the topic, at least 2
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = issues, requires = "from_polis")]
    issues: usize,
    /// Write a project for `report bench cruxes --labelled DIR` instead: DIR/NAME, with some
    /// statements held back and labelled
    #[arg(long, value_name = "DIR", requires = "from_polis")]
    labelled: Option<PathBuf>,
    /// The share of the statements to hold back
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = share, requires = "labelled")]
    hold_back: f64,
    /// The seed that draws the statements to hold back
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "labelled")]
    seed: u64,
}

fn issues(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|count| *count >= 2).ok_or("write a whole number from 2")
}

fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or("write a number from 0 to below 1")
}

pub(super) fn draft(root: &ProjectRoot, arguments: &Arguments) -> Result<Draft, CommandError> {
    let name: TopicId = parse_name(&arguments.name)?;
    let Some(folder) = &arguments.from_polis else {
        return from_example(root, &name, arguments.question.as_deref());
    };
    let longest = format!("{name}-group-a");
    parse_name::<PersonaId>(&longest)?;
    let export = Export::read(folder)?;
    let found = Deliberation::of(&export, arguments.min_group);
    let hold_back = arguments.labelled.is_some();
    let options = Options {
        name: name.to_string(),
        issues: arguments.issues,
        hold_back: hold_back
            .then_some(HoldBack { share: arguments.hold_back, seed: arguments.seed }),
    };
    let debate = DebateFiles::of(folder, &export, &found, &options)?;
    let notes = notes(&export, &found, &debate, arguments);
    let within = match &arguments.labelled {
        Some(labelled) => {
            let folder = absolute(&current_folder()?).join(labelled).join(name.as_str());
            folder.strip_prefix(&root.folder).map(Path::to_owned).unwrap_or(folder)
        }
        None => PathBuf::new(),
    };
    let place = |(path, text): (PathBuf, String)| Ok((unused(root, within.join(path))?, text));
    let files = debate.files.into_iter().map(place).collect::<Result<Vec<_>, CommandError>>()?;
    let next = if let Some(labelled) = &arguments.labelled {
        let bench = format!("bench cruxes --labelled {}", shell_word(labelled.display()));
        vec![(bench, "scores the cruxes that each mode finds")]
    } else {
        next_steps(root, name.as_str())
    };
    Ok(Draft { files, notes, preview: None, next })
}

/// The debate of the example, with another name and question.
fn from_example(
    root: &ProjectRoot,
    name: &TopicId,
    question: Option<&str>,
) -> Result<Draft, CommandError> {
    let question = question.map(parse_question).transpose()?;
    if let Some(long) =
        example::personas(name).iter().find(|name| PersonaId::new(name.as_str()).is_err())
    {
        let message = format!("the persona `{long}` would have a name of more than 64 characters");
        return Err(CommandError::usage(message, "choose a shorter name for the debate"));
    }
    for place in example::places(name) {
        unused(root, place)?;
    }
    let note = match question {
        Some(question) if question != example::QUESTION => format!(
            "the files are filled with an example, “{}”; replace what is marked EXAMPLE with texts on your question",
            example::QUESTION
        ),
        Some(_) | None => "the files contain a small example that runs as it is".to_owned(),
    };
    Ok(Draft {
        files: example::files(name, &title(name.as_str()), question),
        notes: vec![note],
        preview: None,
        next: next_steps(root, name.as_str()),
    })
}

fn next_steps(root: &ProjectRoot, name: &str) -> Vec<(String, &'static str)> {
    let experiment = root.experiment_argument(name);
    vec![
        (format!("check {experiment}"), "shows what the debate will be about"),
        (format!("build {experiment}"), "runs the debates and writes the report"),
    ]
}

/// What the debate contains and what was left out.
fn notes(
    export: &Export,
    found: &Deliberation,
    debate: &DebateFiles,
    arguments: &Arguments,
) -> Vec<String> {
    let groups: Vec<String> = found
        .groups
        .iter()
        .map(|group| format!("{} with {}", group.letter(), group.members))
        .collect();
    let mut notes = vec![format!("{} groups of participants: {}", groups.len(), groups.join(", "))];
    notes.extend(debate.silent.iter().map(|group| {
        format!("group {} is sure of too few statements to debate, and is left out", group.letter())
    }));
    let small: usize = found.small_groups.iter().map(|group| group.members).sum();
    let people = [
        (found.ungrouped, "in no group".to_owned()),
        (small, format!("in groups of fewer than {}", arguments.min_group)),
    ];
    notes.extend(left_out("participant", &people));
    notes.extend(left_out_statements(export, found));
    let left = &export.left_out;
    if !left.columns.is_empty() {
        notes.push(format!(
            "columns of participants-votes.csv that were ignored: {}",
            left.columns.join(", ")
        ));
    }
    if export.is_inverted {
        notes.push(
            "the totals n-agree and n-disagree show that -1 means agree in this file".to_owned(),
        );
    }
    if export.misfits > 0 {
        let rows = plural(export.misfits, "participant");
        notes.push(format!("{rows} with totals n-agree and n-disagree that do not fit the votes; the votes were used"));
    }
    notes.extend(contents(debate));
    if arguments.labelled.is_some() {
        notes.push(format!(
            "{} held back, with labels in labels.csv",
            plural(debate.labels.len(), "statement")
        ));
    }
    notes.push(
        "votes give no reasons: no persona has a case in short, and every crux will have an unknown load".to_owned(),
    );
    notes
}

/// The question of the debate, and the number of its further questions and other statements.
fn contents(debate: &DebateFiles) -> [String; 2] {
    let question = &debate.question;
    let question = format!("question: comment {}, “{}”", question.number, question.text);
    let issues = plural(debate.issues.len(), "further question");
    let more = match debate.more_issues {
        0 => String::new(),
        more => format!(
            " ({more} more statements divide the groups; raise --issues to make them questions)"
        ),
    };
    let (shared, others) =
        (plural(debate.shared, "shared point"), plural(debate.one_sided, "other statement"));
    [question, format!("{issues}{more}, {shared}, {others}")]
}

fn left_out_statements(export: &Export, found: &Deliberation) -> Option<String> {
    let left = &export.left_out;
    let undecided = found.statements.iter().filter(|one| one.kind() == StatementKind::Undecided);
    let statements = [
        (left.moderated, "rejected by moderators".to_owned()),
        (left.metadata, "metadata".to_owned()),
        (left.empty, "without text".to_owned()),
        (left.repeated, "repeated".to_owned()),
        (left.unknown, "with votes but not in comments.csv".to_owned()),
        (found.too_few_votes, format!("with fewer than {LEAST_VOTES} votes in a group")),
        (undecided.count(), "on which all groups are undecided".to_owned()),
    ];
    left_out("statement", &statements)
}

/// A line such as “5 statements left out: 4 moderated, 1 repeated”; `None` if nothing was.
fn left_out(noun: &str, reasons: &[(usize, String)]) -> Option<String> {
    let reasons: Vec<_> = reasons.iter().filter(|(count, _)| *count > 0).collect();
    let all: usize = reasons.iter().map(|(count, _)| count).sum();
    let reasons: Vec<String> =
        reasons.iter().map(|(count, why)| format!("{count} {why}")).collect();
    (all > 0).then(|| format!("{} left out: {}", plural(all, noun), reasons.join(", ")))
}
