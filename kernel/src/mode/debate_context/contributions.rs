//! What the personas of a debate see of each other: the contributions, nothing, or texts of a
//! debate on another topic.

use std::collections::BTreeMap;

use crate::graph::{Detail, Graph, Node, NodeKind, Operation};
use crate::mode::{Control, Interrupted};
use crate::record::Turn;
use crate::vocabulary::PersonaId;

/// What the personas of a debate see of each other.
#[derive(Debug)]
pub(in crate::mode) enum Contributions {
    /// What the others contribute.
    True,
    /// Nothing.
    Hidden,
    /// Texts of a debate on another topic.
    Foreign(ForeignTexts),
}

impl Contributions {
    /// What personas see under a control. `foreign` is the final graph of a debate on another
    /// topic.
    pub(in crate::mode) fn of(
        control: Option<Control>,
        foreign: Option<&Graph>,
    ) -> Result<Self, Interrupted> {
        match control {
            None => Ok(Self::True),
            Some(Control::Isolated) => Ok(Self::Hidden),
            Some(Control::Shuffled) => {
                let texts = foreign.and_then(ForeignTexts::of);
                texts.map(Self::Foreign).ok_or(Interrupted::NothingToShow)
            }
        }
    }
}

/// The texts of a debate, by author, in the order in which they were contributed.
#[derive(Debug)]
pub(in crate::mode) struct ForeignTexts {
    by_author: BTreeMap<PersonaId, Texts>,
    all: Texts,
}

#[derive(Debug, Default)]
struct Texts {
    claims: BTreeMap<NodeKind, Vec<String>>,
    premises: Vec<String>,
    assumptions: Vec<String>,
    /// All of these.
    any: Vec<String>,
}

/// How many texts of each sort an author's earlier contributions have.
#[derive(Debug, Default)]
struct Used {
    claims: BTreeMap<NodeKind, usize>,
    premises: usize,
    assumptions: usize,
}

impl Texts {
    fn add(&mut self, node: &Node) {
        let Detail { premises, assumptions, .. } = &node.detail;
        self.claims.entry(node.kind).or_default().push(node.text.clone());
        self.premises.extend(premises.iter().cloned());
        self.assumptions.extend(assumptions.iter().cloned());
        self.any.push(node.text.clone());
        self.any.extend(premises.iter().chain(assumptions).cloned());
    }
}

impl ForeignTexts {
    /// The texts of a graph; none if no persona has contributed to it.
    fn of(graph: &Graph) -> Option<Self> {
        let mut texts = Self { by_author: BTreeMap::new(), all: Texts::default() };
        for node in graph.nodes() {
            let Some(author) = &node.author else { continue };
            texts.by_author.entry(author.clone()).or_default().add(node);
            texts.all.add(node);
        }
        (!texts.all.any.is_empty()).then_some(texts)
    }

    /// The text at a position of a list, which starts again after its end. If the author has no
    /// text of this sort, any of its texts is taken; if it has none at all, any text of the debate.
    fn text(
        &self,
        author: &PersonaId,
        sort: impl Fn(&Texts) -> Option<&Vec<String>>,
        position: usize,
    ) -> String {
        let own = self.by_author.get(author);
        let lists = [own.and_then(sort), own.map(|own| &own.any), Some(&self.all.any)];
        let list = lists.into_iter().flatten().find(|list| !list.is_empty());
        let list = list.expect("a debate without texts is refused");
        list[position % list.len()].clone()
    }

    /// The graph with the contributions of all personas except one replaced, text by text. A
    /// contribution has the same texts in every round.
    pub(super) fn shuffled(&self, graph: &Graph, persona: &PersonaId) -> Graph {
        let mut shuffled = graph.clone();
        let mut used: BTreeMap<PersonaId, Used> = BTreeMap::new();
        for node in graph.nodes() {
            let mut shown = Node { endorsed_by: [].into(), ..node.clone() };
            if let Some(author) = node.author.as_ref().filter(|author| *author != persona) {
                self.replace(&mut shown, author, used.entry(author.clone()).or_default());
            }
            let update = Operation::UpdateNode(Box::new(shown));
            shuffled.apply(&update).expect("the node is in the graph");
        }
        shuffled
    }

    /// The turns with those of all personas except one replaced. The texts of an author follow each
    /// other in their order.
    pub(super) fn spoken(&self, turns: &[Turn], persona: &PersonaId) -> Vec<Turn> {
        let mut used: BTreeMap<PersonaId, usize> = BTreeMap::new();
        let mut heard = turns.to_vec();
        for turn in &mut heard {
            let author = turn.speaker.clone().filter(|author| author != persona);
            let Some(author) = author.filter(|_| !turn.text.is_empty()) else { continue };
            let position = used.entry(author.clone()).or_default();
            turn.text = self.text(&author, |own| Some(&own.any), *position);
            *position += 1;
            if let Some(speech) = &mut turn.speech {
                speech.excerpts.clear();
                speech.axis = None;
            }
        }
        heard
    }

    fn replace(&self, node: &mut Node, author: &PersonaId, used: &mut Used) {
        let kind = node.kind;
        let claims = used.claims.entry(kind).or_default();
        node.text = self.text(author, |own| own.claims.get(&kind), *claims);
        *claims += 1;
        let next = |position: &mut usize, sort: fn(&Texts) -> Option<&Vec<String>>| {
            let text = self.text(author, sort, *position);
            *position += 1;
            text
        };
        let Detail { premises, assumptions, confidence, .. } = &node.detail;
        node.detail = Detail {
            premises: premises
                .iter()
                .map(|_| next(&mut used.premises, |own| Some(&own.premises)))
                .collect(),
            assumptions: assumptions
                .iter()
                .map(|_| next(&mut used.assumptions, |own| Some(&own.assumptions)))
                .collect(),
            confidence: *confidence,
            ..Detail::default()
        };
        (node.axis, node.side) = (None, None);
    }
}
