//! How the positions relate when a debate ends: the same rules for every mode.

use std::collections::BTreeMap;

use crate::graph::{Graph, Node};
use crate::record::{Crux, FoundBy, Regime, Thesis};
use crate::text::listed;
use crate::vocabulary::{Persona, PersonaId, Probability, Side};

/// The thesis of every persona that stated one, in seat order. `strength` is the strength of a
/// thesis, in modes with gradual semantics; it is given on one scale for all theses, from no to
/// yes.
pub(crate) fn theses(
    graph: &Graph,
    personas: &[Persona],
    strength: impl Fn(&Node) -> Option<f64>,
) -> Vec<Thesis> {
    let thesis = |persona: &Persona| {
        let node = graph.thesis(&persona.id)?;
        let (text, side) = (node.text.clone(), node.side?);
        let yes = strength(node).map(|strength| side.of_yes(strength));
        let yes = yes.map(|yes| Probability::new(yes).expect("a strength lies in [0, 1]"));
        let flips = node.detail.declared.flips.clone();
        Some(Thesis { persona: persona.id.clone(), side, text, node: node.id, yes, flips })
    };
    personas.iter().filter_map(thesis).collect()
}

/// What a regime is read from.
pub(crate) struct RegimeInputs<'a> {
    /// The theses, in seat order.
    pub(crate) theses: &'a [Thesis],
    /// The personas whose thesis lost its support, with their names.
    pub(crate) without_support: BTreeMap<&'a PersonaId, &'a str>,
    /// The names of the personas that play a part: their thesis is the opposite of what they have
    /// written.
    pub(crate) parts: Vec<&'a str>,
    /// The number of personas that stated no thesis.
    pub(crate) silent: usize,
    /// The questions that divide the positions.
    pub(crate) dividing: DivisiveQuestions,
    /// The number of points that several personas assert.
    pub(crate) agreed_points: usize,
    /// The number of questions that personas with different theses answer in the same way.
    pub(crate) agreed_questions: usize,
    /// The number of questions on which personas with different theses differ only in words.
    pub(crate) verbal: usize,
}

impl RegimeInputs<'_> {
    /// The regime, and the reason as a sentence. Theses that oppose each other are never called a
    /// consensus, and neither are theses that are not all known.
    pub(crate) fn regime(&self) -> (Regime, String) {
        if let Some(names) = self.lost_side() {
            let theses = if names.len() == 1 { "thesis" } else { "theses" };
            let names = listed(&names);
            let sentence = format!(
                "Every reason for the {theses} of {names} was defeated or given up in this debate."
            );
            return (Regime::OneSided, sentence);
        }
        if self.dividing.count() > 0 {
            return self.divided();
        }
        let is_one_side = self.theses.windows(2).all(|pair| pair[0].side == pair[1].side);
        let undetermined = |sentence: &str| (Regime::Undetermined, sentence.to_owned());
        match (self.theses.len(), is_one_side) {
            (0, _) => undetermined("No persona stated a thesis, and no crux was found."),
            (1, _) => undetermined(
                "Only one persona stated a thesis, so no persona can agree or disagree with it.",
            ),
            (_, true) if self.silent > 0 => undetermined(
                "The theses that were stated give the same answer, but not every persona stated one.",
            ),
            (_, true) => (
                Regime::Consensus,
                "All personas give the same answer to the question, and no crux divides them."
                    .to_owned(),
            ),
            (_, false) if self.parts.is_empty() => undetermined(
                "The theses oppose each other, but no question was found on which all of them depend.",
            ),
            (_, false) => undetermined(&format!(
                "No question was found on which all theses depend. {}",
                only_parts(&self.parts)
            )),
        }
    }
}

impl RegimeInputs<'_> {
    /// The regime where at least one question divides the positions. Agreed points, agreed
    /// questions and questions on which the words alone differ are counted apart, and each is
    /// common ground.
    fn divided(&self) -> (Regime, String) {
        let cruxes = self.dividing.divide();
        let agreed = agreed(self.agreed_points, self.agreed_questions);
        let in_words = counted(self.verbal, "one question", "questions");
        let verbal = format!("on {in_words} they differ only in words");
        match (self.agreed_points + self.agreed_questions, self.verbal) {
            (0, 0) => (Regime::Polarized, format!("{cruxes} the positions, and {agreed}.")),
            (_, 0) => (Regime::Partial, format!("{cruxes} the positions, and {agreed}.")),
            (0, _) => (Regime::Partial, format!("{cruxes} the positions, and {verbal}.")),
            (_, _) => (Regime::Partial, format!("{cruxes} the positions, {agreed}, and {verbal}.")),
        }
    }
}

