//! `report plan`: what there is to do, and what it will take; asks nobody and writes nothing.

use faultline::view::number;
use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::pipeline::{self, Basis, Expected, Outlook, Toll};
use faultline::vocabulary::{PersonaId, SpendingLimits, Tariff, Tokens, Usd, Volume, Volumes};
use serde::Serialize;

use super::cost_estimate;
use super::diagnose::plural;
use super::project::{Project, Target};
use super::run_debates::Choice;
use super::{Exit, Failure};

/// Show the debates of an experiment, and what those that are missing will take
///
/// Calls nothing and writes nothing. What debates take is told by those on record, else by a rehearsal in which the
/// personas' own statements answer.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    choice: Choice,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is planned, as a program reads it.
#[derive(Debug, Serialize)]
struct Planned<'a> {
    run: String,
    provider: &'a str,
    debates: Vec<Row<'a>>,
    missing: Outlook,
    /// What the missing debates are expected to cost. *Units*: US dollars.
    cost: Option<Usd>,
    /// What they cost at most, if every answer is as long as its task allows.
    most_cost: Option<Usd>,
    budget: SpendingLimits,
    /// What earlier attempts of this run took, and cost.
    spent: Volumes,
    spent_cost: Option<Usd>,
    /// When the prices were charged, where a list was needed.
    prices: Option<String>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    expected: &'a Expected,
    /// The share of what is read that a prompt cache may serve.
    repeated: f64,
    /// What a debate is expected to cost. *Units*: US dollars.
    cost: Option<Usd>,
}

/// Plans; says on standard output what there is to do.
///
/// # Errors
/// [`Failure`] where the experiment or its store cannot be read.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.target)?;
    let only = arguments.choice.conditions(&project.plan.manifest)?;
    let tariff = project.tariff()?;
    let store = project.stored_if_any()?;
    let rows = pipeline::expect(&project.plan, &only, store.as_ref())?;
    let spent = match &store {
        Some(store) => pipeline::spent(&store.run(&project.plan.run))?,
        None => Volumes::default(),
    };
    let told = if arguments.json {
        json(&project, &tariff, &rows, spent)?
    } else {
        text(&project, &tariff, &rows, &spent)
    };
    write!(io::stdout(), "{told}")?;
    Ok(Exit::Done)
}

fn json(
    project: &Project,
    tariff: &Tariff,
    rows: &[Expected],
    spent: Volumes,
) -> Result<String, Failure> {
    let missing = Outlook::of(rows);
    let row = |expected| Row {
        expected,
        repeated: expected.each.prefix.share().value(),
        cost: cost(tariff, expected),
    };
    let longest = missing.longest.as_ref();
    let planned = Planned {
        run: project.plan.run.to_string(),
        provider: project.plan.manifest.provider.kind(),
        debates: rows.iter().map(row).collect(),
        cost: pipeline::cost(tariff, &missing.volumes).filter(|_| missing.unknown == 0),
        most_cost: longest.and_then(|longest| pipeline::cost(tariff, longest)),
        missing,
        budget: project.plan.manifest.budget,
        spent_cost: pipeline::cost(tariff, &spent),
        spent,
        prices: tariff.list.as_ref().map(|list| list.date.to_string()),
    };
    let json = serde_json::to_string_pretty(&planned).map_err(io::Error::other)?;
    Ok(json + "\n")
}

/// What a debate is expected to cost, where that can be told.
fn cost(tariff: &Tariff, row: &Expected) -> Option<Usd> {
    match row.basis {
        Basis::Unknown { .. } => None,
        Basis::Record { .. } | Basis::Rehearsal => pipeline::cost(tariff, &row.each.volumes),
    }
}

fn text(project: &Project, tariff: &Tariff, rows: &[Expected], spent: &Volumes) -> String {
    let plan = &project.plan;
    let (done, missing) =
        rows.iter().fold((0, 0), |(done, missing), row| (done + row.done, missing + row.missing));
    let mut lines = vec![
        plan.manifest.title.clone(),
        format!(
            "{}, {done} done and {missing} missing; provider {}, run {}",
            plural(done + missing, "debate"),
            plan.manifest.provider.kind(),
            plan.run
        ),
        String::new(),
    ];
    let mut groups: Vec<(String, Vec<&Expected>)> = Vec::new();
    for row in rows {
        let personas: Vec<&str> = row.personas.iter().map(PersonaId::as_str).collect();
        let head = format!("{}: {}", row.topic, personas.join(", "));
        match groups.last_mut() {
            Some((last, rows)) if *last == head => rows.push(row),
            _ => groups.push((head, vec![row])),
        }
    }
    let mut table = vec![HEADS.map(str::to_owned)];
    table.extend(rows.iter().map(|row| cells(tariff, row)));
    let mut table = aligned(&table).into_iter();
    lines.push(format!("  {}", table.next().expect("the heads are there")));
    for (head, rows) in groups {
        lines.push(head);
        lines.extend(table.by_ref().take(rows.len()).map(|line| format!("  {line}")));
    }
    lines.push(String::new());
    lines.extend(notes(rows));
    lines.push(cost_estimate::sentence(&Outlook::of(rows), plan, tariff));
    lines.extend(budget(plan.manifest.budget, tariff, spent));
    lines.join("\n") + "\n"
}

