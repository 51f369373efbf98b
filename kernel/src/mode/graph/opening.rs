//! Round 0: the propositions, and everybody's first arguments.

use crate::graph::{Cause, Detail, Node, NodeKind, Operation, Provenance};
use crate::mode::Failure;
use crate::mode::checked::{axis, citation, statements};
use crate::mode::debate::{Answered, Debate};
use crate::record::{Act, Event, Fate, Turn};
use crate::task::{Arguments, ArgumentsAnswer, Brief, Decompose, Draft};
use crate::vocabulary::{CallId, Claim, NodeId, PersonaId, Probability, TurnId};

/// Takes the topic apart.
pub(super) async fn decompose(debate: &mut Debate<'_>, most: usize) -> Result<Vec<Claim>, Failure> {
    let setting = debate.setting;
    let personas = setting.personas.iter().map(|persona| persona.id.clone()).collect();
    let task = Decompose { topic: setting.topic.clone(), personas, most };
    let answered = debate
        .ask(&task)
        .await
        .map_err(|fault| Failure::of("the topic could not be taken apart", &fault))?;
    let claim = |proposition: crate::task::Proposition| Claim {
        text: proposition.claim,
        axis: proposition.axis.as_deref().map(axis),
    };
    let claims: Vec<Claim> = answered.answer.claims.into_iter().map(claim).collect();
    let turn = Turn {
        id: debate.next_turn(),
        round: debate.round(),
        speaker: None,
        text: setting.topic.question.clone(),
        act: Act::Decompose { claims: claims.clone() },
        fate: Fate::Kept,
        call: answered.call,
    };
    debate.tell(turn);
    debate.emit(&Event::ClaimsDecomposed { claims: claims.clone() });
    Ok(claims)
}

/// Asks everybody for arguments, and puts them into the graph.
pub(super) async fn arguments(debate: &mut Debate<'_>, claims: &[Claim]) -> Result<(), Failure> {
    let setting = debate.setting;
    let task = |persona| Arguments {
        brief: Brief::new(persona, setting.topic),
        topic: setting.topic.clone(),
        claims: claims.to_vec(),
    };
    let tasks: Vec<Arguments> = setting.personas.iter().map(task).collect();
    let answers = debate.ask_all(&tasks).await;
    let heard = answers.iter().filter(|answer| answer.is_ok()).count();
    let first_fault = answers.iter().find_map(|answer| answer.as_ref().err()).cloned();
    for (task, answer) in tasks.iter().zip(answers) {
        match answer {
            Ok(answered) => open(debate, &task.brief.persona, answered),
            Err(unanswered) => debate.silence(&task.brief.persona, &unanswered),
        }
    }
    match first_fault {
        Some(fault) if heard == 0 => Err(Failure::of("nobody put forward an argument", &fault)),
        _ => {
            let arguments = debate.graph().nodes().len();
            debate.emit(&Event::ArgumentsSubmitted { arguments });
            Ok(())
        }
    }
}

fn open(debate: &mut Debate<'_>, persona: &PersonaId, answered: Answered<ArgumentsAnswer>) {
    let mut nodes = Vec::new();
    for draft in answered.answer.arguments {
        let turn = debate.next_turn();
        let node = argument(debate, persona, &draft, turn, answered.call);
        nodes.push(node);
        let told = Turn {
            id: turn,
            round: debate.round(),
            speaker: Some(persona.clone()),
            text: draft.claim,
            act: Act::Argue { node },
            fate: Fate::Kept,
            call: answered.call,
        };
        debate.tell(told);
    }
    debate.emit(&Event::InitialStance { persona: persona.clone(), nodes });
}

/// Adds an argument to the graph.
pub(super) fn argument(
    debate: &mut Debate<'_>,
    persona: &PersonaId,
    draft: &Draft,
    turn: TurnId,
    call: CallId,
) -> NodeId {
    let id = debate.next_node();
    let mut node = Node::new(id, NodeKind::Argument, draft.claim.as_str());
    node.author = Some(persona.clone());
    node.round = debate.round();
    node.axis = draft.axis.as_deref().map(axis);
    node.side = draft.side;
    let confidence = Probability::new(draft.confidence).expect("the check has seen the confidence");
    node.detail = Detail {
        premises: draft.premises.clone(),
        assumptions: draft.assumptions.clone(),
        evidence: draft.evidence.iter().map(citation).collect(),
        excerpts: statements(&draft.excerpts),
        confidence: Some(confidence),
    };
    node.provenance = Provenance { turns: vec![turn], calls: vec![call] };
    debate.apply(Operation::AddNode(Box::new(node)), Cause::Turn(turn));
    id
}
