//! Prints and writes the results of the benchmark.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use serde::Serialize;

use super::Arguments;
use crate::bench::cruxes::{Baseline, Estimate, Measure, Scored, estimate};
use crate::bench::planted::Level;
use crate::cli::CommandError;
use crate::cli::columns::{Alignment, align};
use crate::cli::terminal::warn;

/// A measure of a mode or baseline at a level.
#[derive(Debug, Serialize)]
struct Row {
    level: &'static str,
    by: String,
    measure: &'static str,
    value: f64,
    low: f64,
    high: f64,
    debates: usize,
}

/// Writes results as they come.
#[derive(Debug)]
pub(super) struct Results<'a> {
    arguments: &'a Arguments,
    measures: BufWriter<File>,
    debates: BufWriter<File>,
    rows: Vec<Row>,
}

impl<'a> Results<'a> {
    /// Creates the files.
    ///
    /// # Errors
    /// [`CommandError::Usage`] where the folder cannot be written.
    pub(super) fn create(arguments: &'a Arguments) -> Result<Self, CommandError> {
        let out = &arguments.out;
        let create = |name: &str| {
            fs::create_dir_all(out)?;
            File::create(out.join(name)).map(BufWriter::new)
        };
        let reject = |error: io::Error| {
            let message = format!("`--out {}`: {error}", out.display());
            CommandError::usage(message, "name a folder that you may write to")
        };
        let mut measures = create("cruxes.csv").map_err(reject)?;
        let mut debates = create("debates.csv").map_err(reject)?;
        writeln!(measures, "level,by,measure,value,low,high,debates")?;
        writeln!(debates, "level,by,debate,named,roles")?;
        Ok(Self { arguments, measures, debates, rows: Vec::new() })
    }

    /// Adds the scores of a level: prints its table and writes its lines.
    pub(super) fn add(&mut self, level: &Level, scored: &[Scored]) -> io::Result<()> {
        let name = level.name;
        for Scored { topic, by, named, roles, .. } in scored {
            let roles: Vec<String> =
                roles.iter().map(|(axis, role)| format!("{axis}={}", role.name())).collect();
            let (named, roles) = (named.join(" "), roles.join(" "));
            writeln!(self.debates, "{name},{by},{topic},{named},{roles}")?;
        }
        let mut table = vec![heading(name)];
        for by in order(scored) {
            let own: Vec<&Scored> = scored.iter().filter(|scored| scored.by == by).collect();
            let seed = self.arguments.seed;
            let estimates = Measure::ALL.map(|measure| (measure, estimate(&own, measure, seed)));
            table.push(line(&by, &estimates));
            for (measure, found) in estimates {
                let Some(Estimate { value, low, high }) = found else { continue };
                let (measure, debates) = (measure.name(), self.arguments.debates.get());
                writeln!(
                    self.measures,
                    "{name},{by},{measure},{value:.4},{low:.4},{high:.4},{debates}"
                )?;
                let by = by.clone();
                self.rows.push(Row { level: name, by, measure, value, low, high, debates });
            }
        }
        if !self.arguments.json {
            let mut alignment = vec![Alignment::Right; Measure::ALL.len() + 1];
            alignment[0] = Alignment::Left;
            writeln!(io::stdout(), "{}\n", align(&table, &alignment).join("\n"))?;
        }
        self.measures.flush()?;
        self.debates.flush()
    }

    /// Prints the JSON, or where the files are.
    pub(super) fn finish(self) -> io::Result<()> {
        let files: Vec<PathBuf> =
            ["cruxes.csv", "debates.csv"].map(|name| self.arguments.out.join(name)).into();
        if self.arguments.json {
            let json = serde_json::to_string(&self.rows).map_err(io::Error::other)?;
            return writeln!(io::stdout(), "{json}");
        }
        let Arguments { debates, seed, .. } = self.arguments;
        warn(&format!("{debates} debates of each level, seed {seed}; F1 with its 95 % interval"));
        writeln!(io::stdout(), "written: {} and {}", files[0].display(), files[1].display())
    }
}

/// The baselines, then the modes, each once.
fn order(scored: &[Scored]) -> Vec<String> {
    let mut order: Vec<String> = Baseline::ALL.map(|baseline| baseline.name().to_owned()).into();
    for scored in scored {
        if !order.contains(&scored.by) {
            order.push(scored.by.clone());
        }
    }
    order
}

fn heading(level: &str) -> Vec<String> {
    let measures = Measure::ALL.map(|measure| measure.name().to_owned());
    std::iter::once(level.to_owned()).chain(measures).collect()
}

fn line(by: &str, estimates: &[(Measure, Option<Estimate>)]) -> Vec<String> {
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
