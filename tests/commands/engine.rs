//! `report solve`, `strengths`, `revise` and `attribute`.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::project::{Project, top};
use crate::transcript::golden;

/// A folder with the examples of files, and nothing else: these commands need no project.
fn examples() -> Project {
    Project::of(&top().join("kernel/argue/tests/formats"), &["examples"])
}

fn reference(path: &str) -> PathBuf {
    top().join("kernel/argue/tests/golden").join(path)
}

fn json(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(reference(path)).unwrap()).unwrap()
}

#[test]
fn a_dung_framework_answers_every_task() {
    let project = examples();
    let result = project.transcript(&[
        "solve -p SE-GR -f examples/iccma23.af",
        "solve -p EE-PR -f examples/iccma23.af",
        "solve -p CE-CO -f examples/iccma23.af",
        "solve -p CE-CF -f examples/iccma23.af",
        "solve -p SE-ST -f examples/iccma23.af",
        "solve -p EE-SST -f examples/iccma23.af",
        "solve -p EE-STG -f examples/iccma23.af",
        "solve -p SE-ID -f examples/iccma23.af",
        "solve -p SE-EA -f examples/iccma23.af",
        "solve -p DC-PR -a 4 -f examples/iccma23.af",
        "solve -p DC-PR -a 5 -f examples/iccma23.af",
        "solve -p DS-PR -a 4 -f examples/iccma23.af",
        "solve -p DS-ST -a 5 -f examples/iccma23.af",
        "solve -p ds-pr -a hawk -f examples/nixon.apx",
        "solve -p SE-GR -f examples/two-nodes.tgf",
    ]);
    golden("solve", &result);
}

#[test]
fn a_limited_list_of_extensions_says_so() {
    let project = examples();
    let listed = |options: &str| {
        let result = project.report(&format!("solve -f examples/iccma23.af {options}"));
        let mut lines: Vec<String> = result.out.lines().map(str::to_owned).collect();
        lines.sort();
        (lines, result.err)
    };
    let whole =
        |lines: &[&str]| (lines.iter().map(|&line| line.to_owned()).collect(), String::new());
    assert_eq!(listed("-p EE-CO"), whole(&["w 1 3", "w 1 3 4"]));
    assert_eq!(listed("-p EE-NA"), whole(&["w 1 3 4", "w 2 3"]));
    let admissible = ["w", "w 1", "w 1 3", "w 1 3 4", "w 1 4", "w 3", "w 3 4", "w 4"];
    let found = listed("-p EE-AD");
    assert!(found.0.iter().all(|line| admissible.contains(&line.as_str())), "{found:?}");
    assert_eq!(listed(&format!("-p EE-AD --limit {}", found.0.len() + 1)), found);
    let (two, result) = listed("-p EE-AD --limit 2");
    assert_eq!(
        (two.len(), result.as_str()),
        (2, "stopped after 2, the `--limit`; there may be more\n")
    );
    project.write("odd.af", "p af 1\n1 1\n");
    let none = project.report("solve -p EE-ST -f odd.af");
    assert_eq!(
        (none.code, none.out.as_str(), none.err.as_str()),
        (Some(0), "", "there is no extension\n")
    );
    assert_eq!(project.report("solve -p SE-ST -f odd.af").out, "NO\n");
    assert_eq!(project.report("solve -p DS-ST -a 1 -f odd.af").out, "YES\n");
    assert_eq!(project.report("solve -p SE-PR -f odd.af").out, "w\n");
}

/// The text with its numbers rounded to nine decimals.
fn rounded(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let mut rounded = String::new();
    for part in text.split_inclusive(|c| !is_part(c)) {
        let (number, sign) = part.split_at(part.find(|c| !is_part(c)).unwrap_or(part.len()));
        match number.parse::<f64>() {
            Ok(value) if number.contains('.') => {
                rounded.push_str(&((value * 1e9).round() / 1e9).to_string());
            }
            _ => rounded.push_str(number),
        }
        rounded.push_str(sign);
    }
    rounded
}

#[test]
fn a_bipolar_framework_answers_in_json() {
    let project = examples();
    project.write("duel.bag", "arg(left, 1)\narg(right, 1)\natt(left, right)\natt(right, left)\n");
    project.write("duet.bag", "arg(left, 0)\narg(right, 0)\nsup(left, right)\nsup(right, left)\n");
    let result = project.transcript(&[
        "strengths examples/lamp.bag --semantics dfquad",
        "strengths examples/lamp.json --semantics qe",
        "strengths duel.bag --semantics dfquad --solver synchronous",
        "strengths duet.bag --semantics dfquad --solver continuous",
        "revise examples/lamp.json --semantics dfquad",
        "revise examples/lamp.bag --semantics dfquad --topic lamp --target 1 --freeze lamp --cost dark=2",
        "revise examples/lamp.bag --semantics dfquad --topic lamp --target 1 --freeze lamp --freeze dark --freeze cost",
        "attribute examples/lamp.bag --semantics dfquad --topic lamp",
        "attribute duel.bag --semantics dfquad --topic left --solver continuous",
    ]);
    golden("engine", &rounded(&result));
}

