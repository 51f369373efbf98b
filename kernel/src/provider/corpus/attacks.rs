//! Attacks: statements of one's own that reply to something the others have put forward.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::contest::ordered;
use super::{Memory, Mind, draft};
use crate::argue::Label;
use crate::graph::Relation;
use crate::provider::ProviderFault;
use crate::task::{AttackDraft, Attacks, AttacksAnswer, Part, Shown};
use crate::text::Index;
use crate::vocabulary::{Component, Statement, StatementId};

/// A reply that matches less than this does not come to mind.
pub(super) const COMES_TO_MIND: f64 = 0.25;
/// What a match is worth where the reply speaks to another axis than its target.
pub(super) const OTHER_AXIS: f64 = 0.7;
/// What a match with a premise or an assumption is worth more than one with a claim: the target cannot return the attack.
const DIRECTED: f64 = 0.1;
/// What a match with an inference is worth more: it is told in other words than the premises and the claim it joins.
pub(super) const RETOLD: f64 = 0.35;
/// What a match is worth that rests on axis and side alone.
pub(super) const SIDE_ONLY: f64 = 0.6;
/// The most attacks of a round.
const MOST: usize = 4;

/// One part of an argument as a text that a reply may match.
pub(super) struct Aim<'a> {
    pub(super) target: &'a Shown,
    pub(super) component: Component,
    pub(super) text: String,
}

/// Every part of an argument; the inference is the claim together with its premises.
pub(super) fn aims(target: &Shown) -> Vec<Aim<'_>> {
    let aim = |component, text: String| Aim { target, component, text };
    let premises = target
        .premises
        .iter()
        .enumerate()
        .map(|(index, text)| aim(Component::Premise(index), text.clone()));
    let assumptions = target
        .assumptions
        .iter()
        .enumerate()
        .map(|(index, text)| aim(Component::Assumption(index), text.clone()));
    let whole = format!("{} {}", target.premises.join(" "), target.claim);
    let ends = [aim(Component::Claim, target.claim.clone()), aim(Component::Inference, whole)];
    ends.into_iter().chain(premises).chain(assumptions).collect()
}

/// How a reply is aimed at a part.
pub(super) fn relation(component: Component) -> Relation {
    match component {
        Component::Claim => Relation::Rebut,
        Component::Premise(_) | Component::Assumption(_) => Relation::Undermine,
        Component::Inference => Relation::Undercut,
    }
}

/// Whether a reply written for one part of an argument may be aimed at another part of the same kind.
pub(super) fn is_for(written: Component, aimed: Component) -> bool {
    Part::of(written).0 == Part::of(aimed).0
}

/// A reply that came to mind.
struct Choice<'a> {
    statement: &'a Statement,
    aim: usize,
    score: f64,
}

pub(super) fn attacks(mind: &Mind<'_>, task: &Attacks) -> Result<AttacksAnswer, ProviderFault> {
    let memory = mind.of(&task.brief.persona)?;
    let own = |shown: &&Shown| shown.author == task.brief.persona;
    let used: BTreeSet<_> =
        task.arguments.iter().filter(own).flat_map(|shown| &shown.excerpts).collect();
    let targets = task.arguments.iter().filter(|shown| {
        !own(shown) && shown.label != Some(Label::Out) && !is_granted(mind, &memory, shown)
    });
    let aims: Vec<Aim<'_>> = targets.flat_map(aims).filter(|aim| is_free(task, aim)).collect();
    let mut options = options(&memory, &aims, &used);
    options.sort_by_key(|option| {
        let aim = &aims[option.aim];
        let accepted = aim.target.label == Some(Label::In);
        let rank = ordered(option.score + preference(aim.component));
        (Reverse(accepted), Reverse(rank), option.statement.id.clone(), option.aim)
    });
    let mut chosen: Vec<Choice<'_>> = Vec::new();
    for option in options {
        let taken = |other: &Choice<'_>| {
            other.statement.id == option.statement.id
                || aims[other.aim].target.id == aims[option.aim].target.id
        };
        if chosen.len() < MOST && !chosen.iter().any(taken) {
            chosen.push(option);
        }
    }
    Ok(AttacksAnswer {
        attacks: chosen.iter().map(|option| attack(option, &aims[option.aim])).collect(),
    })
}

