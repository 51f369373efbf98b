//! What a debate between two personas will be about, as far as their texts say: disputes, shared
//! points, and what each `answers` finds.

mod answers;
mod extent;
mod issue;
mod remarks;

use std::collections::BTreeSet;

use faultline::corpus::Corpora;
use faultline::format::{Library, Manifest};
use faultline::vocabulary::{Corpus, Persona, PersonaId, Seed, Topic, TopicId};
use serde::Serialize;

use self::answers::Answers;
pub(super) use self::extent::Extent;
use self::extent::more;
use self::issue::Issue;
use super::super::diagnose::plural;
use super::cases::{Cases, is_readable};
use super::inferred::shortened;
use super::untagged_texts::{disputes, is_none, left_out, without_untagged};

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
    #[serde(flatten)]
    answers: Answers,
    /// What their authors should look at.
    remarks: Vec<String>,
    /// How many sentences of texts without tags a language model reads itself, so that they are
    /// left out here.
    #[serde(skip_serializing_if = "is_none")]
    untagged: usize,
}

/// Every pair of an experiment on each topic on which both have written, and how many pairs are
/// left out because files have errors. `library` contains what the manifest names, and `project`
/// everything: an `answers` may be meant for a persona of another experiment.
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
                    let is_readable = is_readable(cases, topic, [first, second]);
                    left_out += usize::from(!is_readable);
                    if is_readable && seen.insert((&topic.id, first, second)) {
                        let both = [&library.personas[first], &library.personas[second]];
                        found.push(Pair::of(topic, both, manifest, project));
                    }
                }
            }
        }
    }
    (found, left_out)
}

impl Pair {
    fn of(topic: &Topic, both: [&Persona; 2], manifest: &Manifest, project: &Library) -> Self {
        let (both, untagged) = without_untagged(manifest, topic, both.map(Clone::clone).to_vec());
        let both: [Persona; 2] = both.try_into().expect("two personas are read");
        let both = both.each_ref();
        let corpora = Corpora::of_authors(topic, both.map(Clone::clone).as_slice());
        // Everything is recalled, so the seed makes no difference.
        let voices = corpora.voices(Seed(0));
        let ids = both.map(|persona| persona.id.clone());
        let both_voices = ids.each_ref().map(|id| voices.voice(id).expect("both have a voice"));
        let disputes = disputes(manifest, &voices, &ids);
        // A point is misspelt only if no persona of the project spells it in the same way.
        let everyone = project.personas.keys().filter_map(|id| project.corpus(id, &topic.id));
        let everyone: Vec<&Corpus> = everyone.collect();
        let mut remarks = Vec::new();
        remarks.extend(remarks::same_answer(topic, &ids, manifest, project));
        remarks.extend(remarks::remarks(topic, &both_voices, &everyone));
        let shared_points = voices.shared_points(&ids);
        Self {
            topic: topic.id.clone(),
            stances: both_voices.each_ref().map(|voice| voice.thesis_side().word()),
            disputes: disputes.iter().map(|dispute| Issue::of(dispute, &both_voices)).collect(),
            shared_points: shared_points.iter().map(|point| point.text.to_owned()).collect(),
            answers: Answers::of(topic, &voices, &ids, project),
            remarks,
            personas: ids,
            untagged,
        }
    }

    /// Who has a case in short that does not say whether it rests on a dispute.
    pub(super) fn unknown(&self) -> impl Iterator<Item = (TopicId, PersonaId)> {
        issue::unknown(&self.disputes).map(|persona| (self.topic.clone(), persona.clone()))
    }

    /// The cruxes to expect first, then the other disputes, the shared points, the `answers` and
    /// the remarks.
    pub(super) fn lines(&self, extent: Extent) -> Vec<String> {
        let [first, second] = &self.personas;
        let [one, other] = self.stances;
        let mut lines = vec![format!("{}: {first} ({one}) against {second} ({other})", self.topic)];
        lines.extend(left_out(self.untagged));
        if self.untagged == 0 || !self.disputes.is_empty() {
            lines.extend(issue::lines(&self.disputes));
        }
        if self.shared_points.is_empty() {
            lines.push("  no shared points: no `point` is named by both".to_owned());
        } else {
            lines.push(format!("  {}", plural(self.shared_points.len(), "shared point")));
            lines.extend(self.shared_points.iter().map(|text| format!("    {}", shortened(text))));
        }
        lines.extend(self.answers.lines(extent));
        if !self.remarks.is_empty() {
            lines.push("  to look at".to_owned());
            let shown = extent.shown(self.remarks.len());
            lines.extend(self.remarks.iter().take(shown).map(|remark| format!("    {remark}")));
            lines.extend(more(self.remarks.len(), shown));
        }
        lines
    }
}
