//! What rests on what: the case in short of each persona, and the statements whose reasons assert
//! another axis.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use faultline::corpus::{Corpora, Link, LinkedBy, Voice, is_side_guessed};
use faultline::format::{Fault, Faults, Library, Severity};
use faultline::vocabulary::{
    AxisId, Corpus, Persona, PersonaId, Seed, Side, Statement, Topic, TopicId,
};

use super::super::columns::{Alignment, align};
use super::case_warnings::Written;
use super::inferred::shortened;

/// What a persona's answer to a topic rests on.
#[derive(Debug, Clone, Default)]
pub(super) struct Case {
    /// A heading, and a line for each reason of the case.
    lines: Vec<String>,
    /// Whether every reason of the case asserts an axis, by tag or in its words.
    is_complete: bool,
    /// The reasons of other statements that assert another axis.
    others: Vec<String>,
    /// Whether files of the persona have errors, so that statements may be missing here.
    pub(super) has_errors: bool,
    /// The axes that it has statements on, or that its case in short asserts.
    pub(super) axes: BTreeSet<AxisId>,
    /// What is missing or contradicts itself.
    pub(super) warnings: Vec<Fault>,
    /// The statements without a tag, each with the axis that was inferred.
    untagged: Vec<String>,
    /// A file to write, where the persona has no case in short, or one that was read from a text
    /// without tags and does not say enough.
    missing: Option<String>,
    /// The same for a persona whose case in short was read from a text without tags, to print where
    /// a dispute depends on what that case rests on.
    note: Option<String>,
}

pub(super) type Cases = BTreeMap<(TopicId, PersonaId), Case>;

/// The case of every persona on every topic. Of a persona whose files have errors, not everything
/// is known: it gets no warnings.
pub(super) fn cases(library: &Library, faults: &Faults) -> Cases {
    let has_errors = |persona: &PersonaId| {
        let folder = Path::new("personas").join(persona.as_str());
        let errors = faults.sorted().into_iter().filter(|fault| fault.severity == Severity::Error);
        errors.map(|fault| &fault.path).any(|path| path.starts_with(&folder))
    };
    let mut cases = Cases::new();
    for topic in library.topics.values() {
        let personas = library.personas.values();
        let authors = personas.filter(|persona| persona.corpora.contains_key(&topic.id));
        let authors: Vec<Persona> = authors.cloned().collect();
        let corpora = Corpora::of_authors(topic, &authors);
        // Everything is recalled, so the seed makes no difference.
        let voices = corpora.voices(Seed(0));
        for author in &authors {
            let voice = voices.voice(&author.id).expect("each author has a voice");
            let corpus = &author.corpora[&topic.id];
            let key = (topic.id.clone(), author.id.clone());
            let written = Written { corpus, paths: &library.note_paths[&key] };
            let mut case = Case::of(topic, &voice);
            case.has_errors = has_errors(&author.id);
            if case.has_errors {
                (case.missing, case.note) = (None, None);
            } else {
                case.warnings = written.warnings(topic, &voice);
            }
            case.untagged = untagged(corpus, &voice);
            case.axes = axes(&voice);
            cases.insert(key, case);
        }
    }
    cases
}

/// Whether all of these personas have written on a topic, without errors in their files.
pub(super) fn is_readable<'p>(
    cases: &Cases,
    topic: &Topic,
    personas: impl IntoIterator<Item = &'p PersonaId>,
) -> bool {
    let case = |persona: &PersonaId| cases.get(&(topic.id.clone(), persona.clone()));
    personas.into_iter().all(|persona| case(persona).is_some_and(|case| !case.has_errors))
}

/// The axes that a persona writes about.
fn axes(voice: &Voice<'_>) -> BTreeSet<AxisId> {
    let of_statements = voice.statements().iter().filter_map(|statement| statement.axis.clone());
    let of_case = voice.case().iter().flat_map(|case| voice.links(case).asserted());
    of_statements.chain(of_case.map(|asserts| asserts.axis.clone())).collect()
}

/// The cases in short: first those that are stated, then a file to write for a persona that states
/// none. Those in which nothing is missing are listed only if `complete`. `unknown` are the personas
/// with a dispute of which their case does not say whether it rests on it.
pub(super) fn brief(
    cases: &Cases,
    unknown: &BTreeSet<(TopicId, PersonaId)>,
    complete: bool,
) -> Vec<String> {
    let listed = cases.values().filter(|case| !case.has_errors && (complete || !case.is_complete));
    let mut lines: Vec<String> = listed.flat_map(|case| case.lines.clone()).collect();
    let others: usize = cases.values().map(|case| case.others.len()).sum();
    if others > 0 {
        lines.push(format!(
            "reasons of other statements that assert another axis: {others}; `report check --links` lists them"
        ));
    }
    let untagged: usize = cases.values().map(|case| case.untagged.len()).sum();
    if untagged > 0 {
        lines.push(format!(
            "statements without a tag in tagged files: {untagged}; `report check --links` lists them with the axis inferred"
        ));
    }
    let asked = |key: &(TopicId, PersonaId)| unknown.contains(key);
    let notes = cases.iter().filter(|(key, _)| asked(key));
    let notes: Vec<String> = notes.filter_map(|(_, case)| case.note.clone()).collect();
    lines.extend(notes);
    let is_printed = |key: &(TopicId, PersonaId), case: &Case| asked(key) && case.note.is_some();
    let mut missing =
        cases.iter().filter(|(key, case)| case.missing.is_some() && !is_printed(key, case));
    lines.extend(missing.next().and_then(|(_, case)| case.missing.clone()));
    let others: Vec<String> =
        missing.map(|((topic, persona), _)| format!("{persona} on {topic}")).collect();
    if !others.is_empty() {
        lines.push(format!("such a file is missing for {} as well", others.join(" and for ")));
    }
    lines
}

