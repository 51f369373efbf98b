//! `report new debate --from-polis`.

use std::fmt::Write as _;
use std::fs;

use crate::project::Project;
use crate::transcript::golden;

/// A statement of a made-up conversation: its text, the column `moderated`, and for each group how
/// many of ten members agree and disagree.
type Opinion = (&'static str, i8, &'static [(u32, u32)]);

const TWO: [Opinion; 12] = [
    ("The old harbour should be closed to cars", 1, &[(9, 0), (1, 9)]),
    ("Shops by the water live from people who come by car, and they say so.", 1, &[(1, 9), (9, 0)]),
    ("A street without cars is \"dead\" by eight", 0, &[(0, 10), (9, 1)]),
    ("Children should be able to cross the quay alone.", 1, &[(10, 0), (0, 8)]),
    ("The ferry should run *later* on Fridays {all year} #ferry", 1, &[(10, 0), (9, 0)]),
    ("Benches must go.", 1, &[(0, 9), (0, 10)]),
    ("The market belongs back on the quay.", 1, &[(9, 0), (5, 4)]),
    ("Somebody should paint the crane.", 1, &[(5, 5), (4, 5)]),
    ("Buy cheap boats here!", -1, &[(0, 1), (0, 1)]),
    ("The tide tables are hard to read.", 1, &[(2, 1), (9, 0)]),
    ("- 1. <b>Deliveries</b> before ten,\nand none after.", 1, &[(9, 1), (1, 9)]),
    ("benches must go.", 1, &[(0, 9), (0, 10)]),
];

const THREE: [Opinion; 6] = [
    ("The hill school should stay open.", 1, &[(9, 0), (0, 9), (5, 5)]),
    ("A bus costs less than a second school.", 1, &[(0, 10), (10, 0), (1, 9)]),
    ("Small classes matter more than short ways.", 1, &[(0, 9), (9, 0), (5, 4)]),
    ("The village loses its heart with its school.", 1, &[(10, 0), (1, 9), (9, 0)]),
    ("The gym roof leaks.", 1, &[(10, 0), (10, 0), (9, 0)]),
    ("Pupils should keep their teachers.", 1, &[(5, 5), (9, 0), (1, 9)]),
];

/// Writes the export of a conversation whose groups have ten members each. Two more participants
/// are in no group.
fn write_export(project: &Project, folder: &str, opinions: &[Opinion]) {
    fs::create_dir_all(project.path(folder)).unwrap();
    let mut comments =
        "timestamp,datetime,comment-id,author-id,agrees,disagrees,moderated,comment-body\n"
            .to_owned();
    for (number, (text, moderated, _)) in opinions.iter().enumerate() {
        let text = text.replace('"', "\"\"");
        writeln!(comments, "1700000000,,{number},7,0,0,{moderated},\"{text}\"").unwrap();
    }
    let columns: Vec<String> = (0..opinions.len()).map(|number| number.to_string()).collect();
    let mut votes = format!(
        "participant,group-id,n-comments,n-votes,n-agree,n-disagree,{},99\n",
        columns.join(",")
    );
    let groups = opinions[0].2.len();
    for participant in 0..groups * 10 {
        let (group, member) = (participant / 10, (participant % 10) as u32);
        // Each statement starts with another member, so that not the same people are the
        // exceptions.
        let vote = |(number, (_, _, tallies)): (usize, &Opinion)| {
            let (agree, disagree) = tallies[group];
            let turn = (member + number as u32) % 10;
            if turn < agree {
                "1"
            } else if turn < agree + disagree {
                "-1"
            } else if turn == 9 {
                "0"
            } else {
                ""
            }
        };
        let row: Vec<&str> = opinions.iter().enumerate().map(vote).collect();
        let count = |vote| row.iter().filter(|one| **one == vote).count();
        let (agree, disagree) = (count("1"), count("-1"));
        let all = row.len() - count("");
        writeln!(votes, "{participant},{group},0,{all},{agree},{disagree},{},", row.join(","))
            .unwrap();
    }
    let blank = ",".repeat(opinions.len() - 1);
    writeln!(votes, "90,,0,1,1,0,1{blank},\n91,,0,2,1,1,1{blank},-1").unwrap();
    project.write(&format!("{folder}/comments.csv"), &comments);
    project.write(&format!("{folder}/participants-votes.csv"), &votes);
    let summary = "topic,\"Cars, boats and the \"\"old\"\" harbour\"\nviews,12\nconversation-description,What should change?\n";
    project.write(&format!("{folder}/summary.csv"), summary);
}

