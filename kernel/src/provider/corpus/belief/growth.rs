//! A persona's own belief graph: its thesis, what speaks for and against it, and what speaks for and against that.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::hearing::{Heard, Says};
use crate::provider::ProviderFault;
use crate::provider::corpus::contest::ordered;
use crate::provider::corpus::opening::worth;
use crate::provider::corpus::{Memory, Mind, cited};
use crate::task::{Bearing, Believed, Grow, GrowAnswer, Leaf, Level, Thesis, ThesisAnswer};
use crate::vocabulary::{AxisId, Component, MOST_CITATIONS, NodeId, Side, Statement, Topic};

/// How much a node bears on another one of its author's: corpora do not say, so every one bears half.
const WITHIN: f64 = 0.5;
/// A thesis rests on so many statements.
const PILLARS: usize = 3;

/// The topic's own thesis for the persona's stance, resting on the statements it is surest of.
pub(in crate::provider::corpus) fn thesis(
    mind: &Mind<'_>,
    task: &Thesis,
) -> Result<ThesisAnswer, ProviderFault> {
    let memory = mind.of(&task.brief.persona)?;
    let side = task
        .brief
        .stance
        .ok_or_else(|| ProviderFault::NoAnswer(format!("{} has no stance", task.brief.persona)))?;
    let claim = match side {
        Side::Yes => task.topic.yes.clone(),
        Side::No => task.topic.no.clone(),
    };
    let mut surest = on_own_side(&memory);
    surest.sort_by_key(|statement| Reverse(ordered(statement.confidence.value())));
    let excerpts = surest.iter().take(PILLARS).map(|statement| statement.id.to_string()).collect();
    Ok(ThesisAnswer { claim, side, excerpts })
}

/// The side that a persona takes on each axis: that for which its confidences sum to more.
fn sides(memory: &Memory<'_>) -> BTreeMap<AxisId, Side> {
    let mut sums: BTreeMap<AxisId, f64> = BTreeMap::new();
    for statement in &memory.statements {
        if let Some((axis, side)) = statement.axis.as_ref().zip(statement.side) {
            let sign = if side == Side::Yes { 1.0 } else { -1.0 };
            *sums.entry(axis.clone()).or_default() += sign * statement.confidence.value();
        }
    }
    let side = |sum: f64| if sum > 0.0 { Side::Yes } else { Side::No };
    sums.into_iter().map(|(axis, sum)| (axis, side(sum))).collect()
}

/// What has reasons and does not take the side that the persona does not take on the whole.
fn on_own_side<'a>(memory: &Memory<'a>) -> Vec<&'a Statement> {
    let sides = sides(memory);
    let holds =
        |statement: &&&Statement| !statement.reasons.is_empty() && !is_granted(&sides, statement);
    memory.statements.iter().filter(holds).copied().collect()
}

fn is_granted(sides: &BTreeMap<AxisId, Side>, statement: &Statement) -> bool {
    let whole = statement.axis.as_ref().and_then(|axis| sides.get(axis));
    whole.zip(statement.side).is_some_and(|(whole, side)| *whole != side)
}

pub(in crate::provider::corpus) fn grow(
    mind: &Mind<'_>,
    task: &Grow,
) -> Result<GrowAnswer, ProviderFault> {
    let memory = mind.of(&task.brief.persona)?;
    let mut growth = Growth { mind, memory: &memory, topic: &task.topic, said: said(task) };
    let mut nodes = Vec::new();
    for &below in &task.below {
        let target = task.tree.iter().find(|node| node.id == below);
        let target = target
            .ok_or_else(|| ProviderFault::NoAnswer(format!("there is no node {below} to grow")))?;
        nodes.extend(if target.on.is_none() {
            growth.first_level(below, task.level)?
        } else {
            growth.next_level(target, task.level)?
        });
    }
    Ok(GrowAnswer { nodes })
}

/// What the tree says already.
fn said(task: &Grow) -> BTreeSet<String> {
    task.tree.iter().map(|node| node.claim.clone()).collect()
}

struct Growth<'m, 'a> {
    mind: &'m Mind<'a>,
    memory: &'m Memory<'a>,
    topic: &'m Topic,
    said: BTreeSet<String>,
}

impl Growth<'_, '_> {
    /// What leads best, one on an axis and nothing that others hold as well if it can be; then what speaks against it.
    fn first_level(&mut self, root: NodeId, level: Level) -> Result<Vec<Leaf>, ProviderFault> {
        let against = self.against(root, level.each_way);
        let mut leads = on_own_side(self.memory);
        leads.sort_by_key(|statement| {
            (self.mind.is_shared(statement), Reverse(worth(statement, self.topic)), &statement.id)
        });
        let wanted = level.width - against.len();
        let mut chosen: Vec<&Statement> = Vec::new();
        for &lead in &leads {
            let is_new_axis = chosen.iter().all(|other| other.axis != lead.axis);
            if chosen.len() < wanted && is_new_axis {
                chosen.push(lead);
            }
        }
        for lead in leads {
            let is_new = chosen.iter().all(|other| other.id != lead.id);
            if chosen.len() < wanted && is_new {
                chosen.push(lead);
            }
        }
        if chosen.len() < wanted {
            return Err(self.too_little(wanted, "statements of its own side with reasons"));
        }
        let support = chosen.into_iter().map(|statement| leaf(root, Bearing::Support, statement));
        Ok(support.chain(against).collect())
    }

