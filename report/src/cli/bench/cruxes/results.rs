//! Prints and writes the results of the benchmark.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use faultline::benchmark::{Baseline, Estimate, Measure, Scored, estimate};
use faultline::planted::Level;

use super::arguments::Arguments;
use crate::bench::page::{self, Figure};
use crate::bench::protocol_gain::{ProtocolGain, gains};
use crate::cli::CommandError;
use crate::cli::bench::result_files::write_results;
use crate::cli::columns::align_numbers;
use crate::cli::terminal::{print_json, warn};
use crate::csv_table::CsvTable;
use crate::unique::unique;

/// The files that every run writes, besides those of its page.
pub(super) const FILES: [&str; 2] = ["cruxes.csv", "debates.csv"];

/// Collects results, and writes them when all of them are known: a run that is stopped leaves those
/// of the run before it.
pub(super) struct Results<'a> {
    arguments: &'a Arguments,
    measures: CsvTable,
    debates: CsvTable,
    rows: Vec<Figure>,
    gains: Vec<ProtocolGain>,
}

impl<'a> Results<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Self {
        let measures =
            CsvTable::new(&["level", "by", "measure", "value", "low", "high", "debates"]);
        let debates = CsvTable::new(&["level", "by", "debate", "named", "roles"]);
        Self { arguments, measures, debates, rows: Vec::new(), gains: Vec::new() }
    }

    /// Adds the scores of a level, and prints its table.
    pub(super) fn add(&mut self, level: &Level, scored: &[Scored]) -> io::Result<()> {
        let name = level.name;
        for Scored { topic, by, named, roles, .. } in scored {
            let roles: Vec<String> =
                roles.iter().map(|(axis, role)| format!("{axis}={}", role.name())).collect();
            self.debates.push([name, by, topic, &named.join(" "), &roles.join(" ")]);
        }
        let mut table = vec![heading(name, &Measure::ALL)];
        for by in order(scored) {
            let own: Vec<&Scored> = scored.iter().filter(|scored| scored.by == by).collect();
            let seed = self.arguments.seed;
            let estimates = Measure::ALL.map(|measure| (measure, estimate(&own, measure, seed)));
            table.push(line(&by, &estimates));
            for (measure, found) in estimates {
                let Some(Estimate { value, low, high }) = found else { continue };
                let (measure, debates) = (measure.name(), covered(&own, measure));
                let numbers = [value, low, high].map(|number| format!("{number:.4}"));
                let first = [name, &by, measure].map(str::to_owned).into_iter();
                self.measures.push(first.chain(numbers).chain([debates.to_string()]));
                let by = by.clone();
                self.rows.push(Figure { level: name, by, measure, value, low, high, debates });
            }
        }
        self.gains.extend(gains(name, scored, self.arguments.seed));
        if !self.arguments.json {
            writeln!(io::stdout(), "{}\n", align_numbers(&table).join("\n"))?;
        }
        Ok(())
    }

    /// Writes the files; prints the JSON, or where the files are.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        let Arguments { debates: count, seed, out, .. } = self.arguments;
        let (figures, gains, command) = (&self.rows, &self.gains, self.command());
        let page = page::files(&page::Results { figures, gains }, count.get(), *seed, &command);
        let page = page.map_err(io::Error::other)?;
        let gains = self.arguments.controls.then(|| ("gains.csv", table_of(&self.gains)));
        let [measures, debates] = FILES;
        let tables = [(measures, self.measures.finish()), (debates, self.debates.finish())];
        write_results(out, tables.into_iter().chain(gains))?;
        write_results(out, page)?;
        if self.arguments.json {
            return Ok(print_json(&self.rows)?);
        }
        warn(&format!("{count} debates of each level, seed {seed}; F1 with its 95% interval"));
        let files = [measures, debates, "index.html"].map(|name| out.join(name));
        let [measures, debates, page] = files.map(|path| path.display().to_string());
        Ok(writeln!(io::stdout(), "written: {measures}, {debates} and {page}")?)
    }

    /// The command that gives the same figures again.
    fn command(&self) -> String {
        let Arguments { debates, seed, level, modes, controls, .. } = self.arguments;
        let list = |option: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!(" --{option} {}", names.join(",")),
        };
        let (level, modes) = (list("level", level), list("modes", modes));
        let controls = if *controls { " --controls" } else { "" };
        format!("report bench cruxes --debates {debates} --seed {seed}{level}{modes}{controls}")
    }
}

/// The number of debates to which a measure applies.
pub(super) fn covered(scored: &[&Scored], measure: Measure) -> usize {
    let index = Measure::ALL.iter().position(|other| *other == measure);
    let index = index.expect("every measure is listed");
    let applies = |scored: &&&Scored| scored.ratios[index].denominator > 0.0;
    let debates = scored.iter().filter(applies).map(|scored| scored.topic.as_str());
    debates.collect::<BTreeSet<&str>>().len()
}

/// The file `gains.csv`.
fn table_of(gains: &[ProtocolGain]) -> String {
    let mut table = CsvTable::new(&["level", "mode", "beyond", "difference", "low", "high"]);
    for ProtocolGain { level, mode, beyond, value, low, high } in gains {
        let numbers = [value, low, high].map(|number| format!("{number:.4}"));
        let texts = [*level, mode, beyond].map(str::to_owned);
        table.push(texts.into_iter().chain(numbers));
    }
    table.finish()
}

/// The baselines, then the modes, each once.
fn order(scored: &[Scored]) -> Vec<String> {
    let baselines = Baseline::ALL.map(|baseline| baseline.name().to_owned());
    unique(baselines.into_iter().chain(scored.iter().map(|scored| scored.by.clone())))
}

pub(super) fn heading(name: &str, measures: &[Measure]) -> Vec<String> {
    let measures = measures.iter().map(|measure| measure.name().to_owned());
    std::iter::once(name.to_owned()).chain(measures).collect()
}

pub(super) fn line(by: &str, estimates: &[(Measure, Option<Estimate>)]) -> Vec<String> {
    let cell = |(measure, found): &(Measure, Option<Estimate>)| match (measure, found) {
        (_, None) => "–".to_owned(),
        (Measure::F1, Some(Estimate { value, low, high })) => {
            format!("{value:.2} [{low:.2}, {high:.2}]")
        }
        (Measure::Calls, Some(found)) => format!("{:.1}", found.value),
        (_, Some(found)) => format!("{:.2}", found.value),
    };
    std::iter::once(by.to_owned()).chain(estimates.iter().map(cell)).collect()
}

#[cfg(test)]
mod tests {
    use faultline::benchmark::Ratio;

    use super::*;

    #[test]
    fn a_measure_covers_the_debates_to_which_it_applies_each_once() {
        let scored = |topic: &str, denominator: f64| Scored {
            topic: topic.to_owned(),
            by: "graph".to_owned(),
            named: Vec::new(),
            roles: Vec::new(),
            ratios: Measure::ALL.map(|_| Ratio { numerator: 0.0, denominator }).into(),
        };
        let debates = [scored("a", 1.0), scored("a", 1.0), scored("b", 0.0), scored("c", 2.0)];
        assert_eq!(covered(&debates.iter().collect::<Vec<_>>(), Measure::Precision), 2);
    }
}
