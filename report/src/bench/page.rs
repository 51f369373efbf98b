//! The page of the benchmark: what it shows first, then curves over noise, then every figure.

use std::collections::BTreeMap;

use askama::Template;
use faultline::chart::{Chart, ChartError, Line, Point, Stroke};
use serde::Serialize;

use super::cruxes::{Baseline, Measure};
use super::planted::Level;
use crate::site;

/// A measure of a mode or baseline at a level.
#[derive(Debug, Clone, Serialize)]
pub struct Figure {
    /// The name of the level.
    pub level: &'static str,
    /// The mode, or the baseline.
    pub by: String,
    /// The name of the measure.
    pub measure: &'static str,
    /// Its value.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of debates.
    pub debates: usize,
}

/// A file of the page: its name and its content.
pub type File = (&'static str, String);

/// The noise of a family of levels, as the names of the levels start.
struct Family {
    kind: &'static str,
    title: &'static str,
    axis: &'static str,
}

const FAMILIES: [Family; 6] = [
    Family { kind: "hidden", title: "Tags are left out", axis: "share of all tags left out" },
    Family {
        kind: "missing",
        title: "Statements have no tag",
        axis: "share of the statements without a tag",
    },
    Family { kind: "wrong", title: "Tags are wrong", axis: "share of the tags that are wrong" },
    Family {
        kind: "reworded",
        title: "Reasons are in other words",
        axis: "strength of the rewording",
    },
    Family {
        kind: "recall",
        title: "Statements are forgotten",
        axis: "share of the statements remembered",
    },
    Family { kind: "mixed", title: "All of this at once", axis: "share of the noise" },
];

struct Curve {
    title: &'static str,
    svg: String,
}

struct Table {
    measure: &'static str,
    meaning: &'static str,
    columns: Vec<String>,
    rows: Vec<(&'static str, &'static str, Vec<String>)>,
}

/// What the page shows.
struct View {
    lede: Vec<String>,
    curves: Vec<Curve>,
    f1: Table,
    others: Vec<Table>,
    debates: usize,
    seed: u64,
    command: String,
}

#[derive(Template)]
#[template(path = "bench/cruxes.html")]
struct Html<'a> {
    view: &'a View,
}

#[derive(Template)]
#[template(path = "bench/cruxes.md")]
struct Markdown<'a> {
    view: &'a View,
}

/// Makes the page, its twin in Markdown and its style sheet.
///
/// # Errors
/// [`ChartError`] where a figure is not a number.
///
/// # Panics
/// If the templates cannot be rendered, which only a formatter that fails could cause.
pub fn files(
    figures: &[Figure],
    debates: usize,
    seed: u64,
    command: &str,
) -> Result<Vec<File>, ChartError> {
    let table = |measure: Measure| table(figures, measure);
    let others = Measure::ALL.into_iter().filter(|measure| *measure != Measure::F1);
    let view = View {
        lede: lede(figures),
        curves: curves(figures)?,
        f1: table(Measure::F1),
        others: others.map(table).filter(|table| !table.rows.is_empty()).collect(),
        debates,
        seed,
        command: command.to_owned(),
    };
    let html = Html { view: &view }.render().expect("writing to a string never fails");
    let markdown = Markdown { view: &view }.render().expect("writing to a string never fails");
    Ok(vec![
        ("index.html", html),
        ("index.md", site::tidy(&markdown)),
        ("style.css", site::assets::style()),
    ])
}

fn is_baseline(by: &str) -> bool {
    Baseline::ALL.iter().any(|baseline| baseline.name() == by)
}

/// The modes, then the baselines, each once.
fn names(figures: &[Figure]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for wanted in [false, true] {
        for figure in figures.iter().filter(|figure| is_baseline(&figure.by) == wanted) {
            if !names.contains(&figure.by) {
                names.push(figure.by.clone());
            }
        }
    }
    names
}

/// One sentence for each mode and baseline about the debates without noise.
fn lede(figures: &[Figure]) -> Vec<String> {
    let of = |by: &str| {
        let found = figures.iter().find(|figure| {
            figure.by == by && figure.level == "none" && figure.measure == Measure::F1.name()
        })?;
        let Figure { value, low, high, .. } = found;
        Some(format!("{by}: F1 {value:.2} (95 % interval {low:.2} to {high:.2})"))
    };
    names(figures).iter().filter_map(|by| of(by)).collect()
}

