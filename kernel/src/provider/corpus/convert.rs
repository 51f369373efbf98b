//! Between the inputs and answers of questions and the values of a voice.

use crate::corpus::{Form, Heard, Polarity, Remark, premises};
use crate::task::{Bearing, Believed, Cited, Draft, Item, Leaf, Shown};
use crate::vocabulary::{Citation, MOST_ASSUMPTIONS, MOST_CITATIONS, NodeId, Statement};

/// How much a node weighs on another of its author's: corpora do not say, so each weighs half.
const OWN_WEIGHT: f64 = 0.5;

/// An argument, component by component.
pub(super) fn argument(shown: &Shown) -> Heard<'_> {
    Heard {
        author: &shown.author,
        text: &shown.claim,
        axis: shown.axis.as_ref(),
        side: shown.side,
        excerpts: &shown.excerpts,
        form: Form::Argument { premises: &shown.premises, assumptions: &shown.assumptions },
    }
}

/// A node of a belief graph: a thesis or a single sentence.
pub(super) fn node(node: &Believed) -> Heard<'_> {
    Heard {
        author: &node.author,
        text: &node.claim,
        axis: node.axis.as_ref(),
        side: node.side,
        excerpts: &node.excerpts,
        form: if node.on.is_none() { Form::Thesis } else { Form::Sentence },
    }
}

/// A sentence that is compared.
pub(super) fn item(item: &Item) -> Heard<'_> {
    Heard {
        author: &item.origin.persona,
        text: &item.text,
        axis: item.origin.axis.as_ref(),
        side: item.origin.side,
        excerpts: &item.origin.excerpts,
        form: Form::Sentence,
    }
}

/// A statement as an argument. Of its reasons the first three become premises, in the author's order and then level by
/// level; of its assumptions the first two; of its citations the first two, its own before those of its reasons.
pub(super) fn draft(statement: &Statement) -> Draft {
    Draft {
        claim: statement.text.clone(),
        premises: premises(statement).map(ToOwned::to_owned).collect(),
        assumptions: statement.assumptions.iter().take(MOST_ASSUMPTIONS).cloned().collect(),
        evidence: statement.citations().map(cited).take(MOST_CITATIONS).collect(),
        excerpts: vec![statement.id.to_string()],
        axis: statement.axis.as_ref().map(ToString::to_string),
        side: statement.side,
        confidence: statement.confidence.value(),
    }
}

/// A remark as a node below another, with at most two of its citations.
pub(super) fn leaf(target: NodeId, remark: &Remark<'_>) -> Leaf {
    Leaf {
        target: target.to_string(),
        bearing: match remark.polarity {
            Polarity::Supports => Bearing::Support,
            Polarity::Attacks => Bearing::Attack,
        },
        weight: OWN_WEIGHT,
        claim: remark.text.to_owned(),
        evidence: remark.evidence.iter().take(MOST_CITATIONS).map(cited).collect(),
        excerpts: vec![remark.statement.id.to_string()],
        axis: remark.statement.axis.as_ref().map(ToString::to_string),
        side: remark.side,
    }
}

fn cited(citation: &Citation) -> Cited {
    Cited {
        text: citation.text.clone(),
        reference: citation.evidence.as_ref().map(ToString::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::pair;
    use crate::vocabulary::Side;
    use crate::vocabulary::samples::{reason, statement, topic};

    #[test]
    fn a_draft_has_one_to_three_premises() {
        for persona in &pair() {
            for statement in persona.corpora[&topic().id].statements() {
                let draft = draft(statement);
                assert!((1..=3).contains(&draft.premises.len()), "{}", draft.claim);
                assert_eq!(draft.claim, statement.text);
            }
        }
    }

    #[test]
    fn a_draft_leaves_out_the_deepest_and_the_last() {
        let cited = |text: &str| Citation { text: text.into(), evidence: None };
        let mut first = reason("One.");
        first.reasons = vec![reason("One, since."), reason("One, for.")];
        first.reasons[0].evidence = vec![cited("deep")];
        first.evidence = vec![cited("high")];
        let mut said = statement("said", "It is so.", "trade", Side::Yes);
        said.reasons = vec![first, reason("Two.")];
        said.assumptions = ["A.", "B.", "C."].map(String::from).into();
        let whole = draft(&said);
        assert_eq!(whole.premises, ["One.", "Two.", "One, since."]);
        assert_eq!(whole.assumptions, ["A.", "B."]);
        let cites = |draft: Draft| -> Vec<String> {
            draft.evidence.into_iter().map(|cited| cited.text).collect()
        };
        assert_eq!(cites(whole), ["high", "deep"]);
        said.evidence = vec![cited("own")];
        assert_eq!(cites(draft(&said)), ["own", "high"]);
    }
}
