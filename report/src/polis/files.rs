//! Writes the files of a debate between opinion groups.

use std::path::{Path, PathBuf};

use askama::Template;
use faultline::mode::ModeName;

use super::export::Export;
use super::held_back::{self, HeldBack};
use super::votes::{Answer, Deliberation, Group, Kind, Statement, Tally};
use crate::csv_file::InvalidFile;

pub use super::held_back::HoldBack;

/// A debate has at least this many issues.
const LEAST_ISSUES: usize = 2;
/// A group becomes a persona if it is sure of at least this many statements, [`LEAST_ISSUES`] of them issues: with less to say
/// it could not debate.
const LEAST_STATEMENTS: usize = 3;
/// The keywords of an issue are the first words of its statement that are longer than this.
const SHORT_WORD: usize = 3;
const MOST_KEYWORDS: usize = 8;

/// How a debate is made of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The name of the topic and of the experiment.
    pub name: String,
    /// The largest number of issues.
    pub issues: usize,
    /// Which statements are kept out of the debate as a test.
    pub hold_back: Option<HoldBack>,
}

/// The files of a debate, and what they contain.
#[derive(Debug, Clone)]
pub struct DebateFiles {
    /// Paths relative to the project, each with its text.
    pub files: Vec<(PathBuf, String)>,
    /// The statement that is the question.
    pub question: Statement,
    /// The statements that are issues.
    pub issues: Vec<Statement>,
    /// How many more statements divide the groups.
    pub more_issues: usize,
    /// How many statements are shared points.
    pub shared: usize,
    /// How many statements of the personas are neither issues nor shared points.
    pub one_sided: usize,
    /// The large groups that are sure of too little to debate.
    pub silent: Vec<Group>,
    /// The statements that are kept out of the debate.
    pub labels: Vec<HeldBack>,
}

impl DebateFiles {
    /// Makes a debate of a conversation in a folder.
    ///
    /// The question is the statement that divides the groups most: among those on which the fewest groups are undecided, the
    /// one with the largest difference between two groups' shares of agreement. The issues are the next ones by that
    /// difference.
    ///
    /// # Errors
    /// `InvalidFile` where there are fewer than two large groups, or too few statements divide them.
    pub fn of(
        folder: &Path,
        export: &Export,
        found: &Deliberation,
        options: &Options,
    ) -> Result<Self, InvalidFile> {
        let refuse = |cause: String, help| Err(InvalidFile::new(folder, None, cause, help));
        if found.groups.len() < 2 {
            let cause = format!(
                "a debate needs two large opinion groups, and there are {}",
                found.groups.len()
            );
            return refuse(cause, "let more people vote, or lower --min-group");
        }
        let mut dividing: Vec<Statement> = of_kind(found, Kind::Divides).cloned().collect();
        let undecided =
            |one: &Statement| one.answers().filter(|answer| *answer == Answer::Undecided).count();
        dividing.sort_by(|a, b| b.spread().total_cmp(&a.spread()));
        let question = (0..dividing.len()).min_by_key(|index| undecided(&dividing[*index]));
        let question = question.map(|index| dividing.remove(index));
        let held_back: Vec<Statement> = match &options.hold_back {
            Some(hold_back) => hold_back.draw(&dividing, found),
            None => Vec::new(),
        };
        let is_held_back =
            |one: &Statement| held_back.iter().any(|other| other.number == one.number);
        dividing.retain(|one| !is_held_back(one));
        let Some(question) = question.filter(|_| dividing.len() >= LEAST_ISSUES) else {
            let help = match options.hold_back {
                Some(_) => "let more people vote, or hold back a smaller share of the statements",
                None => "let more people vote",
            };
            let cause = format!(
                "a debate needs one statement that divides the groups as its question and {LEAST_ISSUES} more as its issues, \
                 and too few do: {}",
                of_kind(found, Kind::Divides).count()
            );
            return refuse(cause, help);
        };
        let more = dividing.split_off(options.issues.min(dividing.len()));
        let (issues, more_issues) = (dividing, more.len());
        let rest = |kind| of_kind(found, kind).filter(|one| !is_held_back(one)).collect::<Vec<_>>();
        let (shared, one_sided) = (rest(Kind::Shared), rest(Kind::OneSided));
        let is_sure = |seat: usize, statements: &[&Statement]| {
            let sure = |one: &&&Statement| one.tallies[seat].answer() != Answer::Undecided;
            statements.iter().filter(sure).count()
        };
        let on_issues: Vec<&Statement> = issues.iter().collect();
        let on_others: Vec<&Statement> =
            more.iter().chain(shared.iter().chain(&one_sided).copied()).collect();
        let (seats, silent): (Vec<usize>, Vec<usize>) = (0..found.groups.len()).partition(|seat| {
            let sure = is_sure(*seat, &on_issues);
            sure >= LEAST_ISSUES && sure + is_sure(*seat, &on_others) >= LEAST_STATEMENTS
        });
        let silent: Vec<Group> =
            silent.into_iter().map(|seat| found.groups[seat].clone()).collect();
        if seats.len() < 2 {
            let cause = format!(
                "a debate needs two opinion groups that are sure of {LEAST_STATEMENTS} statements, {LEAST_ISSUES} of them \
                 issues, and there are {}",
                seats.len()
            );
            return refuse(cause, "let more people vote");
        }
        let mut axes = issues.clone();
        if options.hold_back.is_some() {
            // A test needs issues that divide no one, in an order that says nothing.
            axes.extend(shared.iter().take(options.issues).copied().cloned());
            axes.extend(one_sided.iter().take(options.issues).copied().cloned());
            axes.sort_by_key(|statement| statement.number);
        }
        let labels = held_back::labels(&held_back, &axes, export);
        let writer = Writer { options, export, found, seats, question: &question, axes: &axes };
        let sections = if options.hold_back.is_some() {
            let mut all: Vec<&Statement> = issues
                .iter()
                .chain(&more)
                .chain(shared.iter().chain(&one_sided).copied())
                .collect();
            all.sort_by_key(|statement| statement.number);
            vec![("Statements", all)]
        } else {
            vec![
                ("Issues", issues.iter().collect()),
                ("What all groups share", shared.clone()),
                (
                    "What else the group is sure of",
                    more.iter().chain(one_sided.iter().copied()).collect(),
                ),
            ]
        };
        let mut files = writer.files(&sections);
        if options.hold_back.is_some() {
            files.push(("labels.csv".into(), held_back::csv(&labels)));
        }
        let (shared, one_sided) = (shared.len(), one_sided.len());
        Ok(Self { files, question, issues, more_issues, shared, one_sided, silent, labels })
    }
}