#[test]
fn invalid_options_and_files_are_reported() {
    let project = examples();
    project.write("broken.apx", "arg(rain).\narg(wet).\natt(rain,wte).\n");
    project.write("prose.txt", "Rain makes wet.\n");
    project.write("header.apx", "p af 3\n1 2\n");
    project.write("huge.af", "p af 99999999999999\n");
    project.write("again.af", "p af 2\n1 2\n1 2\n");
    project.write("nothing", " \n");
    project.write("bytes.af", "p af 1\n\u{0}\u{1b}[2J\u{202e}\n");
    project.write("duel.bag", "arg(left, 1)\narg(right, 1)\natt(left, right)\natt(right, left)\n");
    let result = project.transcript(&[
        "solve -f examples/iccma23.af",
        "solve -p SE-PX -f examples/iccma23.af",
        "solve -p XE-PR -f examples/iccma23.af",
        "solve -p SEPR -f examples/iccma23.af",
        "solve -p DC-PR -f examples/iccma23.af",
        "solve -p SE-PR -a 1 -f examples/iccma23.af",
        "solve -p CE-PR --limit 1 -f examples/iccma23.af",
        "solve -p CE-PR --limit -1 -f examples/iccma23.af",
        "solve -p DC-PR -a 6 -f examples/iccma23.af",
        "solve -p DC-PR -a -1 -f examples/iccma23.af",
        "solve -p DC-PR -a hakw -f examples/nixon.apx",
        "solve -p SE-PR -f examples/gone.af",
        "solve -p SE-PR -f examples",
        "solve -p SE-PR -f examples/lamp.bag",
        "solve -p SE-PR -f examples/lamp.bag --format apx",
        "solve -p SE-PR -f examples/lamp.bag --format bag",
        "solve -p SE-PR -f broken.apx",
        "solve -p SE-PR -f prose.txt",
        "solve -p SE-PR -f header.apx",
        "solve -p SE-PR -f header.apx --format af",
        "solve -p SE-PR -f huge.af",
        "solve -p SE-PR -f again.af",
        "solve -p SE-PR -f bytes.af",
        "solve -p SE-PR -f nothing",
        "strengths examples/lamp.bag",
        "strengths examples/lamp.bag --semantics dfqad",
        "strengths examples/nixon.apx --semantics dfquad",
        "strengths duel.bag --semantics dfquad",
        "revise duel.bag --semantics dfquad --topic left --target 0",
        "revise duel.bag --semantics dfquad --topic left --target 0 --solver synchronous",
        "revise examples/lamp.bag --semantics dfquad --target 0.5",
        "revise examples/lamp.bag --semantics dfquad --topic lamp",
        "revise examples/lamp.bag --semantics dfquad --topic lamp --target -1",
        "revise examples/lamp.bag --semantics dfquad --topic lmap --target 1",
        "revise examples/lamp.bag --semantics dfquad --topic lamp --target 1 --cost dark",
        "revise examples/lamp.bag --semantics dfquad --topic lamp --target 1 --cost dark=0",
        "attribute duel.bag --semantics dfquad --topic left --solver synchronous",
        "attribute examples/lamp.bag --semantics dfquad --topic lamp --permutations -1",
    ]);
    golden("engine-faults", &result);
}

