//! `report plan`: the debates of an experiment, and what the missing ones will take and cost.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::pipeline::{self, Basis, Consumption, Expected, ExpectedMatching, TotalEstimate};
use faultline::view::number;
use faultline::vocabulary::{PersonaId, SpendingLimits, Tariff, Tokens, Usd, Volume, Volumes};
use serde::Serialize;

use super::columns::{Alignment, align};
use super::cost_estimate;
use super::diagnose::plural;
use super::project::{ExperimentArguments, Project};
use super::run_debates::DebateFilter;
use super::{CommandError, Exit};

/// Show the debates of an experiment, and estimate what the missing ones cost
///
/// Calls no provider and writes nothing. The estimate is based on recorded debates; where there are
/// none, on a rehearsal that takes its answers from the personas' own statements.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    #[command(flatten)]
    filter: DebateFilter,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The plan as JSON.
#[derive(Debug, Serialize)]
struct PlanJson<'a> {
    run: String,
    provider: &'a str,
    debates: Vec<DebateJson<'a>>,
    matchings: Vec<MatchingJson<'a>>,
    missing: TotalEstimate,
    /// What the missing debates are expected to cost. *Units*: US dollars.
    cost: Option<Usd>,
    /// What they cost at most, if every answer is as long as its limit allows.
    most_cost: Option<Usd>,
    /// What retrying the failed debates is expected to cost.
    retry_cost: Option<Usd>,
    budget: SpendingLimits,
    /// What earlier attempts of this run took, and cost.
    spent: Volumes,
    spent_cost: Option<Usd>,
    /// The date of the price list, if one was needed.
    prices: Option<String>,
}

#[derive(Debug, Serialize)]
struct DebateJson<'a> {
    #[serde(flatten)]
    expected: &'a Expected,
    /// The share of the input that a prompt cache may serve.
    repeated: f64,
    /// What one debate is expected to cost. *Units*: US dollars.
    cost: Option<Usd>,
}

/// The matching of the cruxes of a topic.
#[derive(Debug, Serialize)]
struct MatchingJson<'a> {
    #[serde(flatten)]
    expected: &'a ExpectedMatching,
    /// What it is expected to cost, or has cost. *Units*: US dollars.
    cost: Option<Usd>,
}

/// Prints the plan to standard output.
///
/// # Errors
/// [`CommandError`] where the experiment or its store cannot be read.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.experiment)?;
    let only = arguments.filter.conditions(&project.plan.manifest)?;
    let tariff = project.tariff()?;
    let store = project.open_store_if_any()?;
    let (rows, matchings) = pipeline::estimate(&project.plan, &only, store.as_ref())?;
    let spent = match &store {
        Some(store) => pipeline::tokens_of_run(&store.run(&project.plan.run))?,
        None => Volumes::default(),
    };
    let plan = if arguments.json {
        json(&project, &tariff, &rows, &matchings, spent)?
    } else {
        text(&project, &tariff, &rows, &matchings, &spent)
    };
    write!(io::stdout(), "{plan}")?;
    Ok(Exit::Done)
}

fn json(
    project: &Project,
    tariff: &Tariff,
    rows: &[Expected],
    matchings: &[ExpectedMatching],
    spent: Volumes,
) -> Result<String, CommandError> {
    let missing = TotalEstimate::of(rows, matchings);
    let row = |expected| DebateJson {
        expected,
        repeated: expected.each.prefix.share().value(),
        cost: cost(tariff, &expected.basis, &expected.each),
    };
    let longest = missing.longest.as_ref();
    let plan = PlanJson {
        run: project.plan.run.to_string(),
        provider: project.plan.manifest.provider.kind(),
        debates: rows.iter().map(row).collect(),
        matchings: matchings
            .iter()
            .map(|expected| MatchingJson {
                expected,
                cost: cost(tariff, &expected.basis, &expected.each),
            })
            .collect(),
        cost: pipeline::cost(tariff, &missing.volumes).filter(|_| missing.is_complete()),
        most_cost: longest.and_then(|longest| pipeline::cost(tariff, longest)),
        retry_cost: pipeline::cost(tariff, &missing.retry).filter(|_| missing.unknown_retries == 0),
        missing,
        budget: project.plan.manifest.budget,
        spent_cost: pipeline::cost(tariff, &spent),
        spent,
        prices: tariff.list.as_ref().map(|list| list.date.to_string()),
    };
    let json = serde_json::to_string_pretty(&plan).map_err(io::Error::other)?;
    Ok(json + "\n")
}

