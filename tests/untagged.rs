//! How well texts without tags are understood: against the tags of this project's tagged corpora, taken off, and against
//! what a reader took each sentence of its untagged texts for.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use faultline::format::{ClauseKind, Guess, Library, Untagged};
use faultline::vocabulary::{Corpus, Side, Statement, Topic, TopicId};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// How often something was said, and how often rightly.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    /// What could be said.
    all: usize,
    said: usize,
    right: usize,
}

impl Score {
    fn count(&mut self, right: Option<bool>) {
        self.all += 1;
        self.said += usize::from(right.is_some());
        self.right += usize::from(right == Some(true));
    }

    fn precision(self) -> f64 {
        self.right as f64 / self.said.max(1) as f64
    }

    fn recall(self) -> f64 {
        self.right as f64 / self.all.max(1) as f64
    }

    /// Fails where the score has sunk.
    fn holds(self, what: &str, precision: f64, recall: f64) {
        let floor = self.precision() >= precision && self.recall() >= recall;
        assert!(floor, "{what}: {self}; the floor is precision {precision:.2}, recall {recall:.2}");
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, said, right } = self;
        let (precision, recall) = (self.precision(), self.recall());
        write!(
            f,
            "{right} right of {said} said of {all}: precision {precision:.2}, recall {recall:.2}, "
        )?;
        write!(f, "abstained {:.2}", 1.0 - *said as f64 / (*all).max(1) as f64)
    }
}

/// A statement as somebody would write it who knows nothing of tags: what it says, then its reasons, as a paragraph.
fn plain(statement: &Statement) -> String {
    let reasons = statement.reasons.iter().map(|reason| reason.text.as_str());
    std::iter::once(statement.text.as_str()).chain(reasons).collect::<Vec<_>>().join(" ")
}

/// Counts the axes and, where the axis is right, the sides that are found for statements of which each has a paragraph.
fn compare(topic: &Topic, stance: Side, said: &[&Statement], axis: &mut Score, side: &mut Score) {
    let text = said.iter().map(|statement| plain(statement)).collect::<Vec<_>>().join("\n\n");
    let (read, faults) = Untagged::read(topic, stance, Path::new("note.md"), &text);
    assert!(faults.is_empty(), "{faults}");
    for (number, statement) in said.iter().enumerate() {
        let here =
            |guess: &&Guess| guess.line == 2 * number + 1 && guess.kind == ClauseKind::Statement;
        let guess = read.guesses.iter().find(here);
        let found = guess.and_then(|guess| Some((&guess.axis.as_ref()?.axis, guess.side)));
        let right = found.map(|(axis, _)| Some(axis) == statement.axis.as_ref());
        axis.count(right);
        if right == Some(true) {
            side.count(found.map(|(_, side)| side == statement.side));
        }
    }
}

#[test]
fn tags_that_were_taken_off_are_found_again() {
    let (library, _) = Library::open(&root());
    let topic = &library.topics[&TopicId::new("ai-jobs").expect("a name")];
    let tagged: Vec<&Corpus> =
        library.personas.values().filter_map(|p| p.corpora.get(&topic.id)).collect();
    let [mut alone, mut alone_side, mut whole, mut whole_side] = [Score::default(); 4];
    for corpus in &tagged {
        for note in &corpus.notes {
            let said: Vec<&Statement> = note.statements.iter().collect();
            compare(topic, corpus.stance, &said, &mut whole, &mut whole_side);
            for statement in said {
                compare(topic, corpus.stance, &[statement], &mut alone, &mut alone_side);
            }
        }
    }
    println!("axis, each statement by itself:   {alone}");
    println!("side there:                       {alone_side}");
    println!("axis, as paragraphs of its note:  {whole}");
    println!("side there:                       {whole_side}");
    assert!(alone.all >= 100, "the tagged corpora are gone: {alone}");
    alone.holds("alone", 0.74, 0.57);
    whole.holds("as paragraphs", 0.85, 0.69);
    alone_side.holds("side, alone", 0.9, 0.9);
    whole_side.holds("side, as paragraphs", 0.9, 0.9);
}