pub(super) fn of_kind(found: &Deliberation, kind: Kind) -> impl Iterator<Item = &Statement> {
    found.statements.iter().filter(move |one| one.kind() == kind)
}

/// The name of a statement in the files of a project.
pub(super) fn id(statement: &Statement) -> String {
    format!("comment-{}", statement.number)
}

/// A text as TOML writes it, with quotes.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn sentence(text: &str) -> String {
    let ends = text.ends_with(['.', '!', '?', '…', '"', '”', '。', '！', '？']);
    if ends { text.to_owned() } else { format!("{text}.") }
}

fn denial(text: &str) -> String {
    format!("We disagree with “{}”.", text.trim_end_matches('.'))
}

/// A statement as an axis, or as the question, of the topic file.
struct Issue<'a>(&'a Statement);

impl Issue<'_> {
    fn id(&self) -> String {
        id(self.0)
    }

    fn title(&self) -> String {
        quoted(&format!("Comment {}", self.0.number))
    }

    fn question(&self) -> String {
        quoted(&format!("Do you agree with “{}”?", self.0.text.trim_end_matches('.')))
    }

    fn yes(&self) -> String {
        quoted(&sentence(&self.0.text))
    }

    fn no(&self) -> String {
        quoted(&denial(&self.0.text))
    }

    fn keywords(&self) -> String {
        let words = self.0.text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        let mut words: Vec<String> =
            words.filter(|word| word.chars().count() > SHORT_WORD).collect();
        words.dedup();
        words.truncate(MOST_KEYWORDS);
        if words.is_empty() {
            words.push(self.id());
        }
        toml::Value::from(words).to_string()
    }
}

#[derive(Template)]
#[template(path = "new/polis/topic.toml", escape = "none")]
struct TopicFile<'a> {
    name: &'a str,
    title: String,
    question: Issue<'a>,
    background: String,
    axes: Vec<Issue<'a>>,
}

#[derive(Template)]
#[template(path = "new/polis/persona.toml", escape = "none")]
struct PersonaFile<'a> {
    name: &'a str,
    letter: String,
    members: usize,
    identity: String,
}

#[derive(Template)]
#[template(path = "new/polis/corpus.md", escape = "none")]
struct CorpusFile<'a> {
    name: &'a str,
    letter: String,
    stance: &'static str,
    sections: Vec<Section>,
}

struct Section {
    title: &'static str,
    lines: Vec<Line>,
}

struct Line {
    text: String,
    attributes: String,
    reason: String,
}

#[derive(Template)]
#[template(path = "new/polis/experiment.toml", escape = "none")]
struct ExperimentFile<'a> {
    name: &'a str,
    title: String,
    personas: String,
    modes: [ModeName; ModeName::ALL.len()],
}

struct Writer<'a> {
    options: &'a Options,
    export: &'a Export,
    found: &'a Deliberation,
    /// The groups that become personas.
    seats: Vec<usize>,
    question: &'a Statement,
    /// The statements that are axes of the topic.
    axes: &'a [Statement],
}

