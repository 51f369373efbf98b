//! `grow`: below its thesis what a persona leads with (rule 5) and what it knows against it (rule 6); below every other
//! sentence what it has to say for and against it (rule 7), then further statements of its own side.
//!
//! Left out: whatever exceeds the width of the level; below sentences, also what the graph already says.

use std::collections::BTreeSet;

use super::{Grow, GrowAnswer, Level};
use crate::corpus::{Issues, Polarity, Remark, Silence, Voice, Voices};
use crate::mode::belief::questions::nodes::{NodeDraft, ShownNode};
use crate::vocabulary::Statement;

pub(super) fn answer(question: &Grow, voices: &Voices<'_>) -> Result<GrowAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let mut said: BTreeSet<String> = question.tree.iter().map(|node| node.claim.clone()).collect();
    let mut nodes: Vec<NodeDraft> = Vec::new();
    for &below in &question.below {
        let node = question.tree.iter().find(|node| node.id == below);
        let node = node.ok_or_else(|| Silence(format!("there is no node {below} to grow")))?;
        let remarks = if node.on.is_none() {
            below_thesis(&voice, question.level)?
        } else {
            below_sentence(&voice, node, question.level, &mut said)?
        };
        nodes.extend(remarks.iter().map(|remark| NodeDraft::from_remark(below, remark)));
    }
    Ok(GrowAnswer { nodes })
}

fn below_thesis<'a>(voice: &Voice<'a>, level: Level) -> Result<Vec<Remark<'a>>, Silence> {
    let objections = voice.objections(level.each_way);
    let least = level.width - objections.len();
    let own = voice.lead(Issues::Any, least, |statement| !voice.grants(statement));
    if own.len() < least {
        return Err(too_few(voice, least, "statements of its own side with reasons"));
    }
    let support = own.into_iter().map(|own| Remark::statement(Polarity::Supports, own));
    Ok(support.chain(objections).collect())
}

fn below_sentence<'a>(
    voice: &Voice<'a>,
    node: &ShownNode,
    level: Level,
    said: &mut BTreeSet<String>,
) -> Result<Vec<Remark<'a>>, Silence> {
    let mut remarks = voice.elaborate(&node.heard());
    // Further statements attack what the persona's own statement answers, and support everything else.
    let polarity = remarks.first().map_or(Polarity::Supports, |first| first.polarity);
    let mut taken = 0;
    remarks.retain(|remark| {
        let is_taken = taken < level.width && said.insert(remark.text.to_owned());
        taken += usize::from(is_taken);
        is_taken
    });
    let mut others = voice.by_worth();
    others.retain(|statement: &&Statement| !voice.grants(statement));
    for other in others {
        if remarks.len() < level.least && said.insert(other.text.clone()) {
            remarks.push(Remark::statement(polarity, other));
        }
    }
    if remarks.len() < level.least {
        return Err(too_few(voice, level.least, &format!("things to say about {}", node.id)));
    }
    Ok(remarks)
}

fn too_few(voice: &Voice<'_>, least: usize, what: &str) -> Silence {
    Silence(format!("{} recalls fewer than {least} {what}", voice.persona()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::mode::belief::questions::nodes::Bearing;
    use crate::question::{Brief, Question};
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{NodeId, Persona, Seed, Side};

    fn grown(
        personas: &[Persona],
        by: usize,
        tree: Vec<ShownNode>,
        level: Level,
    ) -> Vec<NodeDraft> {
        let below = tree.iter().map(|node| node.id).collect();
        let brief = Brief::new(&personas[by], &topic());
        let question = Grow { brief, topic: topic(), tree, below, level };
        let corpora = everything(personas);
        let answer = answer(&question, &corpora.voices(Seed(1))).unwrap();
        assert_eq!(question.accept(answer.clone()).err(), None);
        answer.nodes
    }

    fn thesis_of(persona: &Persona) -> ShownNode {
        let id = persona.id.clone();
        ShownNode {
            author: id.clone(),
            tree: id,
            ..crate::mode::belief::samples::believed(1, None)
        }
    }

    fn shown(leaves: &[NodeDraft]) -> Vec<(Bearing, &str)> {
        leaves.iter().map(|leaf| (leaf.bearing, leaf.claim.as_str())).collect()
    }

    #[test]
    fn leads_support_a_thesis_and_a_granted_statement_attacks_it() {
        let personas = pair();
        let level = Level { least: 3, width: 3, each_way: 1 };
        let first = grown(&personas, 0, vec![thesis_of(&personas[0])], level);
        assert_eq!(
            shown(&first),
            [
                (Bearing::Support, "Shops lose the custom of drivers."),
                (Bearing::Support, "Exhaust goes round the corner."),
                (Bearing::Attack, "The street is too loud."),
            ]
        );
    }

    #[test]
    fn without_a_granted_statement_an_answered_thought_attacks_the_thesis() {
        let personas = personas_with(0, |statements| drop(statements.pop()));
        let level = Level { least: 3, width: 3, each_way: 1 };
        let first = grown(&personas, 0, vec![thesis_of(&personas[0])], level);
        let thought = &first[2];
        assert_eq!(thought.claim, "people on foot stop more often and spend more");
        assert_eq!((thought.bearing, thought.excerpts[0].as_str()), (Bearing::Attack, "rain"));
        assert_eq!(thought.side, Some(Side::No), "the keeper says yes");
    }

    #[test]
    fn below_a_sentence_are_its_reasons_and_assumptions_and_nothing_is_said_twice() {
        let personas = pair();
        let level = Level { least: 3, width: 3, each_way: 1 };
        let first = grown(&personas, 0, vec![thesis_of(&personas[0])], level);
        let node = |(leaf, number): (&NodeDraft, u32)| {
            let mut node = ShownNode { claim: leaf.claim.clone(), ..thesis_of(&personas[0]) };
            node.id = NodeId::new(number);
            node.on = crate::mode::belief::samples::believed(2, Some(1)).on;
            node.excerpts =
                vec![crate::vocabulary::StatementId::new(leaf.excerpts[0].as_str()).unwrap()];
            node
        };
        let tree: Vec<ShownNode> = first.iter().zip(2..).map(node).collect();
        let next = grown(&personas, 0, tree, Level { least: 1, width: 2, each_way: 0 });
        assert_eq!(
            shown(&next),
            [
                (Bearing::Support, "The reason of takings."),
                (Bearing::Support, "Drivers will not walk from a car park."),
                (Bearing::Support, "The reason of corner."),
                (Bearing::Support, "The reason of noise."),
            ]
        );
    }
}
