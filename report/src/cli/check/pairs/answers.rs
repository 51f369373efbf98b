//! What each `answers` of two personas finds.

use faultline::corpus::{AnswerTarget, BestMatch, Corpora, Voices};
use faultline::format::Library;
use faultline::view::number;
use faultline::vocabulary::{Persona, PersonaId, Seed, Topic};
use serde::Serialize;

use super::super::inferred::shortened;
use super::extent::{Extent, more};

/// The `answers` of two personas.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Answers {
    answers: Vec<Answer>,
    /// How many more `answers` are nearest to a sentence of a persona that is not in this pair.
    answers_to_others: usize,
}

/// An `answers` of a statement, and the sentence that it finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Answer {
    persona: PersonaId,
    statement: String,
    /// `claim`, `premise`, `assumption` or `inference`.
    component: String,
    text: String,
    /// Whether the sentence below is near enough to be answered.
    hits: bool,
    /// The statement with the nearest sentence.
    target: Option<String>,
    nearest: Option<String>,
    score: Option<f64>,
}

impl Answers {
    /// An `answers` that finds nothing here is listed only if no other persona of the project says
    /// something nearer to it.
    pub(super) fn of(
        topic: &Topic,
        voices: &Voices<'_>,
        pair: &[PersonaId; 2],
        project: &Library,
    ) -> Self {
        let writers = project.personas.values().filter(|one| one.corpora.contains_key(&topic.id));
        let writers: Vec<Persona> = writers.cloned().collect();
        let everyone = Corpora::of_authors(topic, &writers);
        let everyone = everyone.voices(Seed(0));
        let outside: Vec<PersonaId> =
            writers.iter().map(|one| one.id.clone()).filter(|id| !pair.contains(id)).collect();
        let score = |best: &Option<BestMatch<'_>>| best.as_ref().map_or(0.0, |best| best.score);
        let (mut answers, mut answers_to_others) = (Vec::new(), 0);
        for (own, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
            let targets = voices.answer_targets(own, std::slice::from_ref(other));
            for (target, elsewhere) in targets.iter().zip(everyone.answer_targets(own, &outside)) {
                let answer = Answer::of(own, target);
                if !answer.hits && score(&elsewhere.best) > score(&target.best) {
                    answers_to_others += 1;
                } else {
                    answers.push(answer);
                }
            }
        }
        Self { answers, answers_to_others }
    }

    pub(super) fn lines(&self, extent: Extent) -> Vec<String> {
        let (found, missed): (Vec<&Answer>, Vec<&Answer>) =
            self.answers.iter().partition(|answer| answer.hits);
        let mut lines = vec![match (found.len(), missed.len()) {
            (0, 0) if self.answers_to_others > 0 => {
                "  no `answers` match a sentence of the other side".to_owned()
            }
            (0, 0) => {
                "  no `answers`: statements reply to each other by their axis and words".to_owned()
            }
            (found, 0) => {
                format!("  {found} `answers`; each matches a sentence of the other side")
            }
            (found, missed) => {
                let all = number::count(found + missed, "`answers` entry", "`answers` entries");
                let matches = if missed == 1 { "matches" } else { "match" };
                format!("  {all}; {missed} {matches} no sentence of the other side")
            }
        }];
        if extent == Extent::Full {
            lines.extend(found.iter().flat_map(|answer| answer.lines()));
        }
        let shown = extent.shown(missed.len());
        lines.extend(missed.iter().take(shown).flat_map(|answer| answer.lines()));
        lines.extend(more(missed.len(), shown));
        if !missed.is_empty() {
            lines.push(format!(
                "    a match needs a likeness of {}: repeat the words of a statement after `answers claim`, of a reason after \
                 `answers premise`, of an assumption after `answers assumption`",
                BestMatch::LEAST_SCORE
            ));
        }
        if self.answers_to_others > 0 {
            lines.push(format!(
                "  {} more `answers`, nearest to what personas outside this pair say",
                self.answers_to_others
            ));
        }
        lines
    }
}

impl Answer {
    fn of(persona: &PersonaId, target: &AnswerTarget<'_>) -> Self {
        let best = target.best.as_ref();
        let component = target.answer.component.to_string();
        Self {
            persona: persona.clone(),
            statement: target.statement.id.to_string(),
            component: component.split(' ').next().unwrap_or_default().to_owned(),
            text: target.answer.text.clone(),
            hits: best.is_some_and(BestMatch::is_found),
            target: best.map(|best| best.statement.id.to_string()),
            nearest: best.map(|best| best.text.clone()),
            score: best.map(|best| best.score),
        }
    }

    fn lines(&self) -> [String; 2] {
        let Self { persona, statement, component, text, .. } = self;
        let found = match (&self.target, &self.nearest, self.score) {
            (Some(target), Some(nearest), Some(score)) => {
                let nearest = shortened(nearest);
                let verdict = if self.hits { "finds" } else { "matches no sentence; nearest is" };
                format!("{verdict} {target}, {:.2}: {nearest}", rounded_down(score))
            }
            _ => "matches no sentence".to_owned(),
        };
        [
            format!("    {persona} {statement}: answers {component}: {}", shortened(text)),
            format!("      {found}"),
        ]
    }
}

/// The score in whole hundredths: one just below the least one must not be rounded up to it.
fn rounded_down(score: f64) -> f64 {
    (100.0 * score + 1e-9).floor() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_below_the_least_one_is_not_rounded_up_to_it() {
        let shown = |score: f64| format!("{:.2}", rounded_down(score));
        let shown = [0.2499, BestMatch::LEAST_SCORE, 0.29, 1.0].map(shown);
        assert_eq!(shown, ["0.24", "0.25", "0.29", "1.00"]);
    }
}
