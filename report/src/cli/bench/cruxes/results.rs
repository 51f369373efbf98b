//! Prints and writes the results of the benchmark.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};

use faultline::benchmark::{Baseline, Estimate, Measure, Scored, estimate};
use faultline::planted::Level;

use super::arguments::Arguments;
use crate::bench::page::{self, Figure};
use crate::bench::protocol_gain::{ProtocolGain, gains};
use crate::cli::CommandError;
use crate::cli::columns::align_numbers;
use crate::cli::terminal::{print_json, warn};
use crate::unique::unique;

/// Writes results as they come.
#[derive(Debug)]
pub(super) struct Results<'a> {
    arguments: &'a Arguments,
    measures: BufWriter<File>,
    debates: BufWriter<File>,
    rows: Vec<Figure>,
    gains: Vec<ProtocolGain>,
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
        let reject = |error| CommandError::out(out, &error);
        let mut measures = create("cruxes.csv").map_err(reject)?;
        let mut debates = create("debates.csv").map_err(reject)?;
        writeln!(measures, "level,by,measure,value,low,high,debates")?;
        writeln!(debates, "level,by,debate,named,roles")?;
        Ok(Self { arguments, measures, debates, rows: Vec::new(), gains: Vec::new() })
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
        let mut table = vec![heading(name, &Measure::ALL)];
        for by in order(scored) {
            let own: Vec<&Scored> = scored.iter().filter(|scored| scored.by == by).collect();
            let seed = self.arguments.seed;
            let estimates = Measure::ALL.map(|measure| (measure, estimate(&own, measure, seed)));
            table.push(line(&by, &estimates));
            for (measure, found) in estimates {
                let Some(Estimate { value, low, high }) = found else { continue };
                let (measure, debates) = (measure.name(), covered(&own, measure));
                writeln!(
                    self.measures,
                    "{name},{by},{measure},{value:.4},{low:.4},{high:.4},{debates}"
                )?;
                let by = by.clone();
                self.rows.push(Figure { level: name, by, measure, value, low, high, debates });
            }
        }
        self.gains.extend(gains(name, scored, self.arguments.seed));
        if !self.arguments.json {
            writeln!(io::stdout(), "{}\n", align_numbers(&table).join("\n"))?;
        }
        self.measures.flush()?;
        self.debates.flush()
    }

    /// Writes the page; prints the JSON, or where the files are.
    pub(super) fn finish(self) -> io::Result<()> {
        let Arguments { debates, seed, out, .. } = self.arguments;
        if self.arguments.controls {
            fs::write(out.join("gains.csv"), table_of(&self.gains))?;
        }
        let (figures, gains) = (&self.rows, &self.gains);
        let page =
            page::files(&page::Results { figures, gains }, debates.get(), *seed, &self.command());
        for (name, text) in page.map_err(io::Error::other)? {
            fs::write(out.join(name), text)?;
        }
        if self.arguments.json {
            return print_json(&self.rows);
        }
        warn(&format!("{debates} debates of each level, seed {seed}; F1 with its 95% interval"));
        let files = ["cruxes.csv", "debates.csv", "index.html"].map(|name| out.join(name));
        let [measures, debates, page] = files.map(|path| path.display().to_string());
        writeln!(io::stdout(), "written: {measures}, {debates} and {page}")
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
    let line = |gain: &ProtocolGain| {
        let ProtocolGain { level, mode, beyond, value, low, high } = gain;
        format!("{level},{mode},{beyond},{value:.4},{low:.4},{high:.4}\n")
    };
    let lines = gains.iter().map(line);
    std::iter::once("level,mode,beyond,difference,low,high\n".to_owned()).chain(lines).collect()
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
