//! `scores`: to a persona how plausible it finds each node (rule 11), to a judge how sure its
//! author is (rule 10).

use super::{Scored, Scores, ScoresAnswer};
use crate::corpus::{Heard, Silence, Voices};
use crate::mode::belief::questions::nodes::ShownNode;
use crate::question::ByCorpus;

impl ByCorpus for Scores {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ScoresAnswer, Silence> {
        let heard: Vec<Heard<'_>> = self.nodes.iter().map(ShownNode::heard).collect();
        let scores = match &self.brief {
            Some(brief) => voices.voice(&brief.persona)?.plausibility(&heard),
            None => heard.iter().map(|heard| voices.confidence(heard)).collect(),
        };
        let scored = |(node, score): (&ShownNode, f64)| Scored { node: node.id.to_string(), score };
        Ok(ScoresAnswer { scores: self.nodes.iter().zip(scores).map(scored).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::mode::belief::samples::believed;
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{Seed, StatementId};

    #[test]
    fn a_judge_scores_by_the_authors_confidence_and_a_persona_by_its_own_corpus() {
        let personas = pair();
        let corpora = everything(&personas);
        let node = |on| ShownNode {
            claim: "Shops lose the custom of drivers.".into(),
            axis: crate::vocabulary::AxisId::new("trade").ok(),
            side: Some(crate::vocabulary::Side::Yes),
            excerpts: vec![StatementId::new("takings").unwrap()],
            ..believed(2, on)
        };
        let scored = |by: Option<usize>, on| {
            let brief = by.map(|by| Brief::new(&personas[by], &topic()));
            let question = Scores { brief, topic: topic(), nodes: vec![node(on)] };
            let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
            assert_eq!(complaints(&question, answer.clone()), [""; 0]);
            (100.0 * answer.scores[0].score).round() as u32
        };
        assert_eq!([None, Some(0), Some(1)].map(|by| scored(by, Some(1))), [70, 70, 50]);
        assert_eq!([None, Some(0), Some(1)].map(|by| scored(by, None)), [50, 50, 30], "a thesis");
    }
}
