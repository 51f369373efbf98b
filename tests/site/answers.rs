//! The answer to a question over all its debates, and how often axes recur among their cruxes.

use faultline_report::site::{Absent, Experiment};

use crate::{files, fixture};

const ENTRY_LEVEL: &str =
    "Is AI, rather than interest rates and over-hiring, shrinking entry-level hiring?";
const DIFFUSION: &str =
    "Is AI spreading through work faster than earlier general-purpose technologies did?";
const QUIET: &str = "Do stable aggregate data since 2022 show that AI’s effect on jobs is small?";

/// The lines of the answer on the front page, without the targets of links.
fn answer(experiment: &Experiment) -> Vec<String> {
    let front = files(experiment).remove("index.md").unwrap();
    let caveat = |line: &&str| !line.contains(&experiment.provider.caveat);
    let lines = front.lines().skip_while(caveat).skip(1).filter(|line| !line.is_empty());
    let lines = lines.take_while(|line| !line.starts_with("[Compare"));
    let without_target = |line: &str| {
        line.split("](")
            .enumerate()
            .map(|(place, part)| match part.split_once(')') {
                Some((_, rest)) if place > 0 => rest,
                _ => part,
            })
            .collect::<String>()
            .replace('[', "")
    };
    lines.map(without_target).collect()
}

#[test]
fn the_answer_lists_questions_that_are_a_crux_in_every_debate_first() {
    let mut experiment = fixture::experiment();
    let expected = [
        "The disagreement depends on this question, a crux in all 2 debates:".to_owned(),
        format!("1. {ENTRY_LEVEL}"),
        "Cruxes in some of the debates:".to_owned(),
        format!("- {QUIET} (1 of 2 debates: Single call)"),
        format!("- {DIFFUSION} (1 of 2 debates: Argument graph)"),
        "Statements that at least two personas accept: 1. Debates in which some accepted statements contradict \
         each other: 1 of 2. Such statements do not count as agreement."
            .to_owned(),
        "Failed debates, not counted above: 1.".to_owned(),
    ];
    assert_eq!(answer(&experiment), expected);
    experiment.debates.truncate(1);
    let one = answer(&experiment);
    assert_eq!(
        one[..3],
        [
            "The disagreement depends on these questions:".to_owned(),
            format!("1. {ENTRY_LEVEL}"),
            format!("1. {DIFFUSION}")
        ]
    );
    experiment.debates[0].result.as_mut().unwrap().outcome.cruxes.clear();
    let none = answer(&experiment);
    assert_eq!(none[0], "The debates found no question that decides the disagreement.");
}

#[test]
fn the_answer_says_that_no_question_is_a_crux_in_every_debate() {
    let mut experiment = fixture::experiment();
    for (debate, kept) in experiment.debates.iter_mut().zip([0, 1]) {
        let cruxes = &mut debate.result.as_mut().unwrap().outcome.cruxes;
        *cruxes = vec![cruxes[kept].clone()];
    }
    let answer = answer(&experiment);
    let expected = [
        "The debates did not all find the same crux.".to_owned(),
        "Cruxes in some of the debates:".to_owned(),
        format!("- {ENTRY_LEVEL} (1 of 2 debates: Argument graph)"),
        format!("- {QUIET} (1 of 2 debates: Single call)"),
    ];
    assert_eq!(answer[..4], expected);
}

#[test]
fn the_answer_lists_questions_of_many_modes_before_questions_of_many_debates() {
    let mut experiment = replicated();
    experiment.debates[4].result.as_mut().unwrap().outcome.cruxes.clear();
    let answer = answer(&experiment);
    let expected = [
        "The debates did not all find the same crux.".to_owned(),
        "Cruxes in some of the debates:".to_owned(),
        format!("- {ENTRY_LEVEL} (3 of 4 debates: Argument graph, Single call)"),
        format!("- {DIFFUSION} (2 of 4 debates: Argument graph)"),
        format!("- {QUIET} (1 of 4 debates: Single call)"),
    ];
    assert_eq!(answer[..5], expected);
}

#[test]
fn a_label_that_is_not_the_name_of_its_mode_follows_the_title() {
    let mut experiment = fixture::experiment();
    experiment.debates[0].label = "third".to_owned();
    let answer = answer(&experiment);
    assert_eq!(answer[4], format!("- {DIFFUSION} (1 of 2 debates: Argument graph (third))"));
}

#[test]
fn the_answer_counts_debates_that_have_not_been_run() {
    let mut experiment = fixture::experiment();
    for debate in &mut experiment.debates {
        debate.result = Err(Absent::NotRun);
    }
    let expected = ["No debate on this question has finished yet.", "Debates not run yet: 3."];
    assert_eq!(answer(&experiment), expected);
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
fn the_topic_says_how_often_each_axis_recurs() {
    let topic = |experiment: &Experiment| files(experiment).remove("topics/ai-jobs.html").unwrap();
    let single = topic(&fixture::experiment());
    assert!(!single.contains("n ="), "one debate has no mean");
    let mut experiment = replicated();
    let page = topic(&experiment);
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Diffusion</a>")).unwrap();
    assert!(row.contains("<b>2 of 3</b><br><span class=\"gloss\">always 0.33, n = 2"), "{row}");
    assert!(
        row.contains(">crux 2 in replicate 1</a>") && row.contains(">crux 2 in replicate 2</a>"),
        "{row}"
    );
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Entry level</a>")).unwrap();
    assert!(
        row.contains("<b>3 of 3</b><br><span class=\"gloss\">mean 0.56, 0.50 to 0.67, n = 3"),
        "{row}"
    );
    assert!(row.contains("<b>1 of 1</b>"), "a failed replicate is not counted: {row}");
    assert!(page.contains("Each mode has run up to 3 debates with different seeds."));
    experiment.debates.truncate(2);
    assert!(topic(&experiment).contains("Each mode has run one debate, so"));
}
