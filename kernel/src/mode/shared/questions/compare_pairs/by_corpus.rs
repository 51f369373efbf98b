//! `compare_pairs`: the likeness of each pair (rule 14).

use super::{ComparePairs, ComparePairsAnswer, Judgement, Pair};
use crate::corpus::{Silence, Voices};
use crate::mode::shared::questions::compare::judged;
use crate::question::ByCorpus;

impl ByCorpus for ComparePairs {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ComparePairsAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &ComparePairs, voices: &Voices<'_>) -> ComparePairsAnswer {
    let judgement = |pair: &Pair| {
        let (one, other) = question.item(&pair.first).zip(question.item(&pair.second))?;
        Some(Judgement {
            first: pair.first.clone(),
            second: pair.second.clone(),
            likeness: judged(voices.likeness(&one.heard(), &other.heard())),
        })
    };
    ComparePairsAnswer { judgements: question.pairs.iter().filter_map(judgement).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::mode::shared::questions::compare::Likeness;
    use crate::mode::shared::questions::samples::stated;
    use crate::question::samples::parsed;
    use crate::vocabulary::Seed;
    use crate::vocabulary::samples::topic;

    #[test]
    fn each_pair_is_judged_by_the_likeness_of_its_statements() {
        let judged = |walker| {
            let between = stated("i2", "walker", "stroll");
            let (first, last) = (stated("i1", "keeper", "noise"), stated("i3", "walker", walker));
            let items = vec![first, between, last];
            let pairs = vec![Pair { first: "i1".into(), second: "i3".into() }];
            let question = ComparePairs { topic: topic(), items, pairs };
            let corpora = everything(&pair());
            parsed(&question, answer(&question, &corpora.voices(Seed(1))))[0]
        };
        assert_eq!(judged("din"), Some(Likeness::Same));
        assert_eq!(judged("quiet"), Some(Likeness::Opposed));
        assert_eq!(judged("lungs"), Some(Likeness::Related));
        assert_eq!(judged("stroll"), Some(Likeness::Different));
    }
}
