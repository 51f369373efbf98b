//! What the pages say over several debates: the answer of an experiment and how often axes recur.

use faultline_report::site::Experiment;

use crate::{files, fixture};

/// The two paragraphs beneath the heading of the front page: what divides the personas, and how the debates ended.
fn answer(experiment: &Experiment) -> String {
    let front = files(experiment).remove("index.md").unwrap();
    let starts = |line: &&str| {
        line.starts_with("Both")
            || line.contains(" traces ")
            || line.starts_with("The t")
            || line.starts_with("All ")
            || line.starts_with("No ")
    };
    let paragraphs: Vec<&str> =
        front.lines().skip_while(|line| !starts(line)).filter(|line| !line.is_empty()).collect();
    paragraphs[..2]
        .join(" ")
        .replace("](", "|")
        .split('[')
        .map(|part| {
            part.split_once('|').map_or(part.to_owned(), |(text, rest)| {
                format!("{text}{}", rest.split_once(')').unwrap().1.replace("\\.", "."))
            })
        })
        .collect()
}

#[test]
fn the_answer_says_what_the_modes_found_and_no_more() {
    let mut experiment = fixture::experiment();
    assert_eq!(
        answer(&experiment),
        "Both modes come down to the same question: Is AI, rather than interest rates and over-hiring, shrinking entry-level \
         hiring? Beyond that, Graph argumentation adds Diffusion, and Single call adds Quiet data. Graph argumentation ends \
         in part agreement; Single call ends polarized, with hardly anything agreed. Over all debates they share one \
         accepted statement. In one of two debates, accepted statements contradict each other, so what looks like agreement \
         there is none. One debate failed and counts for nothing here."
    );
    experiment.debates.truncate(1);
    assert_eq!(
        answer(&experiment),
        "Graph argumentation traces the disagreement to two questions: Is AI, rather than interest rates and over-hiring, \
         shrinking entry-level hiring? Is AI spreading through work faster than earlier general-purpose technologies did? \
         The debate ends in part agreement. They share one accepted statement. One pair of accepted statements is contradictory, \
         so what looks like agreement there is none."
    );
    let finished = experiment.debates[0].result.as_mut().unwrap();
    finished.outcome.cruxes.clear();
    assert!(
        answer(&experiment)
            .starts_with("No question came out as the one that divides them. The debate ends")
    );
}

#[test]
fn the_answer_admits_that_modes_disagree() {
    let mut experiment = fixture::experiment();
    for (debate, kept) in experiment.debates.iter_mut().zip([0, 1]) {
        let cruxes = &mut debate.result.as_mut().unwrap().outcome.cruxes;
        *cruxes = vec![cruxes[kept].clone()];
    }
    let answer = answer(&experiment);
    let expected = "The two modes do not place the split in one spot. Graph argumentation puts first the question: Is AI, rather \
        than interest rates and over-hiring, shrinking entry-level hiring? Single call puts first the question: Do the quiet \
        aggregate data";
    assert!(answer.starts_with(expected), "{answer}");
}

#[test]
fn each_mode_puts_first_what_it_ranks_first_however_many_name_another() {
    let mut experiment = fixture::experiment();
    let mut third = experiment.debates[0].clone();
    (third.label, third.cell) = ("third".to_owned(), format!("e{}", &third.cell[1..]));
    third.mode.title = "Third way".to_owned();
    third.result.as_mut().unwrap().outcome.cruxes.remove(0);
    experiment.debates.push(third);
    let cruxes = &mut experiment.debates[1].result.as_mut().unwrap().outcome.cruxes;
    *cruxes = vec![cruxes[1].clone()];
    let answer = answer(&experiment);
    let expected = "The three modes do not place the split in one spot. Graph argumentation puts first the question: Is AI, rather \
        than interest rates and over-hiring, shrinking entry-level hiring? Single call puts first the question: Do the quiet \
        aggregate data since 2022 show that AI’s effect on jobs is small? Third way (third) puts first the question: Is AI \
        spreading through work faster than earlier general-purpose technologies did? More than one of them names Diffusion. ";
    assert!(answer.starts_with(expected), "{answer}");
}

/// The fixture with a second and a third replicate of the graph, of which only the second keeps the second crux.
fn replicated() -> Experiment {
    let mut experiment = fixture::experiment();
    for replicate in [2, 3] {
        let mut debate = experiment.debates[0].clone();
        debate.replicate = replicate;
        debate.cell = format!("d{replicate}{}", &debate.cell[2..]);
        let cruxes = &mut debate.result.as_mut().unwrap().outcome.cruxes;
        cruxes.truncate(if replicate == 2 { 2 } else { 1 });
        cruxes[0].score.value = fixture::sure(0.5);
        experiment.debates.push(debate);
    }
    experiment
}

#[test]
fn the_answer_counts_debates_where_modes_have_several() {
    let mut experiment = replicated();
    let all = answer(&experiment);
    let expected = "All four debates come down to the same question: Is AI, rather than interest rates and over-hiring, shrinking \
        entry-level hiring? Only Graph argumentation names Diffusion, and only Single call names Quiet data. Graph \
        argumentation ends in part agreement; Single call ends polarized, with hardly anything agreed. Over all debates \
        they share one accepted statement. In three of four debates, accepted";
    assert!(all.starts_with(expected), "{all}");
    experiment.debates[4].result.as_mut().unwrap().outcome.cruxes.clear();
    let most = answer(&experiment);
    let expected = "No question is a crux in all four debates. Both modes name one question at least once: Is AI, rather than \
        interest rates and over-hiring, shrinking entry-level hiring? (three of four debates). Only Graph";
    assert!(most.starts_with(expected), "{most}");
    experiment.debates.retain(|debate| debate.label == "graph");
    let one = answer(&experiment);
    let expected = "No question is a crux in all three debates. The one named most often: Is AI, rather than interest rates and \
        over-hiring, shrinking entry-level hiring? (two of three debates). All three debates end";
    assert!(one.starts_with(expected), "{one}");
}

#[test]
fn the_topic_says_how_often_each_axis_recurs() {
    let topic = |experiment: &Experiment| files(experiment).remove("topics/ai-jobs.html").unwrap();
    let single = topic(&fixture::experiment());
    assert!(!single.contains("n ="), "one debate has no mean");
    let mut experiment = replicated();
    let page = topic(&experiment);
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Diffusion</a>")).unwrap();
    assert!(row.contains("<b>2 of 3</b><br><span class=\"gloss\">0.33 each time, n = 2"), "{row}");
    assert!(
        row.contains(">no. 2 in replicate 1</a>") && row.contains(">no. 2 in replicate 2</a>"),
        "{row}"
    );
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Entry level</a>")).unwrap();
    assert!(
        row.contains("<b>3 of 3</b><br><span class=\"gloss\">mean 0.56, 0.50 to 0.67, n = 3"),
        "{row}"
    );
    assert!(row.contains("<b>1 of 1</b>"), "the replicate that failed counts for nothing: {row}");
    assert!(page.contains("The modes had up to three debates each, with different seeds."));
    experiment.debates.truncate(2);
    assert!(topic(&experiment).contains("Each mode had one debate, so"));
}
