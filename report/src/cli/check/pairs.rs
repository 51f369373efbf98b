//! What a debate between two personas will be about, as far as their texts say: disputes, shared points, and what each `answers`
//! finds.

mod remarks;

use std::collections::BTreeSet;

use faultline::corpus::{AnswerTarget, BestMatch, Corpora, Dispute, Importance, Position, Voices};
use faultline::format::{Library, Manifest};
use faultline::vocabulary::{
    AxisId, Corpus, Persona, PersonaId, Probability, Seed, Side, Topic, TopicId,
};
use serde::Serialize;

use super::super::columns::{Alignment, align};
use super::super::diagnose::{plural, plural_of};
use super::cases::Cases;
use super::inferred::shortened;

/// How many remarks of a kind the short form prints.
const SHOWN: usize = 5;
const CRUX: &str = "crux";
const UNKNOWN: &str = "unknown";
const IDLE: &str = "idle";

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// What needs attention, and the first remarks of each kind.
    Short,
    /// Everything.
    Full,
}

impl Extent {
    fn shown(self, all: usize) -> usize {
        match self {
            Self::Short => SHOWN.min(all),
            Self::Full => all,
        }
    }
}

/// Two personas that an experiment brings together on a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Pair {
    topic: TopicId,
    personas: [PersonaId; 2],
    /// Their answers to the topic's question.
    stances: [&'static str; 2],
    disputes: Vec<Issue>,
    /// The points that both name, in the words of the first.
    shared_points: Vec<String>,
    answers: Vec<Answer>,
    /// How many more `answers` find a sentence of a persona that is not in this pair.
    answers_to_others: usize,
    /// What their authors should look at.
    remarks: Vec<String>,
}

/// A question that the two answer differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Issue {
    axis: AxisId,
    question: String,
    /// The answer of each.
    answers: [&'static str; 2],
    /// `crux` if the cases in short of both rest on it, `idle` if one of them does not, `unknown` if they do not say.
    importance: &'static str,
    /// Whose case in short does not rest on it.
    idle: Vec<PersonaId>,
    /// Whose case in short does not say whether it rests on it.
    unknown: Vec<PersonaId>,
}

/// An `answers` of a statement, and the sentence that it finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Answer {
    persona: PersonaId,
    statement: String,
    /// `claim`, `premise`, `assumption` or `inference`.
    component: String,
    text: String,
    /// Whether the sentence below is near enough to be answered.
    hits: bool,
    /// The statement with the nearest sentence.
    target: Option<String>,
    nearest: Option<String>,
    score: Option<f64>,
}

/// Every pair of an experiment on each topic on which both have written, and how many pairs are left out because files have
/// errors. `library` contains what the manifest names, and `project` everything: an `answers` may be meant for a persona of
/// another experiment.
pub(super) fn pairs(
    library: &Library,
    project: &Library,
    manifest: &Manifest,
    cases: &Cases,
) -> (Vec<Pair>, usize) {
    let (mut found, mut left_out) = (Vec::new(), 0);
    let mut seen = BTreeSet::new();
    for topic in manifest.topics.iter().filter_map(|id| library.topics.get(id)) {
        for group in &manifest.personas {
            for (at, first) in group.iter().enumerate() {
                for second in &group[at + 1..] {
                    let both = [first, second];
                    let mut cases =
                        both.map(|id| cases.get(&(topic.id.clone(), id.clone()))).into_iter();
                    let is_readable = cases.all(|case| case.is_some_and(|case| !case.has_errors));
                    left_out += usize::from(!is_readable);
                    if is_readable && seen.insert((&topic.id, first, second)) {
                        let both = [&library.personas[first], &library.personas[second]];
                        found.push(Pair::of(topic, both, group, project));
                    }
                }
            }
        }
    }
    (found, left_out)
}

