//! What only this mode shows: the disputes with both answers and their reasons, beside the
//! conversation.

use std::collections::BTreeMap;

use super::detail::{self, DisputeDetail, OutcomeDetail, Retired, Why};
use super::disputes::{Dispute, Division, bare_answers, disputes};
use crate::graph::{Node, NodeKind};
use crate::record::{Crux, DetailFault, Snapshot};
use crate::text::to_sentence;
use crate::view::{
    Arrangement, Block, Column, Fact, History, Inline, Mark, Panel, Section, Subject, Table, Text,
    conversation,
};
use crate::vocabulary::{AxisId, NodeId, Side};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let detail = detail::outcome_detail(history.outcome())?;
    let mut sections =
        vec![conversation::conversation(history, |snapshot| update(history, snapshot))];
    if let (Some(detail), Some(last)) = (&detail, history.snapshots().last()) {
        let bare = bare_answers(&last.graph).collect();
        let shown = Shown { history, detail, disputes: disputes(&last.graph), bare };
        sections.push(shown.live());
        sections.extend(shown.others());
        sections.push(shown.exchange());
        sections.extend(history.outcome().cruxes.iter().map(|crux| shown.on_card(crux)));
    }
    sections.extend(conversation::proposals(history));
    sections.extend(conversation::on_cards(history));
    let lead = "Each stance is below its dispute, and each reason below the stance that it supports or attacks.";
    sections.push(history.in_sentences(lead));
    sections.extend(conversation::concessions(history));
    Ok(sections)
}

/// What the graph holds after an update.
fn update(history: &History<'_>, snapshot: &Snapshot) -> Text {
    let count = |snapshot: &Snapshot, kind| {
        let all = snapshot.graph.nodes().filter(|node| node.kind == kind).count();
        let bare =
            if kind == NodeKind::Position { bare_answers(&snapshot.graph).count() } else { 0 };
        all - bare
    };
    let before = history.snapshots().iter().take_while(|other| other.round < snapshot.round).last();
    let numbers = [NodeKind::Question, NodeKind::Position, NodeKind::Argument].map(|kind| {
        [count(snapshot, kind), before.map_or(0, |before| count(before, kind))].map(Text::from)
    });
    let round: Text = Inline::Round(snapshot.round).into();
    let sentence = "{}: {} disputes ({} before), {} stances ({} before), {} reasons ({} before).";
    Text::of(sentence, [round].into_iter().chain(numbers.into_iter().flatten()))
}

struct Shown<'h> {
    history: &'h History<'h>,
    detail: &'h OutcomeDetail,
    disputes: Vec<Dispute<'h>>,
    /// The answers beside the theses that are not stances in a dispute.
    bare: Vec<&'h Node>,
}