/// A chart of F1 for each family of levels of which at least two were run.
fn curves(figures: &[Figure]) -> Result<Vec<Curve>, ChartError> {
    let mut curves = Vec::new();
    for Family { kind, title, axis } in &FAMILIES {
        // Forgetting grows from right to left in the names of the levels, and from left to right in the chart.
        let place = |amount: f64| if *kind == "recall" { 1.0 - amount } else { amount };
        let mut levels: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for figure in figures {
            let amount = match Level::from_name(figure.level).map(|level| level.noise()) {
                Some(Some((own, amount))) if own == *kind => amount,
                Some(None) if figure.level == "none" => f64::from(u8::from(*kind == "recall")),
                Some(_) | None => continue,
            };
            levels.insert(figure.level, (place(amount), amount));
        }
        let mut ticks: Vec<(f64, String)> =
            levels.values().map(|(place, amount)| (*place, amount.to_string())).collect();
        ticks.sort_by(|one, other| one.0.total_cmp(&other.0));
        if ticks.len() < 2 {
            continue;
        }
        let chart = Chart {
            title: format!("F1 of the cruxes found where {}", lower(title)),
            ticks,
            axis: (*axis).to_owned(),
            range: [0.0, 1.0],
            lines: lines(figures, &levels),
            size: [400, 230],
        };
        curves.push(Curve { title, svg: chart.svg()? });
    }
    Ok(curves)
}

fn lines(figures: &[Figure], levels: &BTreeMap<&str, (f64, f64)>) -> Vec<Line> {
    let line = |(number, by): (usize, &String)| {
        let own = figures.iter().filter(|f| f.by == *by && f.measure == Measure::F1.name());
        let point = |figure: &Figure| {
            let (x, _) = levels.get(figure.level)?;
            Some(Point { x: *x, value: figure.value, interval: [figure.low, figure.high] })
        };
        let mut points: Vec<Point> = own.filter_map(point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        let stroke = if is_baseline(by) { Stroke::Reference } else { Stroke::Result(number) };
        Line { name: by.clone(), stroke, points }
    };
    names(figures).iter().enumerate().map(|(number, by)| line((number, by))).collect()
}

/// A measure of everything at every level.
fn table(figures: &[Figure], measure: Measure) -> Table {
    let columns = names(figures);
    let mut rows: Vec<(&'static str, &'static str, Vec<String>)> = Vec::new();
    for level in &Level::ALL {
        let at: Vec<&Figure> = figures
            .iter()
            .filter(|f| f.level == level.name && f.measure == measure.name())
            .collect();
        if at.is_empty() {
            continue;
        }
        let cell = |by: &String| {
            at.iter().find(|figure| figure.by == *by).map_or_else(
                || "–".to_owned(),
                |Figure { value, low, high, .. }| format!("{value:.2} [{low:.2}, {high:.2}]"),
            )
        };
        rows.push((level.name, level.meaning(), columns.iter().map(cell).collect()));
    }
    Table { measure: measure.name(), meaning: measure.meaning(), columns, rows }
}

fn lower(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Vec<Figure> {
        let mut figures = Vec::new();
        for (level, value) in
            [("none", 0.9), ("hidden-0.5", 0.6), ("recall-0.8", 0.8), ("loud", 0.9)]
        {
            for (by, share) in [("random", 0.3), ("graph", 1.0), ("single", 0.9)] {
                for measure in [Measure::Precision, Measure::F1] {
                    let value = value * share;
                    let level = Level::from_name(level).unwrap().name;
                    let (by, measure) = (by.to_owned(), measure.name());
                    let (low, high) = (value - 0.05, value + 0.05);
                    figures.push(Figure { level, by, measure, value, low, high, debates: 40 });
                }
            }
        }
        figures
    }

    fn page() -> Vec<File> {
        files(&figures(), 40, 1, "report bench cruxes --debates 40").unwrap()
    }

    #[test]
    fn the_page_has_the_answer_before_the_charts_and_a_chart_for_each_family_that_was_run() {
        let page = page();
        let html = &page[0].1;
        let answer = html.find("graph: F1 0.90 (95 % interval 0.85 to 0.95)").unwrap();
        assert!(answer < html.find("<svg").unwrap());
        assert_eq!(html.matches("<svg").count(), 2, "tags left out, and statements forgotten");
        assert!(html.contains("Tags are left out") && html.contains("Statements are forgotten"));
        assert!(html.contains("report bench cruxes --debates 40"));
    }

    #[test]
    fn the_table_of_every_measure_has_every_level_that_was_run() {
        let table = table(&figures(), Measure::F1);
        assert_eq!(table.columns, ["graph", "single", "random"]);
        let levels: Vec<&str> = table.rows.iter().map(|(level, ..)| *level).collect();
        assert_eq!(levels, ["none", "hidden-0.5", "loud", "recall-0.8"]);
        assert_eq!(table.rows[0].2[2], "0.27 [0.22, 0.32]");
        let markdown = &page()[1].1;
        assert!(markdown.contains("| hidden-0.5 | 0.60 [0.55, 0.65] |"), "{markdown}");
    }

    #[test]
    fn in_the_chart_of_forgetting_nothing_is_forgotten_at_the_left() {
        let curves = curves(&figures()).unwrap();
        let forgetting = curves.iter().find(|curve| curve.title.contains("forgotten")).unwrap();
        let texts: Vec<&str> =
            forgetting.svg.lines().filter(|line| !line.starts_with('<')).collect();
        let at = |text: &str| texts.iter().position(|other| *other == text).unwrap();
        // The quarters of the values come first; the ticks follow from left to right.
        assert!(texts.iter().rposition(|text| *text == "1").unwrap() < at("0.8"), "{texts:?}");
    }
}
