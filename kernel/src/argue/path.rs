use super::diagram::Diagram;

/// Is one path through a diagram, that is one extension; steps through all of them in the order of the edges.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// By layer, the node and the edge taken out of it.
    turns: Vec<(usize, usize)>,
}

impl Path {
    /// Takes the first edge everywhere; `None` where the diagram holds no extension.
    pub(super) fn first(diagram: &Diagram) -> Option<Self> {
        if diagram.is_barren() {
            return None;
        }
        let mut path = Self { turns: Vec::with_capacity(diagram.depth()) };
        path.descend(diagram);
        Some(path)
    }

    /// Goes on to the next path; after the last it comes back to the first and gives `false`.
    pub(super) fn step(&mut self, diagram: &Diagram) -> bool {
        while let Some((node, edge)) = self.turns.pop() {
            if edge + 1 < diagram.width(self.turns.len(), node) {
                self.turns.push((node, edge + 1));
                self.descend(diagram);
                return true;
            }
        }
        self.descend(diagram);
        false
    }

    /// Lists the accepted arguments, layer by layer.
    pub(super) fn accepted(&self, diagram: &Diagram) -> impl Iterator<Item = usize> {
        let turns = self.turns.iter().enumerate();
        turns.flat_map(|(layer, &(node, edge))| diagram.edge(layer, node, edge).0.iter().copied())
    }

    fn descend(&mut self, diagram: &Diagram) {
        let mut at = self
            .turns
            .last()
            .map_or(0, |&(node, edge)| diagram.edge(self.turns.len() - 1, node, edge).1);
        while self.turns.len() < diagram.depth() {
            let layer = self.turns.len();
            self.turns.push((at, 0));
            at = diagram.edge(layer, at, 0).1;
        }
    }
}