/// Every file of a folder with its text.
fn texts(project: &Project, folders: &[&str]) -> String {
    let mut files: Vec<_> = folders.iter().flat_map(|folder| project.files(folder)).collect();
    files.sort();
    let root = project.path("");
    let text = |path: &std::path::PathBuf| {
        let name = path.strip_prefix(&root).unwrap().display();
        format!("=== {name}\n{}\n", fs::read_to_string(path).unwrap())
    };
    files.iter().map(text).collect()
}

#[test]
fn a_polis_export_becomes_a_debate_that_can_be_built_without_edits() {
    let project = Project::lamps();
    write_export(&project, "export", &TWO);
    let made = project.transcript(&[
        "new debate harbour --from-polis export",
        "check data/topics/harbour.toml personas/harbour-group-a personas/harbour-group-b experiments/harbour.toml",
    ]);
    let files = texts(&project, &["personas/harbour-group-a", "personas/harbour-group-b"]);
    let (topic, manifest) =
        (project.text("data/topics/harbour.toml"), project.text("experiments/harbour.toml"));
    golden("new-debate-polis", &format!("{made}{topic}\n{manifest}\n{files}"));
    project.report("build experiments/harbour.toml").exits(0);
}

#[test]
fn each_large_group_becomes_a_persona_and_says_nothing_where_it_is_undecided() {
    let project = Project::lamps();
    write_export(&project, "export", &THREE);
    project
        .report("new debate school --from-polis export")
        .exits(0)
        .prints("3 groups of participants");
    let opinions = ["a", "b", "c"].map(|letter| {
        let text = project.text(&format!("personas/school-group-{letter}/corpus/school.md"));
        let ids =
            text.split("{#").skip(1).map(|rest| rest.split([' ', '}']).next().unwrap().to_owned());
        ids.collect::<Vec<_>>().join(" ")
    });
    // Comment 1 is the question: it divides the groups, and none of them is undecided.
    let expected = [
        "comment-0 comment-2 comment-3 comment-4",
        "comment-0 comment-2 comment-3 comment-5 comment-4",
        "comment-3 comment-5 comment-4",
    ];
    assert_eq!(opinions, expected.map(str::to_owned));
    project.report("check experiments/school.toml").exits(0);
    project.report("build experiments/school.toml").exits(0);
}

#[test]
fn a_group_that_is_sure_of_too_little_is_left_out() {
    let project = Project::lamps();
    write_export(&project, "export", &THREE[..5]);
    let made = project.report("new debate school --from-polis export");
    made.exits(0).prints("group C is sure of too few statements to debate, and is left out");
    assert!(project.files("personas/school-group-c").is_empty());
    assert!(!project.text("experiments/school.toml").contains("group-c"));
    let left_out = "group A with 10 and group B with 10 participants debate here. Not represented: group C with 10 participants, \
                    which is sure of too few statements; 2 participants in no group.";
    let topic = project.text("data/topics/school.toml");
    assert!(topic.contains(left_out), "{topic}");
}

#[test]
fn a_refusal_names_the_group_that_was_left_out_before_too_few_statements_divided_the_others() {
    let project = Project::lamps();
    let opinions: [Opinion; 4] = [
        ("The hill school should stay open.", 1, &[(10, 0), (0, 10), (10, 0)]),
        ("A bus costs less than a second school.", 1, &[(9, 0), (0, 9), (5, 5)]),
        // Only the third group rejects it.
        ("The gym roof leaks.", 1, &[(9, 0), (9, 0), (0, 9)]),
        ("Pupils should keep their teachers.", 1, &[(9, 0), (9, 0), (9, 0)]),
    ];
    write_export(&project, "export", &opinions);
    let refused = project.report("new debate school --from-polis export");
    refused
        .exits(2)
        .reports("and too few do: 2; group C was left out: sure of the answer to only 1 question");
}

