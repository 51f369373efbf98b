//! What mode `belief` adds to the page of a debate: how theses moved, and everybody's graphs in one.

mod chart;
mod compare;
mod shared;
pub(super) mod voices;

use super::outline::Line;
use super::scene::Scene;
use crate::site::cast::Tag;
use crate::site::prose;
use faultline::argue::Gradual;
use faultline::view::number;

/// What only this mode shows.
#[derive(Debug)]
pub(super) struct Beliefs {
    /// The gradual semantics as headings write it.
    pub(super) semantics: String,
    pub(super) personas: Vec<Tag>,
    pub(super) chart: chart::Chart,
    pub(super) rows: Vec<compare::Row>,
    pub(super) community: Vec<shared::Item>,
    pub(super) community_lines: Vec<Line<shared::Entry>>,
    /// What merging could not do, as sentences; empty where it did all.
    pub(super) left: String,
}

pub(super) fn beliefs(scene: &Scene<'_>) -> Option<Beliefs> {
    let belief = scene.belief()?;
    let community = shared::items(scene, &belief.community);
    Some(Beliefs {
        semantics: Gradual::from_name(&belief.semantics)
            .map_or_else(|| belief.semantics.clone(), |gradual| gradual.title().to_owned()),
        personas: scene.tags(belief.roots.iter().map(|root| &root.persona)),
        chart: chart::chart(scene, &belief.roots),
        rows: compare::rows(scene, belief),
        community_lines: shared::lines(&community),
        community,
        left: left(belief.community.unmerged.len(), belief.community.refused.len()),
    })
}

fn left(unmerged: usize, refused: usize) -> String {
    let unmerged = (unmerged > 0).then(|| {
        let pairs = number::count(unmerged, "pair was", "pairs were");
        format!(
            "{} judged the same and left as two, since a circle would have closed or not all members were alike.",
            prose::capital(&pairs)
        )
    });
    let refused = (refused > 0).then(|| {
        let edges = number::count(refused, "relation is", "relations are");
        format!("{} left out, contradicting another of the same graph.", prose::capital(&edges))
    });
    unmerged.into_iter().chain(refused).collect::<Vec<_>>().join(" ")
}
