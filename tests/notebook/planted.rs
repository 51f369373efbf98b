//! The benchmark of planted debates in a notebook.

use faultline::notebook;

#[test]
fn planted_debates_without_noise_are_scored_beside_their_known_cruxes() {
    let bench = notebook::benchmark(&["single", "graph"], &["none", "reworded-3"], 3, 3).unwrap();
    let planted = bench.planted();
    assert_eq!(planted.rows().len(), 3);
    let scores = bench.table();
    let row = |level: &str, by: &str| {
        let row = scores.rows().iter().find(|row| row[0] == level && row[1] == by);
        row.unwrap_or_else(|| panic!("{level} {by} in\n{scores}")).clone()
    };
    let f1 = scores.titles().iter().position(|title| *title == "F1").unwrap();
    assert_eq!(row("none", "graph")[f1], "1.00 [1.00, 1.00]");
    assert_ne!(
        row("reworded-3", "graph")[f1],
        "1.00 [1.00, 1.00]",
        "reasons in other words cost cruxes"
    );
    assert!(row("none", "random")[f1] < row("none", "graph")[f1], "{scores}");
    for debate in planted.rows() {
        let (truth, named) =
            (bench.truth(&debate[0]).unwrap(), bench.named("none", &debate[0]).unwrap());
        let is_crux = |row: &&Vec<String>| row[row.len() - 1] != "0.00";
        let cruxes: Vec<_> = truth.rows().iter().filter(is_crux).collect();
        assert_eq!(cruxes.len().to_string(), debate[5], "{truth}");
        assert!(cruxes.iter().all(|row| row[2] == "load-bearing"), "{truth}");
        for row in named.rows() {
            assert_eq!(row[3] != "0.00", row[5] != "–", "graph names exactly the cruxes:\n{named}");
        }
    }
}

#[test]
fn a_missed_crux_of_a_planted_debate_can_be_looked_up_in_its_debate_and_texts() {
    let bench = notebook::benchmark(&["graph"], &["none", "reworded-3"], 3, 3).unwrap();
    let missed = bench.missed();
    let [first, ..] = missed.rows() else { panic!("reasons in other words cost cruxes") };
    assert!(
        missed.rows().iter().all(|row| row[0] == "reworded-3" && row[5] == "graph"),
        "{missed}"
    );
    let (topic, axis) = (&first[1], &first[2]);
    let debate = bench.debates("reworded-3").unwrap().mode("graph").topic(topic).one().unwrap();
    let is_named =
        |crux: &faultline::record::Crux| crux.axis.as_ref().is_some_and(|a| a.as_str() == axis);
    assert!(!debate.outcome().cruxes.iter().any(is_named), "{}", debate.cruxes());
    let text = |level: &str| bench.text(level, topic, "ada").unwrap();
    let tagged_reason = format!("{{axis={axis} ");
    assert!(text("none").contains(&tagged_reason), "{}", text("none"));
    assert!(!text("reworded-3").contains(&tagged_reason));
}

#[test]
fn a_benchmark_names_what_it_does_not_know() {
    let error = |modes: &[&str], levels: &[&str]| {
        notebook::benchmark(modes, levels, 1, 1).unwrap_err().to_string()
    };
    assert_eq!(
        error(&["grph"], &["none"]),
        "the benchmark has no mode `grph`; did you mean `graph`?"
    );
    assert_eq!(
        error(&["graph"], &["lou"]),
        "the benchmark has no level `lou`; did you mean `loud`?"
    );
    for (modes, levels) in [(&[][..], &["none"][..]), (&["graph"], &[])] {
        assert_eq!(
            error(modes, levels),
            "a benchmark needs at least one mode, one level and one debate"
        );
    }
    let bench = notebook::benchmark(&["graph"], &["none"], 1, 1).unwrap();
    let error = bench.debates("loud").unwrap_err().to_string();
    assert_eq!(error, "the benchmark has no level `loud`; the levels that were run: `none`");
    let error = bench.truth("trams").unwrap_err().to_string();
    assert_eq!(error, "the benchmark has no topic `trams`; topics: `car-free-centre-001`");
    let error = bench.text("none", "car-free-centre-001", "eve").unwrap_err().to_string();
    assert!(error.starts_with("the benchmark has no persona `eve`; "), "{error}");
}

#[cfg(feature = "chart")]
#[test]
fn a_measure_over_the_levels_is_a_chart_with_a_line_for_each_mode_and_baseline() {
    use faultline::benchmark::Measure;

    let bench = notebook::benchmark(&["graph"], &["none", "reworded-3"], 2, 3).unwrap();
    let chart = bench.chart(Measure::F1).unwrap();
    for text in ["reworded-3", "graph", "word overlap", "F1 at each level"] {
        assert!(chart.svg().contains(text), "{text} is not in {}", chart.svg());
    }
    assert_eq!(chart.table().titles()[..2], ["level", "graph"]);
    assert_eq!(chart.table().rows()[1][0], "reworded-3");
    let consensus = bench.chart(Measure::FalseConsensus).unwrap();
    assert!(!consensus.svg().contains("word overlap"), "baselines hold no debate");
}
