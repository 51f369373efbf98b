//! Writes the files of a debate between opinion groups.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use askama::Template;
use faultline::mode::{ModeName, Passages};

use super::background;
use super::export::Export;
use super::held_back::{self, HeldBack};
use super::selection::{Options, Selection, Silent, left_out};
use super::votes::{Answer, Deliberation, Group, Statement, StatementKind, Tally};
use crate::csv_file::InvalidFile;
use crate::site::sentence::listed;

/// The keywords of an issue are the first words of its statement that are longer than this.
const SHORT_WORD: usize = 3;
const MOST_KEYWORDS: usize = 8;

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
    /// # Errors
    /// `InvalidFile` where there are fewer than two large groups, or too few statements divide
    /// them.
    pub fn of(
        folder: &Path,
        export: &Export,
        found: &Deliberation,
        options: &Options,
    ) -> Result<Self, InvalidFile> {
        let (mut chosen, mut debating) = (Selection::of(folder, found, options)?, found.clone());
        let mut silent: Vec<Silent> = Vec::new();
        // What a group that cannot debate passes on is shared all the same by those that debate.
        while !chosen.silent.is_empty() {
            debating = debating.between(&chosen.seats);
            silent.append(&mut chosen.silent);
            let explained = |error: InvalidFile| InvalidFile {
                cause: error.cause + &left_out(&silent),
                ..error
            };
            chosen = Selection::of(folder, &debating, options).map_err(explained)?;
        }
        let silent: Vec<Group> = silent.into_iter().map(|left| left.group).collect();
        let found = &debating;
        let (axes, sections) = match options.hold_back {
            Some(_) => for_test(&chosen, options.issues),
            None => for_debate(&chosen, found),
        };
        let background = background::of(export, options, found, &silent);
        let writer = Writer { options, export, found, chosen: &chosen, axes: &axes, background };
        let mut files = writer.files(&sections);
        let labels = held_back::labels(&chosen.held_back, &axes, export);
        if options.hold_back.is_some() {
            files.push(("labels.csv".into(), held_back::csv(&labels)));
        }
        let Selection { question, issues, more, shared, one_sided, .. } = chosen;
        let (more_issues, shared, one_sided) = (more.len(), shared.len(), one_sided.len());
        Ok(Self { files, question, issues, more_issues, shared, one_sided, silent, labels })
    }
}

/// Titles of sections, each with its statements.
type Sections<'a> = Vec<(String, Vec<&'a Statement>)>;

/// The axes of a topic and the sections of its corpora.
fn for_debate<'c>(chosen: &'c Selection, found: &Deliberation) -> (Vec<Statement>, Sections<'c>) {
    let others = chosen.more.iter().chain(&chosen.one_sided);
    let letters: Vec<String> = found.groups.iter().map(Group::letter).collect();
    let sections = vec![
        ("Questions".to_owned(), chosen.issues.iter().collect()),
        (format!("What groups {} share", listed(&letters)), chosen.shared.iter().collect()),
        ("What else the group is sure of".to_owned(), others.collect()),
    ];
    (chosen.issues.clone(), sections)
}

/// The same for a test, which needs issues that divide no one, in an order that says nothing.
fn for_test(chosen: &Selection, most: usize) -> (Vec<Statement>, Sections<'_>) {
    let united = chosen.shared.iter().take(most).chain(chosen.one_sided.iter().take(most));
    let mut axes: Vec<Statement> = chosen.issues.iter().chain(united).cloned().collect();
    axes.sort_by_key(|statement| statement.number);
    let mut all: Vec<&Statement> = chosen.statements().collect();
    all.sort_by_key(|statement| statement.number);
    (axes, vec![("Statements".to_owned(), all)])
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
        self.0.id()
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
        let mut known = BTreeSet::new();
        words.retain(|word| known.insert(word.clone()));
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
    title: String,
    lines: Vec<StatementLine>,
}

struct StatementLine {
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
    modes: Vec<ModeName>,
}

struct Writer<'a> {
    options: &'a Options,
    export: &'a Export,
    found: &'a Deliberation,
    chosen: &'a Selection,
    /// The statements that are axes of the topic.
    axes: &'a [Statement],
    /// What the topic says about the conversation.
    background: String,
}