/// What one debate or matching is expected to cost, if that is known.
fn cost(tariff: &Tariff, basis: &Basis, each: &Consumption) -> Option<Usd> {
    match basis {
        Basis::Unknown { .. } => None,
        Basis::Record { .. } | Basis::Rehearsal => pipeline::cost(tariff, &each.volumes),
    }
}

fn text(
    project: &Project,
    tariff: &Tariff,
    rows: &[Expected],
    matchings: &[ExpectedMatching],
    spent: &Volumes,
) -> String {
    let plan = &project.plan;
    let sum = |count: fn(&Expected) -> usize| rows.iter().map(count).sum::<usize>();
    let (done, missing, failed) =
        (sum(|row| row.done), sum(|row| row.missing), sum(|row| row.failed));
    let failures = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    let provider = &plan.manifest.provider;
    let at = provider.other_host().map_or_else(String::new, |host| format!(" at {host}"));
    let mut lines = vec![
        plan.manifest.title.clone(),
        format!(
            "{}: {done} done, {missing} missing{failures}",
            plural(done + missing + failed, "debate"),
        ),
        String::new(),
    ];
    let heads = HEADS.map(str::to_owned).to_vec();
    let cells = rows.iter().map(|row| cells(tariff, row));
    let table: Vec<Vec<String>> = [heads].into_iter().chain(cells).collect();
    let mut alignment = [Alignment::Right; 10];
    (alignment[0], alignment[9]) = (Alignment::Left, Alignment::Left);
    let table = align(&table, &alignment);
    lines.push(format!("  {}", table[0]));
    let mut last = None;
    for (row, line) in rows.iter().zip(&table[1..]) {
        let group = group(row);
        if last.replace(group.clone()).as_ref() != Some(&group) {
            lines.push(group);
        }
        lines.push(format!("  {line}"));
    }
    lines.push(String::new());
    lines.extend(notes(rows));
    lines.extend(matchings.iter().map(|matching| matching_line(tariff, matching)));
    lines.push(String::new());
    let estimate = TotalEstimate::of(rows, matchings);
    lines.push(cost_estimate::sentence(&estimate, plan, tariff));
    lines.extend(cost_estimate::retry(&estimate, tariff));
    lines.extend(budget(plan.manifest.budget, tariff, spent));
    lines.push(format!("provider {}{at}, run {}", provider.kind(), plan.run));
    lines.join("\n") + "\n"
}

/// What matching the cruxes of a topic takes.
fn matching_line(tariff: &Tariff, matching: &ExpectedMatching) -> String {
    let ExpectedMatching { topic, debates, is_made, each, basis } = matching;
    let debates = plural(*debates, "debate");
    let state = if *is_made { "done" } else { "missing" };
    let start = format!("matching the cruxes of {debates} on {topic}: {state}");
    if let Basis::Unknown { why } = basis {
        return format!("{start}; cost unknown: {why}");
    }
    let calls = plural(each.calls as usize, "call");
    if each.calls == 0 {
        return format!("{start}; no call, because no two cruxes need to be compared by meaning");
    }
    let Volume { input, stored: _, cached, output } = each.volumes.total();
    let (input, output) = (number::integer(input.0 + cached.0), number::integer(output.0));
    let cost = match cost(tariff, basis, each) {
        Some(Usd::ZERO) => String::new(),
        Some(cost) => format!(", {cost}"),
        None => ", cost unknown".to_owned(),
    };
    format!("{start}; {calls}, {input} input tokens, {output} output tokens{cost}")
}