/// Every link of a statement that is not a case in short, by persona and topic.
pub(super) fn links(cases: &Cases) -> Vec<String> {
    let mut lines = Vec::new();
    for ((topic, persona), case) in cases.iter().filter(|(_, case)| !case.others.is_empty()) {
        lines.push(format!(
            "{persona} on {topic}: reasons that assert another axis; where one is wrong, write `{{axis=… side=…}}`, or `{{axis=none}}`"
        ));
        lines.extend(case.others.iter().cloned());
    }
    for ((topic, persona), case) in cases.iter().filter(|(_, case)| !case.untagged.is_empty()) {
        lines.push(format!("{persona} on {topic}: statements without a tag; where the axis or the side is wrong, write `axis=… side=…`, or `axis=none` if it is about none"));
        lines.extend(case.untagged.iter().cloned());
    }
    lines
}

/// The statements of tagged files that have no axis there, each with the axis that was inferred.
fn untagged(written: &Corpus, voice: &Voice<'_>) -> Vec<String> {
    let without_tag = voice.statements().iter().filter(|read| {
        written.statement(&read.id).is_some_and(|w| w.axis.is_none() && !w.is_off_axes)
    });
    let row = |read: &&Statement| {
        let inferred =
            read.inferred.as_ref().map(|inferred| format!("words {:.2}", inferred.score));
        let [axis, side] =
            read.answers_axis().map_or(["no axis".to_owned(), String::new()], |found| {
                let axis = voice.axis(&found.axis);
                let is_guess = axis.is_some_and(|axis| is_side_guessed(axis, read));
                let side = found.side.word();
                [
                    found.axis.to_string(),
                    if is_guess { format!("{side}, a guess") } else { side.to_owned() },
                ]
            });
        vec![read.id.to_string(), axis, side, inferred.unwrap_or_default(), shortened(&read.text)]
    };
    table(&without_tag.map(row).collect::<Vec<_>>(), 5)
}

impl Case {
    fn of(topic: &Topic, voice: &Voice<'_>) -> Self {
        let name = format!("{} on {}", voice.persona(), topic.id);
        let others = voice.statements().iter().flat_map(|statement| {
            let clauses = Clause::all(voice, statement).into_iter();
            let linked = clauses.filter(|clause| clause.link.is_some());
            linked.map(|clause| [vec![statement.id.to_string()], clause.row()].concat())
        });
        let others = table(&others.collect::<Vec<_>>(), 5);
        if voice.case().is_empty() {
            return Self { others, missing: Some(file(topic, voice)), ..Self::default() };
        }
        let clauses: Vec<Clause<'_>> =
            voice.case().iter().flat_map(|case| Clause::all(voice, case)).collect();
        let reasons: usize = voice.case().iter().map(|case| case.reasons.len()).sum();
        // A reason asserts what the reasons below it assert.
        let of_reasons = clauses.iter().filter(|clause| clause.keyword == "because");
        let of_reasons: Vec<&Clause<'_>> = of_reasons.collect();
        let groups = || of_reasons.chunk_by(|_, next| next.depth > 0);
        let is_linked = |group: &&[&Clause<'_>]| group.iter().any(|clause| clause.link.is_some());
        let linked = groups().filter(is_linked).count();
        // Its author says of the others that they assert none.
        let is_known = |group: &&[&Clause<'_>]| is_linked(group) || group[0].is_off_axes;
        let unknown = groups().filter(|group| !is_known(group)).count();
        let mut lines = vec![format!(
            "{name}: reasons of the case in short that assert an axis: {linked} of {reasons}"
        )];
        lines.extend(table(&clauses.iter().map(Clause::row).collect::<Vec<_>>(), 4));
        // A text without tags has no line behind which a tag could stand.
        let has_tags = voice.case().iter().any(|case| case.inferred.is_none());
        let is_unlinked = unknown > 0 && !topic.axes.is_empty();
        // A note beside a text without tags says what its author's case rests on.
        let missing = (is_unlinked && !has_tags).then(|| file(topic, voice));
        if is_unlinked {
            lines.push(
                if has_tags {
                    "  tag each reason with `no axis` that asserts the sentence of an axis, `{axis=… side=…}`, and one that asserts none, `{axis=none}`"
                } else {
                    "  where a reason with `no axis` asserts an answer to an axis, say it in the words of the topic"
                }
                .to_owned(),
            );
        }
        let tags = clauses.iter().filter_map(Clause::tagged).filter(|_| has_tags);
        let tags: Vec<String> = tags.collect();
        let is_complete = unknown == 0 && tags.is_empty();
        if !tags.is_empty() {
            lines.push("  found by words; copy the tags that are right:".to_owned());
            lines.extend(tags);
        }
        let note = (!has_tags && !topic.axes.is_empty()).then(|| file(topic, voice));
        Self { lines, is_complete, others, missing, note, ..Self::default() }
    }
}

/// A reason or an assumption, and what it asserts.
struct Clause<'a> {
    keyword: &'static str,
    /// How many reasons it is below.
    depth: usize,
    text: &'a str,
    link: Option<&'a Link>,
    /// Whether its author says that it asserts no axis.
    is_off_axes: bool,
}

impl<'a> Clause<'a> {
    /// The reasons in the order of the file, and the assumptions of a statement.
    fn all(voice: &Voice<'a>, statement: &'a Statement) -> Vec<Self> {
        let links = voice.links(statement);
        let all = statement.all_reasons();
        let mut clauses = Vec::new();
        // Reasons are listed level by level, so the reasons for one reason follow those for the
        // reason before it.
        let mut next = statement.reasons.len();
        let mut below = Vec::new();
        for reason in &all {
            below.push(next..next + reason.reasons.len());
            next += reason.reasons.len();
        }
        let mut waiting: Vec<(usize, usize)> =
            (0..statement.reasons.len()).rev().map(|reason| (reason, 0)).collect();
        while let Some((reason, depth)) = waiting.pop() {
            waiting.extend(below[reason].clone().rev().map(|deeper| (deeper, depth + 1)));
            let (text, link) = (all[reason].text.as_str(), links.reasons[reason].as_ref());
            let is_off_axes = all[reason].is_off_axes;
            clauses.push(Self { keyword: "because", depth, text, link, is_off_axes });
        }
        let assumptions = statement.assumptions.iter().zip(&links.assumptions);
        clauses.extend(assumptions.map(|(assumption, link)| {
            let text = assumption.text.as_str();
            let is_off_axes = assumption.is_off_axes;
            Self { keyword: "assumes", depth: 0, text, link: link.as_ref(), is_off_axes }
        }));
        clauses
    }

