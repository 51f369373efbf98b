//! Prints and writes what was measured on labelled pairs.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use askama::Template;
use faultline::mode::Likeness;
use faultline::view::number;
use serde::Serialize;

use super::arguments::Arguments;
use super::judgements::{FILES, Judged};
use crate::bench::compare::{Confusion, FIGURES, Figure, LIKENESSES, Measured, MeasuredPair};
use crate::cli::CommandError;
use crate::cli::bench::result_files::write_results;
use crate::cli::columns::align_numbers;
use crate::cli::diagnose::plural;
use crate::cli::terminal::{escape_control, print_json};
use crate::csv_table::CsvTable;
use faultline::analysis::{Estimate, SAMPLES, bootstrap};

/// A figure over the pairs of a source.
#[derive(Debug, Clone, Serialize)]
struct Row {
    /// `all`, the source, or `no source`.
    source: String,
    /// The label, or `all`.
    label: String,
    figure: &'static str,
    value: f64,
    low: f64,
    high: f64,
    /// The number of pairs that the figure covers.
    pairs: usize,
}

/// A table of the terminal and of the page.
#[derive(Debug, Clone)]
struct Table {
    title: &'static str,
    /// The heading, then the rows.
    rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "bench/compare.html")]
struct Page<'a> {
    file: String,
    summary: &'a [String],
    tables: &'a [Table],
}

/// The figures, in the forms in which they are shown.
pub(super) struct Results<'a> {
    arguments: &'a Arguments,
    measured: &'a Measured,
    summary: Vec<String>,
    tables: Vec<Table>,
    rows: Vec<Row>,
}

impl<'a> Results<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        measured: &'a Measured,
        judged: Option<&Judged>,
    ) -> Self {
        let mut results = Self {
            arguments,
            measured,
            summary: summary(measured, judged),
            tables: Vec::new(),
            rows: Vec::new(),
        };
        results.add_filter();
        if judged.is_some() {
            results.add_confusion();
            results.add_judgements();
        }
        results
    }

    /// The sources; `all` first, and last the pairs without a source, if others have one.
    fn sources(&self) -> Vec<(String, Vec<&'a MeasuredPair>)> {
        let pairs = &self.measured.pairs;
        let named: BTreeSet<&str> =
            pairs.iter().filter_map(|measured| measured.pair.source.as_deref()).collect();
        let all = ("all".to_owned(), pairs.iter().collect());
        let of = |source: &str| {
            let is_of = |measured: &&MeasuredPair| measured.pair.source.as_deref() == Some(source);
            (source.to_owned(), pairs.iter().filter(is_of).collect())
        };
        let unnamed: Vec<&MeasuredPair> =
            pairs.iter().filter(|measured| measured.pair.source.is_none()).collect();
        let has_both = !named.is_empty() && !unnamed.is_empty();
        let unnamed = has_both.then(|| ("no source".to_owned(), unnamed));
        std::iter::once(all).chain(named.into_iter().map(of)).chain(unnamed).collect()
    }

    /// Adds a figure that covers some of the pairs, and returns how a table shows it.
    fn add<T: Copy>(
        &mut self,
        place: (&str, &str, &'static str),
        items: &[T],
        pairs: usize,
        figure: impl Fn(&[T]) -> Option<f64>,
    ) -> String {
        let Some(found) = bootstrap(items, self.arguments.seed, figure) else {
            return "–".to_owned();
        };
        let (source, label, figure) = place;
        let Estimate { value, low, high } = found;
        let (source, label) = (source.to_owned(), label.to_owned());
        self.rows.push(Row { source, label, figure, value, low, high, pairs });
        format!("{value:.2} [{low:.2}, {high:.2}]")
    }

    /// The share of the pairs with each label that the filter lets through.
    fn add_filter(&mut self) {
        let heading = ["source", "label", "pairs", "by words alone", "by words or one axis"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for (source, pairs) in self.sources() {
            for label in LIKENESSES {
                let own: Vec<&MeasuredPair> =
                    pairs.iter().copied().filter(|each| each.pair.label == label).collect();
                if own.is_empty() {
                    continue;
                }
                let near: Vec<bool> = own.iter().map(|each| each.is_near).collect();
                let all: Vec<bool> = own.iter().map(|each| each.is_candidate).collect();
                let (word, count) = (word(label), own.len());
                rows.push(vec![
                    source.clone(),
                    word.to_owned(),
                    count.to_string(),
                    self.add((&source, word, "filter recall by words alone"), &near, count, share),
                    self.add((&source, word, "filter recall"), &all, count, share),
                ]);
            }
        }
        self.tables.push(Table {
            title: "Candidate filter: the share of the pairs that a debate would look at",
            rows,
        });
    }

    fn add_confusion(&mut self) {
        let Confusion(counts) = confusion(&self.measured.pairs.iter().collect::<Vec<_>>());
        let judged = LIKENESSES.map(word).into_iter().chain(["not judged"]).map(str::to_owned);
        let mut rows = vec![std::iter::once("label".to_owned()).chain(judged).collect()];
        for (label, counts) in LIKENESSES.iter().zip(counts) {
            let counts = counts.iter().map(ToString::to_string);
            rows.push(std::iter::once(word(*label).to_owned()).chain(counts).collect());
        }
        self.tables.push(Table { title: "Judgements by label", rows });
    }

    fn add_judgements(&mut self) {
        let names = FIGURES.map(|figure| figure.name.to_owned());
        let heading = ["source", "label", "pairs"].map(str::to_owned).into_iter().chain(names);
        let mut rows = vec![heading.collect::<Vec<_>>()];
        for (source, pairs) in self.sources() {
            let items: Vec<(Likeness, Option<Likeness>)> =
                pairs.iter().map(|each| (each.pair.label, each.judged)).collect();
            for label in LIKENESSES {
                let confusion = Confusion::of(&items);
                let labelled = confusion.labelled(label);
                if labelled == 0 {
                    continue;
                }
                let mut row = vec![source.clone(), word(label).to_owned(), labelled.to_string()];
                for Figure { name, of, pairs } in FIGURES {
                    let figure = |items: &[_]| of(&Confusion::of(items), label);
                    let covered = pairs(&confusion, label);
                    row.push(self.add((&source, word(label), name), &items, covered, figure));
                }
                rows.push(row);
            }
            let macro_f1 = |items: &[_]| Confusion::of(items).macro_f1();
            let place = (&*source, "all", "macro-F1");
            let shown = self.add(place, &items, items.len(), macro_f1);
            let (label, pairs) = ("macro-F1".to_owned(), items.len().to_string());
            rows.push(vec![source.clone(), label, pairs, String::new(), String::new(), shown]);
        }
        self.tables.push(Table { title: "Precision, recall and F1", rows });
    }

    /// Prints the tables, or JSON.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = io::stdout();
        if self.arguments.json {
            return print_json(&self.rows);
        }
        for line in &self.summary {
            writeln!(out, "{}", escape_control(line))?;
        }
        for Table { title, rows } in &self.tables {
            let lines = align_numbers(rows).join("\n");
            writeln!(out, "\n{title}\n{}", escape_lines(&lines))?;
        }
        let out_folder = self.arguments.out.display();
        writeln!(out, "\nwritten: compare.csv, pairs.csv and compare.html in {out_folder}")
    }

    /// Writes the CSV files and the page.
    pub(super) fn write(&self) -> Result<(), CommandError> {
        let out = &self.arguments.out;
        let file = self.arguments.file.display().to_string();
        let page = Page { file, summary: &self.summary, tables: &self.tables }.render()?;
        write_results(out, FILES.into_iter().zip([self.figures(), self.pairs(), page]))
    }

    /// The file `compare.csv`.
    fn figures(&self) -> String {
        let titles = ["source", "label", "figure", "value", "low", "high", "pairs"];
        let mut figures = CsvTable::new(&titles);
        for Row { source, label, figure, value, low, high, pairs } in &self.rows {
            let [value, low, high] = [value, low, high].map(|number| format!("{number:.4}"));
            let pairs = pairs.to_string();
            figures.push([source, label, *figure, &value, &low, &high, &pairs]);
        }
        figures.finish()
    }

    /// The file `pairs.csv`.
    fn pairs(&self) -> String {
        let titles = ["first", "second", "source", "topic", "label", "candidate", "judged"];
        let mut judgements = CsvTable::new(&titles);
        for MeasuredPair { pair, is_candidate, judged, .. } in &self.measured.pairs {
            let [source, topic] =
                [&pair.source, &pair.topic].map(|text| text.as_deref().unwrap_or_default());
            let candidate = if *is_candidate { "true" } else { "false" };
            let (label, judged) = (word(pair.label), judged.map_or("", word));
            let (first, second) = (pair.first.as_str(), pair.second.as_str());
            judgements.push([first, second, source, topic, label, candidate, judged]);
        }
        judgements.finish()
    }
}