    /// The surest of what it holds on the side it does not take; else the thoughts of the other side that it answers; else
    /// what the topic says for that side.
    fn against(&self, root: NodeId, wanted: usize) -> Vec<Leaf> {
        let sides = sides(self.memory);
        let mut granted: Vec<&Statement> = self.memory.statements.clone();
        granted.retain(|statement| !statement.reasons.is_empty() && is_granted(&sides, statement));
        let sure = |statement: &&Statement| Reverse(ordered(statement.confidence.value()));
        granted.sort_by_key(|statement| (sure(statement), statement.id.clone()));
        let granted = granted.into_iter().map(|own| leaf(root, Bearing::Attack, own));
        let mut answering = on_own_side(self.memory);
        answering.sort_by_key(|statement| (sure(statement), statement.id.clone()));
        let thoughts = answering.iter().filter_map(|statement| {
            let mut answers = statement.answers.iter();
            let thought = answers.find(|answer| answer.component == Component::Claim)?;
            Some(aside(root, Bearing::Attack, statement, &thought.text))
        });
        let others = answering.iter().filter_map(|statement| {
            let axis = self.topic.axis(statement.axis.as_ref()?)?;
            let other = axis.proposition(statement.side?.opposite());
            Some(aside(root, Bearing::Attack, statement, other))
        });
        granted.chain(thoughts).chain(others).take(wanted).collect()
    }

    /// Below what speaks for the persona: a reason, then what it concedes, takes for granted, or another reason. Below what
    /// speaks against it: what answers that, and a reason. Where that is too little: other statements on the axis, then on any.
    fn next_level(&mut self, target: &Believed, level: Level) -> Result<Vec<Leaf>, ProviderFault> {
        let heard = Heard::of(self.mind, target);
        let Some(own) = heard.statement else {
            return Err(self.too_little(level.width, "things to say of what it did not say"));
        };
        let (support, attack) = (Bearing::Support, Bearing::Attack);
        let is_claim = heard.says == Says::Claim;
        let is_against = !is_claim || is_granted(&sides(self.memory), own);
        let reasons = own.all_reasons();
        let reasons = || reasons.iter().map(|reason| &reason.text);
        let others = on_own_side(self.memory).into_iter();
        let others = others.filter(|other| other.axis == own.axis && other.id != own.id);
        let mut options: Vec<Leaf> = Vec::new();
        if is_against {
            let answers = Some(own).filter(|_| !is_claim).into_iter().chain(others);
            let mut answers = answers.map(|other| leaf(target.id, attack, other));
            options.extend(answers.next());
            let bearing = if is_claim { support } else { attack };
            options.extend(reasons().next().map(|text| part(target.id, bearing, own, text)));
            options.extend(answers);
            options.extend(reasons().skip(1).map(|text| part(target.id, bearing, own, text)));
        } else {
            let parts = own.assumptions.iter().chain(reasons().skip(1));
            options.extend(reasons().next().map(|text| part(target.id, support, own, text)));
            options.extend(own.concedes.iter().map(|text| part(target.id, attack, own, text)));
            options.extend(parts.map(|text| part(target.id, support, own, text)));
            options.extend(others.map(|other| leaf(target.id, support, other)));
        }
        let mut taken: Vec<Leaf> = Vec::new();
        for option in options {
            if taken.len() < level.width && self.said.insert(option.claim.clone()) {
                taken.push(option);
            }
        }
        if taken.len() < level.least {
            let bearing = if is_against { attack } else { support };
            taken.extend(self.elsewhere(target.id, bearing, level.least - taken.len()));
        }
        if taken.len() < level.least {
            return Err(self.too_little(level.least, &format!("things to say below {}", target.id)));
        }
        Ok(taken)
    }

    /// Statements of its own side that it has not made yet, on whatever axis, the best first.
    fn elsewhere(&mut self, target: NodeId, bearing: Bearing, wanted: usize) -> Vec<Leaf> {
        let mut leads = on_own_side(self.memory);
        leads.sort_by_key(|statement| (Reverse(worth(statement, self.topic)), &statement.id));
        let unsaid = leads.into_iter().filter(|statement| self.said.insert(statement.text.clone()));
        unsaid.take(wanted).map(|statement| leaf(target, bearing, statement)).collect()
    }

    fn too_little(&self, wanted: usize, what: &str) -> ProviderFault {
        let persona = self.memory.persona;
        ProviderFault::NoAnswer(format!("{persona} has fewer than {wanted} {what} in mind"))
    }
}

