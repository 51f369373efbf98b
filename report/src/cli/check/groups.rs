//! What a debate between three personas or more will be about: on which axes they are divided, who
//! is on which side, and on which axes all agree.

use std::collections::BTreeSet;

use faultline::corpus::{Corpora, Dispute, Voice};
use faultline::format::{Library, Manifest};
use faultline::view::number;
use faultline::vocabulary::{Axis, AxisId, Persona, PersonaId, Seed, Side, Topic, TopicId};
use serde::Serialize;

use super::super::columns::{Alignment, align};
use super::cases::{Cases, is_readable};
use super::importance::Weight;
use super::inferred::shortened;
use super::untagged_texts::{disputes, is_none, left_out, without_untagged};

/// A group of an experiment that debates a topic together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Group {
    topic: TopicId,
    /// The personas with their answers to the topic's question.
    personas: Vec<(PersonaId, &'static str)>,
    disputes: Vec<Divided>,
    agreed: Vec<Agreed>,
    /// How many sentences of texts without tags a language model reads itself, so that they are
    /// left out here.
    #[serde(skip_serializing_if = "is_none")]
    untagged: usize,
}

/// An axis on which personas of a group take both sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Divided {
    axis: AxisId,
    question: String,
    yes: Vec<PersonaId>,
    no: Vec<PersonaId>,
    #[serde(flatten)]
    weight: Weight,
}

/// An axis on which all personas of a group take one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Agreed {
    axis: AxisId,
    question: String,
    answer: &'static str,
}

/// Every group of more than two on each topic on which all of them have written without errors.
pub(super) fn groups(library: &Library, manifest: &Manifest, cases: &Cases) -> Vec<Group> {
    let mut found = Vec::new();
    for topic in manifest.topics.iter().filter_map(|id| library.topics.get(id)) {
        for group in manifest.personas.iter().filter(|group| group.len() > 2) {
            if is_readable(cases, topic, group) {
                let personas = group.iter().map(|id| library.personas[id].clone());
                found.push(Group::of(topic, personas.collect(), manifest));
            }
        }
    }
    found
}

impl Group {
    fn of(topic: &Topic, personas: Vec<Persona>, manifest: &Manifest) -> Self {
        let (personas, untagged) = without_untagged(manifest, topic, personas);
        let corpora = Corpora::of_authors(topic, &personas);
        // Everything is recalled, so the seed makes no difference.
        let voices = corpora.voices(Seed(0));
        let ids: Vec<PersonaId> = personas.iter().map(|persona| persona.id.clone()).collect();
        let all: Vec<Voice<'_>> = ids.iter().filter_map(|id| voices.voice(id).ok()).collect();
        let disputes = self::disputes(manifest, &voices, &ids);
        let disputes: Vec<Divided> =
            disputes.iter().map(|dispute| Divided::of(dispute, &all)).collect();
        let open = topic.axes.iter().filter(|axis| disputes.iter().all(|one| one.axis != axis.id));
        Self {
            topic: topic.id.clone(),
            personas: all
                .iter()
                .map(|voice| (voice.persona().clone(), voice.thesis_side().word()))
                .collect(),
            agreed: open.filter_map(|axis| Agreed::of(axis, &all)).collect(),
            disputes,
            untagged,
        }
    }

    /// Who has a case in short that does not say whether it rests on a dispute.
    pub(super) fn unknown(&self) -> impl Iterator<Item = (TopicId, PersonaId)> {
        let unknown = self.disputes.iter().flat_map(|divided| divided.weight.unknown());
        unknown.map(|persona| (self.topic.clone(), persona.clone()))
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let of = |(persona, answer): &(PersonaId, &str)| format!("{persona} ({answer})");
        let personas: Vec<String> = self.personas.iter().map(of).collect();
        let mut lines = vec![format!("{}: {} together", self.topic, personas.join(", "))];
        // What texts without tags dispute is not known before the debate.
        let is_known = self.untagged == 0;
        lines.extend(left_out(self.untagged));
        if !self.disputes.is_empty() {
            let count = number::count(self.disputes.len(), "disputed axis", "disputed axes");
            lines.push(format!(
                "  {count}: a crux is one on which cases in short of both sides rest"
            ));
            lines.extend(table(self.disputes.iter().map(Divided::row)));
        } else if is_known {
            lines.push("  no disputes: they take opposite sides on no axis".to_owned());
        }
        if !self.agreed.is_empty() {
            let count = number::count(self.agreed.len(), "axis", "axes");
            lines.push(format!("  {count} on which all take the same side"));
            lines.extend(table(self.agreed.iter().map(Agreed::row)));
        } else if is_known {
            lines.push("  no axis on which all take the same side".to_owned());
        }
        lines
    }
}

impl Divided {
    fn of(dispute: &Dispute<'_>, voices: &[Voice<'_>]) -> Self {
        let on = |side| {
            let positions = dispute.positions.iter().filter(|position| position.side == side);
            positions.map(|position| position.persona.clone()).collect()
        };
        Self {
            axis: dispute.axis.id.clone(),
            question: dispute.axis.question.clone(),
            yes: on(Side::Yes),
            no: on(Side::No),
            weight: Weight::of(dispute, voices),
        }
    }

    fn row(&self) -> Vec<String> {
        let names = |personas: &[PersonaId]| {
            personas.iter().map(PersonaId::as_str).collect::<Vec<_>>().join(", ")
        };
        let [noun, ..] = self.weight.kind.words();
        let (yes, no) = (format!("yes: {}", names(&self.yes)), format!("no: {}", names(&self.no)));
        vec![self.axis.to_string(), noun.to_owned(), yes, no]
    }
}

impl Agreed {
    fn of(axis: &Axis, all: &[Voice<'_>]) -> Option<Self> {
        let sides: Option<BTreeSet<Side>> =
            all.iter().map(|voice| Some(voice.stance(&axis.id)?.side)).collect();
        let sides = sides.filter(|sides| sides.len() == 1)?;
        let answer = sides.first()?.word();
        Some(Self { axis: axis.id.clone(), question: axis.question.clone(), answer })
    }

    fn row(&self) -> Vec<String> {
        vec![self.axis.to_string(), shortened(&self.question), self.answer.to_owned()]
    }
}

fn table(rows: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let rows: Vec<Vec<String>> = rows.collect();
    let columns = rows.first().map_or(0, Vec::len);
    let lines = align(&rows, &vec![Alignment::Left; columns]).into_iter();
    lines.map(|line| format!("    {}", line.trim_end())).collect()
}
