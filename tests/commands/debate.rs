//! `report debate`.

use faultline::mode::{ModeName, Passages};

use crate::project::Project;
use crate::transcript::golden;

const LAMPS: &str = "debate street-light --personas engineer,shopkeeper --mode graph";

#[test]
fn a_debate_is_printed_from_its_opening_to_its_page() {
    let project = Project::jobs();
    let line = "debate ai-jobs --personas displacement-bear,institutional-macro --mode graph";
    let result = project.report(line);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    assert!(result.out.lines().all(|line| line.chars().count() <= 80), "a line is too long");
    let (story, page) = result.out.trim_end().rsplit_once("page: ").unwrap();
    golden("debate-graph", story);
    assert!(project.text(page).contains("<h1"), "{page}");
    let objects = project.files("data/store/objects").len();
    let again = project.report(line);
    assert_eq!((again.out, again.err), (result.out, result.err));
    assert_eq!(project.files("data/store/objects").len(), objects);
}

#[test]
fn a_debate_without_rounds_is_printed_too() {
    let result = Project::jobs()
        .report("debate ai-jobs --personas displacement-bear,institutional-macro --mode single");
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    golden("debate-single", result.out.rsplit_once("page: ").unwrap().0);
}

#[test]
fn errors_point_into_the_command_line() {
    let project = Project::lamps();
    let result = project.transcript(&[
        "debate street-lihgt --personas engineer,shopkeper --mode grpah --seed -1",
        "debate street-light --personas engineer,engineer --mode graph",
        "debate street-light --personas 'engineer, shopkeeper' --mode graph --set max_round=1",
        "debate street-light --personas engineer --mode single --set cruxes=101",
        "debate street-light --personas 'eng\"ineer,shop keeper' --mode 'a b'",
        &format!(
            "{LAMPS} --set max_rounds --set mode=single --set max_propositions=3 --set max_propositions=4"
        ),
        &format!("{LAMPS} --set max_rounds=two --replicate 0 --seed 1.5"),
        &format!("{LAMPS} --provider corpse"),
        &format!("{LAMPS} --provider script:replies.json"),
        &format!("{LAMPS} --out personas"),
    ]);
    golden("debate-faults", &result);
    assert!(!project.path("data/store").exists() && !project.path("site").exists());
}

#[test]
fn a_persona_without_statements_is_rejected() {
    let project = Project::lamps();
    std::fs::remove_dir_all(project.path("personas/shopkeeper/corpus")).unwrap();
    let result = project.report(LAMPS);
    result.exits(2);
    golden("debate-silent", &result.err);
}

#[test]
fn a_debate_without_a_manifest_is_the_same_as_with_one() {
    let project = Project::lamps();
    project.report("new experiment first --personas engineer,shopkeeper").exits(0);
    project.report("build experiments/first.toml --only mode=graph").exits(0);
    let objects = project.files("data/store/objects").len();
    assert!(objects > 0);
    let result = project.report(LAMPS);
    assert!(
        result.code == Some(0) && result.out.contains("── Round 1 "),
        "{}{}",
        result.out,
        result.err
    );
    assert_eq!(
        project.files("data/store/objects").len(),
        objects,
        "the same debate is stored once"
    );
    let other = LAMPS.replace("shopkeeper", "lamplighter");
    let other = project.report(&format!("{other} --set max_rounds=1 --seed 1 --replicate 1"));
    other.exits(0).prints("maximum rounds 1");
    assert!(
        project.files("data/store/objects").len() > objects,
        "another debate has other results"
    );
}

#[test]
fn a_replicate_is_one_debate_and_its_page_shows_the_command() {
    let project = Project::lamps();
    project.report(&format!("{LAMPS} --replicate 3")).exits(2);
    let script = r#"[{"question": "cruxes", "answer": {"cruxes": [], "common_ground": [], "idle_disputes": []}}]"#;
    project.write("replies.json", script);
    let line = "debate street-light --personas engineer,shopkeeper --mode single --replicate 3 \
                --provider script:replies.json --out site/third";
    let result = project.report(line);
    assert!(result.out.contains("seed 1, replicate 3"), "{}{}", result.out, result.err);
    let done = project.files("data/store/runs");
    let done = done.iter().filter(|path| path.ends_with("done.json"));
    assert_eq!(done.count(), 1);
    let about = project.text("site/third/about.md");
    assert!(about.contains(&line.replace(" --out site/third", "")), "{about}");
}

#[test]
fn a_failed_debate_reports_its_cause_and_has_a_page() {
    let project = Project::lamps();
    project.write("replies.json", "[]");
    let result = project.report(&format!("{LAMPS} --provider script:replies.json"));
    result.exits(1);
    assert!(result.err.starts_with("error: the debate failed: "), "{}", result.err);
    let (_, page) = result.out.trim_end().rsplit_once("page: ").unwrap();
    assert!(project.text(page).contains("the script has no more lines for question"), "{page}");
}

#[test]
fn every_mode_fits_into_eighty_columns() {
    let project = Project::jobs();
    for mode in ModeName::ALL {
        let debate = match mode.with_defaults().passages() {
            Passages::None => "ai-jobs --personas displacement-bear,institutional-macro",
            Passages::All | Passages::First(_) => "parable --personas literalist,symbolist",
        };
        let line = format!("debate {debate} --mode {mode}");
        let result = project.report(&line);
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{mode}");
        // The path of the page stays whole, so that it can be copied.
        let mut wrapped = result.out.lines().filter(|line| !line.starts_with("page: "));
        assert!(wrapped.all(|line| line.chars().count() <= 80), "{mode}: {}", result.out);
        assert!(result.out.contains("── Cruxes "), "{mode}: {}", result.out);
    }
}

#[test]
fn a_debate_is_printed_the_same_again() {
    let project = Project::lamps();
    assert_eq!(project.report(LAMPS).out, project.report(LAMPS).out);
}

#[test]
fn a_missing_key_is_reported_before_the_cost() {
    let project = Project::lamps();
    let prices = "date = \"2025-10\"\nsource = \"A list\"\n[models]\n";
    project.write("data/prices.toml", prices);
    let result = project.report(&format!("{LAMPS} --provider openai:some-model"));
    assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{}", result.err);
    let is_asked = result.err.contains("--yes");
    assert!(result.err.contains("is not set") && !is_asked, "{}", result.err);
}
