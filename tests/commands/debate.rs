//! `report debate`.

use faultline::mode::ModeName;

use crate::project::{Project, golden};

const LAMPS: &str = "debate street-light --personas engineer,shopkeeper --mode graph";

#[test]
fn a_debate_is_told_from_its_opening_to_its_page() {
    let project = Project::jobs();
    let line = "debate ai-jobs --personas displacement-bear,institutional-macro --mode graph";
    let told = project.report(line);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    assert!(told.out.lines().all(|line| line.chars().count() <= 80), "a line is too long");
    let (story, page) = told.out.trim_end().rsplit_once("page: ").unwrap();
    golden("debate-graph", story);
    assert!(project.text(page).contains("<h1"), "{page}");
    let objects = project.files("data/store/objects").len();
    let again = project.report(line);
    assert_eq!((again.out, again.err), (told.out, told.err));
    assert_eq!(project.files("data/store/objects").len(), objects);
}

#[test]
fn a_debate_without_rounds_is_told_too() {
    let told = Project::jobs()
        .report("debate ai-jobs --personas displacement-bear,institutional-macro --mode single");
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    golden("debate-single", told.out.rsplit_once("page: ").unwrap().0);
}

#[test]
fn faults_are_shown_in_the_words_of_the_command() {
    let project = Project::lamps();
    let told = project.transcript(&[
        "debate street-lihgt --personas engineer,shopkeper --mode grpah --seed -1",
        "debate street-light --personas engineer,engineer --mode graph",
        "debate street-light --personas 'engineer, shopkeeper' --mode graph --set max_round=1",
        "debate street-light --personas engineer --mode single --set cruxes=11",
        "debate street-light --personas 'eng\"ineer,shop keeper' --mode 'a b'",
        &format!(
            "{LAMPS} --set max_rounds --set mode=single --set max_claims=3 --set max_claims=4"
        ),
        &format!("{LAMPS} --set max_rounds=two --replicate 0 --seed 1.5"),
        &format!("{LAMPS} --provider corpse"),
        &format!("{LAMPS} --provider script:replies.json"),
        &format!("{LAMPS} --out personas"),
    ]);
    golden("debate-faults", &told);
    assert!(!project.path("data/store").exists() && !project.path("site").exists());
}

#[test]
fn what_the_words_name_may_have_faults_of_its_own() {
    let project = Project::lamps();
    std::fs::remove_dir_all(project.path("personas/shopkeeper/corpus")).unwrap();
    let told = project.report(LAMPS);
    assert_eq!(told.code, Some(2));
    golden("debate-silent", &told.err);
}

#[test]
fn a_debate_is_the_same_with_a_manifest_and_without() {
    let project = Project::lamps();
    let made = project.report("new experiment first --personas engineer,shopkeeper");
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert_eq!(project.report("build experiments/first.toml --only mode=graph").code, Some(0));
    let objects = project.files("data/store/objects").len();
    assert!(objects > 0);
    let told = project.report(LAMPS);
    assert!(told.code == Some(0) && told.out.contains("── Round 1 "), "{}{}", told.out, told.err);
    assert_eq!(
        project.files("data/store/objects").len(),
        objects,
        "the same debate is stored once"
    );
    let other = project.report(&format!("{LAMPS} --set max_claims=2 --seed 1 --replicate 1"));
    assert_eq!(other.code, Some(0), "{}", other.err);
    assert!(other.out.contains("most propositions 2"), "{}", other.out);
    assert!(
        project.files("data/store/objects").len() > objects,
        "another debate has other results"
    );
}

#[test]
fn a_repetition_is_one_debate_with_a_page_that_says_how_to_make_it_again() {
    let project = Project::lamps();
    let line = format!("{LAMPS} --replicate 3 --out site/third");
    let told = project.report(&line);
    assert!(told.out.contains("seed 1, replicate 3"), "{}{}", told.out, told.err);
    let done = project.files("data/store/runs");
    let done = done.iter().filter(|path| path.ends_with("done.json"));
    assert_eq!(done.count(), 1);
    let about = project.text("site/third/about.md");
    assert!(about.contains(&line.replace(" --out site/third", "")), "{about}");
}

#[test]
fn a_debate_that_fails_says_why_and_has_a_page() {
    let project = Project::lamps();
    project.write("replies.json", "[]");
    let told = project.report(&format!("{LAMPS} --provider script:replies.json"));
    assert_eq!(told.code, Some(1), "{}", told.err);
    assert!(told.err.starts_with("error: the debate failed: "), "{}", told.err);
    let (_, page) = told.out.trim_end().rsplit_once("page: ").unwrap();
    assert!(project.text(page).contains("the script has no more lines for task"), "{page}");
}

#[test]
fn every_mode_is_told_in_eighty_columns_and_the_same_again() {
    let project = Project::jobs();
    for mode in ModeName::ALL {
        let line = format!(
            "debate ai-jobs --personas displacement-bear,institutional-macro --mode {mode}"
        );
        let told = project.report(&line);
        assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{mode}");
        assert!(told.out.lines().all(|line| line.chars().count() <= 80), "{mode}: {}", told.out);
        assert!(told.out.contains("── Where they disagree "), "{mode}: {}", told.out);
        assert_eq!(project.report(&line).out, told.out, "{mode}");
    }
}

#[test]
fn nobody_is_asked_for_money_where_nobody_can_be_asked_for_replies() {
    let project = Project::lamps();
    let prices = "date = \"2025-10\"\nsource = \"A list\"\n[models]\n";
    project.write("data/prices.toml", prices);
    let told = project.report(&format!("{LAMPS} --provider openai:some-model"));
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{}", told.err);
    let reason = if cfg!(feature = "live") { "is not set" } else { "needs the network" };
    assert!(told.err.contains(reason) && !told.err.contains("--yes"), "{}", told.err);
}
