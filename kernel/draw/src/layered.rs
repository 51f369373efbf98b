//! A component as layers of boxes and bends, where every edge connects adjacent layers.

/// Boxes come first, then the bends (dummy vertices) that long edges have in the layers they cross.
#[derive(Debug, Clone)]
pub(super) struct Layered {
    /// Number of vertices that are boxes.
    pub(super) boxes: usize,
    /// Layer of each vertex.
    pub(super) rank: Vec<usize>,
    /// Neighbours in the previous layer, ascending by position after ordering.
    pub(super) up: Vec<Vec<usize>>,
    /// Neighbours in the next layer.
    pub(super) down: Vec<Vec<usize>>,
    /// The vertices of each layer in order.
    pub(super) layers: Vec<Vec<usize>>,
    /// The position of each vertex within its layer.
    pub(super) place: Vec<usize>,
    /// The vertices of each edge, from the first layer to the last; two for a short edge.
    pub(super) chains: Vec<Vec<usize>>,
}

impl Layered {
    /// Splits edges, each from a lower to a higher layer, at the layers that they cross.
    pub(super) fn new(ranks: &[usize], edges: &[(usize, usize)]) -> Self {
        let mut rank = ranks.to_vec();
        let mut chains = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let mut chain = vec![from];
            for layer in ranks[from] + 1..ranks[to] {
                chain.push(rank.len());
                rank.push(layer);
            }
            chain.push(to);
            chains.push(chain);
        }
        let n = rank.len();
        let (mut up, mut down) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            down[pair[0]].push(pair[1]);
            up[pair[1]].push(pair[0]);
        }
        let mut layers = vec![Vec::new(); rank.iter().max().map_or(0, |last| last + 1)];
        for (v, &layer) in rank.iter().enumerate() {
            layers[layer].push(v);
        }
        let mut layered =
            Self { boxes: ranks.len(), rank, up, down, layers, place: vec![0; n], chains };
        layered.number();
        layered
    }

    /// Returns whether a vertex is a bend of a long edge.
    pub(super) fn is_bend(&self, v: usize) -> bool {
        v >= self.boxes
    }

    /// Updates [`Layered::place`] from [`Layered::layers`].
    pub(super) fn number(&mut self) {
        for layer in &self.layers {
            for (at, &v) in layer.iter().enumerate() {
                self.place[v] = at;
            }
        }
    }

    /// Sorts the neighbours of each vertex by their positions.
    pub(super) fn sort_neighbours(&mut self) {
        let place = &self.place;
        for list in self.up.iter_mut().chain(&mut self.down) {
            list.sort_by_key(|&w| place[w]);
        }
    }

    /// Counts the crossings between adjacent layers.
    ///
    /// # Source
    ///
    /// Barth, Mutzel, Jünger 2004, doi:10.7155/jgaa.00088 (accumulator tree).
    pub(super) fn crossings(&self) -> usize {
        let mut tree = Vec::new();
        let mut ends = Vec::new();
        let mut sum = 0;
        for layer in 1..self.layers.len() {
            ends.clear();
            for &v in &self.layers[layer - 1] {
                let start = ends.len();
                ends.extend(self.down[v].iter().map(|&w| self.place[w]));
                ends[start..].sort_unstable();
            }
            sum += inversions(&ends, self.layers[layer].len(), &mut tree);
        }
        sum
    }
}

/// Counts the pairs of `values`, all below `bound`, that are in descending order.
fn inversions(values: &[usize], bound: usize, tree: &mut Vec<usize>) -> usize {
    let leaves = bound.next_power_of_two();
    tree.clear();
    tree.resize(2 * leaves, 0);
    let mut sum = 0;
    for &value in values {
        let mut at = leaves + value;
        tree[at] += 1;
        while at > 1 {
            if at.is_multiple_of(2) {
                sum += tree[at + 1];
            }
            at /= 2;
            tree[at] += 1;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_edges_have_a_bend_in_every_layer_they_cross() {
        let layered = Layered::new(&[0, 1, 3], &[(0, 1), (0, 2)]);
        assert_eq!(layered.chains, [vec![0, 1], vec![0, 3, 4, 2]]);
        assert_eq!(layered.layers, [vec![0], vec![1, 3], vec![4], vec![2]]);
    }

    #[test]
    fn inversions_agree_with_counting_pairs() {
        let values: Vec<usize> = (0..60).map(|i| (i * i * 7 + i) % 23).collect();
        let pairs = (0..60).flat_map(|a| (a + 1..60).map(move |b| (a, b)));
        let count = pairs.filter(|&(a, b)| values[a] > values[b]).count();
        assert_eq!(inversions(&values, 23, &mut Vec::new()), count);
    }
}
