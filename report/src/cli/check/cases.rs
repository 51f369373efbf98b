//! What rests on what: the case in short of each persona, and the statements whose reasons assert another axis.

use std::collections::BTreeMap;

use faultline::corpus::{Corpora, Link, LinkedBy, Voice};
use faultline::vocabulary::{
    AxisSide, Corpus, Persona, PersonaId, Probability, Seed, Side, Statement, Topic, TopicId,
};

use super::super::columns::{Alignment, align};
use super::super::diagnose::plural;
use super::contradictions::contradictions;
use super::inferred::shortened;

/// What a persona's answer to a topic rests on.
#[derive(Debug, Clone, Default)]
pub(super) struct Case {
    /// A heading, and a line for each reason of the case.
    lines: Vec<String>,
    /// The reasons of other statements that assert another axis.
    others: Vec<String>,
    /// The tags of sentences that repeat a proposition of another axis, each with the tag to write instead.
    doubtful: Vec<String>,
    /// Tags that contradict each other, and circles.
    contradictions: Vec<String>,
    /// The statements without a tag, each with the axis that was inferred.
    untagged: Vec<String>,
    /// A file to write, where the persona has no case in short.
    missing: Option<String>,
}

pub(super) type Cases = BTreeMap<(TopicId, PersonaId), Case>;

/// The case of every persona on every topic.
pub(super) fn cases(
    topics: &BTreeMap<TopicId, Topic>,
    personas: &BTreeMap<PersonaId, Persona>,
) -> Cases {
    let mut cases = Cases::new();
    for topic in topics.values() {
        let authors = personas.values().filter(|persona| persona.corpora.contains_key(&topic.id));
        let authors: Vec<Persona> = authors.cloned().collect();
        let all = Probability::new(1.0).expect("1 is a probability");
        let corpora = Corpora::new(topic, &authors, all).expect("each author has a corpus");
        // Everything is recalled, so the seed makes no difference.
        let voices = corpora.voices(Seed(0));
        for author in &authors {
            let voice = voices.voice(&author.id).expect("each author has a voice");
            let written = &author.corpora[&topic.id];
            let mut case = Case::of(topic, &voice);
            case.doubtful = doubtful(written, &voice);
            case.lines.extend(without_reasons(topic, &voice));
            case.untagged = untagged(written, &voice);
            case.contradictions = contradictions(written, &voice);
            cases.insert((topic.id.clone(), author.id.clone()), case);
        }
    }
    cases
}

/// A warning where no statement of a persona has reasons: it has nothing to argue with.
fn without_reasons(topic: &Topic, voice: &Voice<'_>) -> Option<String> {
    let (persona, topic) = (voice.persona(), &topic.id);
    let has_reasons = voice.statements().iter().any(|statement| !statement.reasons.is_empty());
    (!has_reasons).then(|| {
        format!(
            "warning: {persona} on {topic}: no statement has reasons, so it takes part with its thesis alone\n\
             \x20 add `- because: …` below its statements in personas/{persona}/corpus"
        )
    })
}

/// The cases in short: first those that are stated, then the personas that state none, with a file to write.
pub(super) fn brief(cases: &Cases) -> Vec<String> {
    let stated = cases.values().filter(|case| case.missing.is_none());
    let mut lines: Vec<String> = stated.flat_map(|case| case.lines.clone()).collect();
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
    for ((topic, persona), case) in cases.iter().filter(|(_, case)| !case.doubtful.is_empty()) {
        lines.push(format!(
            "warning: {persona} on {topic}: tags on sentences that repeat a proposition of another axis; the provider `corpus` \
             follows the sentence"
        ));
        lines.extend(case.doubtful.iter().cloned());
    }
    for ((topic, persona), case) in cases {
        let warnings = case.contradictions.iter();
        lines.extend(warnings.map(|warning| format!("warning: {persona} on {topic}: {warning}")));
    }
    let missing = cases.values().filter_map(|case| Some((&case.lines, case.missing.as_ref()?)));
    let missing: Vec<(&Vec<String>, &String)> = missing.collect();
    lines.extend(missing.iter().flat_map(|(lines, _)| lines.iter().cloned()));
    lines.extend(missing.first().map(|(_, file)| (*file).clone()));
    lines
}

/// Every link of a statement that is no case in short, by persona and topic.
pub(super) fn links(cases: &Cases) -> Vec<String> {
    let mut lines = Vec::new();
    for ((topic, persona), case) in cases.iter().filter(|(_, case)| !case.others.is_empty()) {
        lines.push(format!("{persona} on {topic}: reasons that assert another axis"));
        lines.extend(case.others.iter().cloned());
    }
    for ((topic, persona), case) in cases.iter().filter(|(_, case)| !case.untagged.is_empty()) {
        lines.push(format!("{persona} on {topic}: statements without a tag"));
        lines.extend(case.untagged.iter().cloned());
    }
    lines
}