const HEADS: [&str; 10] =
    ["", "done", "missing", "calls", "at most", "read", "written", "repeated", "cost", "known by"];

/// A row of the table; numbers of calls, tokens and dollars are for one debate.
fn cells(tariff: &Tariff, row: &Expected) -> [String; 10] {
    let Toll { calls, volumes, prefix, .. } = &row.each;
    let Volume { input, stored: _, cached, output } = volumes.total();
    let known = |text: String| match row.basis {
        Basis::Unknown { .. } => "?".to_owned(),
        Basis::Record { .. } | Basis::Rehearsal => text,
    };
    let cost = match cost(tariff, row) {
        Some(Usd::ZERO) => "–".to_owned(),
        Some(cost) => cost.to_string(),
        None => "?".to_owned(),
    };
    [
        row.label.clone(),
        number::integer(row.done as u64),
        number::integer(row.missing as u64),
        known(number::integer(*calls)),
        number::integer(u64::from(row.most_calls)),
        known(number::integer(input.0 + cached.0)),
        known(number::integer(output.0)),
        known(format!("{:.0} %", 100.0 * prefix.share().value())),
        cost,
        basis(&row.basis),
    ]
}

fn basis(basis: &Basis) -> String {
    match basis {
        Basis::Record { debates } => format!("{} on record", plural(*debates, "debate")),
        Basis::Rehearsal => "rehearsal".to_owned(),
        Basis::Unknown { why } => format!("nothing: {why}"),
    }
}

/// The lines of a table: the first and the last column begin where they begin, numbers end where they end.
fn aligned<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells =
            row.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column {
                0 => format!("{cell:width$}"),
                _ if column + 1 == N => cell.clone(),
                _ => format!("{cell:>width$}"),
            });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

const REPEATED: [&str; 3] = [
    "Repeated is the share of what is read that the debate has sent before as the beginning of a prompt.",
    "So much a provider's prompt cache may serve; costs are told without it.",
    "",
];

/// What the columns mean.
fn notes(rows: &[Expected]) -> Vec<String> {
    let heading =
        "Calls, tokens and costs are those of one debate; a rehearsal has no repairs. At most:";
    let mut notes = vec![heading.to_owned()];
    let mut formulas: Vec<(&str, &str, u32)> = Vec::new();
    for row in rows {
        let formula = (row.label.as_str(), row.formula.as_str(), row.most_calls);
        if !formulas.contains(&formula) {
            formulas.push(formula);
        }
    }
    notes.extend(
        formulas.iter().map(|(label, formula, most)| format!("  {label}: {formula} = {most}")),
    );
    notes.extend(REPEATED.map(str::to_owned));
    notes
}

/// What may be spent, and what earlier attempts have.
fn budget(allowance: SpendingLimits, tariff: &Tariff, spent: &Volumes) -> Vec<String> {
    let limits = [
        ("run_usd", allowance.run.usd.map(|usd| usd.to_string())),
        ("cell_usd", allowance.cell.usd.map(|usd| usd.to_string())),
        ("run_tokens", allowance.run.tokens.map(|Tokens(tokens)| number::integer(tokens))),
        ("cell_tokens", allowance.cell.tokens.map(|Tokens(tokens)| number::integer(tokens))),
    ];
    let limits: Vec<String> =
        limits.into_iter().filter_map(|(key, limit)| Some(format!("{key} {}", limit?))).collect();
    let mut lines = Vec::new();
    if !limits.is_empty() {
        lines.push(format!("budget: {}", limits.join(", ")));
    }
    if !spent.is_empty() {
        let tokens = number::integer(spent.total().tokens().0);
        let cost = match pipeline::cost(tariff, spent) {
            Some(Usd::ZERO) => String::new(),
            Some(cost) => format!(", {cost}"),
            None => ", at a cost that is not known".to_owned(),
        };
        lines.push(format!("used by this run so far: {tokens} tokens{cost}"));
    }
    lines
}
