//! Checks the target of a move: it must exist, and it must belong to another persona.

use crate::graph::Graph;
use crate::vocabulary::{NodeId, PersonaId};

/// How reasons name a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    pub(crate) noun: &'static str,
    pub(crate) own: &'static str,
}

/// The node that a persona's move names as its target, or why the move cannot be used.
pub(crate) fn check(
    graph: &Graph,
    persona: &PersonaId,
    target: &str,
    named: Target,
) -> Result<NodeId, String> {
    let unknown = || format!("there is no {} `{target}`", named.noun);
    let id: NodeId = target.parse().map_err(|_| unknown())?;
    let node = graph.node(id).ok_or_else(unknown)?;
    if node.author.as_ref() == Some(persona) {
        return Err(format!("{id} is {}", named.own));
    }
    Ok(id)
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
        let named = Target { noun: "node", own: "its own" };
        let checked = |persona, target| check(&graph, persona, target, named);
        assert_eq!(checked(&walker, "n1"), Ok(NodeId::new(1)));
        assert_eq!(checked(&keeper, "n1"), Err("n1 is its own".to_owned()));
        assert_eq!(checked(&walker, "n2"), Err("there is no node `n2`".to_owned()));
        assert_eq!(checked(&walker, "one"), Err("there is no node `one`".to_owned()));
    }
}
