//! The benchmark as tables.

use super::Benchmark;
use crate::benchmark::{Baseline, Estimate, Measure, Scored, estimate};
use crate::notebook::display::name;
use crate::notebook::error::NotebookError;
use crate::notebook::grid::{Cell, Grid};
use crate::planted::{Answer, PERSONAS, truth};
use crate::view::number;

/// The measures that the table of the whole benchmark shows.
const SHOWN: [Measure; 5] =
    [Measure::Precision, Measure::Recall, Measure::F1, Measure::Top1, Measure::FalseConsensus];

impl Benchmark {
    /// The scores: for each level and each mode precision, recall, F1, top-1 and false consensus,
    /// with 95% intervals. The baselines name cruxes without a debate.
    pub fn table(&self) -> Grid {
        let titles = SHOWN.map(|measure| format!("#{}", measure.name()));
        let titles = ["level", "by"].into_iter().chain(titles.iter().map(String::as_str));
        let mut grid = Grid::new(titles);
        for run in &self.levels {
            for by in self.names() {
                let found = SHOWN.map(|measure| self.estimate(&run.scored, by, measure));
                let cells = found.map(|found| found.map_or_else(|| "–".to_owned(), with_interval));
                grid.push([run.level.name.to_owned(), by.to_owned()].into_iter().chain(cells));
            }
        }
        let baselines = Baseline::ALL.map(Baseline::name).join(", ");
        let debates = number::count(self.debates.len(), "debate", "debates");
        grid.noted(format!(
            "{debates} at each level, seed {}. In brackets: 95% bootstrap intervals over the debates. Without a debate: {baselines}.",
            self.seed
        ))
    }

    /// The generated debates: the question of each, and how many personas, questions and true
    /// cruxes it has. They are the same at all levels.
    pub fn planted(&self) -> Grid {
        let mut grid =
            Grid::new(["topic", "question", "#personas", "#questions", "#disputed", "#cruxes"]);
        for debate in &self.debates {
            let truth = truth::of(debate);
            let disputed = truth.iter().filter(|issue| issue.is_disputed()).count();
            let cruxes = truth.iter().filter(|issue| issue.is_crux()).count();
            let numbers = [debate.personas(), truth.len(), disputed, cruxes];
            let numbers = numbers.map(|number| Cell::count(number as u64));
            let texts = [debate.topic.as_str(), debate.question()].map(Cell::from);
            grid.push(texts.into_iter().chain(numbers));
        }
        grid
    }

    /// What is true of a debate: for each question its role, the answer of each persona with its
    /// load, and its score as a crux, 0 if it is not one. The load is the share of the reasons of
    /// the persona's case that would be lost if the question were answered the other way.
    ///
    /// # Errors
    /// [`NotebookError::NotInBenchmark`] where there is no such topic.
    pub fn truth(&self, topic: &str) -> Result<Grid, NotebookError> {
        let debate = self.debate(topic)?;
        let personas = PERSONAS[..debate.personas()].iter().map(|id| name(id));
        let first = ["axis", "question", "role"].map(str::to_owned).into_iter();
        let titles: Vec<String> = first.chain(personas).chain(["#true score".to_owned()]).collect();
        let mut grid = Grid::new(titles.iter().map(String::as_str));
        for issue in self.ranked(topic)? {
            let held = issue.positions.iter().zip(&issue.loads).map(|(position, load)| {
                position.map_or_else(
                    || "–".to_owned(),
                    |answer| format!("{}, load {}", word(answer), number::score(*load)),
                )
            });
            let question = debate.question_of(issue.axis).unwrap_or(issue.axis).to_owned();
            let texts = [issue.axis.to_owned(), question, issue.role.name().to_owned()].into_iter();
            let score = Cell::number(issue.score(), number::score);
            grid.push(texts.chain(held).map(Cell::from).chain([score]));
        }
        Ok(grid.noted("A dash: the persona takes no position on the question."))
    }