#[test]
fn those_who_reject_a_statement_deny_the_point_of_the_one_group_that_endorses_it() {
    let project = Project::lamps();
    write_export(&project, "export", &THREE);
    project.report("new debate school --from-polis export").exits(0);
    let attributes = |letter: char, comment: u32| {
        let text = project.text(&format!("personas/school-group-{letter}/corpus/school.md"));
        let (_, rest) = text.split_once(&format!("{{#comment-{comment} ")).unwrap();
        let (attributes, _) = rest.split_once(" conf=").unwrap();
        attributes.replace(&format!("comment-{comment}"), "it")
    };
    assert_eq!(attributes('a', 0), "axis=it side=yes point=it");
    assert_eq!(attributes('b', 0), "axis=it side=no denies=it");
    // Two groups endorse it. A point of both would be shared, and no position of either.
    let of_three = ['a', 'b', 'c'].map(|letter| attributes(letter, 3));
    assert_eq!(of_three, ["axis=it side=yes", "axis=it side=no", "axis=it side=yes"]);
    // A benchmark must not say which statements divide the groups.
    project.report("new debate school --from-polis export --labelled labelled").exits(0);
    let corpora = texts(&project, &["labelled/school/personas"]);
    assert!(!corpora.contains("point=") && !corpora.contains("denies="), "{corpora}");
}

#[test]
fn an_export_without_a_debate_in_it_is_refused_with_the_reason() {
    let project = Project::lamps();
    let before = project.files("personas").len();
    let one: Vec<Opinion> =
        TWO.iter().map(|(text, moderated, tallies)| (*text, *moderated, &tallies[..1])).collect();
    write_export(&project, "one-group", &one);
    write_export(&project, "two-groups", &TWO);
    write_export(&project, "agreement", &[TWO[4], TWO[5], TWO[0]]);
    write_export(&project, "unquoted", &TWO);
    project.replace(
        "unquoted/comments.csv",
        "\"Shops by the water live from people who come by car, and",
        "Shops by the water live from people who come by car, and",
    );
    fs::create_dir(project.path("empty")).unwrap();
    write_export(&project, "latin", &TWO);
    fs::write(
        project.path("latin/comments.csv"),
        b"comment-id,moderated,comment-body\n0,1,Z\xfcrich\n",
    )
    .unwrap();
    write_export(&project, "no-votes", &TWO);
    project.write("no-votes/participants-votes.csv", "participant,group-id,0,1\n0,0,,\n1,1,,\n");
    let result = project.transcript(&[
        "new debate harbour --from-polis nowhere",
        "new debate harbour --from-polis empty",
        "new debate harbour --from-polis one-group",
        "new debate harbour --from-polis two-groups --min-group 11",
        "new debate harbour --from-polis agreement",
        "new debate harbour --from-polis unquoted",
        "new debate harbour --from-polis latin",
        "new debate harbour --from-polis no-votes",
        "new debate 'The Harbour' --from-polis two-groups",
        "new debate street-light --from-polis two-groups",
    ]);
    golden("new-debate-faults", &result);
    assert_eq!(project.files("personas").len(), before);
}

