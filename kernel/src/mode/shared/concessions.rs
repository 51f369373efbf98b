//! What personas concede: in the debate, and in their own texts.

use std::collections::BTreeSet;

use crate::corpus::{I_GRANT, tagged_stances};
use crate::graph::{Cause, Graph, Node};
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::events::ConcessionMade;
use crate::record::{
    AgreedQuestion, AgreeingAnswer, Concession, ConcessionEffect, ConcessionKind, ConcessionSource,
    Phase, Thesis, Turn,
};
use crate::text::{folded, to_sentence};
use crate::vocabulary::{NodeId, Persona, PersonaId, Statement, StatementId, Topic, TurnId};

/// Reports what a persona conceded in a turn, and what that changed in the graph, if anything.
pub(crate) fn report(
    context: &mut DebateContext<'_>,
    turn: TurnId,
    persona: PersonaId,
    text: String,
    effect: impl Into<Option<ConcessionEffect>>,
) -> Concession {
    let source = ConcessionSource::Turn(turn);
    let concession = Concession { source, persona, text, effect: effect.into() };
    context.report(&ConcessionMade { concession: concession.clone() });
    concession
}

/// Makes a persona an endorser of a node that it concedes, and reports that; nothing where it
/// endorses the node already.
pub(crate) fn share(
    context: &mut DebateContext<'_>,
    turn: TurnId,
    persona: &PersonaId,
    node: NodeId,
) -> Option<Concession> {
    let conceded = context.graph().node(node)?;
    if conceded.endorsers().contains(persona) {
        context.note_grant(node, persona);
        return None;
    }
    let text = conceded.text.clone();
    context.endorse(node, persona, Cause::Turn(turn));
    let effect = ConcessionEffect::new(ConcessionKind::Shared, node);
    Some(report(context, turn, persona.clone(), text, effect))
}

/// What personas grant on the agreed questions, as concessions to those who argue for the answer.
/// An answer that favours the persona's own thesis concedes nothing.
pub(crate) fn granted(
    questions: &[AgreedQuestion],
    topic: &Topic,
    theses: &[Thesis],
    graph: &Graph,
) -> Vec<Concession> {
    let helps_author = |question: &AgreedQuestion, answer: &AgreeingAnswer| {
        let axis = topic.axis(&question.axis);
        let mut own = theses.iter().filter(|thesis| thesis.persona == answer.persona);
        own.any(|own| axis.and_then(|axis| axis.side_favouring(own.side)) == Some(question.side))
    };
    let answers = questions.iter().flat_map(|question| {
        question.answers.iter().filter(move |answer| !helps_author(question, answer))
    });
    let concession = |answer: &AgreeingAnswer| {
        let turn = *graph.node(answer.node?)?.provenance.turns.first()?;
        let source = ConcessionSource::Turn(turn);
        Some(Concession::new(source, answer.persona.clone(), answer.text.clone()))
    };
    answers.filter(|answer| answer.granted).filter_map(concession).collect()
}

