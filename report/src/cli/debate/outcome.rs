//! Prints a finished debate: what its mode shows first, then the cruxes and what the personas
//! share, which end the output.

use std::collections::BTreeMap;

use faultline::mode::Finished;
use faultline::mode::Mode;
use faultline::record::{
    Concession, ConcessionSource, Contradiction, Crux, DetailFault, FoundBy, Outcome,
};
use faultline::view::{Block, Flip, History, Section, Subject, glossary};
use faultline::vocabulary::{self, Axis, PersonaId};

use super::super::blocks::{BlockRenderer, name};
use super::super::terminal::{Layout, Styled, Tone};
use crate::site::inferred::Inferred;
use crate::site::sentence::capital;

const TEXT: usize = 5;

/// The outcome of a finished debate as text.
pub(super) fn render(
    layout: Layout,
    inferred: Inferred<'_>,
    axes: &[Axis],
    mode: &Mode,
    seed: &str,
    debate: &Finished,
) -> Result<String, DetailFault> {
    let history = History::new(&debate.snapshots, &debate.outcome);
    let sections = mode.view(&history)?;
    let blocks = BlockRenderer { layout, personas: inferred.personas, axes, history: &history };
    let outcome = Conclusion { blocks, inferred, sections: &sections, outcome: &debate.outcome };
    let mode_sections = sections.iter().filter(|section| section.subject == Subject::Debate);
    let parts = [
        outcome.rounds(),
        outcome.cruxes(),
        outcome.minds(),
        outcome.other_questions(),
        outcome.shared(),
        outcome.concessions(),
        outcome.end(),
        settings(layout, mode, seed),
    ];
    Ok(mode_sections.map(|section| blocks.section(section)).chain(parts).collect())
}

/// The parameters of the mode and the seed: what another run needs to come to the same result.
fn settings(layout: Layout, mode: &Mode, seed: &str) -> String {
    let parameters = mode.parameters().into_iter().map(|(name, value)| format!("{name} {value}"));
    let settings = parameters.chain([seed.to_owned()]).collect::<Vec<_>>().join(", ");
    layout.indented(2, Styled::toned(Tone::Faint, &format!("settings: {settings}")))
}

#[derive(Debug, Clone, Copy)]
struct Conclusion<'a> {
    blocks: BlockRenderer<'a>,
    inferred: Inferred<'a>,
    sections: &'a [Section],
    outcome: &'a Outcome,
}

