//! Warnings about one persona's corpus on a topic: what is missing, contradicts itself or rests on
//! itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultline::corpus::{self, Voice};
use faultline::format::Fault;
use faultline::vocabulary::{AxisId, AxisSide, Corpus, Note, Side, Statement, StatementId, Topic};

use super::super::example;
use super::inferred::shortened;

/// A corpus as its author wrote it.
pub(super) struct Written<'a> {
    pub(super) corpus: &'a Corpus,
    /// The file of each note.
    pub(super) paths: &'a [PathBuf],
}

impl Written<'_> {
    /// Every warning, with the file to edit.
    pub(super) fn warnings(&self, topic: &Topic, voice: &Voice<'_>) -> Vec<Fault> {
        let mut warnings: Vec<Fault> = self.left_from_example(topic).into_iter().collect();
        warnings.extend(self.without_case(topic, voice));
        warnings.extend(self.without_reasons(topic, voice));
        warnings.extend(self.repeated_propositions(voice));
        warnings.extend(self.contradictory_case(voice));
        warnings.extend(self.denied());
        warnings.extend(self.cycle(voice));
        warnings
    }

    /// The first file whose note this is true of, otherwise the first file.
    fn file_where(&self, holds: impl Fn(&Note) -> bool) -> &Path {
        let note = self.corpus.notes.iter().position(holds).unwrap_or(0);
        &self.paths[note]
    }

    /// The file of a statement.
    fn file_of(&self, id: &StatementId) -> &Path {
        self.file_where(|note| note.statements.iter().any(|statement| statement.id == *id))
    }

    /// Statements of the example on a topic with another question.
    fn left_from_example(&self, topic: &Topic) -> Option<Fault> {
        let left = example::left_in_corpus(topic, self.corpus.statements())?;
        let all = self.corpus.statements().count();
        let message = format!(
            "{left} of the {all} statements belong to the example of `report new debate`, not to the question “{}”",
            topic.question
        );
        let help = "replace them with statements on the question";
        Some(warning(self.file_where(|_| true), message, help))
    }

    fn without_case(&self, topic: &Topic, voice: &Voice<'_>) -> Vec<Fault> {
        if !voice.case().is_empty() {
            return Vec::new();
        }
        let (persona, topic) = (voice.persona(), &topic.id);
        let message = format!(
            "no statement of {persona} answers the question of `{topic}` itself, so nothing says what its answer rests on"
        );
        let help = format!(
            "write a file with the section `## In short {{side={}}}`: the answer as a list item, and its main reasons as \
             `- because: …`",
            voice.thesis_side().word()
        );
        vec![warning(self.file_where(|_| true), message, help)]
    }

    /// A persona that has nothing to argue with.
    fn without_reasons(&self, topic: &Topic, voice: &Voice<'_>) -> Option<Fault> {
        let (persona, topic) = (voice.persona(), &topic.id);
        let statements = voice.statements();
        if statements.iter().any(|statement| statement.can_argue()) {
            return None;
        }
        let has_statements =
            |note: &Note| note.statements.iter().any(|statement| !statement.is_case());
        let path = self.file_where(has_statements);
        let alone = if voice.case().is_empty() { "answer" } else { "case in short" };
        Some(if statements.is_empty() {
            let message = format!(
                "{persona} has no statements on `{topic}` besides its {alone}, so it takes part with this {alone} alone"
            );
            warning(
                path,
                message,
                "add statements on the axes as list items, with `- because: …` below them",
            )
        } else {
            let message = format!(
                "no statement of {persona} on `{topic}` has a reason, so it takes part with its {alone} alone"
            );
            warning(path, message, "add `- because: …` below its statements")
        })
    }

    /// The tags of statements, reasons and assumptions that repeat a proposition of another axis.
    fn repeated_propositions(&self, voice: &Voice<'_>) -> Vec<Fault> {
        let mut warnings = Vec::new();
        for &read in voice.statements().iter().chain(voice.case()) {
            let tagged = self.corpus.statement(&read.id).and_then(Statement::answers_axis);
            let mut add = |tagged: Option<&AxisSide>, asserts: Option<&AxisSide>, text: &str| {
                if let (Some(tagged), Some(asserts)) = (tagged, asserts)
                    && tagged.axis != asserts.axis
                {
                    let AxisSide { axis, side } = asserts;
                    let message = format!(
                        "`{}`: “{}” repeats a sentence of the axis `{axis}`, but is tagged `axis={}`; the provider `corpus` \
                         follows the sentence",
                        read.id,
                        shortened(text),
                        tagged.axis
                    );
                    let help =
                        format!("write `axis={axis} side={}`, or change the sentence", side.word());
                    warnings.push(warning(self.file_of(&read.id), message, help));
                }
            };
            add(tagged.as_ref(), read.answers_axis().as_ref(), &read.text);
            let links = voice.links(read);
            for (reason, link) in read.all_reasons().into_iter().zip(&links.reasons) {
                add(reason.asserts.as_ref(), link.as_ref().map(|link| &link.asserts), &reason.text);
            }
            for (assumption, link) in read.assumptions.iter().zip(&links.assumptions) {
                let asserts = link.as_ref().map(|link| &link.asserts);
                add(assumption.asserts.as_ref(), asserts, &assumption.text);
            }
        }
        warnings
    }

    /// Reasons of the case that assert both sides of an axis, or the side that the persona's
    /// statements oppose.
    fn contradictory_case(&self, voice: &Voice<'_>) -> Vec<Fault> {
        let mut sides: BTreeMap<&AxisId, Vec<(Side, &StatementId)>> = BTreeMap::new();
        for case in voice.case() {
            let reasons = case.all_reasons().into_iter().map(|reason| reason.asserts.as_ref());
            let assumptions = case.assumptions.iter().map(|assumption| assumption.asserts.as_ref());
            for AxisSide { axis, side } in reasons.chain(assumptions).flatten() {
                sides.entry(axis).or_default().push((*side, &case.id));
            }
        }
        let mut warnings = Vec::new();
        for (axis, asserted) in sides {
            let (first, case) = asserted[0];
            let path = self.file_of(case);
            if asserted.iter().any(|(side, _)| *side != first) {
                let message = format!(
                    "`{case}`: the case in short asserts both `axis={axis} side=yes` and `axis={axis} side=no`"
                );
                warnings.push(warning(path, message, "remove one of the tags"));
            } else if let Some(stance) = voice.stance(axis).filter(|stance| stance.side != first) {
                let (first, side) = (first.word(), stance.side.word());
                let message = format!(
                    "`{case}`: the case in short asserts `axis={axis} side={first}`, but the statements on `{axis}` answer {side}; \
                     the reason counts as one that asserts no axis"
                );
                let help = "correct the side of the reason or of the statements";
                warnings.push(warning(path, message, help));
            }
        }
        warnings
    }

    /// Statements that deny a point of the persona's own on the same side of an axis.
    fn denied(&self) -> Vec<Fault> {
        let statements = self.corpus.statements();
        let contradictory =
            statements.filter(|statement| corpus::contradicts_itself(self.corpus, statement));
        let of = |statement: &Statement| {
            let point = statement.denies.as_ref().map(ToString::to_string).unwrap_or_default();
            let message = format!(
                "`{}` denies the point `{point}`, which another statement asserts for the same answer; the provider `corpus` \
                 leaves it out",
                statement.id
            );
            let path = self.file_of(&statement.id);
            warning(path, message, "correct its side, or remove `denies`")
        };
        contradictory.map(of).collect()
    }

    /// The axes whose arguments rest on each other.
    fn cycle(&self, voice: &Voice<'_>) -> Option<Fault> {
        let dependence = voice.dependence();
        let issues = dependence.issues();
        let rests_on_itself = |issue: &&&AxisId| {
            issues.iter().any(|other| {
                other != *issue
                    && dependence.lost_with(issue).contains(other)
                    && dependence.lost_with(other).contains(*issue)
            })
        };
        let circular: Vec<&AxisId> = issues.iter().filter(rests_on_itself).copied().collect();
        let first = *circular.first()?;
        let named: Vec<String> = circular.iter().map(|issue| format!("`{issue}`")).collect();
        let message = format!(
            "the arguments of {} for {} rest on each other in a cycle, so each of these axes carries the load of all",
            voice.persona(),
            named.join(", ")
        );
        let is_on_cycle = |statement: &Statement| statement.axis.as_ref() == Some(first);
        let path = self.file_where(|note| note.statements.iter().any(is_on_cycle));
        Some(warning(
            path,
            message,
            "add a statement on one of these axes that rests on none of the others",
        ))
    }
}

fn warning(path: &Path, message: String, help: impl Into<String>) -> Fault {
    Fault::error(path, None, message).as_warning().with_help(help)
}