/// What the corpora of the personas concede and no node of the debate says: conceded in the turn
/// after the opening that says it, otherwise in a statement, since it is on the record although no
/// turn repeats it. Besides the concessions of a statement, that is a statement for the answer to a
/// question that its author does not give on the whole. `known` are the concessions of the debate.
pub(crate) fn written(
    personas: &[Persona],
    topic: &Topic,
    graph: &Graph,
    turns: &[&Turn],
    known: &[Concession],
) -> Vec<Concession> {
    let of_persona = |persona: &Persona| -> Vec<Concession> {
        let author = &persona.id;
        let asserted = Asserted { author, graph };
        // What quotes a statement need not repeat it.
        let cited: BTreeSet<&StatementId> = asserted
            .nodes()
            .filter(|node| asserted.is_own(node.id))
            .flat_map(|node| &node.detail.excerpts)
            .chain(
                turns.iter().filter(|turn| asserted.in_turn(turn)).flat_map(|turn| excerpts(turn)),
            )
            .collect();
        let said = asserted.nodes().map(|node| folded(&node.text));
        let conceded = known.iter().filter(|known| known.persona == *author);
        let mut repeated: Vec<String> =
            said.chain(conceded.map(|known| folded(&known.text))).collect();
        let mut written = Vec::new();
        let Some(corpus) = persona.corpora.get(&topic.id) else { return Vec::new() };
        let stances = tagged_stances(corpus);
        for statement in corpus.statements() {
            let Statement { id, text, concedes, axis, side, .. } = statement;
            let stance = axis.as_ref().and_then(|axis| stances.get(axis));
            let grants = stance.zip(*side).is_some_and(|(stance, side)| stance.side != side);
            let grants = grants && !cited.contains(id);
            for text in concedes.iter().chain(grants.then_some(text)) {
                let words = folded(text);
                if !repeated.contains(&words) {
                    repeated.push(words);
                    let sentence = to_sentence(text);
                    // No other persona may have been heard before an opening, so that it concedes
                    // only what it says that it grants.
                    let granted = format!("{I_GRANT}{sentence}");
                    let is_said = |turn: &&&Turn| {
                        let grants = turn.text.contains(&granted);
                        asserted.in_turn(turn)
                            && (grants || turn.round > 0 && says(&turn.text, &sentence))
                    };
                    let said = turns.iter().find(is_said);
                    let source = said.map_or_else(
                        || ConcessionSource::Statement(id.clone()),
                        |turn| ConcessionSource::Turn(turn.id),
                    );
                    written.push(Concession {
                        source,
                        persona: author.clone(),
                        text: text.clone(),
                        effect: None,
                    });
                }
            }
        }
        written
    };
    personas.iter().flat_map(of_persona).collect()
}

/// What a persona asserts in a debate: without what it raises against itself in order to answer it,
/// which it does not grant by that.
struct Asserted<'a> {
    author: &'a PersonaId,
    graph: &'a Graph,
}

impl<'a> Asserted<'a> {
    /// The nodes that the persona endorses.
    fn nodes(&self) -> impl Iterator<Item = &'a Node> {
        let is_endorsed = |node: &&Node| node.endorsers().contains(self.author);
        self.graph.nodes().filter(is_endorsed).filter(|node| !self.is_objection(node))
    }

    /// Whether the persona asserts something in a turn.
    fn in_turn(&self, turn: &Turn) -> bool {
        let made = self.graph.nodes().filter(|node| node.provenance.turns.contains(&turn.id));
        let mut made = made.peekable();
        let only_objects = made.peek().is_some() && made.all(|node| self.is_objection(node));
        turn.speaker.as_ref() == Some(self.author) && turn.fate.is_kept() && !only_objects
    }

    fn is_own(&self, node: NodeId) -> bool {
        self.graph.node(node).is_some_and(|node| node.author.as_ref() == Some(self.author))
    }

    fn is_objection(&self, node: &Node) -> bool {
        let mut edges = self.graph.out_of_node(node.id);
        let attacks_own = edges.any(|edge| edge.relation.is_attack() && self.is_own(edge.to));
        self.is_own(node.id) && attacks_own
    }
}

/// Whether a text says a sentence outside of quotation marks: what quotes another persona in order
/// to deny it concedes nothing.
fn says(text: &str, sentence: &str) -> bool {
    let is_quoted = |start: usize| {
        let before = &text[..start];
        before.matches('“').count() > before.matches('”').count()
            || before.matches('"').count() % 2 == 1
    };
    text.match_indices(sentence).any(|(start, _)| !is_quoted(start))
}