/// That these personas only play their parts, as a sentence.
fn only_parts(names: &[&str]) -> String {
    match names {
        [name] => format!("{name} only plays a part: its own answer is the other one."),
        names => {
            format!("{} only play parts: their own answers are the other ones.", listed(names))
        }
    }
}

impl<'a> RegimeInputs<'a> {
    /// The personas on the one side whose theses have all lost their support, where the other side
    /// has a thesis that has not.
    fn lost_side(&self) -> Option<Vec<&'a str>> {
        let names = |side| -> Option<Vec<&'a str>> {
            let mut theses = self.theses.iter().filter(|thesis| thesis.side == side).peekable();
            theses.peek()?;
            theses.map(|thesis| self.without_support.get(&thesis.persona).copied()).collect()
        };
        let has_thesis = |side| self.theses.iter().any(|thesis| thesis.side == side);
        match (names(Side::Yes), names(Side::No)) {
            (Some(lost), None) if has_thesis(Side::No) => Some(lost),
            (None, Some(lost)) if has_thesis(Side::Yes) => Some(lost),
            _ => None,
        }
    }
}

/// The questions that divide the positions, without those on which too little depends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DivisiveQuestions {
    pub(crate) cruxes: usize,
    /// The questions of which it is not known whether the theses depend on them.
    pub(crate) of_unknown_importance: usize,
}

impl DivisiveQuestions {
    /// Counts what an outcome lists as its cruxes.
    pub(crate) fn of(cruxes: &[Crux]) -> Self {
        let unknown = cruxes.iter().filter(|crux| crux.found == FoundBy::LoadUnknown).count();
        Self { cruxes: cruxes.len() - unknown, of_unknown_importance: unknown }
    }

    fn count(self) -> usize {
        self.cruxes + self.of_unknown_importance
    }

    /// As the subject of a sentence, with its verb.
    fn divide(self) -> String {
        let cruxes = counted(self.cruxes, "One crux", "cruxes");
        let unknown = |one| counted(self.of_unknown_importance, one, "questions");
        let subject = match (self.cruxes, self.of_unknown_importance) {
            (_, 0) => cruxes,
            (0, _) => format!("{} of unknown importance", unknown("One question")),
            (_, _) => format!("{cruxes} and {} of unknown importance", unknown("one question")),
        };
        let verb = if self.count() == 1 { "divides" } else { "divide" };
        format!("{subject} {verb}")
    }
}

/// What the personas agree on, as a clause. That nothing was found does not mean that nothing is
/// there.
fn agreed(points: usize, questions: usize) -> String {
    let answers = || counted(questions, "one question", "questions");
    match (points, questions) {
        (0, 0) => "no point was found on which both sides agree".to_owned(),
        (_, 0) => format!("both sides agree on {}", self::points(points)),
        (0, _) => format!("both sides agree on the answer to {}", answers()),
        (_, _) => {
            format!(
                "both sides agree on {} and on the answer to {}",
                self::points(points),
                answers()
            )
        }
    }
}