impl Writer<'_> {
    fn files(&self, sections: &Sections<'_>) -> Vec<(PathBuf, String)> {
        let name = self.options.name.as_str();
        let mut files = vec![
            (format!("data/topics/{name}.toml").into(), rendered(&self.topic())),
            (format!("experiments/{name}.toml").into(), rendered(&self.experiment())),
        ];
        for (seat, group) in self.personas() {
            let folder = Path::new("personas").join(self.persona(group));
            let persona = self.persona_file(group);
            files.push((folder.join("persona.toml"), rendered(&persona)));
            let corpus = self.corpus(seat, group, sections);
            files.push((folder.join(format!("corpus/{name}.md")), rendered(&corpus)));
        }
        files
    }

    /// The groups that become personas, each with its seat.
    fn personas(&self) -> impl Iterator<Item = (usize, &Group)> {
        self.chosen.seats.iter().map(|seat| (*seat, &self.found.groups[*seat]))
    }

    fn topic(&self) -> TopicFile<'_> {
        TopicFile {
            name: &self.options.name,
            title: quoted(&background::title(self.export, self.options)),
            question: Issue(&self.chosen.question),
            background: quoted(&self.background),
            axes: self.axes.iter().map(Issue).collect(),
        }
    }

    fn experiment(&self) -> ExperimentFile<'_> {
        let personas = self.personas().map(|(_, group)| quoted(&self.persona(group)));
        let personas: Vec<String> = personas.collect();
        let title = background::title(self.export, self.options);
        ExperimentFile {
            name: &self.options.name,
            title: quoted(&format!("{title}: where the opinion groups disagree")),
            personas: format!("[{}]", personas.join(", ")),
            // An export has no passages.
            modes: ModeName::ALL
                .into_iter()
                .filter(|mode| mode.with_defaults().passages() == Passages::None)
                .collect(),
        }
    }

    fn persona_file(&self, group: &Group) -> PersonaFile<'_> {
        let identity = format!(
            "We are the {} participants of the Polis conversation “{}” whom Polis put into group {}, because we voted alike.",
            group.members,
            background::title(self.export, self.options),
            group.letter()
        );
        PersonaFile {
            name: &self.options.name,
            letter: group.letter(),
            members: group.members,
            identity: quoted(&identity),
        }
    }

    fn corpus(&self, seat: usize, group: &Group, sections: &Sections<'_>) -> CorpusFile<'_> {
        let section = |(title, statements): &(String, Vec<&Statement>)| Section {
            title: title.clone(),
            lines: self.lines(seat, statements),
        };
        let sections = sections.iter().map(section);
        let tally = self.chosen.question.tallies[seat];
        CorpusFile {
            name: &self.options.name,
            letter: group.letter(),
            stance: if tally.agree > tally.disagree { "yes" } else { "no" },
            sections: sections.filter(|section| !section.lines.is_empty()).collect(),
        }
    }

    fn persona(&self, group: &Group) -> String {
        format!("{}-group-{}", self.options.name, group.letter().to_lowercase())
    }

    /// How a group's statement is connected with the point of the comment. What all groups say is
    /// one point. Otherwise the one group that endorses a comment makes a point, which the others
    /// deny; two allies who made it would have it in common, and no position. A test does not say
    /// which statements divide the groups.
    fn point_key(&self, statement: &Statement, answer: Answer) -> Option<&'static str> {
        let endorsing = statement.answers().filter(|other| *other == Answer::Endorses).count();
        match statement.kind() {
            _ if self.options.hold_back.is_some() => None,
            StatementKind::Shared => Some("point"),
            StatementKind::Divides if endorsing == 1 => {
                Some(if answer == Answer::Endorses { "point" } else { "denies" })
            }
            StatementKind::Divides | StatementKind::OneSided | StatementKind::Undecided => None,
        }
    }

    /// The statements on which a group is sure.
    fn lines(&self, seat: usize, statements: &[&Statement]) -> Vec<StatementLine> {
        let letter = self.found.groups[seat].letter();
        let line = |statement: &&Statement| {
            let tally = statement.tallies[seat];
            let Tally { agree, disagree, .. } = tally;
            let (text, side, count, verb) = match tally.answer() {
                Answer::Endorses => (sentence(&statement.text), "yes", agree, "agree"),
                Answer::Rejects => (denial(&statement.text), "no", disagree, "disagree"),
                Answer::Undecided => return None,
            };
            let (id, number, votes) = (statement.id(), statement.number, tally.votes());
            // Laplace's rule of succession, as Polis estimates shares.
            let confidence = f64::from(count + 1) / f64::from(votes + 2);
            let mut tags = String::new();
            if self.axes.iter().any(|axis| axis.number == number) {
                tags.extend([" axis=", &id, " side=", side]);
            }
            if let Some(key) = self.point_key(statement, tally.answer()) {
                tags.extend([" ", key, "=", &id]);
            }
            Some(StatementLine {
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
    // A word with a colon at the beginning is read as the kind of an item, such as `because:`.
    let label = text.split_once(':').map(|(word, _)| word.trim());
    if label.is_some_and(|word| !word.is_empty() && word.chars().all(char::is_alphanumeric)) {
        return format!("“{escaped}”");
    }
    escaped
}