impl Writer<'_> {
    fn files(&self, sections: &[(&'static str, Vec<&Statement>)]) -> Vec<(PathBuf, String)> {
        let name = self.options.name.as_str();
        let title = self.export.title.clone().unwrap_or_else(|| name.replace('-', " "));
        let groups: Vec<&Group> = self.seats.iter().map(|seat| &self.found.groups[*seat]).collect();
        let members: Vec<String> = groups
            .iter()
            .map(|group| format!("group {} with {}", group.letter(), group.members))
            .collect();
        let description = self
            .export
            .description
            .as_deref()
            .map(|text| format!(" It was described as: “{text}”"));
        let background = format!(
            "This topic comes from the Polis conversation “{title}”, in which participants voted on each other's statements. \
             Polis grouped them by their votes: {} participants. The question and the issues are {}.{}",
            members.join(", "),
            match self.options.hold_back {
                Some(_) => "statements of the conversation",
                None => "statements that one group endorses and another one rejects",
            },
            description.unwrap_or_default()
        );
        let topic = TopicFile {
            name,
            title: quoted(&title),
            question: Issue(self.question),
            background: quoted(&background),
            axes: self.axes.iter().map(Issue).collect(),
        };
        let personas: Vec<String> =
            groups.iter().map(|group| quoted(&self.persona(group))).collect();
        let experiment = ExperimentFile {
            name,
            title: quoted(&format!("{title}: where the opinion groups disagree")),
            personas: format!("[{}]", personas.join(", ")),
            modes: ModeName::ALL,
        };
        let mut files = vec![
            (format!("data/topics/{name}.toml").into(), rendered(&topic)),
            (format!("experiments/{name}.toml").into(), rendered(&experiment)),
        ];
        for (&seat, group) in self.seats.iter().zip(groups) {
            let folder = Path::new("personas").join(self.persona(group));
            let identity = format!(
                "We are the {} participants of the Polis conversation “{title}” whom Polis put into group {}, because we voted alike.",
                group.members,
                group.letter()
            );
            let persona = PersonaFile {
                name,
                letter: group.letter(),
                members: group.members,
                identity: quoted(&identity),
            };
            let sections = sections
                .iter()
                .map(|(title, statements)| Section { title, lines: self.lines(seat, statements) });
            let tally = self.question.tallies[seat];
            let corpus = CorpusFile {
                name,
                letter: group.letter(),
                stance: if tally.agree > tally.disagree { "yes" } else { "no" },
                sections: sections.filter(|section| !section.lines.is_empty()).collect(),
            };
            files.push((folder.join("persona.toml"), rendered(&persona)));
            files.push((folder.join(format!("corpus/{name}.md")), rendered(&corpus)));
        }
        files
    }

    fn persona(&self, group: &Group) -> String {
        format!("{}-group-{}", self.options.name, group.letter().to_lowercase())
    }

    /// The statements on which a group is sure.
    fn lines(&self, seat: usize, statements: &[&Statement]) -> Vec<Line> {
        let letter = self.found.groups[seat].letter();
        let line = |statement: &&Statement| {
            let tally = statement.tallies[seat];
            let Tally { agree, disagree, .. } = tally;
            let (text, side, count, verb) = match tally.answer() {
                Answer::Endorses => (sentence(&statement.text), "yes", agree, "agree"),
                Answer::Rejects => (denial(&statement.text), "no", disagree, "disagree"),
                Answer::Undecided => return None,
            };
            let (id, number, votes) = (id(statement), statement.number, tally.votes());
            // Laplace's rule of succession, as Polis estimates shares.
            let confidence = f64::from(count + 1) / f64::from(votes + 2);
            let mut tags = String::new();
            if self.axes.iter().any(|axis| axis.number == number) {
                tags.extend([" axis=", &id, " side=", side]);
            }
            if statement.kind() == Kind::Shared && self.options.hold_back.is_none() {
                tags.extend([" point=", &id]);
            }
            Some(Line {
                text: escaped(&text),
                attributes: format!(
                    "{{#{id}{tags} conf={confidence:.2} source=\"Polis, comment {number}\"}}"
                ),
                reason: format!(
                    "{count} of the {votes} members of group {letter} who voted on comment {number} {verb} with it"
                ),
            })
        };
        statements.iter().filter_map(line).collect()
    }
}

fn rendered(file: &impl Template) -> String {
    file.render().expect("the templates of a debate only insert texts") + "\n"
}

/// A text as Markdown writes it in a list item.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let number = text.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0);
    for (index, c) in text.char_indices() {
        let is_markup = matches!(
            c,
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '&' | '~' | '|'
        );
        let is_bullet = index == 0 && matches!(c, '-' | '+' | '=');
        let is_number = Some(index) == number && matches!(c, '.' | ')');
        if is_markup || is_bullet || is_number {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