impl<'h> Shown<'h> {
    fn detail(&self, dispute: NodeId) -> Option<&'h DisputeDetail> {
        self.detail.disputes.iter().find(|known| known.node == dispute)
    }

    fn retired(&self, dispute: &Dispute<'_>) -> Option<Retired> {
        self.detail(dispute.node.id)?.retired
    }

    fn is_contested(&self, dispute: &Dispute<'_>) -> bool {
        self.retired(dispute).is_none() && dispute.division() == Division::Live
    }

    fn live(&self) -> Section {
        let lead = "The questions on which the personas take opposite sides, each with the stance of every persona, then the reasons for \
            each answer: first those that survive (IN or UNDEC), then those that are OUT: a reason for the other answer attacks them, and no reply to that \
            reason survives. OUT does not mean false: the other side may accept a fact and dispute only what follows from it.";
        let live = self.disputes.iter().filter(|dispute| self.is_contested(dispute));
        let panels: Vec<Panel> = live.map(|dispute| self.panel(dispute, true)).collect();
        let section = |lead: &str| Section::new("disputes", "The disputes", lead.into());
        if panels.is_empty() {
            let none = "At the end no question that was discussed recently divides the personas. The questions that divide their theses are above.";
            return section(none);
        }
        section(lead).with(Block::Panels(panels))
    }

    /// The disputes that are pending, on which all agree, or that are retired.
    fn others(&self) -> Option<Section> {
        let lead = "A dispute is pending while fewer than two personas take a side. It is retired when three updates in a row do not touch it, or \
            when those who take a side call it settled. A question to which no persona returns may still matter to a thesis.";
        let others = self.disputes.iter().filter(|dispute| !self.is_contested(dispute));
        let panels: Vec<Panel> = others.map(|dispute| self.panel(dispute, false)).collect();
        let answered = self.answered();
        let lead = if answered.is_empty() {
            lead.to_owned()
        } else {
            format!(
                "{lead} Questions that personas answered beside their theses and on which no dispute was opened come last."
            )
        };
        let panels: Vec<Panel> = panels.into_iter().chain(answered).collect();
        let section =
            Section::new("other-disputes", "Pending, agreed and retired disputes", lead.into());
        (!panels.is_empty()).then(|| section.with(Block::Panels(panels)))
    }

    /// The questions that personas answer beside their theses and not in a dispute.
    fn answered(&self) -> Vec<Panel> {
        let mut by_axis: BTreeMap<&AxisId, Vec<&Node>> = BTreeMap::new();
        for answer in &self.bare {
            if let Some(axis) = &answer.axis {
                by_axis.entry(axis).or_default().push(answer);
            }
        }
        let panel = |(axis, answers): (&AxisId, Vec<&Node>)| {
            let title: Text = Inline::Axis(axis.clone()).into();
            let crux = self.history.outcome().cruxes.iter();
            let crux = crux.filter(|crux| crux.axis.as_ref() == Some(axis)).map(crux_mark).next();
            let mark = Mark {
                word: "no dispute".into(),
                meaning: "personas answered it beside their theses; they do not count as stances in a dispute",
            };
            let no = answers.iter().filter(|answer| answer.side == Some(Side::No));
            let no = no.map(|answer| answer.id).collect();
            let is_answer = |node| answers.iter().any(|answer| answer.id == node);
            Panel {
                diagram: self.history.diagram(title.clone(), is_answer),
                title,
                marks: crux.into_iter().chain([mark]).collect(),
                notes: Vec::new(),
                is_open: false,
                arrangement: Arrangement::Answers { no },
                links: Vec::new(),
                beyond: None,
            }
        };
        by_axis.into_iter().map(panel).collect()
    }

    fn panel(&self, dispute: &Dispute<'_>, is_open: bool) -> Panel {
        let title: Text = match &dispute.node.axis {
            Some(axis) => Inline::Axis(axis.clone()).into(),
            None => dispute.node.text.clone().into(),
        };
        let stances = dispute.stances.iter().map(|stance| stance.id);
        let (surviving, defeated): (Vec<_>, Vec<_>) =
            dispute.reasons.iter().partition(|reason| reason.survives);
        let reasons = surviving.into_iter().chain(defeated).map(|reason| reason.node.id);
        let order: Vec<NodeId> = stances.chain(reasons).collect();
        let place = |node: NodeId| order.iter().position(|known| *known == node);
        let mut diagram = self.history.diagram(title.clone(), |node| order.contains(&node));
        diagram.nodes.sort_by_key(|node| place(node.id));
        let no = dispute.stances.iter().filter(|stance| stance.side == Some(Side::No));
        let no = no.map(|stance| stance.id);
        let no_reasons = dispute.reasons_for(Side::No).map(|reason| reason.node.id);
        Panel {
            title,
            marks: self.marks(dispute),
            notes: self.notes(dispute),
            is_open,
            arrangement: Arrangement::Answers { no: no.chain(no_reasons).collect() },
            diagram,
            links: Vec::new(),
            beyond: None,
        }
    }

    fn marks(&self, dispute: &Dispute<'_>) -> Vec<Mark> {
        let mark = |word: &str, meaning| Mark { word: word.into(), meaning };
        let crux = self.history.outcome().cruxes.iter().find(|crux| is_about(crux, dispute));
        let crux = crux.map(crux_mark);
        let division = match dispute.division() {
            Division::Live => None,
            Division::Agreed(_) => {
                Some(mark("agreed", "several personas take one side and none the other"))
            }
            Division::Pending => Some(mark("pending", "fewer than two personas take a side")),
        };
        let retired = self.retired(dispute).map(|retired| match retired.why {
            Why::Untouched => mark("retired", "three updates in a row did not touch it"),
            Why::Settled => mark("settled", "those who take a side call it settled"),
        });
        crux.into_iter().chain(division).chain(retired).collect()
    }

    /// What is known of a dispute, in sentences: its strongest surviving reasons, the observations
    /// that would settle it, and by when its answer will be known.
    fn notes(&self, dispute: &Dispute<'_>) -> Vec<Text> {
        let mut notes = Vec::new();
        if dispute.division() == Division::Live {
            let reasons = [Side::Yes, Side::No].map(|side| strongest(self.history, dispute, side));
            notes.push(Text::of("Reasons that survive: for yes {}; for no {}.", reasons));
        }
        let detail = self.detail(dispute.node.id);
        let criteria = detail.map(|detail| {
            let all = self.criteria(dispute, detail).into_iter();
            all.map(to_sentence).collect::<Vec<_>>().join(" ")
        });
        let criteria = criteria.filter(|all| !all.is_empty());
        notes.extend(criteria.map(|all| Text::of("What would settle it: {}", [all.into()])));
        let horizon = detail.and_then(|detail| detail.horizon.clone());
        notes.extend(horizon.map(|by| Text::of("Its answer will be known: {}.", [by.into()])));
        notes
    }

    /// The observations that would settle a dispute, without those that the outcome names for its
    /// crux.
    fn criteria(&self, dispute: &Dispute<'_>, detail: &'h DisputeDetail) -> Vec<&'h str> {
        let outcome = self.history.outcome();
        let cruxes = outcome.cruxes.iter().filter(|crux| is_about(crux, dispute));
        let resolutions = cruxes.flat_map(|crux| {
            outcome.resolution.iter().filter(move |path| path.cruxes.contains(&crux.id))
        });
        let named: Vec<&str> = resolutions.filter_map(|path| path.settles.as_deref()).collect();
        let all = detail.criteria.iter().map(String::as_str);
        all.filter(|criterion| !named.iter().any(|named| named.contains(criterion))).collect()
    }

    /// How each dispute was discussed.
    fn exchange(&self) -> Section {
        let caption = "Evenness, from 0 to 1, says how evenly a dispute is argued and does not decide whether it is a crux; it is left out where no \
            reason attacks another.";
        let columns = vec![
            Column::words("Dispute"),
            Column::words("Yes"),
            Column::words("No"),
            Column::words("Surviving reasons, yes"),
            Column::words("Surviving reasons, no"),
            Column::numbers("Evenness"),
        ];
        let row = |dispute: &Dispute<'_>| {
            let speakers = |side| Text::joined(dispute.speakers(side).iter().map(Text::from), ", ");
            let surviving = |side| {
                let all = dispute.reasons_for(side).count();
                let surviving = dispute.reasons_for(side).filter(|reason| reason.survives).count();
                Text::of("{} of {}", [surviving.into(), all.into()])
            };
            vec![
                dispute.node.text.clone().into(),
                speakers(Side::Yes),
                speakers(Side::No),
                surviving(Side::Yes),
                surviving(Side::No),
                if dispute.is_argued() { evenness(dispute) } else { Text::default() },
            ]
        };
        let rows = self.disputes.iter().map(row).collect();
        let table = Table { caption: caption.into(), columns, rows };
        Section::new("exchange", "How even the exchange is", Text::default())
            .with(Block::Table(table))
    }

    /// On the card of a crux: what the exchange about it shows.
    fn on_card(&self, crux: &Crux) -> Section {
        let dispute = self.disputes.iter().find(|dispute| is_about(crux, dispute));
        let value = match dispute {
            None => "The debate opened no dispute on this question. It is a crux because the theses depend on it.".into(),
            Some(dispute) if dispute.reasons.is_empty() => {
                "The map has only the answers; no reason for or against them was added to this dispute.".into()
            }
            Some(dispute) => {
                let [yes, no] = [Side::Yes, Side::No].map(|side| strongest(self.history, dispute, side));
                let reasons = Text::of("Strongest surviving reason for yes: {}; for no: {}.", [yes, no]);
                if dispute.is_argued() {
                    Text::of("{} Evenness of the exchange: {}.", [reasons, evenness(dispute)])
                } else {
                    Text::of("{} No reason attacks another.", [reasons])
                }
            }
        };
        let argued = dispute.filter(|dispute| dispute.is_argued());
        let meaning = argued.map_or("", |_| "0 is one-sided, 1 is even").to_owned();
        let fact = Fact { name: "In the exchange".to_owned(), value, meaning };
        Section::about(Subject::Crux(crux.id), "exchange", vec![Block::Facts(vec![fact])])
    }
}

fn evenness(dispute: &Dispute<'_>) -> Text {
    Inline::Score(dispute.evenness().value()).into()
}

fn crux_mark(crux: &Crux) -> Mark {
    Mark { word: crux.id.into(), meaning: "both sides rest part of their case on the answer" }
}

/// Whether a crux asks what a dispute asks.
fn is_about(crux: &Crux, dispute: &Dispute<'_>) -> bool {
    let same_axis = crux.axis.is_some() && crux.axis == dispute.node.axis;
    same_axis || crux.question == dispute.node.text
}

/// The strongest surviving reason for a side, in its words.
fn strongest(history: &History<'_>, dispute: &Dispute<'_>, side: Side) -> Text {
    let node = dispute.strongest(side).and_then(|id| history.node(id));
    let in_words = |node: &Node| Text::of("“{}” {}", [node.text.clone().into(), node.id.into()]);
    node.map_or_else(|| "none".into(), in_words)
}