impl Conclusion<'_> {
    /// What the mode shows about each round.
    fn rounds(&self) -> String {
        let layout = &self.blocks.layout;
        let snapshots = self.blocks.history.snapshots().iter();
        let rounds = snapshots.filter_map(|snapshot| {
            let blocks = self.of_subject(Subject::Round(snapshot.round), 4);
            let title = self.blocks.history.round_title(snapshot.round);
            let title = layout.indented(2, Styled::toned(Tone::Strong, &title));
            (!blocks.is_empty()).then(|| title + &blocks)
        });
        let rounds = rounds.collect::<Vec<_>>().join("\n");
        if rounds.is_empty() { rounds } else { layout.heading("Round by round") + &rounds }
    }

    fn cruxes(&self) -> String {
        let layout = &self.blocks.layout;
        let cruxes = self.outcome.cruxes.iter().zip(1..);
        let (unknown, cruxes): (Vec<_>, Vec<_>) =
            cruxes.partition(|(crux, _)| crux.found == FoundBy::LoadUnknown);
        let cards = |cards: &[(&Crux, usize)]| {
            let cards: Vec<String> =
                cards.iter().map(|(crux, number)| self.crux(crux, *number)).collect();
            cards.join("\n")
        };
        let mut lines = layout.heading("Cruxes");
        if cruxes.is_empty() {
            let none = "The debate found no question that they answer differently and on which both sides are known to rest part of their case.";
            lines.push_str(&layout.indented(2, none));
        }
        lines.push_str(&cards(&cruxes));
        if !unknown.is_empty() {
            lines.push_str(&layout.heading("They disagree, and what depends on it is not known"));
            lines.push_str(&cards(&unknown));
        }
        lines
    }

    fn crux(&self, crux: &Crux, number: usize) -> String {
        let BlockRenderer { layout, history, axes, .. } = &self.blocks;
        let card = self.inferred.card(history, axes, crux);
        let question = Styled::toned(Tone::Strong, &card.question);
        let mut lines = layout.labelled(TEXT, format!("  {number}"), question);
        for held in &card.stances {
            let reasons = held.reasons();
            let mark = if reasons.is_empty() { "" } else { ": " };
            let says = if held.is_guessed { "writes about it" } else { glossary::says(held.side) };
            let text = format!(" {says}{mark}{reasons}");
            let name = name(self.blocks.personas, &held.persona);
            lines.push_str(&layout.indented(TEXT, name.then(text)));
            for note in held.notes() {
                let note = Styled::toned(Tone::Faint, &self.blocks.text(&note).to_plain());
                lines.push_str(&layout.indented(TEXT + 2, note));
            }
        }
        lines.push_str(&self.of_subject(Subject::Crux(crux.id), TEXT));
        lines + &self.blocks.blocks(TEXT, &[Block::Facts(card.lines())])
    }

    /// The conditions that a persona declares on questions of the topic, and those that it named in
    /// the debate.
    fn declared(&self, persona: &PersonaId) -> Vec<Flip> {
        let known = self.blocks.personas.iter().find(|known| known.id == *persona);
        let flips = known.into_iter().flat_map(|known| &known.contract.flips);
        let is_about = |flip: &&vocabulary::Flip| {
            let axes = &mut self.blocks.axes.iter();
            flip.axis.as_ref().is_none_or(|id| axes.any(|axis| axis.id == *id))
        };
        let theses = self.outcome.theses.iter().filter(|thesis| thesis.persona == *persona);
        let said = theses.flat_map(|thesis| &thesis.flips);
        flips.filter(is_about).chain(said).map(Flip::declared).collect()
    }

    /// The declared conditions that are beside no crux.
    fn minds(&self) -> String {
        let layout = &self.blocks.layout;
        let mut lines = String::new();
        for persona in self.blocks.personas {
            let held = self.outcome.cruxes.iter().flat_map(|crux| &crux.positions);
            let own = held.filter(|held| held.persona == persona.id);
            let shown: Vec<Flip> =
                own.filter_map(|held| held.flip.as_ref().map(Flip::declared)).collect();
            let mut declared = self.declared(&persona.id);
            declared.retain(|flip| shown.iter().all(|shown| shown.when != flip.when));
            for flip in declared {
                let name = name(self.blocks.personas, &persona.id);
                let text = format!(": {}: {}", flip.label(), flip.when);
                lines.push_str(&layout.labelled(TEXT, "  ·", name.then(text)));
                let then = format!("Then: {}", flip.then);
                lines.push_str(&layout.indented(TEXT + 2, Styled::toned(Tone::Faint, &then)));
            }
        }
        if lines.is_empty() {
            lines
        } else {
            layout.heading("What else would change their minds") + &lines
        }
    }

    /// Disputes that do not carry load on both sides, and questions that were settled.
    fn other_questions(&self) -> String {
        let layout = &self.blocks.layout;
        let mut lines = String::new();
        if !self.outcome.idle_disputes.is_empty() {
            lines.push_str(&layout.heading("Other disagreements"));
        }
        for dispute in &self.outcome.idle_disputes {
            lines.push_str(&layout.labelled(TEXT, "  ·", &dispute.question));
            for position in &dispute.positions {
                let answer = glossary::answer_with_load(position).unwrap_or("no side");
                let name = name(self.blocks.personas, &position.persona);
                lines.push_str(&layout.indented(TEXT, name.then(format!(": {answer}"))));
            }
            if let Some(note) = glossary::note(dispute) {
                lines.push_str(&layout.indented(TEXT, format!("{}.", capital(note))));
            }
        }
        if !self.outcome.settled.is_empty() {
            lines.push_str(&layout.heading("Settled in the debate"));
        }
        for settled in &self.outcome.settled {
            let text = format!("{} {}.", settled.question, capital(glossary::side(settled.side)));
            lines.push_str(&layout.labelled(TEXT, "  ·", text));
        }
        lines
    }

    /// What the mode shows about a subject.
    fn of_subject(&self, subject: Subject, indent: usize) -> String {
        let sections = self.sections.iter().filter(|section| section.subject == subject);
        let blocks: Vec<Block> = sections.flat_map(|section| section.blocks.clone()).collect();
        self.blocks.blocks(indent, &blocks)
    }

    fn shared(&self) -> String {
        let layout = &self.blocks.layout;
        let common_ground = &self.outcome.common_ground;
        let mut lines = layout.heading("Common ground");
        if common_ground.agreements() == 0 {
            lines.push_str(&layout.indented(2, "No statement that two personas share."));
        }
        for agreement in &common_ground.agreed {
            lines.push_str(&layout.labelled(TEXT, "  ·", &agreement.text));
        }
        for agreed in &common_ground.questions {
            lines.push_str(&layout.labelled(TEXT, "  ·", &agreed.proposition));
            for answer in &agreed.answers {
                let how = if answer.granted { " grants it" } else { "" };
                let name = name(self.blocks.personas, &answer.persona);
                let text = name.then(format!("{how}: {}", answer.text));
                lines.push_str(&layout.indented(TEXT, text));
            }
        }
        let accepted = [
            (common_ground.unchallenged.len(), "never challenged"),
            (common_ground.defended.len(), "defended"),
            (common_ground.disputed.len(), "not attacked, but disputed"),
            (common_ground.untested.len(), "too late to be challenged"),
        ];
        let accepted: Vec<String> = accepted
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        if !accepted.is_empty() {
            let text = format!("Accepted but not agreed: {}.", accepted.join(", "));
            lines.push_str(&layout.indented(2, Styled::toned(Tone::Faint, &text)));
        }
        let mut contradictions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for Contradiction { first, second, why } in &self.outcome.fake_consensus {
            contradictions.entry(why).or_default().push(format!("{first} and {second}"));
        }
        for (why, pairs) in contradictions {
            let label = Styled::from("  ").then(Styled::toned(Tone::Bad, "!"));
            let pairs = pairs.join(", ");
            let text = format!("Accepted on both sides, but not agreed: {pairs}. {why}");
            lines.push_str(&layout.labelled(TEXT, label, text));
        }
        lines
    }

    /// What personas conceded in the debate, and apart from it what only their texts grant.
    fn concessions(&self) -> String {
        let is_written =
            |concession: &&Concession| matches!(concession.source, ConcessionSource::Statement(_));
        let (written, made): (Vec<&Concession>, Vec<&Concession>) =
            self.outcome.concessions.iter().partition(is_written);
        let is_read = |concession: &&Concession| match &concession.source {
            ConcessionSource::Turn(_) => true,
            ConcessionSource::Statement(id) => self.inferred.is_read(&concession.persona, id),
        };
        let written: Vec<&Concession> = written.into_iter().filter(is_read).collect();
        self.conceded("Conceded in the debate", &made)
            + &self.conceded("Granted in their own texts", &written)
    }

    fn conceded(&self, title: &str, concessions: &[&Concession]) -> String {
        if concessions.is_empty() {
            return String::new();
        }
        let layout = &self.blocks.layout;
        let mut lines = layout.heading(title);
        for concession in concessions {
            let name = name(self.blocks.personas, &concession.persona);
            let of = self.blocks.history.accepted_of(concession);
            let of = of.map(|author| self::name(self.blocks.personas, author));
            let name = match of {
                Some(of) => name.then(" accepts a point of ").then(of),
                None => name,
            };
            let text = name.then(format!(": {}", concession.text));
            lines.push_str(&layout.labelled(TEXT, "  ·", text));
        }
        lines
    }

    fn end(&self) -> String {
        let layout = &self.blocks.layout;
        let regime = glossary::regime(self.outcome.regime);
        let regime = format!("{}: {}.", capital(regime.word), regime.gloss);
        layout.heading("How it ended")
            + &layout.indented(2, &self.outcome.stop.rule)
            + &layout.indented(2, regime)
            + &layout.indented(2, &self.outcome.regime_sentence)
            + &self.of_subject(Subject::Summary, 2)
    }
}