/// A whole statement as a node.
pub(super) fn leaf(target: NodeId, bearing: Bearing, statement: &Statement) -> Leaf {
    let evidence = statement.evidence.iter().take(MOST_CITATIONS).map(cited).collect();
    Leaf { evidence, side: statement.side, ..part(target, bearing, statement, &statement.text) }
}

/// Something that hangs on a statement; it answers no question by itself.
fn part(target: NodeId, bearing: Bearing, statement: &Statement, text: &str) -> Leaf {
    Leaf {
        target: target.to_string(),
        bearing,
        weight: WITHIN,
        claim: text.to_owned(),
        evidence: vec![],
        excerpts: vec![statement.id.to_string()],
        axis: statement.axis.as_ref().map(ToString::to_string),
        side: None,
    }
}

/// Something that the author of a statement ascribes to the other side.
fn aside(target: NodeId, bearing: Bearing, statement: &Statement, text: &str) -> Leaf {
    let side = statement.side.map(Side::opposite);
    Leaf { side, ..part(target, bearing, statement, text) }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::task::samples::topic;
    use crate::task::{Brief, Task};
    use crate::vocabulary::Persona;

    fn grown(personas: &[Persona], by: usize, tree: Vec<Believed>, level: Level) -> Vec<Leaf> {
        let below = tree.iter().map(|node| node.id).collect();
        let brief = Brief::new(&personas[by], &topic());
        let task = Grow { brief, topic: topic(), tree, below, level };
        let answer = grow(&mind(&provider(personas)), &task).unwrap();
        assert_eq!(task.check(&answer), [""; 0]);
        answer.nodes
    }

    fn thesis_of(persona: &Persona) -> Believed {
        let id = persona.id.clone();
        Believed { author: id.clone(), tree: id, ..crate::task::samples::believed(1, None) }
    }

    fn told(leaves: &[Leaf]) -> Vec<(Bearing, &str)> {
        leaves.iter().map(|leaf| (leaf.bearing, leaf.claim.as_str())).collect()
    }

    #[test]
    fn what_leads_supports_a_thesis_and_what_is_granted_attacks_it() {
        let personas = pair();
        let level = Level { least: 3, width: 3, each_way: 1 };
        let first = grown(&personas, 0, vec![thesis_of(&personas[0])], level);
        assert_eq!(
            told(&first),
            [
                (Bearing::Support, "Shops lose the custom of drivers."),
                (Bearing::Support, "Exhaust goes round the corner."),
                (Bearing::Attack, "The street is too loud."),
            ]
        );
    }

    #[test]
    fn who_grants_nothing_gives_the_thought_that_it_answers() {
        let mut personas = pair();
        let corpus = personas[0].corpora.get_mut(&topic().id).unwrap();
        corpus.notes[0].statements.pop();
        let level = Level { least: 3, width: 3, each_way: 1 };
        let first = grown(&personas, 0, vec![thesis_of(&personas[0])], level);
        let thought = &first[2];
        assert_eq!(thought.claim, "people on foot stop more often and spend more");
        assert_eq!((thought.bearing, thought.excerpts[0].as_str()), (Bearing::Attack, "rain"));
        assert_eq!(thought.side, Some(Side::No), "the keeper says yes");
    }

    #[test]
    fn below_a_statement_stand_its_parts_and_below_what_is_granted_an_answer() {
        let personas = pair();
        let level = Level { least: 3, width: 3, each_way: 1 };
        let first = grown(&personas, 0, vec![thesis_of(&personas[0])], level);
        let node = |(leaf, number): (&Leaf, u32)| {
            let mut node = Believed { claim: leaf.claim.clone(), ..thesis_of(&personas[0]) };
            node.id = NodeId::new(number);
            node.on = crate::task::samples::believed(2, Some(1)).on;
            node.excerpts =
                vec![crate::vocabulary::StatementId::new(leaf.excerpts[0].as_str()).unwrap()];
            node
        };
        let tree: Vec<Believed> = first.iter().zip(2..).map(node).collect();
        let next = grown(&personas, 0, tree, Level { least: 1, width: 2, each_way: 0 });
        assert_eq!(
            told(&next),
            [
                (Bearing::Support, "The reason of takings."),
                (Bearing::Support, "Drivers will not walk from a car park."),
                (Bearing::Support, "The reason of corner."),
                (Bearing::Support, "The reason of noise."),
            ]
        );
    }

    #[test]
    fn a_thesis_is_the_topics_own() {
        let personas = pair();
        let task = Thesis { brief: Brief::new(&personas[0], &topic()), topic: topic() };
        let answer = thesis(&mind(&provider(&personas)), &task).unwrap();
        assert_eq!(task.check(&answer), [""; 0]);
        assert_eq!((answer.claim.as_str(), answer.side), ("Keep it open.", Side::No));
        assert_eq!(answer.excerpts, ["corner", "takings", "rain"], "the surest of its own side");
    }
}
