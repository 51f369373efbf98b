//! The page of the benchmark: what it shows first, then curves over noise, then every figure.

use std::collections::BTreeMap;

use askama::Template;
use faultline::chart::{Chart, ChartError, Line, Point, Stroke};
use serde::Serialize;

use super::cruxes::{Baseline, Gain, Measure, is_control};
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

/// What the benchmark found.
#[derive(Debug, Clone, Copy)]
pub struct Results<'a> {
    /// Every measure of every mode and baseline at every level.
    pub figures: &'a [Figure],
    /// What modes find beyond their controls, at every level; empty if no controls were run.
    pub gains: &'a [Gain],
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

/// What a protocol adds to its controls.
struct Worth {
    mode: String,
    /// The number of levels.
    levels: usize,
    /// At how many of them its F1 is higher than that of each of its controls.
    better: usize,
    /// At how many it is lower than that of one of them.
    worse: usize,
    /// The smallest and the greatest difference to a control.
    range: [String; 2],
    /// At how many of them its F1 is higher than that of a single call.
    above_single: usize,
    /// At how many it is lower.
    below_single: usize,
}

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
    worth: Vec<Worth>,
    gains: Table,
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
    results: &Results<'_>,
    debates: usize,
    seed: u64,
    command: &str,
) -> Result<Vec<File>, ChartError> {
    let Results { figures, gains } = *results;
    let table = |measure: Measure| table(figures, measure);
    let others = Measure::ALL.into_iter().filter(|measure| *measure != Measure::F1);
    let view = View {
        lede: lede(figures),
        worth: worth(gains),
        gains: gains_table(gains),
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

/// What each protocol adds to its controls.
fn worth(gains: &[Gain]) -> Vec<Worth> {
    let mut modes: Vec<&str> = gains.iter().map(|gain| gain.mode.as_str()).collect();
    modes.dedup();
    modes.sort_unstable();
    modes.dedup();
    let of = |mode: &str| {
        let own = |gain: &&Gain| gain.mode == mode && is_control(&gain.beyond);
        let own: Vec<&Gain> = gains.iter().filter(own).collect();
        let mut levels: BTreeMap<&str, Vec<&Gain>> = BTreeMap::new();
        for gain in &own {
            levels.entry(gain.level).or_default().push(gain);
        }
        let values = || own.iter().map(|gain| gain.value);
        let single = || gains.iter().filter(|gain| gain.mode == mode && !is_control(&gain.beyond));
        Worth {
            mode: mode.to_owned(),
            levels: levels.len(),
            better: levels.values().filter(|level| level.iter().all(|gain| gain.is_gain())).count(),
            worse: levels.values().filter(|level| level.iter().any(|gain| gain.is_loss())).count(),
            range: [
                signed(values().fold(f64::INFINITY, f64::min)),
                signed(values().fold(f64::NEG_INFINITY, f64::max)),
            ],
            above_single: single().filter(|gain| gain.is_gain()).count(),
            below_single: single().filter(|gain| gain.is_loss()).count(),
        }
    };
    modes.into_iter().map(of).collect()
}

/// A difference with its sign and three decimals.
fn signed(difference: f64) -> String {
    match format!("{difference:+.3}").as_str() {
        "+0.000" | "-0.000" => "0.000".to_owned(),
        text => text.replace('-', "−"),
    }
}

/// The differences of every mode at every level.
fn gains_table(gains: &[Gain]) -> Table {
    let mut columns: Vec<String> = Vec::new();
    let column = |gain: &Gain| format!("{} − {}", gain.mode, gain.beyond);
    for gain in gains.iter().map(column) {
        if !columns.contains(&gain) {
            columns.push(gain);
        }
    }
    let row = |level: &Level| {
        let at = |wanted: &String| {
            let found = gains.iter().find(|g| g.level == level.name && column(g) == *wanted);
            found.map_or_else(
                || "–".to_owned(),
                |Gain { value, low, high, .. }| {
                    format!("{} [{}, {}]", signed(*value), signed(*low), signed(*high))
                },
            )
        };
        let was_run = gains.iter().any(|gain| gain.level == level.name);
        was_run.then(|| (level.name, level.meaning(), columns.iter().map(at).collect()))
    };
    Table {
        measure: "gain",
        meaning: "By how much F1 of a mode is higher than that of a control, or of a single call, in the same debates.",
        rows: Level::ALL.iter().filter_map(row).collect(),
        columns,
    }
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

/// A chart of F1 for each family of levels that has at least two levels in the run.
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
    let names = names(figures).into_iter().filter(|by| !is_control(by));
    names.enumerate().map(|(number, by)| line((number, &by))).collect()
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
        page_with(&[])
    }

    fn page_with(gains: &[Gain]) -> Vec<File> {
        let results = Results { figures: &figures(), gains };
        files(&results, 40, 1, "report bench cruxes --debates 40").unwrap()
    }

    fn gain(level: &'static str, beyond: &str, value: f64) -> Gain {
        let (mode, beyond) = ("graph".to_owned(), beyond.to_owned());
        Gain { level, mode, beyond, value, low: value - 0.02, high: value + 0.02 }
    }

    #[test]
    fn the_page_says_what_a_protocol_adds_to_its_controls_and_that_it_may_be_nothing() {
        let none = [
            gain("none", "graph (isolated)", 0.01),
            gain("none", "graph (shuffled)", 0.05),
            gain("none", "single", 0.3),
        ];
        for (gains, sentence) in [
            (&none[..], "adds nothing that these debates can show"),
            (
                &[gain("none", "graph (isolated)", 0.05), gain("loud", "graph (isolated)", 0.0)],
                "At 1 of 2 levels F1 is higher",
            ),
            (&[gain("none", "graph (isolated)", -0.05)], "costs more than it adds"),
        ] {
            for (file, text) in page_with(gains) {
                let has = file == "style.css" || text.contains(sentence);
                assert!(has, "{file} does not contain {sentence:?}: {text}");
            }
        }
        assert!(!page()[0].1.contains("What the protocols add"), "no controls were run");
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
