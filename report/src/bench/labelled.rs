//! Debates on real data, with held-back statements whose labels say what the debate should find.
//!
//! A folder contains one project for each topic: its personas argue with what real people said. The
//! file `labels.csv` beside it lists statements that no persona has, each with a [`Label`] and,
//! where it is known, the axis that it is about. A debate *picks* a statement if one of its cruxes
//! is on that axis. With [`by_meaning`], a provider judges instead which axes a statement is about.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultline::benchmark::{Measure, Ratio, Scored};
use faultline::format;
use faultline::graph::Graph;
use faultline::mode::{ComparedText, Finished, Likeness};
use faultline::pipeline::{self, DoneCells, Judge, Plan};
use faultline::record::{Regime, Usage};
use faultline::store::Store;
use faultline::vocabulary::{Persona, PersonaId, Topic};

use crate::csv_file::{CsvFile, Header, InvalidFile};

/// The file that makes a project a labelled one.
const LABELS: &str = "labels.csv";
const FORMAT: &str = "each folder is a project with one topic and a file labels.csv with the columns statement, label and axis";
/// The baseline that names every axis of the topic.
const EVERY_ISSUE: &str = "every question";

/// What a held-back statement is to the personas of a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// It divides them.
    Crux,
    /// They all hold it, or all reject it.
    CommonGround,
    /// Neither.
    Other,
}

impl Label {
    /// Every label.
    pub const ALL: [Self; 3] = [Self::Crux, Self::CommonGround, Self::Other];

    /// The name, as `labels.csv` writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crux => "crux",
            Self::CommonGround => "common_ground",
            Self::Other => "other",
        }
    }
}

/// A statement that no persona has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledStatement {
    /// The text.
    pub text: String,
    /// What it is to the personas.
    pub label: Label,
    /// The axes that it is about, as far as they are known.
    pub axes: BTreeSet<String>,
}

/// A project with labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledTopic {
    /// The folder of the project.
    pub folder: PathBuf,
    /// The held-back statements.
    pub statements: Vec<LabelledStatement>,
}

/// Reads the labels of every project in a folder, in the order of their names.
///
/// # Errors
/// The folder cannot be read or contains no project, a project has no labels, or a row of the
/// labels is invalid.
pub fn read(folder: &Path) -> Result<Vec<LabelledTopic>, InvalidFile> {
    let error = |cause: String| InvalidFile::new(folder, None, cause, FORMAT);
    let unreadable = |cause: io::Error| error(format!("cannot be read: {cause}"));
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let paths: io::Result<Vec<PathBuf>> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut folders = paths.map_err(unreadable)?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    if folders.is_empty() {
        return Err(error("contains no folders".to_owned()));
    }
    let topic = |folder: PathBuf| Ok(LabelledTopic { statements: statements(&folder)?, folder });
    folders.into_iter().map(topic).collect()
}

fn statements(folder: &Path) -> Result<Vec<LabelledStatement>, InvalidFile> {
    let path = folder.join(LABELS);
    if !path.is_file() {
        return Err(InvalidFile::new(folder, None, format!("contains no {LABELS}"), FORMAT));
    }
    let file = CsvFile::read(&path, Header::Present)?;
    let (text, label) = (file.required("statement", FORMAT)?, file.required("label", FORMAT)?);
    let axis = file.column("axis");
    let axes = axes(folder);
    let known: Vec<&str> = axes.iter().map(String::as_str).collect();
    let mut statements = Vec::new();
    for row in file.rows() {
        let name = row.value(label);
        let label = Label::ALL.into_iter().find(|label| label.name() == name).ok_or_else(|| {
            let names = Label::ALL.map(Label::name);
            row.error(format!("`{name}` is not a label"), format::remedy(name, "labels", &names))
        })?;
        let axis = axis.map(|column| row.value(column)).filter(|axis| !axis.is_empty());
        if let Some(axis) = axis.filter(|axis| !known.contains(axis)) {
            let cause = format!("the topic has no axis `{axis}`");
            return Err(row.error(cause, format::remedy(axis, "axes", &known)));
        }
        if row.value(text).is_empty() {
            return Err(row.error("the statement is empty", "write its text, or remove the row"));
        }
        let axes = axis.into_iter().map(str::to_owned).collect();
        statements.push(LabelledStatement { text: row.value(text).to_owned(), label, axes });
    }
    if statements.is_empty() {
        return Err(InvalidFile::new(&path, None, "contains no statements", FORMAT));
    }
    Ok(statements)
}

