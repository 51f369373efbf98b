//! Modes side by side.

use std::collections::BTreeMap;

use super::grid::{Cell, Grid};
use super::store::Debates;
use crate::analysis::{ComparedDebate, Figure, FigureTests, ModeComparison, Role, compare};
use crate::record::Matches;
use crate::vocabulary::{PersonaId, TopicId};

/// Each verdict with the figures that have it.
fn verdicts(tests: &[FigureTests]) -> Vec<String> {
    let mut known: Vec<(String, Vec<&str>)> = Vec::new();
    for test in tests {
        let title = test.figure.title();
        for verdict in test.verdicts() {
            match known.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, titles)) => titles.push(title),
                None => known.push((verdict, vec![title])),
            }
        }
    }
    known.into_iter().map(|(verdict, titles)| format!("{}: {verdict}", titles.join(", "))).collect()
}

impl Debates {
    /// The modes side by side: a row for each figure, with its mean over blocks (a topic with a
    /// group of personas) and a 95% bootstrap interval, and a column for each mode. Below the table
    /// are the exact paired sign-flip tests between modes with Holm's correction, or how many
    /// blocks they need. Figures that compare the cruxes of several modes need the matches that
    /// `report run` stores.
    pub fn comparison(&self) -> Grid {
        let comparison = self.compared();
        let heads = comparison.modes.iter().map(|mode| format!("#{}", mode.title()));
        let titles: Vec<String> = std::iter::once("figure".to_owned()).chain(heads).collect();
        let mut grid = Grid::new(titles.iter().map(String::as_str));
        let modes = || comparison.modes.iter();
        let debates = modes().map(|mode| Cell::count(mode.debates as u64));
        grid.push(std::iter::once("Debates".into()).chain(debates));
        for figure in Figure::ALL {
            let means = modes().map(|mode| mode.mean(figure));
            grid.push(std::iter::once(figure.title().to_owned()).chain(means));
        }
        let tests = verdicts(&comparison.tests).into_iter();
        let unmatched = comparison.unmatched.iter().map(|topic| {
            format!("The cruxes on {topic} are not matched: `report run` matches those of one run")
        });
        grid.noted(
            tests.chain(unmatched).map(|sentence| sentence + ". ").collect::<String>().trim_end(),
        )
    }

    fn compared(&self) -> ModeComparison {
        let ids: Vec<(Option<TopicId>, Vec<PersonaId>)> = self
            .iter()
            .map(|debate| {
                let personas =
                    debate.planned.personas.iter().filter_map(|id| PersonaId::new(id).ok());
                (TopicId::new(&debate.planned.topic).ok(), personas.collect())
            })
            .collect();
        let compared = self.iter().zip(&ids).filter_map(|(debate, (topic, personas))| {
            Some(ComparedDebate {
                cell: debate.cell(),
                topic: topic.as_ref()?,
                personas,
                label: &debate.planned.label,
                role: debate.mode.as_ref().map_or(Role::Protocol, Role::of),
                outcome: debate.outcome(),
            })
        });
        let matches: BTreeMap<TopicId, Matches> =
            self.matches().iter().map(|matches| (matches.topic.clone(), matches.clone())).collect();
        compare(&compared.collect::<Vec<_>>(), &matches)
    }
}
