//! What only this mode shows: the labels after each round, the camps and the number of worldviews.

use crate::record::{Camp, Snapshot};
use crate::view::{Block, Column, Content, Fact, History, Inline, Section, Subject, Table, Text};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Vec<Section> {
    let mut sections: Vec<Section> = summary(history).into_iter().collect();
    sections.extend([drawing(history), sentences(history), labels(history)]);
    sections.extend(camps(history));
    sections
}

fn summary(history: &History<'_>) -> Option<Section> {
    let extensions = history.outcome().extensions.as_ref()?;
    let fact = Fact {
        name: "worldviews".to_owned(),
        value: Inline::Digits(extensions.preferred.clone()).into(),
        meaning: "largest sets of arguments that can be held together".to_owned(),
    };
    Some(Section::about(Subject::Summary, "worldviews", vec![Block::Facts(vec![fact])]))
}

fn drawing(history: &History<'_>) -> Section {
    let lead = "Every argument, and the arguments that it attacks. IN means accepted: every attacker is defeated. OUT means \
        defeated by an accepted argument. UNDEC is neither.";
    Section::new("drawing", "The arguments and attacks", lead.into())
        .with(Block::Panels(history.panels_by_axis()))
}

fn sentences(history: &History<'_>) -> Section {
    let lead = "Each argument appears once, below an argument that it attacks. The labels are those after the last round.";
    Section::new("outline", "The same graph in sentences", lead.into())
        .with(Block::Outline(history.outline(Text::default())))
}

fn labels(history: &History<'_>) -> Section {
    let caption = "Arguments that are accepted (IN), undecided (UNDEC) and defeated (OUT) after each round. Worldviews are \
        preferred extensions: the largest sets of arguments that do not attack each other and that defeat all their attackers. \
        A disputed argument is in some worldviews but not in all.";
    let columns = vec![
        Column::words("After"),
        Column::numbers("IN"),
        Column::numbers("UNDEC"),
        Column::numbers("OUT"),
        Column { content: Content::Bar, ..Column::words("Shares") },
        Column::numbers("Attacks"),
        Column::numbers("Worldviews"),
        Column::numbers("Disputed"),
    ];
    let rows = history.snapshots().iter().filter_map(counts).collect();
    let table = Table { caption: caption.into(), columns, rows };
    Section::new("labels", "Labels after each round", Text::default()).with(Block::Table(table))
}

fn counts(snapshot: &Snapshot) -> Option<Vec<Text>> {
    let semantics = snapshot.semantics.as_ref()?;
    let [accepted, undecided, defeated] =
        [&semantics.accepted, &semantics.undecided, &semantics.defeated].map(Vec::len);
    let attacks = snapshot.graph.edges().filter(|edge| edge.relation.is_attack()).count();
    Some(vec![
        Inline::Round(snapshot.round).into(),
        accepted.into(),
        undecided.into(),
        defeated.into(),
        Inline::Bar([accepted, undecided, defeated].map(|count| count as u64).to_vec()).into(),
        attacks.into(),
        Inline::Digits(semantics.preferred.clone()).into(),
        semantics.disputed.len().into(),
    ])
}

fn camps(history: &History<'_>) -> Option<Section> {
    let camps = &history.outcome().camps;
    let lead = "A worldview (preferred extension) is a set of arguments that do not attack each other, that defeats all its \
        attackers, and that cannot be made larger. For each persona, this is the worldview that keeps the most of the \
        persona’s own arguments.";
    let section = Section::new("camps", "The worldview of each persona", lead.into());
    let of = |camp: &Camp| {
        let arguments = camp.arguments.iter().map(|&node| node.into());
        vec![
            (&camp.persona).into(),
            camp.arguments.len().into(),
            camp.own.into(),
            Text::joined(arguments, ", "),
        ]
    };
    let columns = vec![
        Column::words("Persona"),
        Column::numbers("Arguments"),
        Column::numbers("Its own"),
        Column::words("Which"),
    ];
    let rows = camps.iter().map(of).collect();
    let table = Table { caption: Text::default(), columns, rows };
    (!camps.is_empty()).then(|| section.with(Block::Table(table)))
}