const HEADS: [&str; 10] =
    ["", "done", "missing", "calls", "at most", "input", "output", "cacheable", "cost", "based on"];

/// A row of the table; calls, tokens and cost are those of one debate.
fn cells(tariff: &Tariff, row: &Expected) -> Vec<String> {
    let Consumption { calls, volumes, prefix, .. } = &row.each;
    let Volume { input, stored: _, cached, output } = volumes.total();
    let known = |text: String| match row.basis {
        Basis::Unknown { .. } => "?".to_owned(),
        Basis::Record { .. } | Basis::Rehearsal => text,
    };
    let cost = match cost(tariff, &row.basis, &row.each) {
        Some(Usd::ZERO) => "–".to_owned(),
        Some(cost) => cost.to_string(),
        None => "?".to_owned(),
    };
    let cost = match row.each.searches {
        0 => cost,
        count => format!("{cost} + {}", number::count(count as usize, "search", "searches")),
    };
    vec![
        row.label.clone(),
        number::integer(row.done as u64),
        number::integer(row.missing as u64),
        known(number::integer(*calls)),
        number::integer(u64::from(row.most_calls)),
        known(number::integer(input.0 + cached.0)),
        known(number::integer(output.0)),
        known(format!("{:.0}%", 100.0 * prefix.share().value())),
        cost,
        basis(&row.basis),
    ]
}

fn basis(basis: &Basis) -> String {
    match basis {
        Basis::Record { debates } => plural(*debates, "recorded debate"),
        Basis::Rehearsal => "rehearsal".to_owned(),
        Basis::Unknown { why } => format!("nothing: {why}"),
    }
}

/// What the columns mean.
fn notes(rows: &[Expected]) -> Vec<String> {
    let mut notes = vec![
        "Calls, tokens and cost are for one debate.".to_owned(),
        "A rehearsal is the same debate answered by the provider `corpus`: no call is repeated."
            .to_owned(),
        "Maximum number of calls:".to_owned(),
    ];
    notes.extend(formulas(rows));
    notes.extend([
        "Cacheable: input tokens that repeat the start of an earlier prompt of the debate.".to_owned(),
        "A provider's prompt cache may serve them at a lower price; the cost does not take that into account.".to_owned(),
        String::new(),
    ]);
    notes
}

/// The formula of each mode. If it is not the same for all groups, each formula is followed by its
/// groups.
fn formulas(rows: &[Expected]) -> Vec<String> {
    let mut modes: BTreeMap<&str, BTreeMap<(u32, &str), Vec<String>>> = BTreeMap::new();
    for row in rows {
        let formulas = modes.entry(&row.label).or_default();
        formulas.entry((row.most_calls, &row.formula)).or_default().push(group(row));
    }
    let mut lines = Vec::new();
    for (label, formulas) in modes {
        let is_same = formulas.len() == 1;
        for ((most, formula), groups) in formulas {
            lines.push(format!("  {label}: {formula} = {most}"));
            lines.extend((!is_same).then(|| format!("    for {}", groups.join("; "))));
        }
    }
    lines
}

/// The topic and the personas of a row.
fn group(row: &Expected) -> String {
    let personas: Vec<&str> = row.personas.iter().map(PersonaId::as_str).collect();
    format!("{}: {}", row.topic, personas.join(", "))
}

/// The budget, and what earlier attempts used of it.
fn budget(allowance: SpendingLimits, tariff: &Tariff, spent: &Volumes) -> Vec<String> {
    let usd = |limit: Option<Usd>| limit.map(|usd| usd.to_string());
    let tokens = |limit: Option<Tokens>| limit.map(|Tokens(tokens)| number::integer(tokens));
    let limits = [
        ("run_usd", usd(allowance.run.usd)),
        ("cell_usd", usd(allowance.cell.usd)),
        ("run_tokens", tokens(allowance.run.tokens)),
        ("cell_tokens", tokens(allowance.cell.tokens)),
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
            None => ", cost unknown".to_owned(),
        };
        lines.push(format!("used by this run so far: {tokens} tokens{cost}"));
    }
    lines
}