fn summary(measured: &Measured, judged: Option<&Judged>) -> Vec<String> {
    let cost = measured.cost;
    let mut lines = vec![
        format!(
            "{} with {}",
            plural(measured.pairs.len(), "labelled pair"),
            plural(cost.statements, "statement")
        ),
        format!(
            "filter: {} of {} pairs of statements would be judged, in {}",
            number::integer(cost.candidates as u64),
            number::integer(cost.pairs as u64),
            plural(cost.calls, "call")
        ),
    ];
    if let Some(Judged { provider, usage, cost }) = judged {
        let judged = measured.pairs.iter().filter(|each| each.judged.is_some()).count();
        let paid = match cost {
            Some(cost) if cost.dollars() == 0.0 => "free of charge".to_owned(),
            Some(cost) => format!("cost {cost}"),
            None => "the price of the model is unknown".to_owned(),
        };
        lines.push(format!(
            "{provider}: {judged} of {} pairs judged in {}, {} input tokens, {} output tokens; {paid}",
            measured.pairs.len(),
            plural(usage.calls as usize, "call"),
            number::integer(usage.input.0 + usage.cached.0),
            number::integer(usage.output.0),
        ));
    }
    let samples = number::integer(SAMPLES as u64);
    lines.push(format!("Intervals: 95%, percentile bootstrap over pairs, {samples} samples."));
    lines
}

fn confusion(pairs: &[&MeasuredPair]) -> Confusion {
    let items: Vec<_> = pairs.iter().map(|each| (each.pair.label, each.judged)).collect();
    Confusion::of(&items)
}

fn share(holds: &[bool]) -> Option<f64> {
    let count = holds.iter().filter(|holds| **holds).count();
    (!holds.is_empty()).then(|| count as f64 / holds.len() as f64)
}

fn word(likeness: Likeness) -> &'static str {
    match likeness {
        Likeness::Same => "same",
        Likeness::Opposed => "opposed",
        Likeness::Related => "related",
        Likeness::Different => "different",
    }
}

fn escape_lines(text: &str) -> String {
    text.lines().map(escape_control).collect::<Vec<_>>().join("\n")
}
