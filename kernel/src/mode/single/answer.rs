//! The one call: asks for the cruxes, and makes a graph and an outcome of the answer.

use std::collections::BTreeSet;

use crate::graph::{Cause, Detail, Edge, Node, NodeKind, Operation, Provenance, Relation};
use crate::mode::checked::{axis, statements};
use crate::mode::debate::Debate;
use crate::mode::{Failure, Single, ground};
use crate::record::{Act, Crux, Fate, Found, Outcome, Position, Score, Stop, StopReason, Turn};
use crate::task::{AgreedPoint, Brief, CruxDraft, Cruxes, Stand};
use crate::vocabulary::{
    AxisId, CallId, Component, CruxId, NodeId, PersonaId, Probability, Side, Statement, TurnId,
};

/// Asks once, lays the answer out as a graph, and reads the outcome off it.
pub(super) async fn run(parameters: &Single, debate: &mut Debate<'_>) -> Result<Outcome, Failure> {
    let setting = debate.setting;
    let briefs =
        setting.personas.iter().map(|persona| Brief::new(persona, setting.topic)).collect();
    let task = Cruxes { briefs, topic: setting.topic.clone(), most: parameters.cruxes as usize };
    let answered =
        debate.ask(&task).await.map_err(|fault| Failure::of("no cruxes were named", &fault))?;
    let mut sheet = Sheet { debate, call: answered.call };
    let cruxes: Vec<Crux> = answered
        .answer
        .cruxes
        .iter()
        .zip(1..)
        .map(|(draft, rank)| sheet.crux(draft, CruxId::new(rank)))
        .collect();
    let mut agreed = BTreeSet::new();
    let mut fake = Vec::new();
    for point in &answered.answer.common_ground {
        let shared = sheet.agreed(point);
        let shown = sheet.contrary(point, shared);
        agreed.insert(shared);
        let graph = sheet.debate.graph();
        fake.extend(ground::fake_consensus(graph, &shown, &BTreeSet::new(), setting.topic));
    }
    debate.end_round("Answer", None);

    let common_ground = ground::common_ground(debate.graph(), &agreed, |_| false);
    let (regime, sentence) =
        ground::regime_without_framework(cruxes.len(), common_ground.agreed.len(), fake.len());
    let stop =
        Stop { reason: StopReason::Converged, rule: "The one answer is in.".to_owned(), rounds: 0 };
    Ok(Outcome {
        resolution: ground::resolution(&cruxes, setting.topic),
        cruxes,
        common_ground,
        fake_consensus: fake,
        ..Outcome::new(stop, regime, sentence)
    })
}

/// Where the one answer is laid out.
struct Sheet<'d, 'a> {
    debate: &'d mut Debate<'a>,
    call: CallId,
}

impl Sheet<'_, '_> {
    /// A question with the personas' positions: YES supports it, NO rebuts it.
    fn crux(&mut self, draft: &CruxDraft, id: CruxId) -> Crux {
        let axis = draft.axis.as_deref().map(axis);
        let question =
            self.node(NodeKind::Question, &draft.question, |node| node.axis.clone_from(&axis));
        let mut positions = Vec::new();
        for stand in &draft.positions {
            let node = self.position(stand, axis.as_ref());
            let relation =
                if stand.side == Side::Yes { Relation::Support } else { Relation::Rebut };
            self.edge(node, question, relation);
            positions.push(Position {
                persona: persona(&stand.persona),
                side: Some(stand.side),
                text: stand.reason.clone(),
                node: Some(node),
            });
        }
        let node = self.debate.graph().node(question).expect("the question was added");
        Crux {
            id,
            statement: draft.question.clone(),
            found: Found::Proposed,
            kind: draft.kind,
            axis,
            score: Score {
                value: Probability::new(draft.weight).expect("the check has seen the weight"),
                rule: "how much the answer says hangs on it".to_owned(),
            },
            depends_on: positions.iter().filter_map(|position| position.node).collect(),
            positions,
            settling_question: draft.settling_question.clone(),
            counterfactual: None,
            provenance: node.provenance.clone(),
        }
    }