/// Runs a command with the given standard input.
fn piped(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn solve_agrees_with_the_reference_results() {
    for name in
        ["tb_dung_ex", "tb_nixon", "tb_odd3", "tb_ideal", "tb_sst_vs_pr", "even_10", "odd_5"]
    {
        let expected = json(&format!("af/expected/{name}.json"));
        let instance = fs::read(reference(&format!("af/instances/{name}.af"))).unwrap();
        let solve = |problem: &str, more: &[&str]| {
            let (code, out, err) =
                piped(&[&["solve", "-p", problem, "-f", "-"], more].concat(), &instance);
            assert_eq!((code, err.contains("error")), (Some(0), false), "{name} {problem}: {err}");
            out
        };
        let grounded: Vec<String> = expected["grounded"]["in"]
            .as_array()
            .unwrap()
            .iter()
            .map(|a| format!(" {a}"))
            .collect();
        assert_eq!(solve("SE-GR", &[]), format!("w{}\n", grounded.concat()), "{name}");
        for semantics in ["CO", "PR", "ST", "SST", "STG"] {
            let answers = &expected["semantics"][semantics];
            let count = &answers["count"];
            assert_eq!(solve(&format!("CE-{semantics}"), &[]), format!("{count}\n"), "{name}");
            let limited = solve(&format!("EE-{semantics}"), &["--limit", "100000"]);
            assert_eq!(
                limited.lines().count() as u64,
                count.as_u64().unwrap(),
                "{name} {semantics}"
            );
            let listed =
                |answer: &Value, a: u64| answer.as_array().map(|ids| ids.contains(&a.into()));
            let cred = listed(&answers["cred"], 1).unwrap();
            let result = solve(&format!("DC-{semantics}"), &["-a", "1"]);
            assert_eq!(result.starts_with("YES\nw "), cred, "{name} {semantics}: {result}");
            // Where there is no extension, each argument is in all of them.
            let skept = listed(&answers["skept"], 1).unwrap_or(true);
            let result = solve(&format!("DS-{semantics}"), &["-a", "1"]);
            assert_eq!(result == "YES\n", skept, "{name} {semantics}: {result}");
        }
    }
}

#[test]
fn strengths_agree_with_the_reference_results() {
    let instances = json("qbaf/strengths_corner.json");
    let mut checked = 0;
    for instance in
        instances["instances"].as_array().unwrap().iter().filter(|i| i["n"].as_u64() < Some(30))
    {
        let (code, out, err) =
            piped(&["strengths", "-", "--semantics", "qe"], instance.to_string().as_bytes());
        assert_eq!(code, Some(0), "{err}");
        let result: Value = serde_json::from_str(&out).unwrap();
        let numbers = |value: &Value| -> Vec<f64> {
            value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
        };
        let (result, expected) =
            (numbers(&result["strengths"]), numbers(&instance["strengths"]["qe"]));
        assert_eq!(result.len(), expected.len());
        assert!(
            result.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9),
            "{}",
            instance["id"]
        );
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn a_revision_reaches_its_target() {
    let project = examples();
    let duel = r#"{"n": 2, "tau": [1, 1], "edges": [[0, 1, -1], [1, 0, -1]], "names": ["left", "right"], "topic": 0, "target": 0.75}"#;
    project.write("examples/duel.json", duel);
    for (file, target) in [("examples/lamp.json", 0.6), ("examples/duel.json", 0.75)] {
        let result = project.report(&format!("revise {file} --semantics qe --solver continuous"));
        result.exits(0);
        let revised: Value = serde_json::from_str(&result.out).unwrap();
        assert_eq!(revised["reached"], true, "{file}");
        let mut given: Value = serde_json::from_str(&project.text(file)).unwrap();
        given["tau"] = revised["tau"].clone();
        let again = ["strengths", "-", "--semantics", "qe", "--solver", "continuous"];
        let (_, out, _) = piped(&again, given.to_string().as_bytes());
        let again: Value = serde_json::from_str(&out).unwrap();
        let number = |value: &Value| value.as_f64().unwrap();
        assert!((number(&revised["strength"]) - target).abs() < 1e-9, "{file}");
        assert!((number(&again["strengths"][0]) - target).abs() < 1e-8, "{file}");
        assert_eq!(again["names"], given["names"]);
    }
}

#[test]
fn a_million_arguments_in_a_chain_need_no_deep_stack() {
    let n = 1_000_000;
    let attack = |a| format!("{a} {}\n", a + 1);
    let chain = format!("p af {n}\n{}", (1..n).map(attack).collect::<Vec<_>>().concat());
    let (code, out, err) = piped(&["solve", "-p", "SE-GR", "-f", "-"], chain.as_bytes());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("w 1 3 5 ") && out.trim_end().ends_with(" 999997 999999"));
}

#[test]
fn a_long_cycle_is_named_by_its_first_arguments() {
    let n = 20_000;
    let fact = |a| format!("arg(a{a}, 1)\natt(a{a}, a{})\n", (a + 1) % n);
    let cycle = (0..n).map(fact).collect::<Vec<_>>().concat();
    let ask = ["strengths", "-", "--semantics", "dfquad"];
    let (code, out, err) = piped(&ask, cycle.as_bytes());
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("a6 -> a7 -> … (19992 more)\n  help: choose `--solver"), "{err}");
    let (code, out, err) =
        piped(&[&ask[..], &["--solver", "synchronous"]].concat(), cycle.as_bytes());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let result: Value = serde_json::from_str(&out).unwrap();
    let diagnosis = "oscillates with period 2: a0, a1, a2, a3, a4, a5, a6, a7, … (19992 more)";
    assert_eq!((&result["strengths"], &result["diagnosis"]), (&Value::Null, &diagnosis.into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_ends_a_list_without_an_error() {
    let project = examples();
    // Sixty pairs of mutual attacks have 2^60 preferred extensions.
    let pair = |i: i32| format!("{} {}\n{} {}\n", 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1);
    project.write(
        "pairs.af",
        &format!("p af 120\n{}", (0..60).map(pair).collect::<Vec<_>>().concat()),
    );
    let mut command = project.command();
    command.args(["solve", "-p", "EE-PR", "-f", "pairs.af"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        assert_eq!(lines.next().unwrap().unwrap().split(' ').count(), 61);
    }
    drop(lines);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    let full = Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    let mut command = project.command();
    command.args(["solve", "-p", "EE-PR", "-f", "pairs.af"]);
    let output = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
    let result = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(result.matches("No space left").count(), 1, "{result}");
    let counted = project.report("solve -p CE-PR -f pairs.af");
    assert_eq!(counted.out, "1152921504606846976\n");
}
