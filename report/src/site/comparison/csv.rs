//! A comparison of modes as CSV, one value a line.

use faultline::analysis::{CruxRow, Mean, ModeComparison, Role};
use faultline::vocabulary::{AxisId, PersonaId};

use crate::csv_table::CsvTable;

/// The columns. `value` is a mean of a figure, the share of debates that name a crux, or a mean
/// difference of two modes; `low` and `high` are the ends of its interval. `count` is the number of
/// debates that name a crux, `n` that of all debates, or of all values of a figure, and `blocks`
/// that of the blocks that they are in.
const HEADER: [&str; 17] = [
    "table", "topic", "personas", "axis", "mode", "other_mode", "role", "item", "value", "low",
    "high", "count", "n", "blocks", "p", "adjusted_p", "verdict",
];

/// A line, before it is written.
#[derive(Debug, Default)]
struct CsvRow<'a> {
    table: &'a str,
    topic: String,
    personas: String,
    axis: &'a str,
    mode: &'a str,
    other_mode: &'a str,
    role: &'a str,
    item: &'a str,
    value: String,
    low: String,
    high: String,
    count: String,
    n: String,
    blocks: String,
    p: String,
    adjusted_p: String,
    verdict: &'a str,
}

/// Writes a comparison as CSV.
pub(crate) fn csv(comparison: &ModeComparison) -> String {
    let mut csv = CsvTable::new(&HEADER);
    for line in lines(comparison) {
        let CsvRow { table, axis, mode, other_mode, role, item, verdict, .. } = line;
        csv.push([
            table, &line.topic, &line.personas, axis, mode, other_mode, role, item, &line.value,
            &line.low, &line.high, &line.count, &line.n, &line.blocks, &line.p, &line.adjusted_p,
            verdict,
        ]);
    }
    csv.finish()
}

/// The word for what a mode is.
pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Protocol => "protocol",
        Role::Baseline => "baseline",
        Role::Control => "control",
    }
}

fn lines(comparison: &ModeComparison) -> Vec<CsvRow<'_>> {
    let mut lines = Vec::new();
    for row in &comparison.cruxes {
        lines.extend(naming_lines(comparison, row));
    }
    for mode in &comparison.modes {
        for (figure, mean) in &mode.figures {
            let Some(Mean { value, interval, values, blocks, .. }) = mean else { continue };
            let end = |of: fn(&(f64, f64)) -> f64| {
                interval.map_or(String::new(), |(low, high, _)| decimal(of(&(low, high))))
            };
            lines.push(CsvRow {
                table: "figure",
                mode: &mode.mode,
                role: role(mode.role),
                item: figure.key(),
                value: decimal(*value),
                low: end(|(low, _)| *low),
                high: end(|(_, high)| *high),
                n: values.to_string(),
                blocks: blocks.to_string(),
                ..CsvRow::default()
            });
        }
    }
    for tests in &comparison.tests {
        for pair in &tests.tests {
            let probability = |p: Option<f64>| p.map_or(String::new(), decimal);
            lines.push(CsvRow {
                table: "test",
                mode: &pair.first,
                other_mode: &pair.second,
                item: tests.figure.key(),
                value: decimal(pair.difference),
                blocks: pair.blocks.to_string(),
                verdict: pair.verdict.words(),
                p: probability(pair.p),
                adjusted_p: probability(pair.adjusted),
                ..CsvRow::default()
            });
        }
    }
    lines
}

fn naming_lines<'a>(comparison: &'a ModeComparison, row: &'a CruxRow) -> Vec<CsvRow<'a>> {
    let personas: Vec<&str> = row.personas.iter().map(PersonaId::as_str).collect();
    let namings = row.namings.iter().zip(&comparison.modes);
    namings
        .filter(|(naming, _)| naming.debates > 0)
        .map(|(naming, mode)| CsvRow {
            low: naming.interval.map_or_else(String::new, |(low, _)| decimal(low)),
            high: naming.interval.map_or_else(String::new, |(_, high)| decimal(high)),
            table: "crux",
            topic: row.topic.to_string(),
            personas: personas.join("+"),
            axis: row.axis.as_ref().map_or("", AxisId::as_str),
            mode: &naming.mode,
            role: role(mode.role),
            item: &row.question,
            value: decimal(naming.named as f64 / naming.debates as f64),
            count: naming.named.to_string(),
            n: naming.debates.to_string(),
            blocks: "1".to_owned(),
            ..CsvRow::default()
        })
        .collect()
}

/// A number with up to six decimals.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_trailing_zeros() {
        assert_eq!([2.0, 0.25, 1.0 / 3.0, 0.0].map(decimal), ["2", "0.25", "0.333333", "0"]);
    }
}