/// The statements of tagged files that have no axis there, each with the axis that was inferred.
fn untagged(written: &Corpus, voice: &Voice<'_>) -> Vec<String> {
    let without_tag = voice
        .statements()
        .iter()
        .filter(|read| written.statement(&read.id).is_some_and(|written| written.axis.is_none()));
    let row = |read: &&Statement| {
        let inferred =
            read.inferred.as_ref().map(|inferred| format!("words {:.2}", inferred.score));
        let [axis, side] =
            read.answers_axis().map_or(["no axis".to_owned(), String::new()], |found| {
                [found.axis.to_string(), found.side.word().to_owned()]
            });
        vec![read.id.to_string(), axis, side, inferred.unwrap_or_default(), shortened(&read.text)]
    };
    table(&without_tag.map(row).collect::<Vec<_>>(), 5)
}

/// The tags of statements, reasons and assumptions that repeat a proposition of another axis, each with that axis.
fn doubtful(written: &Corpus, voice: &Voice<'_>) -> Vec<String> {
    let mut rows = Vec::new();
    for &read in voice.statements().iter().chain(voice.case()) {
        let tagged = written.statement(&read.id).and_then(Statement::answers_axis);
        let mut add = |tagged: Option<&AxisSide>, asserts: Option<&AxisSide>, text: &str| {
            if let (Some(tagged), Some(asserts)) = (tagged, asserts)
                && tagged.axis != asserts.axis
            {
                let AxisSide { axis, side } = asserts;
                rows.push(vec![
                    read.id.to_string(),
                    format!("axis={}", tagged.axis),
                    format!("→ axis={axis} side={}", side.word()),
                    shortened(text),
                ]);
            }
        };
        add(tagged.as_ref(), read.answers_axis().as_ref(), &read.text);
        let links = voice.links(read);
        for (reason, link) in read.all_reasons().into_iter().zip(&links.reasons) {
            add(reason.asserts.as_ref(), link.as_ref().map(|link| &link.asserts), &reason.text);
        }
        for (assumption, link) in read.assumptions.iter().zip(&links.assumptions) {
            add(
                assumption.asserts.as_ref(),
                link.as_ref().map(|link| &link.asserts),
                &assumption.text,
            );
        }
    }
    table(&rows, 4)
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
            let lines = vec![format!(
                "warning: {name}: no case in short; nothing says what its answer rests on"
            )];
            return Self { lines, others, missing: Some(file(topic, voice)), ..Self::default() };
        }
        let clauses: Vec<Clause<'_>> =
            voice.case().iter().flat_map(|case| Clause::all(voice, case)).collect();
        let reasons: usize = voice.case().iter().map(|case| case.reasons.len()).sum();
        let linked = voice.dependence().linked().map_or(0.0, Probability::value);
        let linked = (linked * reasons as f64).round();
        let mut lines = vec![format!(
            "{name}: {linked} of the {} of its case in short linked",
            plural(reasons, "reason")
        )];
        lines.extend(table(&clauses.iter().map(Clause::row).collect::<Vec<_>>(), 4));
        let tags: Vec<String> = clauses.iter().filter_map(Clause::tagged).collect();
        if !tags.is_empty() {
            lines.push("  found by words; copy the tags that are right:".to_owned());
            lines.extend(tags);
        }
        Self { lines, others, ..Self::default() }
    }
}

/// A reason or an assumption, and what it asserts.
struct Clause<'a> {
    keyword: &'static str,
    /// How many reasons it is below.
    depth: usize,
    text: &'a str,
    link: Option<&'a Link>,
}

impl<'a> Clause<'a> {
    /// The reasons in the order of the file, and the assumptions of a statement.
    fn all(voice: &Voice<'a>, statement: &'a Statement) -> Vec<Self> {
        let links = voice.links(statement);
        let all = statement.all_reasons();
        let mut clauses = Vec::new();
        // Reasons are listed level by level, so the reasons for one reason follow those for the reason before it.
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
            clauses.push(Self { keyword: "because", depth, text, link });
        }
        let assumptions = statement.assumptions.iter().zip(&links.assumptions);
        clauses.extend(assumptions.map(|(assumption, link)| {
            let text = assumption.text.as_str();
            Self { keyword: "assumes", depth: 0, text, link: link.as_ref() }
        }));
        clauses
    }

    /// The axis, the side, how the link is known, and the text.
    fn row(&self) -> Vec<String> {
        let indent = "  ".repeat(self.depth);
        let text = format!("{indent}{}: {}", self.keyword, shortened(self.text));
        let Some(Link { asserts, by, certainty }) = self.link else {
            return vec!["no axis".to_owned(), String::new(), String::new(), text];
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
        Some(format!("    - {}: {} {{axis={axis} side={side}}}", self.keyword, self.text))
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
        "  to state it, write a file such as personas/{persona}/corpus/in-short-{topic_id}.md:\n\
         \x20   ---\n    topic: {topic_id}\n    stance: {stance}\n    ---\n\n    ## In short {{side={stance}}}\n\n\
         \x20   - The answer in one or two sentences. {{#{topic_id}-in-short}}\n\
         \x20     - because: a main reason, tagged with the side of the axis that it asserts{tag}\n\
         \x20     - because: another main reason"
    )
}
