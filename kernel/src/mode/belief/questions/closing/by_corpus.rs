//! `closing`: the strength that the persona's thesis would have if what it received had the base
//! scores that the persona itself gives (rule 11), by the semantics of the debate. Nodes that it
//! did not receive keep the scores they have.

use crate::question::ByCorpus;
use std::fmt::Display;

use super::{Closing, TargetDraft};
use crate::argue::{Bipolar, Gradual, Influence, strengths};
use crate::corpus::{Heard, Silence, Voice, Voices};
use crate::mode::belief::questions::nodes::{InfluenceKind, ShownNode};
use crate::text::listed;
use crate::vocabulary::{NodeId, Strength};

impl ByCorpus for Closing {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<TargetDraft, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        target(&voice, &self.trees, &self.received, self.semantics)
    }
}

pub(crate) fn target(
    voice: &Voice<'_>,
    trees: &[ShownNode],
    received: &[NodeId],
    semantics: Gradual,
) -> Result<TargetDraft, Silence> {
    let persona = voice.persona();
    let fault =
        |why: &dyn Display| Silence(format!("the graph of {persona} has no strengths: {why}"));
    let tree: Vec<&ShownNode> = trees.iter().filter(|node| node.tree == *persona).collect();
    let heard: Vec<Heard<'_>> = tree.iter().map(|node| node.heard()).collect();
    let mut doubted: Vec<String> = Vec::new();
    let mut base: Vec<Strength> = Vec::new();
    for (node, own) in tree.iter().zip(voice.plausibility(&heard)) {
        let given = node.base_score.map_or(own, f64::from);
        let score = if received.contains(&node.id) { own } else { given };
        if score < given {
            doubted.push(node.id.to_string());
        }
        base.push(Strength::new(score).map_err(|error| fault(&error))?);
    }
    let influences = tree.iter().filter_map(|node| influence(&tree, node));
    let bipolar = Bipolar::new(&base, influences).map_err(|error| fault(&error))?;
    let strengths = strengths(&bipolar, semantics).map_err(|error| fault(&error))?;
    let thesis = tree.iter().position(|node| node.on.is_none());
    let thesis = thesis.ok_or_else(|| fault(&"it has no thesis"))?;
    let reason = if doubted.is_empty() {
        "I doubt nothing that the others added.".to_owned()
    } else {
        format!("I doubt {}, which the others added.", listed(&doubted))
    };
    Ok(TargetDraft { strength: strengths.strength(thesis).value(), reason, flip: None })
}

fn influence(tree: &[&ShownNode], node: &ShownNode) -> Option<Influence> {
    let bond = node.on.as_ref()?;
    let position = |id| tree.iter().position(|node| node.id == id);
    let (source, target) = (position(node.id)?, position(bond.target)?);
    let influence = match bond.bearing {
        InfluenceKind::Attack => Influence::attack(source, target),
        InfluenceKind::Support => Influence::support(source, target),
    };
    Some(bond.weight.map_or(influence, |weight| influence.weighted(weight)))
}