/// What a reader took a sentence for.
#[derive(Debug)]
struct Label {
    role: String,
    axis: String,
    side: String,
    start: usize,
}

fn labels(name: &str, text: &str) -> Vec<Label> {
    let path = root().join("tests/golden/untagged").join(name).with_extension("txt");
    let lines = std::fs::read_to_string(path).expect("the labels are there");
    let label = |line: &str| {
        let mut words = line.split_whitespace();
        let mut next = || words.next().expect("role, axis and side").to_owned();
        let (role, axis, side) = (next(), next(), next());
        let beginning = words.collect::<Vec<_>>().join(" ").to_lowercase();
        let start =
            text.find(&beginning).unwrap_or_else(|| panic!("no sentence begins «{beginning}»"));
        Label { role, axis, side, start }
    };
    lines.lines().filter(|line| !line.starts_with('#')).map(label).collect()
}

fn role(kind: &ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Statement
        | ClauseKind::Because
        | ClauseKind::Evidence
        | ClauseKind::Assumes => "holds",
        ClauseKind::Concedes => "grants",
        ClauseKind::Answers => "others",
        ClauseKind::Unless => "flips",
        ClauseKind::Prose(_) => "none",
    }
}

#[test]
fn a_reader_agrees_with_what_was_worked_out() {
    let (library, _) = Library::open(&root());
    let [mut axes, mut sides, mut roles] = [Score::default(); 3];
    let mut sentences = 0;
    let mut wrong = Vec::new();
    for (path, guesses) in &library.guesses {
        let text =
            std::fs::read_to_string(root().join(path)).expect("a corpus is text").to_lowercase();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = path.file_name().expect("a file").to_str().expect("a name");
        let labels = labels(name, &text);
        sentences += labels.len();
        let by_name: BTreeMap<_, _> = library
            .personas
            .values()
            .flat_map(|persona| persona.corpora.values())
            .flat_map(Corpus::statements)
            .map(|said| (&said.id, said))
            .collect();
        for (number, label) in labels.iter().enumerate() {
            let end = labels.get(number + 1).map_or(text.len(), |next| next.start);
            // A guess speaks of this sentence where the sentence has its words, or it those of the sentence.
            let about = |guess: &&Guess| {
                let words = guess.text.to_lowercase();
                let words = words.trim_end_matches('.');
                let at = text.find(words);
                at.is_some_and(|at| at < end && at + words.len() > label.start)
            };
            let about: Vec<&Guess> = guesses.iter().filter(about).collect();
            let main = about.iter().find(|guess| role(&guess.kind) != "none").or(about.first());
            let main = main
                .unwrap_or_else(|| panic!("{name}: nothing was made of sentence {}", number + 1));
            let said = main.statement.as_ref().map(|id| by_name[id]);
            let axis = said.and_then(|said| said.axis.as_ref()).map(ToString::to_string);
            let found = role(&main.kind);
            roles.count((found != "none").then_some(found == label.role));
            if label.role != "none" || axis.is_some() {
                axes.count(axis.as_ref().map(|axis| *axis == label.axis));
            }
            if axis.as_ref() == Some(&label.axis) {
                let side = said.and_then(|said| said.side).map(Side::word);
                sides.count(side.map(|side| side == label.side));
            }
            if found != label.role || axis.as_ref().is_some_and(|axis| *axis != label.axis) {
                wrong.push(format!(
                    "{} {} taken for {found} {}: {}",
                    label.role,
                    label.axis,
                    axis.unwrap_or_default(),
                    main.text
                ));
            }
        }
    }
    println!("{sentences} sentences");
    println!("axis: {axes}");
    println!("side: {sides}");
    println!("role: {roles}");
    println!("{}", wrong.join("\n"));
    assert!(sentences >= 90, "the labels are gone: {sentences}");
    axes.holds("axis", 0.93, 0.66);
    sides.holds("side", 1.0, 1.0);
    roles.holds("role", 0.95, 0.58);
}