#[test]
fn a_polis_export_becomes_a_benchmark_with_labels() {
    let project = Project::lamps();
    write_export(&project, "export", &TWO);
    let line = "new debate harbour --from-polis export --labelled labelled --hold-back 0.4";
    let made = project.transcript(&[line]);
    let labels = project.text("labelled/harbour/labels.csv");
    project.report("check --root labelled/harbour").exits(0);
    for row in labels.lines().skip(1) {
        let held_back = row.split(',').next().unwrap().trim_matches('"');
        let files = texts(&project, &["labelled/harbour/personas", "labelled/harbour/data"]);
        assert!(!files.contains(held_back), "no file of the project contains “{held_back}”");
    }
    golden("new-debate-labelled", &format!("{made}{labels}"));
    let scored = project.report("bench cruxes --labelled labelled --out results");
    scored.exits(0).reports("1 topic with 4 held-back statements").prints("every question");
    let measures = project.text("results/labelled.csv");
    for row in [
        "every question,recall,1.0000", "graph,F1,1.0000", "graph,false consensus,0.0000",
        "single,calls,1.0000",
    ] {
        assert!(measures.contains(row), "{row}: {measures}");
    }
    let statements = project.text("results/statements.csv");
    assert!(
        statements.contains("harbour,graph,Somebody should paint the crane.,other,,no"),
        "{statements}"
    );
    // The provider `corpus` takes only equal texts for the same, so that no statement is about an
    // axis by meaning.
    let judged = project.report("bench cruxes --labelled labelled --out results --judge corpus");
    judged.exits(0).prints("by meaning");
    assert!(project.text("results/labelled.csv").contains("by meaning,graph,recall,0.0000"));
    // A script is found in the folder in which the program runs.
    let judgement = r#"{"first": "i1", "second": "i5", "likeness": "same"}"#;
    project.write(
        "replies.json",
        &format!(r#"[{{"question": "compare_pairs", "answer": {{"judgements": [{judgement}]}}}}]"#),
    );
    let scripted = "bench cruxes --labelled labelled --out scripted --judge script:replies.json";
    project.report(scripted).exits(0).reports("judged which axes the statements are about");
    let paid = project.report("bench cruxes --labelled labelled --judge anthropic:model");
    paid.exits(2).reports("--judge anthropic:model");
    let again = project.report("bench cruxes --labelled labelled --out results --json");
    assert!(again.exits(0).out.contains("\"measure\":\"F1\""), "{}", again.out);
}

#[test]
fn invalid_labels_are_refused_with_their_place() {
    let project = Project::lamps();
    write_export(&project, "export", &TWO);
    project.report("new debate harbour --from-polis export --labelled labelled").exits(0);
    fs::create_dir_all(project.path("none")).unwrap();
    fs::create_dir_all(project.path("bare/harbour")).unwrap();
    let labels = "labelled/harbour/labels.csv";
    let mut shown = project.transcript(&[
        "bench cruxes --labelled nowhere",
        "bench cruxes --labelled none",
        "bench cruxes --labelled bare",
        "bench cruxes --labelled labelled --level none",
    ]);
    for text in [
        "statement\nOne.\n",
        "statement,label\nOne.,crux\nTwo.,cruxx\n",
        "statement,label,axis\nOne.,crux,comment-77\n",
        "statement,label\n,other\n",
        "statement,label\n",
    ] {
        project.write(labels, text);
        shown += &project.transcript(&["bench cruxes --labelled labelled"]);
    }
    project.write(labels, "statement,label\nOne.,crux\n");
    fs::copy(
        project.path("labelled/harbour/experiments/harbour.toml"),
        project.path("labelled/harbour/experiments/second.toml"),
    )
    .unwrap();
    shown += &project.transcript(&["bench cruxes --labelled labelled"]);
    golden("bench-labelled-faults", &shown);
}

#[test]
fn what_the_groups_that_debate_share_is_shared_whatever_a_group_without_an_opinion_does() {
    let project = Project::lamps();
    let pass = [(0, 0)];
    let with_silent = |opinion: &Opinion| -> Opinion {
        (opinion.0, opinion.1, [opinion.2, &pass].concat().leak())
    };
    let opinions: Vec<Opinion> = TWO.iter().map(with_silent).collect();
    write_export(&project, "export", &opinions);
    let votes = project.text("export/participants-votes.csv");
    // The members of the third group pass on everything.
    let passes = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        if cells[1] != "2" {
            return line.to_owned();
        }
        let votes = cells.len() - 7;
        format!("{},2,0,{votes},0,0,{},", cells[0], vec!["0"; votes].join(","))
    };
    let votes: Vec<String> = votes.lines().map(passes).collect();
    project.write("export/participants-votes.csv", &(votes.join("\n") + "\n"));
    let written = project.report("new debate quay --from-polis export");
    assert_eq!(written.code, Some(0), "{}", written.err);
    let corpora = texts(&project, &["personas"]);
    let of_both = corpora.split("## ").filter(|part| part.starts_with("What groups A and B share"));
    let shared: usize = of_both.map(|part| part.matches(" point=comment-").count()).sum();
    assert_eq!(shared, 4, "{corpora}");
}

#[test]
fn an_export_without_statements_or_groups_names_that_cause() {
    let project = Project::lamps();
    let rejected: Vec<Opinion> = TWO.iter().map(|one| (one.0, -1, one.2)).collect();
    write_export(&project, "rejected", &rejected);
    let refused = project.report("new debate quay --from-polis rejected");
    assert!(
        refused.err.contains("no comment counts: 12 are rejected by moderators"),
        "{}",
        refused.err
    );
    write_export(&project, "ungrouped", &TWO);
    let votes = project.text("ungrouped/participants-votes.csv");
    let ungrouped = |line: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        if cells[0] != "participant" {
            cells[1] = "";
        }
        cells.join(",")
    };
    let votes: Vec<String> = votes.lines().map(ungrouped).collect();
    project.write("ungrouped/participants-votes.csv", &(votes.join("\n") + "\n"));
    let refused = project.report("new debate quay --from-polis ungrouped");
    let cause = "no participant is in an opinion group: the column `group-id` is empty";
    assert!(refused.err.contains(cause), "{}", refused.err);
}