    fn position(&mut self, stand: &Stand, axis: Option<&AxisId>) -> NodeId {
        let excerpts = statements(&stand.excerpts);
        self.node(NodeKind::Position, &stand.reason, |node| {
            node.author = Some(persona(&stand.persona));
            node.axis = axis.cloned();
            node.side = Some(stand.side);
            node.detail = Detail { excerpts, ..Detail::default() };
        })
    }

    fn agreed(&mut self, point: &AgreedPoint) -> NodeId {
        self.node(NodeKind::Claim, &point.statement, |node| {
            node.endorsed_by =
                point.holders.iter().map(|holder| persona(&holder.persona)).collect();
        })
    }

    /// Lays out the statements by which two holders of a point take opposite sides of an axis.
    fn contrary(&mut self, point: &AgreedPoint, shared: NodeId) -> BTreeSet<NodeId> {
        let setting = self.debate.setting;
        let mut said: Vec<(&PersonaId, &Statement)> = Vec::new();
        for holder in &point.holders {
            let persona = setting.personas.iter().find(|known| known.id.as_str() == holder.persona);
            let persona = persona.expect("the check has seen the persona");
            let corpus = persona.corpora.get(&setting.topic.id);
            let excerpts = statements(&holder.excerpts);
            let shown = excerpts.iter().filter_map(|id| corpus?.statement(id));
            said.extend(shown.map(|statement| (&persona.id, statement)));
        }
        let opposes = |one: &(&PersonaId, &Statement), other: &(&PersonaId, &Statement)| {
            let on_one_axis = one.1.axis.is_some() && one.1.axis == other.1.axis;
            let opposite = one.1.side.is_some() && one.1.side.map(Side::opposite) == other.1.side;
            one.0 != other.0 && on_one_axis && opposite
        };
        let contrary = said.iter().filter(|one| said.iter().any(|other| opposes(one, other)));
        let lay_out = |(persona, statement): &(&PersonaId, &Statement)| {
            let node = self.node(NodeKind::Position, &statement.text, |node| {
                node.author = Some((*persona).clone());
                node.axis.clone_from(&statement.axis);
                node.side = statement.side;
                node.detail.excerpts = vec![statement.id.clone()];
            });
            self.edge(node, shared, Relation::Support);
            node
        };
        contrary.map(lay_out).collect()
    }

    /// Adds a node as a turn of its own.
    fn node(&mut self, kind: NodeKind, text: &str, complete: impl FnOnce(&mut Node)) -> NodeId {
        let (id, turn) = (self.debate.next_node(), self.debate.next_turn());
        let mut node = Node::new(id, kind, text);
        node.provenance = self.provenance(turn);
        complete(&mut node);
        let speaker = node.author.clone();
        self.debate.apply(Operation::AddNode(Box::new(node)), Cause::Turn(turn));
        self.debate.tell(Turn {
            id: turn,
            round: self.debate.round(),
            speaker,
            text: text.to_owned(),
            act: Act::Answer { node: id },
            fate: Fate::Kept,
            call: self.call,
        });
        id
    }

    fn edge(&mut self, from: NodeId, to: NodeId, relation: Relation) {
        let node = self.debate.graph().node(from).expect("the position was added");
        let provenance = node.provenance.clone();
        let turn = provenance.turns[0];
        let mut edge = Edge::new(self.debate.next_edge(), from, to, relation);
        edge.component = Some(Component::Claim);
        edge.provenance = provenance;
        self.debate.apply(Operation::AddEdge(edge), Cause::Turn(turn));
    }

    fn provenance(&self, turn: TurnId) -> Provenance {
        Provenance { turns: vec![turn], calls: vec![self.call] }
    }
}

fn persona(id: &str) -> PersonaId {
    PersonaId::new(id).expect("the check has seen the persona")
}