impl Pair {
    /// `group` is everyone in the debate: two personas with one answer may have an opponent there.
    fn of(topic: &Topic, both: [&Persona; 2], group: &[PersonaId], project: &Library) -> Self {
        let corpora = indexed(topic, both.map(Clone::clone).as_slice());
        // Everything is recalled, so the seed makes no difference.
        let voices = corpora.voices(Seed(0));
        let ids = both.map(|persona| persona.id.clone());
        let voice_of = |id| voices.voice(id).expect("both have a voice");
        let both_voices = [voice_of(&ids[0]), voice_of(&ids[1])];
        let disputes: Vec<Issue> = voices.disputes(&ids).iter().map(Issue::of).collect();
        let (answers, answers_to_others) = answers(topic, &voices, &ids, project);
        let corpora_of_group = group.iter().filter_map(|id| project.corpus(id, &topic.id));
        let corpora_of_group: Vec<&Corpus> = corpora_of_group.collect();
        // A point is misspelt only if no persona of the project spells it in the same way.
        let everyone = project.personas.keys().filter_map(|id| project.corpus(id, &topic.id));
        let everyone: Vec<&Corpus> = everyone.collect();
        let remarks = remarks::remarks(topic, &both_voices, &corpora_of_group, &everyone);
        let stances = [0, 1].map(|index: usize| both_voices[index].thesis_side());
        Self {
            topic: topic.id.clone(),
            personas: ids.clone(),
            stances: stances.map(Side::word),
            disputes,
            shared_points: voices
                .shared_points(&ids)
                .iter()
                .map(|point| point.text.to_owned())
                .collect(),
            answers,
            answers_to_others,
            remarks,
        }
    }

    /// The cruxes to expect first, then the other disputes, the shared points, the `answers` and the remarks.
    pub(super) fn lines(&self, extent: Extent) -> Vec<String> {
        let [first, second] = &self.personas;
        let [one, other] = self.stances;
        let mut lines = vec![format!("{}: {first} ({one}) against {second} ({other})", self.topic)];
        if self.disputes.is_empty() {
            lines.push("  no disputes: they take opposite sides on no axis".to_owned());
        }
        for (importance, nouns, meaning) in [
            (CRUX, ["crux", "cruxes"], "both cases in short rest on the answer"),
            (
                UNKNOWN,
                ["possible crux", "possible cruxes"],
                "a case in short does not say whether it rests on the answer",
            ),
            (
                IDLE,
                ["other dispute", "other disputes"],
                "not both cases in short rest on the answer",
            ),
        ] {
            let of_kind = self.disputes.iter().filter(|issue| issue.importance == importance);
            let of_kind: Vec<&Issue> = of_kind.collect();
            if !of_kind.is_empty() {
                let [noun, nouns] = nouns;
                lines.push(format!("  {}: {meaning}", plural_of(of_kind.len(), noun, nouns)));
                lines.extend(table(&of_kind));
            }
        }
        if self.shared_points.is_empty() {
            lines.push("  no shared points: no `point` is named by both".to_owned());
        } else {
            lines.push(format!("  {}", plural(self.shared_points.len(), "shared point")));
            lines.extend(self.shared_points.iter().map(|text| format!("    {}", shortened(text))));
        }
        lines.extend(self.answer_lines(extent));
        if !self.remarks.is_empty() {
            lines.push("  to look at".to_owned());
            let shown = extent.shown(self.remarks.len());
            lines.extend(self.remarks.iter().take(shown).map(|remark| format!("    {remark}")));
            lines.extend(more(self.remarks.len(), shown));
        }
        lines
    }

    fn answer_lines(&self, extent: Extent) -> Vec<String> {
        let (found, missed): (Vec<&Answer>, Vec<&Answer>) =
            self.answers.iter().partition(|answer| answer.hits);
        let mut lines = vec![match (found.len(), missed.len()) {
            (0, 0) if self.answers_to_others > 0 => {
                "  no `answers` of a sentence that the other side says".to_owned()
            }
            (0, 0) => {
                "  no `answers`: statements reply to each other by their axis and words".to_owned()
            }
            (found, 0) => {
                format!("  {found} `answers`, all of a sentence that the other side says")
            }
            (found, missed) => {
                format!("  {} `answers`: {missed} hit nothing", found + missed)
            }
        }];
        if extent == Extent::Full {
            lines.extend(found.iter().flat_map(|answer| answer.lines()));
        }
        let shown = extent.shown(missed.len());
        lines.extend(missed.iter().take(shown).flat_map(|answer| answer.lines()));
        lines.extend(more(missed.len(), shown));
        if self.answers_to_others > 0 {
            lines.push(format!(
                "  {} more `answers` of personas that are not in this pair",
                self.answers_to_others
            ));
        }
        lines
    }
}

/// Says how many lines are not shown.
fn more(all: usize, shown: usize) -> Option<String> {
    (all > shown)
        .then(|| format!("    … and {} more; `report check --pairs` lists them", all - shown))
}

