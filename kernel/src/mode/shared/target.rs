//! Checks the target of a move: it must exist, and it must belong to another persona.

use crate::graph::{Graph, Node};
use crate::record::Target;
use crate::vocabulary::{NodeId, PersonaId};

/// What reasons call a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TargetWording {
    pub(crate) noun: &'static str,
    pub(crate) own: &'static str,
}

/// The node that a persona's move names as its target, or why the move cannot be used.
pub(crate) fn check<'g>(
    graph: &'g Graph,
    persona: &PersonaId,
    target: &str,
    words: TargetWording,
) -> Result<&'g Node, String> {
    let unknown = || format!("there is no {} `{target}`", words.noun);
    let id: NodeId = target.parse().map_err(|_| unknown())?;
    let node = graph.node(id).ok_or_else(unknown)?;
    if node.is_by(persona) {
        return Err(format!("{id} is {}", words.own));
    }
    Ok(node)
}

/// The target of a move as its record names it: the node, or what the persona wrote where that
/// names no node.
pub(crate) fn of(graph: &Graph, written: String) -> Target {
    let node = written.parse().ok().filter(|&id| graph.node(id).is_some());
    node.map_or(Target::Written(written), Target::Node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::graph;

    #[test]
    fn a_target_must_exist_and_belong_to_another_persona() {
        let mut graph = graph(1, &[]);
        let (keeper, walker) =
            (PersonaId::new("keeper").unwrap(), PersonaId::new("walker").unwrap());
        let mut node = graph.node(NodeId::new(1)).unwrap().clone();
        node.author = Some(keeper.clone());
        graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        let words = TargetWording { noun: "node", own: "its own" };
        let checked = |persona, target| check(&graph, persona, target, words).map(|node| node.id);
        assert_eq!(checked(&walker, "n1"), Ok(NodeId::new(1)));
        assert_eq!(checked(&keeper, "n1"), Err("n1 is its own".to_owned()));
        assert_eq!(checked(&walker, "n2"), Err("there is no node `n2`".to_owned()));
        assert_eq!(checked(&walker, "one"), Err("there is no node `one`".to_owned()));
    }
}
