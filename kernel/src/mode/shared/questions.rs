//! Questions that several modes ask.

pub(crate) mod argument;
pub(crate) mod case;
pub(crate) mod compare;
pub(crate) mod compare_pairs;
pub(crate) mod cruxes;
pub(crate) mod decompose;
pub(crate) mod position;
pub(crate) mod settle;
pub(crate) mod thesis;

#[cfg(test)]
pub(in crate::mode) mod samples {
    use super::argument::ShownArgument;
    use super::compare::{Item, Origin};
    use super::thesis::{ReasonDraft, ThesisDraft};
    use crate::corpus::samples::pair;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{NodeId, PersonaId, Side, StatementId};

    /// An argument with a premise and an assumption, as prompts show it.
    pub(in crate::mode) fn shown_argument(number: u32, author: &str, claim: &str) -> ShownArgument {
        ShownArgument {
            id: NodeId::new(number),
            author: PersonaId::new(author).unwrap(),
            label: None,
            claim: claim.into(),
            premises: vec!["People on foot stop more often.".into()],
            assumptions: vec!["They have money to spend.".into()],
            axis: None,
            side: None,
            excerpts: vec![],
            endorsed_by: [].into(),
        }
    }

    /// A thesis that passes every check against the brief of the samples.
    pub(in crate::mode) fn thesis() -> ThesisDraft {
        let reason = ReasonDraft {
            axis: Some("trade".into()),
            side: Some(Side::Yes),
            ..ReasonDraft::new("Shops lose custom.", None)
        };
        ThesisDraft {
            excerpts: vec!["drivers".into()],
            ..ThesisDraft::new("The street should stay open.", Side::No, vec![reason])
        }
    }

    /// A statement of a sample corpus as an item.
    pub(super) fn stated(id: &str, persona: &str, statement: &str) -> Item {
        let (persona, statement) =
            (PersonaId::new(persona).unwrap(), StatementId::new(statement).unwrap());
        let personas = pair();
        let author = personas.iter().find(|known| known.id == persona).unwrap();
        let own = author.corpora[&topic().id].statement(&statement).unwrap();
        let (axis, side) = (own.axis.clone(), own.side);
        let origin = Origin { persona, excerpts: vec![statement], axis, side };
        Item { id: id.into(), text: own.text.clone(), origin }
    }
}

#[cfg(test)]
mod tests {
    use super::compare::{Compare, Item, Origin};
    use super::compare_pairs::{ComparePairs, Pair};
    use super::cruxes::Cruxes;
    use super::decompose::Decompose;
    use super::settle::{Disputed, Reply, Settle};
    use crate::mode::tests::prompts::golden;
    use crate::question::Brief;
    use crate::question::samples::{brief, persona, topic};
    use crate::vocabulary::{AxisId, PersonaId, Side};

    fn origin() -> Origin {
        let persona = PersonaId::new("keeper").unwrap();
        Origin { persona, excerpts: vec![], axis: None, side: None }
    }

    #[test]
    fn prompts_are_as_in_their_snapshots() {
        let personas = ["keeper", "walker"].map(|id| PersonaId::new(id).unwrap());
        golden("shared", &Decompose { topic: topic(), personas: personas.to_vec(), most: 4 });
        let item =
            |id: &str, text: &str| Item { id: id.into(), text: text.into(), origin: origin() };
        let items = vec![
            item("i1", "They have money to spend."),
            item("i2", "People on foot spend little."),
        ];
        golden("shared", &Compare { topic: topic(), items: items.clone() });
        let pairs = vec![Pair { first: "i1".into(), second: "i2".into() }];
        golden("shared", &ComparePairs { topic: topic(), items, pairs });
        let reply = |persona: &str, side, because: Option<&str>| Reply {
            persona: PersonaId::new(persona).unwrap(),
            side,
            because: because.map(Into::into),
            excerpts: vec![],
        };
        let cruxes = vec![Disputed {
            issue: AxisId::new("trade").unwrap(),
            question: "Will the shops lose custom?".into(),
            replies: vec![
                reply("keeper", Side::Yes, Some("Drivers spend more.")),
                reply("walker", Side::No, None),
            ],
        }];
        golden("shared", &Settle { topic: topic(), cruxes });
        let walker = Brief::new(&persona("walker", Side::Yes, vec![]), &topic());
        golden("shared", &Cruxes { briefs: vec![brief(), walker], topic: topic(), most: 5 });
    }
}
