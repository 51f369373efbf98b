//! What the personas grant in common, each point once.

use super::Source;
use crate::site::persona_tag::Tag;
use crate::site::sentence::full_stop;

/// A point that at least two personas grant.
#[derive(Debug)]
pub(super) struct Agreed {
    pub(super) text: String,
    pub(super) other_wordings: Vec<String>,
    pub(super) by: Vec<Tag>,
    /// The number of debates in which it is agreed.
    pub(super) debates: usize,
}

/// The points of all debates. Points that have a wording in common are one point; those of most debates come first.
pub(super) fn agreed(source: &Source<'_>) -> Vec<Agreed> {
    let mut points: Vec<(Vec<String>, Agreed)> = Vec::new();
    for (_, finished) in &source.finished {
        let graph = finished.snapshots.last().map(|last| &last.graph);
        for agreement in &finished.outcome.common_ground.agreed {
            let text = |&node| graph.and_then(|graph| graph.node(node)).map(|node| &node.text);
            let others = agreement.other_wordings.iter().filter_map(text);
            let wordings: Vec<String> = std::iter::once(&agreement.text)
                .chain(others)
                .map(|text| full_stop(text))
                .collect();
            let by: Vec<Tag> = agreement
                .endorsed_by
                .iter()
                .map(|persona| source.personas.tag(persona, source.here))
                .collect();
            let has_wording =
                |known: &Vec<String>| wordings.iter().any(|text| known.contains(text));
            if let Some((known, point)) = points.iter_mut().find(|(known, _)| has_wording(known)) {
                known.extend(wordings);
                point.debates += 1;
                let is_new = |tag: &Tag| !point.by.contains(tag);
                let new: Vec<Tag> = by.into_iter().filter(is_new).collect();
                point.by.extend(new);
            } else {
                let text = wordings[0].clone();
                let point = Agreed { text, other_wordings: Vec::new(), by, debates: 1 };
                points.push((wordings, point));
            }
        }
    }
    points.sort_by_key(|(_, point)| std::cmp::Reverse(point.debates));
    let finish = |(wordings, point): (Vec<String>, Agreed)| {
        let mut other_wordings: Vec<String> = Vec::new();
        for wording in wordings {
            if wording != point.text && !other_wordings.contains(&wording) {
                other_wordings.push(wording);
            }
        }
        Agreed { other_wordings, ..point }
    };
    points.into_iter().map(finish).collect()
}