/// The axes of the topics of a project. Errors in its files are reported when it is run.
fn axes(folder: &Path) -> BTreeSet<String> {
    let (library, _) = format::Library::open(folder);
    let axes = library.topics.values().flat_map(|topic| &topic.axes);
    axes.map(|axis| axis.id.to_string()).collect()
}

/// The same labels, where a statement is about the axes whose `yes` a provider judges to say the
/// same as it, or the opposite; and what the judgements took.
///
/// # Errors
/// The provider cannot be set up or asked.
pub fn by_meaning(
    labelled: &LabelledTopic,
    topic: &Topic,
    personas: &[Persona],
    judge: &Judge<'_>,
) -> Result<(LabelledTopic, Usage), pipeline::RunError> {
    let author = PersonaId::new("author").expect("`author` is a name");
    let compared = |text: &String| ComparedText {
        text: text.clone(),
        author: author.clone(),
        statement: None,
        axis: None,
        side: None,
    };
    let statements = labelled.statements.iter().map(|statement| &statement.text);
    let texts: Vec<ComparedText> =
        statements.chain(topic.axes.iter().map(|axis| &axis.yes)).map(compared).collect();
    let count = labelled.statements.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|one| (count..texts.len()).map(move |other| (one, other))).collect();
    let judged = judge.judge(topic, personas, &texts, &pairs)?;
    let mut labelled = labelled.clone();
    for statement in &mut labelled.statements {
        statement.axes.clear();
    }
    for ((one, other), likeness) in pairs.into_iter().zip(judged.likenesses) {
        if matches!(likeness, Some(Likeness::Same | Likeness::Opposed)) {
            labelled.statements[one].axes.insert(topic.axes[other - count].id.to_string());
        }
    }
    Ok((labelled, judged.usage))
}

/// What a debate, or a baseline, says about a topic.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Found {
    /// The axes of its cruxes, the first one first.
    cruxes: Vec<String>,
    /// The axes on which it reports that all personas agree.
    agreed: BTreeSet<String>,
    /// Whether it reports that all personas agree on the whole.
    is_consensus: bool,
}

impl Found {
    fn of(debate: &Finished, personas: &[PersonaId]) -> Self {
        let outcome = &debate.outcome;
        let graph = debate.snapshots.last().map(|snapshot| &snapshot.graph);
        let agreed = outcome.common_ground.agreed.iter().filter_map(|agreement| {
            let is_by_all = personas.iter().all(|persona| agreement.endorsed_by.contains(persona));
            let mut nodes = graph.into_iter().flat_map(Graph::nodes).filter(|_| is_by_all);
            let node = nodes.find(|node| node.id == agreement.node)?;
            node.axis.as_ref().map(ToString::to_string)
        });
        let questions = outcome.common_ground.questions.iter().filter(|question| {
            personas.iter().all(|persona| question.personas().any(|known| known == persona))
        });
        let questions = questions.map(|question| question.axis.to_string());
        let verbal = outcome.idle_disputes.iter().filter(|idle| {
            let is_held =
                |persona: &PersonaId| idle.positions.iter().any(|held| held.persona == *persona);
            idle.is_verbal && personas.iter().all(is_held)
        });
        let verbal = verbal.map(|idle| idle.axis.to_string());
        Self {
            cruxes: outcome
                .cruxes
                .iter()
                .filter_map(|crux| Some(crux.axis.as_ref()?.to_string()))
                .collect(),
            agreed: agreed.chain(questions).chain(verbal).collect(),
            is_consensus: outcome.regime == Regime::Consensus,
        }
    }
}

/// The measures that labels allow, in the order of tables.
pub const MEASURES: [Measure; 7] = [
    Measure::Precision,
    Measure::Recall,
    Measure::F1,
    Measure::FalseConsensus,
    Measure::Abstention,
    Measure::Failed,
    Measure::Calls,
];

/// Whether a debate that named these axes picked a statement.
pub fn is_picked(statement: &LabelledStatement, named: &[String]) -> bool {
    named.iter().any(|axis| statement.axes.contains(axis))
}