    /// The axis, the side, how the link is known, and the text.
    fn row(&self) -> Vec<String> {
        let indent = "  ".repeat(self.depth);
        let text = format!("{indent}{}: {}", self.keyword, shortened(self.text));
        let Some(Link { asserts, by, certainty }) = self.link else {
            let by = if self.is_off_axes { "tag" } else { "" };
            return vec!["no axis".to_owned(), String::new(), by.to_owned(), text];
        };
        let by = match by {
            LinkedBy::Tag => "tag".to_owned(),
            LinkedBy::Sentence => "same sentence".to_owned(),
            LinkedBy::Words => format!("words {certainty:.2}"),
        };
        vec![asserts.axis.to_string(), asserts.side.word().to_owned(), by, text]
    }

    /// The clause with the tag that it lacks, if it was linked by words.
    fn tagged(&self) -> Option<String> {
        let Link { asserts, by: LinkedBy::Words, .. } = self.link? else { return None };
        let (axis, side) = (&asserts.axis, asserts.side.word());
        let indent = "  ".repeat(self.depth);
        Some(format!("    {indent}- {}: {} {{axis={axis} side={side}}}", self.keyword, self.text))
    }
}

fn table(rows: &[Vec<String>], columns: usize) -> Vec<String> {
    let lines = align(rows, &vec![Alignment::Left; columns]).into_iter();
    lines.map(|line| format!("  {line}")).collect()
}

/// A corpus file with the case in short that the persona lacks.
fn file(topic: &Topic, voice: &Voice<'_>) -> String {
    let (persona, topic_id) = (voice.persona(), &topic.id);
    let stance = voice.thesis_side();
    let favours = |axis: &faultline::vocabulary::Axis| {
        let side = axis.favours.unwrap_or(Side::Yes);
        if stance == Side::Yes { side } else { side.opposite() }
    };
    let axis = topic.axes.iter().find(|axis| voice.stance(&axis.id).is_some());
    let axis = axis.or_else(|| topic.axes.first());
    let tag = axis.map_or_else(String::new, |axis| {
        let side = voice.stance(&axis.id).map_or_else(|| favours(axis), |stance| stance.side);
        format!(" {{axis={} side={}}}", axis.id, side.word())
    });
    let stance = stance.word();
    format!(
        "to state the case in short of {persona}, write a file such as personas/{persona}/corpus/in-short-{topic_id}.md:\n\
         \x20   ---\n    topic: {topic_id}\n    stance: {stance}\n    ---\n\n    ## In short {{side={stance}}}\n\n\
         \x20   - The answer in one or two sentences. {{#{topic_id}-in-short}}\n\
         \x20     - because: a main reason, tagged with the side of the axis that it asserts{tag}\n\
         \x20     - because: another main reason"
    )
}