impl Issue {
    fn of(dispute: &Dispute<'_>) -> Self {
        let with = |holds: fn(&Position<'_>) -> bool| {
            let positions = dispute.positions.iter().filter(|position| holds(position));
            positions.map(|position| position.persona.clone()).collect()
        };
        let side = |index: usize| dispute.positions[index].side.word();
        Self {
            axis: dispute.axis.id.clone(),
            question: dispute.axis.question.clone(),
            answers: [side(0), side(1)],
            importance: match dispute.importance() {
                Importance::Crux => CRUX,
                Importance::Unknown => UNKNOWN,
                Importance::Idle => IDLE,
            },
            idle: with(|position| position.load.is_some_and(|load| load.value() <= 0.0)),
            unknown: with(|position| position.load.is_none()),
        }
    }

    /// Why it may be no crux.
    fn reason(&self) -> String {
        let names = |personas: &[PersonaId]| {
            personas.iter().map(PersonaId::as_str).collect::<Vec<_>>().join(" and ")
        };
        match (self.idle.as_slice(), self.unknown.as_slice()) {
            ([], []) => String::new(),
            ([], unknown) => format!("unknown for {}", names(unknown)),
            (idle, _) => format!("not found in the case of {}", names(idle)),
        }
    }
}

impl Answer {
    fn of(persona: &PersonaId, target: &AnswerTarget<'_>) -> Self {
        let best = target.best.as_ref();
        let component = target.answer.component.to_string();
        Self {
            persona: persona.clone(),
            statement: target.statement.id.to_string(),
            component: component.split(' ').next().unwrap_or_default().to_owned(),
            text: target.answer.text.clone(),
            hits: best.is_some_and(BestMatch::is_found),
            target: best.map(|best| best.statement.id.to_string()),
            nearest: best.map(|best| best.text.clone()),
            score: best.map(|best| best.score),
        }
    }

    fn lines(&self) -> [String; 2] {
        let Self { persona, statement, component, text, .. } = self;
        let found = match (&self.target, &self.nearest, self.score) {
            (Some(target), Some(nearest), Some(score)) => {
                let verdict = if self.hits { "finds" } else { "hits nothing; nearest is" };
                format!("{verdict} {target}, {score:.2}: {}", shortened(nearest))
            }
            _ => "hits nothing".to_owned(),
        };
        [
            format!("    {persona} {statement}: answers {component}: {}", shortened(text)),
            format!("      {found}"),
        ]
    }
}

/// Corpora of which everything is recalled.
fn indexed(topic: &Topic, personas: &[Persona]) -> Corpora {
    let everything = Probability::new(1.0).expect("1 is a probability");
    Corpora::new(topic, personas, everything).expect("each has a corpus")
}

/// The `answers` of both, and how many more of them find a sentence of a persona outside the pair.
fn answers(
    topic: &Topic,
    voices: &Voices<'_>,
    pair: &[PersonaId; 2],
    project: &Library,
) -> (Vec<Answer>, usize) {
    let writers = project.personas.values().filter(|one| one.corpora.contains_key(&topic.id));
    let writers: Vec<Persona> = writers.cloned().collect();
    let everyone = indexed(topic, &writers);
    let everyone = everyone.voices(Seed(0));
    let outside: Vec<PersonaId> =
        writers.iter().map(|one| one.id.clone()).filter(|id| !pair.contains(id)).collect();
    let (mut answers, mut to_others) = (Vec::new(), 0);
    for (own, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
        let targets = voices.answer_targets(own, std::slice::from_ref(other));
        for (target, elsewhere) in targets.iter().zip(everyone.answer_targets(own, &outside)) {
            let answer = Answer::of(own, target);
            if !answer.hits && elsewhere.best.as_ref().is_some_and(BestMatch::is_found) {
                to_others += 1;
            } else {
                answers.push(answer);
            }
        }
    }
    (answers, to_others)
}

fn table(issues: &[&Issue]) -> Vec<String> {
    let row = |issue: &&Issue| {
        let [first, second] = issue.answers;
        let answers = format!("{first} / {second}");
        vec![issue.axis.to_string(), shortened(&issue.question), answers, issue.reason()]
    };
    let rows: Vec<Vec<String>> = issues.iter().map(row).collect();
    let lines = align(&rows, &[Alignment::Left; 4]).into_iter();
    lines.map(|line| format!("    {}", line.trim_end())).collect()
}