/// What the labels say about a debate, as far as they say anything.
fn known(measure: Measure, statements: &[LabelledStatement], found: &Found) -> Option<Ratio> {
    let is_picked = |one: &&LabelledStatement| is_picked(one, &found.cruxes);
    let is_agreed =
        |one: &&LabelledStatement| found.is_consensus || !one.axes.is_disjoint(&found.agreed);
    let cruxes = || statements.iter().filter(|one| one.label == Label::Crux);
    let (picked, all) = (statements.iter().filter(is_picked).count(), cruxes().count());
    let hits = cruxes().filter(is_picked).count();
    match measure {
        Measure::Precision => Some(Ratio::of(hits, picked)),
        Measure::Recall => Some(Ratio::of(hits, all)),
        Measure::F1 => Some(Ratio::of(2 * hits, picked + all)),
        Measure::FalseConsensus => Some(Ratio::of(cruxes().filter(is_agreed).count(), all)),
        Measure::Abstention => Some(Ratio::holds(found.cruxes.is_empty())),
        Measure::Top1
        | Measure::Rank
        | Measure::IdleNamed
        | Measure::Unmentioned
        | Measure::Failed
        | Measure::Calls => None,
    }
}

fn scored(topic: &str, by: &str, statements: &[LabelledStatement], found: &Found) -> Scored {
    let ratio = |measure| known(measure, statements, found).unwrap_or(Ratio::NONE);
    Scored {
        topic: topic.to_owned(),
        by: by.to_owned(),
        named: found.cruxes.clone(),
        roles: Vec::new(),
        ratios: Measure::ALL.map(ratio).into(),
    }
}

/// Scores a baseline that names every axis of a topic, and the debates on it that a store holds. A
/// debate that failed has named nothing.
///
/// # Errors
/// The store cannot be read.
pub fn score(
    labelled: &LabelledTopic,
    topic: &Topic,
    plan: &Plan,
    store: &Store,
) -> Result<Vec<Scored>, pipeline::RunError> {
    let (name, statements) = (topic.id.as_str(), labelled.statements.as_slice());
    let every = Found {
        cruxes: topic.axes.iter().map(|axis| axis.id.to_string()).collect(),
        ..Found::default()
    };
    let mut baseline = scored(name, EVERY_ISSUE, statements, &every);
    let set = |scored: &mut Scored, measure: Measure, ratio: Ratio| {
        let index = Measure::ALL.iter().position(|other| *other == measure);
        scored.ratios[index.expect("it is one of all measures")] = ratio;
    };
    set(&mut baseline, Measure::FalseConsensus, Ratio::NONE);
    let mut all = vec![baseline];
    let done = DoneCells::open(plan, store)?;
    for cell in &plan.cells {
        let debate =
            done.find(cell)?.map(|found| pipeline::read_debate(store, &found)).transpose()?;
        let found = debate.as_ref().map(|debate| Found::of(debate, &cell.personas));
        let mut debated = scored(name, &cell.label, statements, &found.unwrap_or_default());
        set(&mut debated, Measure::Failed, Ratio::holds(debate.is_none()));
        if let Some(debate) = debate {
            set(&mut debated, Measure::Calls, Ratio::one(debate.outcome.usage.calls.into()));
        }
        all.push(debated);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(label: Label, axis: &str) -> LabelledStatement {
        let axes = Some(axis.to_owned()).filter(|axis| !axis.is_empty()).into_iter().collect();
        LabelledStatement { text: "It is so.".to_owned(), label, axes }
    }

    #[test]
    fn a_debate_picks_the_statements_on_the_axes_of_its_cruxes() {
        let statements = [
            statement(Label::Crux, "pace"),
            statement(Label::Crux, "cost"),
            statement(Label::Crux, ""),
            statement(Label::CommonGround, "pace"),
            statement(Label::Other, "noise"),
        ];
        let axes = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let found = |cruxes: &[&str], agreed: &[&str], is_consensus| Found {
            cruxes: axes(cruxes),
            agreed: axes(agreed).into_iter().collect(),
            is_consensus,
        };
        let measures = [
            Measure::Precision,
            Measure::Recall,
            Measure::F1,
            Measure::FalseConsensus,
            Measure::Abstention,
        ];
        for (found, expected) in [
            (found(&["pace", "noise"], &["cost"], false), ["1/3", "1/3", "2/6", "1/3", "0/1"]),
            (found(&[], &[], true), ["0/0", "0/3", "0/3", "3/3", "1/1"]),
            (found(&["pace", "cost"], &["noise"], false), ["2/3", "2/3", "4/6", "0/3", "0/1"]),
        ] {
            let shown = measures.map(|measure| {
                let Ratio { numerator, denominator } = known(measure, &statements, &found).unwrap();
                format!("{numerator}/{denominator}")
            });
            assert_eq!(shown, expected, "{found:?}");
        }
    }
}