fn preference(component: Component) -> f64 {
    match component {
        Component::Claim => 0.0,
        Component::Premise(_) | Component::Assumption(_) => DIRECTED,
        Component::Inference => DIRECTED + RETOLD,
    }
}

/// Whether an argument names a point that the persona names as well: nobody attacks what he grants.
fn is_granted(mind: &Mind<'_>, memory: &Memory<'_>, shown: &Shown) -> bool {
    let statements = shown.excerpts.iter().filter_map(|id| mind.statement(&shown.author, id));
    let mut points = statements.filter_map(|statement| statement.point.as_ref());
    points.any(|point| memory.statements.iter().any(|own| own.point.as_ref() == Some(point)))
}

/// Whether the persona has no attack on the target that still counts, and none on this very part.
fn is_free(task: &Attacks, aim: &Aim<'_>) -> bool {
    let own = |id| {
        task.arguments.iter().any(|shown| shown.id == id && shown.author == task.brief.persona)
    };
    let lost =
        |id| task.arguments.iter().any(|shown| shown.id == id && shown.label == Some(Label::Out));
    let standing = |attack: &&crate::task::Standing| attack.to == aim.target.id && own(attack.from);
    task.standing
        .iter()
        .filter(standing)
        .all(|attack| lost(attack.from) && attack.component != aim.component)
}

/// Matches free statements with parts. Parts of one kind are searched together: an inference is longer than a premise and
/// must not lose by it.
fn options<'a>(
    memory: &Memory<'a>,
    aims: &[Aim<'_>],
    used: &BTreeSet<&StatementId>,
) -> Vec<Choice<'a>> {
    let free = memory
        .statements
        .iter()
        .filter(|statement| !statement.reasons.is_empty() && !used.contains(&statement.id));
    let free: Vec<&'a Statement> = free.copied().collect();
    let mut options = Vec::new();
    for kind in [Part::Claim, Part::Premise, Part::Assumption, Part::Inference] {
        let is_of_kind = |component| Part::of(component).0 == kind;
        let parts: Vec<usize> =
            (0..aims.len()).filter(|&aim| is_of_kind(aims[aim].component)).collect();
        let index = Index::new(parts.iter().map(|&aim| aims[aim].text.as_str()));
        for &statement in &free {
            let answers = statement.answers.iter().filter(|answer| is_of_kind(answer.component));
            for answer in answers {
                let scores = parts.iter().copied().zip(index.scores(&answer.text));
                options.extend(scores.map(|(aim, score)| {
                    let same_axis = aims[aim].target.axis == statement.axis;
                    let score = if same_axis { score } else { OTHER_AXIS * score };
                    Choice { statement, aim, score }
                }));
            }
            if kind == Part::Claim && speaks_to_its_axis(statement) {
                let scores = parts.iter().copied().zip(index.scores(&statement.text));
                options.extend(opposite(statement, aims, scores));
            }
        }
    }
    options.retain(|option| option.score >= COMES_TO_MIND);
    options
}

/// Whether a statement may rebut what is on the other side of its axis: it names nothing it answers, or nobody tagged it.
pub(super) fn speaks_to_its_axis(statement: &Statement) -> bool {
    statement.answers.is_empty() || statement.inferred.is_some()
}

/// A statement that names nothing it answers rebuts claims on the other side of its axis. One that nobody tagged was not
/// written to be matched: what its axis says is enough for it to come to mind, and shared words only rank it.
fn opposite<'a>(
    statement: &'a Statement,
    claims: &[Aim<'_>],
    scores: impl Iterator<Item = (usize, f64)>,
) -> Vec<Choice<'a>> {
    let against = scores.filter(|(aim, _)| opposes(statement, claims[*aim].target));
    let least = if statement.inferred.is_some() { COMES_TO_MIND } else { 0.0 };
    against
        .map(|(aim, score)| Choice { statement, aim, score: (SIDE_ONLY * score).max(least) })
        .collect()
}

/// Whether a statement takes the other side of an argument's axis.
pub(super) fn opposes(statement: &Statement, target: &Shown) -> bool {
    let sides = target.side.zip(statement.side);
    target.axis.is_some() && target.axis == statement.axis && sides.is_some_and(|(a, b)| a != b)
}

