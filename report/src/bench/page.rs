//! The page of the benchmark: what it shows first, then curves over noise, then every figure.

mod figure;
mod noise;
mod protocol_gain;
mod table;

use askama::Template;
use faultline::benchmark::{Baseline, Measure};
use faultline::chart::ChartError;
use faultline::mode::ModeName;

use super::protocol_gain::{ProtocolGain, is_control};
use crate::site;
pub use figure::Figure;
use figure::names;
use noise::Panel;
use protocol_gain::GainSummary;
use table::Table;

/// The results of the benchmark.
#[derive(Debug, Clone, Copy)]
pub struct Results<'a> {
    /// Every measure of every mode and baseline at every level.
    pub figures: &'a [Figure],
    /// What modes find beyond their controls, at every level; empty if no controls were run.
    pub gains: &'a [ProtocolGain],
}

/// A file of the page: its name and its content.
pub type File = (&'static str, String);

/// What the page shows.
struct View {
    lede: Vec<String>,
    /// The names of the ways to name cruxes without a debate.
    baselines: String,
    gain_summaries: Vec<GainSummary>,
    gains: Table,
    panels: Vec<Panel>,
    f1: Table,
    others: Vec<Table>,
    debates: usize,
    seed: u64,
    /// The modes that were measured, each with the version of its protocol.
    versions: String,
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
    let table = |measure: Measure| table::table(figures, measure);
    let others = Measure::ALL.into_iter().filter(|measure| *measure != Measure::F1);
    let view = View {
        lede: lede(figures),
        baselines: Baseline::ALL.map(Baseline::name).join(", "),
        gain_summaries: protocol_gain::summaries(gains),
        gains: protocol_gain::table(gains),
        panels: noise::panels(figures)?,
        f1: table(Measure::F1),
        others: others.map(table).filter(|table| !table.rows.is_empty()).collect(),
        debates,
        seed,
        versions: versions(figures),
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

/// The version of every mode that was measured: an older page shows what older protocols found.
fn versions(figures: &[Figure]) -> String {
    let names = names(figures);
    let modes = names.iter().filter_map(|by| ModeName::from_name(by));
    let of = |mode: ModeName| format!("{} {}", mode.name(), mode.about().version);
    modes.map(of).collect::<Vec<_>>().join(", ")
}

/// One phrase for each mode and baseline about the debates without noise. The controls have a
/// section of their own.
fn lede(figures: &[Figure]) -> Vec<String> {
    let of = |by: &str| {
        let found = figures.iter().find(|figure| {
            figure.by == by && figure.level == "none" && figure.measure == Measure::F1.name()
        })?;
        let Figure { value, low, high, .. } = found;
        Some(format!("{by}: F1 {value:.2} (95% interval {low:.2} to {high:.2})"))
    };
    names(figures).iter().filter(|by| !is_control(by)).filter_map(|by| of(by)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline::planted::Level;

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

    fn page_with(gains: &[ProtocolGain]) -> Vec<File> {
        let results = Results { figures: &figures(), gains };
        files(&results, 40, 1, "report bench cruxes --debates 40").unwrap()
    }

    fn gain(level: &'static str, beyond: &str, value: f64) -> ProtocolGain {
        let (mode, beyond) = ("graph".to_owned(), beyond.to_owned());
        ProtocolGain { level, mode, beyond, value, low: value - 0.02, high: value + 0.02 }
    }

    #[test]
    fn the_page_says_at_how_many_levels_a_protocol_finds_more_or_less_than_its_controls() {
        let none = [
            gain("none", "graph (isolated)", 0.01),
            gain("none", "graph (shuffled)", 0.05),
            gain("none", "single", 0.3),
        ];
        for (gains, counts) in [
            (&none[..], [1, 0, 0]),
            (
                &[gain("none", "graph (isolated)", 0.05), gain("loud", "graph (isolated)", 0.0)],
                [2, 1, 0],
            ),
            (&[gain("none", "graph (isolated)", -0.05)], [1, 0, 1]),
        ] {
            let page = page_with(gains);
            let [levels, better, worse] = counts;
            let row = format!("| graph | {levels} | {better} | {worse} |");
            assert!(page[1].1.contains(&row), "no {row:?}: {}", page[1].1);
            let row = counts.map(|count| format!("<td class=\"num\">{count}</td>")).concat();
            assert!(page[0].1.contains(&row), "no {row:?}: {}", page[0].1);
        }
        assert!(!page()[0].1.contains("What the protocols add"), "no controls were run");
    }

    #[test]
    fn the_page_has_the_answer_before_the_charts_and_a_chart_for_each_family_that_was_run() {
        let page = page();
        let html = &page[0].1;
        let answer = html.find("graph: F1 0.90 (95% interval 0.85 to 0.95)").unwrap();
        assert!(answer < html.find("<svg").unwrap());
        assert_eq!(html.matches("<svg").count(), 2, "tags left out, and statements forgotten");
        assert!(html.contains("Tags are left out") && html.contains("Statements are forgotten"));
        assert!(html.contains("report bench cruxes --debates 40"));
        let version = |mode: ModeName| mode.about().version;
        let [graph, single] = [ModeName::Graph, ModeName::Single].map(version);
        assert!(html.contains(&format!("graph {graph}, single {single}.")));
    }

    #[test]
    fn the_table_of_every_measure_has_every_level_that_was_run() {
        let table = table::table(&figures(), Measure::F1);
        assert_eq!(table.columns, ["graph", "single", "random"]);
        let levels: Vec<&str> = table.rows.iter().map(|(level, ..)| *level).collect();
        assert_eq!(levels, ["none", "hidden-0.5", "loud", "recall-0.8"]);
        let cell = &table.rows[0].2[2];
        assert_eq!((&*cell.value, &*cell.interval), ("0.27", "[0.22, 0.32]"));
        let markdown = &page()[1].1;
        assert!(markdown.contains("| hidden-0.5 | 0.60 [0.55, 0.65] |"), "{markdown}");
    }

    #[test]
    fn nothing_is_forgotten_at_the_left_of_the_panel_of_forgetting() {
        let panels = noise::panels(&figures()).unwrap();
        let forgetting = panels.iter().find(|panel| panel.title.contains("forgotten")).unwrap();
        let described = forgetting.svg.split("<desc>").nth(1).unwrap();
        assert!(described.contains("graph: 0=0.90 [0.85, 0.95] 0.2=0.80"), "{described}");
    }

    #[test]
    fn the_panels_of_all_shares_have_the_same_axes() {
        let panels = noise::panels(&figures()).unwrap();
        let grids: Vec<Vec<&str>> = panels
            .iter()
            .map(|panel| {
                panel.svg.lines().filter(|line| line.contains("\"var(--line")).take(5).collect()
            })
            .collect();
        assert_eq!(grids[0], grids[1], "tags left out, and statements forgotten");
        assert_eq!(grids[0].len(), 5);
    }

    #[test]
    fn controls_are_neither_in_the_lede_nor_in_the_charts() {
        let mut figures = figures();
        for figure in &mut figures {
            if figure.by == "single" {
                figure.by = "graph (isolated)".to_owned();
            }
        }
        let results = Results { figures: &figures, gains: &[] };
        let html = &files(&results, 40, 1, "report").unwrap()[0].1;
        let (before, tables) = html.split_once("<table").unwrap();
        assert!(!before.contains("isolated") && tables.contains("graph (isolated)"));
    }
}