    /// What each mode names in a debate, beside the truth: a row for each question with its role
    /// and its true score, and a column for each mode with the score that it gives the question as
    /// a crux. Of several replicates the first is shown.
    ///
    /// # Errors
    /// [`NotebookError::NotInBenchmark`] where the level was not run or there is no such topic.
    pub fn named(&self, level: &str, topic: &str) -> Result<Grid, NotebookError> {
        let (run, debate) = (self.level(level)?, self.debate(topic)?);
        let titles = self.modes.iter().map(|mode| format!("#{mode}"));
        let titles: Vec<String> = ["axis", "question", "role", "#true score"]
            .map(str::to_owned)
            .into_iter()
            .chain(titles)
            .collect();
        let mut grid = Grid::new(titles.iter().map(String::as_str));
        let debates = run.debates.topic(topic).replicate(1);
        for issue in self.ranked(topic)? {
            let score = |mode: &&str| {
                let debate = debates.iter().find(|debate| debate.planned.label == *mode)?;
                let mut cruxes = debate.outcome().cruxes.iter();
                let crux = cruxes
                    .find(|crux| crux.axis.as_ref().is_some_and(|a| a.as_str() == issue.axis))?;
                debate.score_of(&crux.question)
            };
            let scores = self.modes.iter().map(|mode| score(mode).unwrap_or_else(|| "–".into()));
            let question = debate.question_of(issue.axis).unwrap_or(issue.axis).to_owned();
            let texts = [issue.axis.to_owned(), question, issue.role.name().to_owned()].into_iter();
            let truth = Cell::number(issue.score(), number::score);
            grid.push(texts.map(Cell::from).chain([truth]).chain(scores));
        }
        Ok(grid.noted("A dash: the mode does not name the question. In brackets: an estimate by the answer that names the crux."))
    }

    /// The true cruxes that a mode has not named, the one with the highest true score first, and
    /// which modes missed each. Where personas forget, a debate is run several times.
    pub fn missed(&self) -> Grid {
        let titles = ["level", "topic", "axis", "true crux", "#true score", "missed by"];
        let mut grid = Grid::new(titles);
        for run in &self.levels {
            let truths = self
                .debates
                .iter()
                .flat_map(|debate| truth::of(debate).into_iter().map(move |issue| (debate, issue)));
            let mut missed: Vec<_> = truths
                .filter(|(_, issue)| issue.is_crux())
                .map(|(debate, issue)| {
                    let by = self.missed_by(&run.scored, &debate.topic, issue.axis);
                    (debate, issue, by)
                })
                .filter(|(_, _, by)| !by.is_empty())
                .collect();
            missed.sort_by(|(_, one, _), (_, other, _)| other.score().total_cmp(&one.score()));
            for (debate, issue, by) in missed {
                let question = debate.question_of(issue.axis).unwrap_or(issue.axis);
                let score = Cell::number(issue.score(), number::score);
                let texts = [run.level.name, &debate.topic, issue.axis, question].map(Cell::from);
                grid.push(texts.into_iter().chain([score, by.into()]));
            }
        }
        grid
    }

    /// The modes that have not named an issue in the debates on a topic, with how many of the
    /// debates where there are several.
    fn missed_by(&self, scored: &[Scored], topic: &str, axis: &str) -> String {
        let missed = |mode: &&str| {
            let own: Vec<&Scored> = of(scored, mode).filter(|own| own.topic == topic).collect();
            let names = |scored: &&&Scored| scored.named.iter().any(|named| named == axis);
            match (own.len() - own.iter().filter(names).count(), own.len()) {
                (0, _) => None,
                (1, 1) => Some((*mode).to_owned()),
                (missed, all) => Some(format!("{mode} ({missed} of {all})")),
            }
        };
        self.modes.iter().filter_map(missed).collect::<Vec<_>>().join(", ")
    }

    /// The modes, then the baselines.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.modes.iter().copied().chain(Baseline::ALL.map(Baseline::name))
    }

    pub(super) fn estimate(
        &self,
        scored: &[Scored],
        by: &str,
        measure: Measure,
    ) -> Option<Estimate> {
        estimate(&of(scored, by).collect::<Vec<_>>(), measure, self.seed)
    }

    /// The issues of a debate, the highest true score first.
    fn ranked(&self, topic: &str) -> Result<Vec<truth::IssueTruth>, NotebookError> {
        let mut truth = truth::of(self.debate(topic)?);
        truth.sort_by(|one, other| other.score().total_cmp(&one.score()));
        Ok(truth)
    }
}

fn of<'s>(scored: &'s [Scored], by: &str) -> impl Iterator<Item = &'s Scored> {
    scored.iter().filter(move |scored| scored.by == by)
}

pub(super) fn with_interval(Estimate { value, low, high }: Estimate) -> String {
    format!("{value:.2} [{low:.2}, {high:.2}]")
}

fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
    }
}