fn attack(option: &Choice<'_>, aim: &Aim<'_>) -> AttackDraft {
    let argument = draft(option.statement);
    let (part, number) = Part::of(aim.component);
    AttackDraft {
        target: aim.target.id.to_string(),
        part,
        number,
        relation: relation(aim.component),
        counter_proposition: argument.claim.clone(),
        rationale: argument.premises[0].clone(),
        evidence: argument.evidence.clone(),
        confidence: argument.confidence,
        argument,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::task::samples::topic;
    use crate::task::{Brief, Standing, Task};
    use crate::vocabulary::{NodeId, Persona};

    /// An argument as the draft of one's statement makes it.
    fn shown(number: u32, personas: &[Persona], author: usize, statement: &str) -> Shown {
        let persona = &personas[author];
        let statements = &persona.corpora[&topic().id];
        let statement = statements.statement(&StatementId::new(statement).unwrap()).unwrap();
        let draft = draft(statement);
        Shown {
            id: NodeId::new(number),
            author: persona.id.clone(),
            label: Some(Label::In),
            claim: draft.claim,
            premises: draft.premises,
            assumptions: draft.assumptions,
            axis: statement.axis.clone(),
            side: statement.side,
            excerpts: vec![statement.id.clone()],
        }
    }

    fn attacked(personas: &[Persona], by: usize, arguments: Vec<Shown>) -> Vec<AttackDraft> {
        attacked_again(personas, by, arguments, vec![])
    }

    fn attacked_again(
        personas: &[Persona],
        by: usize,
        arguments: Vec<Shown>,
        standing: Vec<Standing>,
    ) -> Vec<AttackDraft> {
        let task = Attacks {
            brief: Brief::new(&personas[by], &topic()),
            topic: topic(),
            claims: vec![],
            round: 1,
            arguments,
            standing,
        };
        let answer = attacks(&mind(&provider(personas)), &task).unwrap();
        assert_eq!(task.check(&answer), [""; 0]);
        answer.attacks
    }

    #[test]
    fn a_reply_is_aimed_at_the_part_it_was_written_for() {
        let personas = pair();
        let found = attacked(&personas, 1, vec![shown(1, &personas, 0, "takings")]);
        let [attack] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(attack.argument.excerpts, ["park"]);
        assert_eq!((attack.part, attack.number), (Part::Assumption, 1));
        assert_eq!(attack.relation, Relation::Undermine);
        let found = attacked(&personas, 0, vec![shown(1, &personas, 1, "stroll")]);
        let [attack] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((attack.part, attack.relation), (Part::Claim, Relation::Rebut));
    }

    #[test]
    fn own_and_defeated_arguments_are_let_be() {
        let personas = pair();
        assert_eq!(attacked(&personas, 0, vec![shown(1, &personas, 0, "takings")]), []);
        let beaten = Shown { label: Some(Label::Out), ..shown(1, &personas, 0, "takings") };
        assert_eq!(attacked(&personas, 1, vec![beaten]), []);
    }

    #[test]
    fn nothing_is_said_or_aimed_twice() {
        let personas = pair();
        let (target, said) = (shown(1, &personas, 0, "takings"), shown(2, &personas, 1, "park"));
        let again = attacked(&personas, 1, vec![target.clone(), said.clone()]);
        assert_eq!(again, [], "the statement was used");
        let other = Shown { excerpts: vec![], ..said };
        let standing = Standing {
            from: other.id,
            to: target.id,
            relation: Relation::Undermine,
            component: Component::Assumption(0),
        };
        assert_eq!(attacked_again(&personas, 1, vec![target, other], vec![standing]), []);
    }

    #[test]
    fn nobody_attacks_what_he_grants() {
        let mut personas = pair();
        let corpus = personas[1].corpora.get_mut(&topic().id).unwrap();
        let quiet = &mut corpus.notes[0].statements[4];
        quiet.side = Some(crate::vocabulary::Side::No);
        quiet.text = "The street is not too loud.".into();
        let noise = |personas: &[Persona]| vec![shown(1, personas, 0, "noise")];
        assert_eq!(attacked(&personas, 1, noise(&personas)), []);
        let corpus = personas[1].corpora.get_mut(&topic().id).unwrap();
        corpus.notes[0].statements[3].point = None;
        assert_eq!(attacked(&personas, 1, noise(&personas)).len(), 1, "now it is not granted");
    }
}