/// The statements that the speech of a turn quotes. An opening names all on which a case rests, not
/// only those that it says.
fn excerpts(turn: &Turn) -> impl Iterator<Item = &StatementId> {
    let speech = turn.speech.iter().filter(|speech| speech.phase != Phase::Opening);
    speech.flat_map(|speech| &speech.excerpts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_in_quotation_marks_is_not_said() {
        let sentence = "It is loud.";
        for (text, expected) in [
            ("It is loud.", true),
            ("I grant this: It is loud.", true),
            ("You say “It is loud.” That is false.", false),
            ("You say \"It is loud.\" That is false.", false),
            ("You say “no”. It is loud.", true),
            ("You say “It is loud.” Yes. It is loud.", true),
            ("It is quiet.", false),
        ] {
            assert_eq!(says(text, sentence), expected, "{text}");
        }
    }
    use crate::graph::samples::stated;
    use crate::graph::{Edge, Node, Operation, Provenance, Relation};
    use crate::record::{Act, Fate, Speech};
    use crate::vocabulary::samples::{persona, statement, topic};
    use crate::vocabulary::{CallId, EdgeId, NodeId, PersonaId, Side, TurnId};

    /// Ada, whose statement concedes two points.
    fn ada() -> Persona {
        let conceding = Statement {
            concedes: vec!["some shops gain".into(), "it is loud".into()],
            ..statement("takings", "Shops lose.", "trade", Side::Yes)
        };
        persona("ada", Side::Yes, vec![conceding])
    }

    #[test]
    fn what_a_persona_grants_on_an_agreed_question_is_its_concession_and_what_it_argues_is_not() {
        let mut graph = stated(&["ada trade+", "ben trade+"]);
        for (id, turn) in [(1, 3), (2, 4)] {
            let node = graph.node(NodeId::new(id)).unwrap().clone();
            let provenance = Provenance { turns: vec![TurnId::new(turn)], calls: vec![] };
            let node = Node { provenance, ..node };
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        let answer = |persona: &str, node, granted| AgreeingAnswer {
            persona: PersonaId::new(persona).unwrap(),
            text: "Shops lose.".into(),
            node: Some(NodeId::new(node)),
            granted,
        };
        let question = AgreedQuestion {
            axis: topic().axes[0].id.clone(),
            question: topic().axes[0].question.clone(),
            side: Side::Yes,
            proposition: "Shops lose.".into(),
            answers: vec![answer("ada", 1, true), answer("ben", 2, false)],
        };
        let conceded = Concession {
            source: ConcessionSource::Turn(TurnId::new(3)),
            persona: PersonaId::new("ada").unwrap(),
            text: "Shops lose.".into(),
            effect: None,
        };
        let conceded_in = |favours| {
            let mut topic = topic();
            topic.axes[0].favours = favours;
            let thesis = Thesis {
                persona: PersonaId::new("ada").unwrap(),
                side: Side::Yes,
                text: String::new(),
                node: NodeId::new(9),
                yes: None,
                flips: vec![],
            };
            granted(std::slice::from_ref(&question), &topic, &[thesis], &graph)
        };
        assert_eq!(conceded_in(None), std::slice::from_ref(&conceded));
        assert_eq!(conceded_in(Some(Side::No)), [conceded]);
        assert_eq!(conceded_in(Some(Side::Yes)), [], "it helps the thesis of who says it");
    }

    #[test]
    fn a_statement_for_the_other_answer_is_a_concession_also_where_it_is_raised_as_an_objection() {
        let own = |id: &str, text: &str, side| statement(id, text, "trade", side);
        let statements = vec![
            own("takings", "Shops lose.", Side::Yes),
            own("custom", "Shops lose custom.", Side::Yes),
            own("cafe", "The café gains.", Side::No),
        ];
        let ada = persona("ada", Side::Yes, statements);
        let texts = |graph: &Graph| -> Vec<String> {
            let all = written(std::slice::from_ref(&ada), &topic(), graph, &[], &[]);
            all.into_iter().map(|one| one.text).collect()
        };
        let mut graph = stated(&["ada trade+", "ada grants trade-"]);
        assert_eq!(texts(&graph), ["The café gains."]);
        let mut granted = graph.node(NodeId::new(2)).unwrap().clone();
        granted.text = "The café gains.".into();
        graph.apply(&Operation::UpdateNode(Box::new(granted.clone()))).unwrap();
        assert_eq!(texts(&graph), [""; 0], "the debate has it");
        let quoted_in = |phase: Phase| {
            let excerpts = vec![StatementId::new("cafe").unwrap()];
            let speech = Speech { excerpts, ..Speech::new(phase) };
            let turn = Turn::new(TurnId::new(7), 1, Act::Assert, "So.", CallId::new(1));
            let speaker = PersonaId::new("ada").ok();
            let turn = Turn { speaker, speech: Some(Box::new(speech)), ..turn };
            let graph = stated(&["ada trade+"]);
            written(std::slice::from_ref(&ada), &topic(), &graph, &[&turn], &[]).len()
        };
        assert_eq!(quoted_in(Phase::Opening), 1, "an opening names what it does not say");
        assert_eq!(quoted_in(Phase::Exchange), 0);
        let mut in_other_words = granted.clone();
        in_other_words.text = "Cafés do well.".into();
        in_other_words.detail.excerpts = vec![StatementId::new("cafe").unwrap()];
        graph.apply(&Operation::UpdateNode(Box::new(in_other_words))).unwrap();
        assert_eq!(texts(&graph), [""; 0], "the debate quotes it");
        graph.apply(&Operation::UpdateNode(Box::new(granted))).unwrap();
        let objection = Edge::new(EdgeId::new(1), NodeId::new(2), NodeId::new(1), Relation::Attack);
        graph.apply(&Operation::AddEdge(objection.clone())).unwrap();
        assert_eq!(texts(&graph), ["The café gains."]);
        let support = Edge { relation: Relation::Support, ..objection.clone() };
        graph.apply(&Operation::UpdateEdge(support)).unwrap();
        assert_eq!(texts(&graph), [""; 0], "it supports what she argues");
        let mut other = graph.node(NodeId::new(1)).unwrap().clone();
        other.author = PersonaId::new("ben").ok();
        graph.apply(&Operation::UpdateNode(Box::new(other))).unwrap();
        graph.apply(&Operation::UpdateEdge(objection)).unwrap();
        assert_eq!(texts(&graph), [""; 0], "it attacks what another persona says");
    }

    #[test]
    fn points_that_a_corpus_concedes_are_listed_with_their_statement_unless_the_debate_has_them() {
        let graph = stated(&["ada trade-"]);
        let said = |text: &str| Turn {
            speaker: Some(PersonaId::new("ada").unwrap()),
            ..Turn::new(TurnId::new(7), 1, Act::Assert, text, CallId::new(1))
        };
        let after = |text: &str, known: &[Concession]| -> Vec<String> {
            let all = written(&[ada()], &topic(), &graph, &[&said(text)], known);
            let source = |one: &Concession| match &one.source {
                ConcessionSource::Statement(id) => id.to_string(),
                ConcessionSource::Turn(turn) => turn.to_string(),
            };
            all.iter().map(|one| format!("{}: {}", source(one), one.text)).collect()
        };
        assert_eq!(after("", &[]), ["takings: some shops gain", "takings: it is loud"]);
        let in_turn = after("I grant this: It is loud.", &[]);
        assert_eq!(in_turn, ["takings: some shops gain", "t7: it is loud"]);
        let with = |turn: Turn| {
            let all = written(&[ada()], &topic(), &graph, &[&turn], &[]);
            all.iter().any(|one| matches!(one.source, ConcessionSource::Turn(_)))
        };
        let dropped = Fate::Dropped("It is no move.".into());
        assert!(!with(Turn { fate: dropped, ..said("It is loud.") }));
        assert!(!with(Turn { speaker: PersonaId::new("ben").ok(), ..said("It is loud.") }));
        let in_opening = |text: &str| with(Turn { round: 0, ..said(text) });
        assert!(in_opening("I grant this: It is loud."));
        assert!(!in_opening("It is loud."), "no other persona may have been heard");
        let mut objecting = stated(&["ada trade-", "ada grants trade+"]);
        let provenance = Provenance { turns: vec![TurnId::new(7)], calls: vec![] };
        let node = Node { provenance, ..objecting.node(NodeId::new(2)).unwrap().clone() };
        objecting.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        let edge = Edge::new(EdgeId::new(1), NodeId::new(2), NodeId::new(1), Relation::Attack);
        objecting.apply(&Operation::AddEdge(edge)).unwrap();
        let all = written(&[ada()], &topic(), &objecting, &[&said("It is loud.")], &[]);
        let in_turn = all.iter().any(|one| matches!(one.source, ConcessionSource::Turn(_)));
        assert!(!in_turn, "an objection to an argument of its own grants nothing");
        let known = Concession {
            source: ConcessionSource::Turn(TurnId::new(3)),
            persona: PersonaId::new("ada").unwrap(),
            text: "Some shops gain.".into(),
            effect: None,
        };
        assert_eq!(after("", &[known]), ["takings: it is loud"]);
    }
}
