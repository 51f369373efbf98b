//! What only this mode shows: the conversation, the proposed cruxes and the trail of concessions,
//! beside the graph.

use crate::record::Snapshot;
use crate::view::{History, Inline, Section, Text, conversation, framework};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Vec<Section> {
    let mut sections: Vec<Section> = framework::summary(history).into_iter().collect();
    sections.push(conversation::conversation(history, |snapshot| update(history, snapshot)));
    sections.extend(conversation::proposals(history));
    sections.extend(conversation::on_cards(history));
    sections.push(framework::drawing(history));
    sections.push(framework::sentences(history));
    sections.extend(conversation::concessions(history));
    sections.push(framework::labels(history));
    sections.extend(framework::camps(history));
    sections
}

/// What an update did to the graph.
fn update(history: &History<'_>, snapshot: &Snapshot) -> Text {
    let earlier = history.snapshots().iter().take_while(|other| other.round < snapshot.round);
    let before = earlier.last();
    let size = |snapshot: &Snapshot| (snapshot.graph.nodes().len(), snapshot.graph.edges().len());
    let (nodes, edges) = size(snapshot);
    let (nodes_before, edges_before) = before.map_or((0, 0), size);
    if (nodes, edges) == (nodes_before, edges_before) {
        return Text::of("{}: the graph keeps its size.", [Inline::Round(snapshot.round).into()]);
    }
    Text::of(
        "{}: the graph has {} nodes ({} before) and {} attacks ({} before).",
        [
            Inline::Round(snapshot.round).into(),
            nodes.into(),
            nodes_before.into(),
            edges.into(),
            edges_before.into(),
        ],
    )
}
