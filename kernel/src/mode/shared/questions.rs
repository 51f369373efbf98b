//! Questions that several modes ask.

pub(crate) mod compare;
pub(crate) mod decompose;
pub(crate) mod settle;

#[cfg(test)]
mod tests {
    use super::compare::{Compare, Item, Origin, Pair};
    use super::decompose::Decompose;
    use super::settle::{Disputed, PersonaScore, Settle};
    use crate::mode::tests::prompts::golden;
    use crate::question::samples::topic;
    use crate::vocabulary::{PersonaId, Strength};

    fn origin() -> Origin {
        let persona = PersonaId::new("keeper").unwrap();
        Origin { persona, excerpts: vec![], axis: None, side: None }
    }

    #[test]
    fn prompts_are_as_in_their_snapshots() {
        let personas = ["keeper", "walker"].map(|id| PersonaId::new(id).unwrap());
        golden("shared", &Decompose { topic: topic(), personas: personas.to_vec(), most: 4 });
        let item = |id: &str, text: &str, ask| Item {
            id: id.into(),
            text: text.into(),
            origin: origin(),
            ask,
        };
        let items = vec![
            item("i1", "They have money to spend.", true),
            item("i2", "People on foot spend little.", false),
        ];
        let pairs = vec![Pair { first: "i1".into(), second: "i2".into() }];
        golden("shared", &Compare { topic: topic(), items, pairs });
        let score = |persona: &str, score| PersonaScore {
            persona: PersonaId::new(persona).unwrap(),
            base_score: Strength::new(score).unwrap(),
        };
        let scores = vec![score("keeper", 0.6), score("walker", 0.25)];
        let text = "Claim 2.".into();
        let cruxes = vec![Disputed { item: "n2".into(), text, origin: origin(), scores }];
        golden("shared", &Settle { topic: topic(), cruxes });
    }
}
