//! Runs that stop at their budget, and go on when it is raised.

use crate::project::Project;

const PRICED: &str = "[prices]\nbig = { input = 1, output = 2 }\n";

/// The tokens of all attempts on record.
fn spent(project: &Project) -> u64 {
    let attempts = project.bytes("data/store/runs").into_iter();
    let attempts = attempts.filter(|(path, _)| path.to_string_lossy().contains("/attempts/"));
    let tokens = attempts.map(|(_, bytes)| {
        let attempt: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let models = attempt["spent"].as_object().into_iter().flatten();
        models
            .map(|(_, of)| of["input"].as_u64().unwrap() + of["output"].as_u64().unwrap())
            .sum::<u64>()
    });
    tokens.sum()
}

#[test]
fn a_debate_stops_before_a_repair_that_it_cannot_pay_and_goes_on_when_it_can() {
    let undisturbed = Project::scripted();
    assert_eq!(undisturbed.report("build", &[]).code, Some(0));
    assert_eq!(undisturbed.outcomes().len(), 1);

    let project = Project::scripted();
    project.with(PRICED);
    project.with("[budget]\ncell_usd = 0.009\n");
    for replies in
        ["1 replies asked for, 0 from the store", "0 replies asked for, 1 from the store"]
    {
        let stopped = project.report("build", &[]);
        assert_eq!(stopped.code, Some(75), "{}", stopped.err);
        assert!(stopped.out.contains(replies), "{}", stopped.out);
        let told = "failed: the next call may take $0.0087, and of the $0.0090 that `cell_usd` allows this debate has spent \
                    $0.0005; raise `cell_usd` in [budget] and run again, then the debate goes on where it stopped";
        assert!(stopped.err.contains(told), "{}", stopped.err);
        assert!(project.outcomes().is_empty(), "a debate that waits has no outcome");
    }
    project.replace("cell_usd = 0.009", "cell_usd = 0.010");
    let done = project.report("build", &[]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.out.contains("1 replies asked for, 1 from the store"), "{}", done.out);
    assert_eq!(project.outcomes(), undisturbed.outcomes());
    assert_eq!(spent(&project), spent(&undisturbed), "nothing was paid twice");
}

#[test]
fn what_a_run_spends_is_counted_over_all_its_attempts() {
    let undisturbed = Project::new();
    assert_eq!(undisturbed.report("build", &[]).code, Some(0));
    let whole = spent(&undisturbed);

    let project = Project::new();
    let half = whole / 2;
    project.with(&format!("[budget]\nrun_tokens = {half}\n"));
    for attempt in 1..=2 {
        let stopped = project.report("build", &[]);
        assert_eq!(stopped.code, Some(75), "{}", stopped.err);
        assert!(stopped.err.contains("raise `run_tokens` in [budget]"), "{}", stopped.err);
        let so_far = spent(&project);
        assert!((1..=half).contains(&so_far), "{so_far} of {half} in attempt {attempt}");
    }
    project.replace(&format!("run_tokens = {half}"), "run_tokens = 1_000_000_000");
    let done = project.report("build", &[]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(project.outcomes(), undisturbed.outcomes());
    assert_eq!(spent(&project), whole, "nothing was asked twice");
}