fn points(count: usize) -> String {
    counted(count, "one point", "points")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::stated;
    use crate::vocabulary::NodeId;
    use crate::vocabulary::samples::persona;

    #[test]
    fn the_strength_of_every_thesis_is_given_on_one_scale_from_no_to_yes() {
        let graph = stated(&["ada thesis+", "ben thesis-", "cleo trade+"]);
        let personas = ["ada", "ben", "cleo"].map(|id| persona(id, Side::Yes, vec![]));
        let theses = theses(&graph, &personas, |node| Some(f64::from(node.id.number()) / 4.0));
        let yes: Vec<f64> =
            theses.iter().filter_map(|thesis| thesis.yes).map(Probability::value).collect();
        assert_eq!(yes, [0.25, 0.5], "a no of 2/4 is a yes of 1 - 2/4");
        let without = super::theses(&graph, &personas, |_| None);
        assert!(without.iter().all(|thesis| thesis.yes.is_none()));
        assert_eq!(without.len(), 2, "a persona without a thesis has none");
    }

    fn thesis((number, side): (u32, Side)) -> Thesis {
        Thesis {
            persona: PersonaId::new(format!("p{number}")).unwrap(),
            side,
            text: String::new(),
            node: NodeId::new(number),
            yes: None,
            flips: vec![],
        }
    }

    fn known(cruxes: usize) -> DivisiveQuestions {
        DivisiveQuestions { cruxes, of_unknown_importance: 0 }
    }

    #[test]
    fn questions_of_unknown_importance_are_counted_apart_from_cruxes() {
        let divide = |cruxes, of_unknown_importance| {
            DivisiveQuestions { cruxes, of_unknown_importance }.divide()
        };
        assert_eq!(divide(1, 0), "One crux divides");
        assert_eq!(divide(0, 1), "One question of unknown importance divides");
        assert_eq!(divide(0, 3), "3 questions of unknown importance divide");
        assert_eq!(divide(2, 1), "2 cruxes and one question of unknown importance divide");
    }

    #[test]
    fn the_same_answer_is_not_a_consensus_where_a_persona_stated_no_thesis() {
        let theses = [(1, Side::Yes), (2, Side::Yes)].map(thesis);
        let regime = |silent| {
            let inputs = RegimeInputs {
                theses: &theses,
                without_support: BTreeMap::new(),
                parts: vec![],
                silent,
                dividing: known(0),
                agreed_points: 1,
                agreed_questions: 0,
                verbal: 0,
            };
            inputs.regime().0
        };
        assert_eq!((regime(0), regime(1)), (Regime::Consensus, Regime::Undetermined));
    }

    #[test]
    fn the_regime_follows_from_theses_support_cruxes_and_agreed_points() {
        /// The sides of the theses, who lost support, cruxes, agreed points, the regime and its
        /// sentence.
        type Case<'a> = (&'a str, &'a [&'a str], usize, usize, Regime, &'a str);
        use Regime::{Consensus, OneSided, Partial, Polarized, Undetermined};
        let cases: &[Case<'_>] = &[
            ("", &[], 0, 3, Undetermined, "No persona stated a thesis"),
            ("+", &[], 0, 3, Undetermined, "Only one persona stated a thesis"),
            ("+", &["Ada"], 0, 3, Undetermined, "Only one persona stated a thesis"),
            // What divides the positions is known without all theses.
            ("", &[], 1, 0, Polarized, "One crux divides"),
            ("+", &[], 1, 3, Partial, "both sides agree on 3 points"),
            ("+-", &["Ben"], 0, 0, OneSided, "the thesis of Ben was defeated"),
            ("+-", &["Ben"], 2, 1, OneSided, "the thesis of Ben was defeated"),
            ("++-", &["Cleo"], 0, 0, OneSided, "the thesis of Cleo was defeated"),
            ("++-", &["Ada", "Ben"], 1, 0, OneSided, "the theses of Ada and Ben was defeated"),
            ("++-", &["Ada"], 1, 0, Polarized, "One crux divides"),
            ("++-", &["Ada", "Cleo"], 1, 0, OneSided, "the thesis of Cleo was defeated"),
            ("+-", &["Ada", "Ben"], 0, 0, Undetermined, "no question was found"),
            ("+-", &["Ada", "Ben"], 1, 0, Polarized, "One crux divides"),
            ("++", &[], 0, 0, Consensus, "give the same answer"),
            ("--", &[], 0, 2, Consensus, "give the same answer"),
            ("++", &["Ben"], 0, 0, Consensus, "give the same answer"),
            (
                "++",
                &[],
                1,
                0,
                Polarized,
                "One crux divides the positions, and no point was found on which both sides agree",
            ),
            ("++", &[], 1, 1, Partial, "both sides agree on one point."),
            ("+-", &[], 0, 0, Undetermined, "The theses oppose each other, but no question"),
            ("+-", &[], 0, 5, Undetermined, "The theses oppose each other, but no question"),
            (
                "+-",
                &[],
                2,
                0,
                Polarized,
                "2 cruxes divide the positions, and no point was found on which both sides agree",
            ),
            (
                "+-",
                &[],
                2,
                1,
                Partial,
                "2 cruxes divide the positions, and both sides agree on one point.",
            ),
            (
                "++-",
                &[],
                1,
                4,
                Partial,
                "One crux divides the positions, and both sides agree on 4 points.",
            ),
        ];
        for &(sides, without_support, cruxes, agreed, regime, sentence) in cases {
            let side = |sign| if sign == '+' { Side::Yes } else { Side::No };
            let theses = (1..).zip(sides.chars().map(side));
            let theses: Vec<Thesis> = theses.map(thesis).collect();
            let named = theses.iter().zip(["Ada", "Ben", "Cleo"]);
            let lost = named.filter(|(_, name)| without_support.contains(name));
            let without_support = lost.map(|(thesis, name)| (&thesis.persona, name)).collect();
            let inputs = RegimeInputs {
                theses: &theses,
                without_support,
                parts: vec![],
                silent: 0,
                dividing: known(cruxes),
                agreed_points: agreed,
                agreed_questions: 0,
                verbal: 0,
            };
            let found = inputs.regime();
            let case = format!("{sides} with {cruxes} cruxes and {agreed} agreed points");
            assert_eq!(found.0, regime, "{case}");
            assert!(found.1.contains(sentence), "{case}: {}", found.1);
            let opposed = sides.contains('+') && sides.contains('-');
            assert!(!(opposed && found.0 == Consensus), "{case}");
        }
    }

    #[test]
    fn where_a_persona_plays_a_part_its_thesis_is_not_said_to_oppose() {
        let theses = [(1, Side::Yes), (2, Side::No)].map(thesis);
        let ended = |parts: &[&'static str]| {
            let inputs = RegimeInputs {
                theses: &theses,
                without_support: BTreeMap::new(),
                parts: parts.to_vec(),
                silent: 0,
                dividing: known(0),
                agreed_points: 1,
                agreed_questions: 0,
                verbal: 0,
            };
            inputs.regime()
        };
        let (regime, sentence) = ended(&[]);
        assert_eq!(regime, Regime::Undetermined);
        assert!(sentence.starts_with("The theses oppose each other"), "{sentence}");
        let (regime, sentence) = ended(&["Ben"]);
        assert_eq!(regime, Regime::Undetermined);
        assert!(!sentence.contains("oppose"), "{sentence}");
        assert!(sentence.contains("Ben only plays a part"), "{sentence}");
    }

    #[test]
    fn agreement_on_a_question_makes_a_regime_partial_and_is_counted_apart_from_shared_points() {
        let theses = [(1, Side::Yes), (2, Side::No)].map(thesis);
        let agreed = |agreed_points, agreed_questions, verbal| {
            let without_support = BTreeMap::new();
            let inputs = RegimeInputs {
                theses: &theses,
                without_support,
                parts: vec![],
                silent: 0,
                dividing: known(1),
                agreed_points,
                agreed_questions,
                verbal,
            };
            let (regime, sentence) = inputs.regime();
            let agreed = sentence.split_once("the positions, ").unwrap().1.to_owned();
            (regime, agreed)
        };
        let partial = |sentence: &str| (Regime::Partial, sentence.to_owned());
        assert_eq!(agreed(0, 1, 0), partial("and both sides agree on the answer to one question."));
        assert_eq!(agreed(0, 2, 0), partial("and both sides agree on the answer to 2 questions."));
        let both = "and both sides agree on one point and on the answer to 2 questions.";
        assert_eq!(agreed(1, 2, 0), partial(both));
        let nothing = "and no point was found on which both sides agree.";
        assert_eq!(agreed(0, 0, 0), (Regime::Polarized, nothing.to_owned()));
        let in_words = "and on one question they differ only in words.";
        assert_eq!(agreed(0, 0, 1), partial(in_words), "they mean the same");
        let everything =
            "both sides agree on one point, and on 2 questions they differ only in words.";
        assert_eq!(agreed(1, 0, 2), partial(everything));
    }
}
