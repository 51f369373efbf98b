//! One topic and four personas for debates with scripted answers.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;

use crate::graph::Graph;
use crate::mode::debate_context::{Contributions, DebateContext};
use crate::mode::{DebateSize, Finished, Mode, ModeName, Setting, question_names};
use crate::provider::{Provider, Script};
use crate::question::Models;
use crate::record::{Event, Outcome, Snapshot};
use crate::vocabulary::{
    Axis, AxisId, Contract, Corpus, Disagreement, Evidence, EvidenceId, EvidenceItem, Flip,
    Leaning, Observer, ObserverId, Passage, PassageId, Persona, PersonaId, Probability, Reach,
    Seed, Side, Statement, Topic, TopicId, Verdict, samples,
};

pub(crate) use super::finished::Debate;
use super::transcript::transcript;

/// The personas.
pub(crate) const ADA: &str = "ada";
pub(crate) const BEN: &str = "ben";
pub(crate) const CLEO: &str = "cleo";
pub(crate) const DAN: &str = "dan";

/// Runs `mode` between some personas with the script `name`, checks what must be true of every
/// debate, and compares the whole debate with its transcript.
pub(crate) fn golden(name: &str, mode: &Mode, personas: &[&str]) -> Debate {
    golden_on(name, mode, personas, &topic())
}

/// Like [`golden`], on another topic.
pub(crate) fn golden_on(name: &str, mode: &Mode, personas: &[&str], topic: &Topic) -> Debate {
    let run = || run_script(name, &script(name, mode.name()), mode, personas, topic, None);
    let debate = run();
    assert_eq!(bytes(&debate), bytes(&run()), "{name} differs when run again");
    let (taken, most) =
        (calls(&debate.finished), mode.calls(DebateSize::new(topic, personas.len())));
    assert!(taken <= most.total(), "{name}: {taken} calls");
    rebuild(&debate.finished.snapshots);
    check_events(&debate.events, &debate.finished.snapshots);
    assert_eq!(restore(&debate.events), debate.events, "{name}: events change when stored");
    let restored: Vec<Snapshot> = restore(&debate.finished.snapshots);
    assert_eq!(restored, debate.finished.snapshots, "{name}: snapshots change when stored");
    let restored: Outcome = restore(&debate.finished.outcome);
    assert_eq!(restored, debate.finished.outcome, "{name}: the outcome changes when stored");
    bind_snapshots(mode.name(), || insta::assert_snapshot!(name, transcript(&debate)));
    debate
}

/// Compares sentences of a mode with the snapshot `sentences`, which pins them to the version of
/// the mode: sentences that an outcome may contain, and that few debates reach.
pub(crate) fn pin_sentences(mode: ModeName, sentences: &[String]) {
    bind_snapshots(mode, || insta::assert_snapshot!("sentences", sentences.join("\n")));
}

fn bind_snapshots(mode: ModeName, compare: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder(mode));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(compare);
}

/// Runs `mode` between some personas with a script that differs from the script `name` by an edit
/// of its lines.
pub(crate) fn run_edited(
    name: &str,
    mode: &Mode,
    personas: &[&str],
    edit: impl FnOnce(&mut Vec<Value>),
) -> Debate {
    let mut lines = serde_json::from_str(&script(name, mode.name())).expect("it is a script");
    edit(&mut lines);
    run_script(name, &Value::Array(lines).to_string(), mode, personas, &topic(), None)
}

fn script(name: &str, mode: ModeName) -> String {
    let path = folder(mode).join(format!("{name}.script.json"));
    std::fs::read_to_string(path).expect("the script is there")
}

fn run_script(
    name: &str,
    script: &str,
    mode: &Mode,
    personas: &[&str],
    topic: &Topic,
    foreign: Option<&Graph>,
) -> Debate {
    let provider = Script::parse(script, &question_names()).expect("it is a script");
    let mut events = Vec::new();
    let mut listener = |event: &Event| events.push(event.clone());
    let finished = with_setting(&provider, personas, topic, |setting| {
        let setting = Setting { foreign, ..setting };
        pollster::block_on(mode.run(setting, &mut listener)).expect("nothing interrupts it")
    });
    for event in &events {
        if let Event::Mode(event) = event {
            let known = mode.event_lines(event);
            assert!(known.is_some(), "{}: `Run::EVENTS` does not list {event:?}", mode.name());
        }
    }
    let unused = provider.unused();
    assert!(unused.is_empty(), "{name}: no request used these lines: {unused:?}");
    Debate { events, finished }
}

/// Runs `mode` between some personas with the script `name` and the contributions of a debate on
/// another topic.
pub(super) fn run_shuffled(
    name: &str,
    mode: &Mode,
    personas: &[&str],
    foreign: Option<&Graph>,
) -> Debate {
    run_script(name, &script(name, mode.name()), mode, personas, &topic(), foreign)
}

/// Calls `act` with the context of a debate between some personas, before its first question.
pub(crate) fn in_debate<R>(personas: &[&str], act: impl FnOnce(&mut DebateContext<'_>) -> R) -> R {
    at_table_seeing(Contributions::True, personas, act)
}

/// Like [`in_debate`]; the personas see these contributions.
pub(super) fn at_table_seeing<R>(
    contributions: Contributions,
    personas: &[&str],
    act: impl FnOnce(&mut DebateContext<'_>) -> R,
) -> R {
    let provider = Script::parse("[]", &question_names()).expect("it is a script");
    with_setting(&provider, personas, &topic(), |setting| {
        act(&mut DebateContext::new(setting, contributions, &mut |_| ()))
    })
}

pub(crate) fn with_setting<R>(
    provider: &dyn Provider,
    personas: &[&str],
    topic: &Topic,
    act: impl FnOnce(Setting<'_>) -> R,
) -> R {
    let personas: Vec<Persona> = personas.iter().map(|id| persona(id)).collect();
    act(Setting {
        evidence: &evidence(),
        ..Setting::new(topic, &personas, provider, &Models::new("big", "small"), Seed(1))
    })
}

/// Runs `mode` between some personas with a provider.
pub(super) fn run_with(
    provider: &dyn Provider,
    mode: &Mode,
    personas: &[&str],
    topic: &Topic,
) -> Finished {
    with_setting(provider, personas, topic, |setting| {
        pollster::block_on(mode.run(setting, &mut |_| ())).expect("nothing interrupts it")
    })
}

/// The folder with scripts and transcripts of a mode.
pub(super) fn folder(mode: ModeName) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/mode/{mode}/tests"))
}

fn bytes(debate: &Debate) -> Vec<u8> {
    let Debate { events, finished } = debate;
    serde_json::to_vec(&(events, &finished.snapshots, &finished.outcome)).expect("it has text keys")
}

fn restore<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it has text keys");
    serde_json::from_str(&text).expect("what is written can be read")
}

/// The calls of a debate, without repairs and without those that were asked again.
pub(super) fn calls(finished: &Finished) -> u32 {
    let calls = finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    let replaced: usize = calls.map(|call| call.replaced.len()).sum();
    let usage = &finished.outcome.usage;
    usage.calls - usage.repairs - u32::try_from(replaced).expect("few calls are replaced")
}

/// Every snapshot follows from the one before by its changes.
fn rebuild(snapshots: &[Snapshot]) {
    let mut graph = Graph::default();
    for snapshot in snapshots {
        for change in &snapshot.changes {
            graph.apply(&change.operation).expect("every change fits");
        }
        assert_eq!(graph, snapshot.graph, "round {} cannot be rebuilt", snapshot.round);
    }
}

/// The events report every turn and every change that the snapshots contain.
fn check_events(events: &[Event], snapshots: &[Snapshot]) {
    let (mut turns, mut changes) = (Vec::new(), Vec::new());
    for event in events {
        if let Event::TurnTaken { turn } = event {
            turns.push(turn.as_ref());
        } else if let Event::GraphChanged { change } = event {
            changes.push(change.as_ref());
        }
    }
    turns.sort_by_key(|turn| turn.id);
    let kept = snapshots.iter().flat_map(|snapshot| &snapshot.turns);
    assert_eq!(turns, kept.collect::<Vec<_>>());
    let kept = snapshots.iter().flat_map(|snapshot| &snapshot.changes);
    assert_eq!(changes, kept.collect::<Vec<_>>());
}

/// The names of the events of a debate, as they are written.
fn event_names(debate: &Debate) -> BTreeSet<String> {
    let name = |event: &Event| {
        let event = serde_json::to_value(event).expect("an event can be serialized");
        event["event"].as_str().expect("an event has a name").to_owned()
    };
    debate.events.iter().map(name).collect()
}

/// Asserts that a debate reports these events.
pub(crate) fn assert_reports(debate: &Debate, expected: &[&str]) {
    let names = event_names(debate);
    let missing: Vec<&&str> = expected.iter().filter(|name| !names.contains(**name)).collect();
    assert!(missing.is_empty(), "not reported: {missing:?}; reported: {names:?}");
}

pub(crate) fn topic() -> Topic {
    Topic {
        id: TopicId::new("high-street").expect("a name"),
        title: "The high street".into(),
        question: "Should the high street be closed to cars?".into(),
        yes: "Close it.".into(),
        no: "Keep it open.".into(),
        background: "A town of 20,000 people; the trial would last a year.".into(),
        axes: vec![
            axis("trade", "Will the shops lose custom?", Disagreement::Evidence),
            axis("air", "Will the air get much cleaner?", Disagreement::Claim),
        ],
        passages: vec![
            passage(
                "feet",
                "The shops on the street followed the feet, and the street was as loud as ever.",
            ),
            passage(
                "wind",
                "The wind went through the street, and the air and the crowd and the rent went with it.",
            ),
        ],
        observers: vec![observer()],
    }
}

pub(crate) fn passage(id: &str, text: &str) -> Passage {
    Passage {
        id: PassageId::new(id).expect("a name"),
        title: format!("The {id}"),
        text: text.into(),
        source: None,
    }
}

pub(crate) fn observer() -> Observer {
    Observer {
        id: ObserverId::new("clerk").expect("a name"),
        name: "The clerk".into(),
        bias: "Counts.".into(),
        focus: "Numbers.".into(),
        blind_spots: "Everything else.".into(),
    }
}

fn axis(id: &str, question: &str, kind: Disagreement) -> Axis {
    Axis {
        id: AxisId::new(id).expect("a name"),
        title: id.into(),
        question: question.into(),
        yes: "It will.".into(),
        no: "It will not.".into(),
        kind,
        keywords: vec![],
        settles: format!("A year of measurements of {id}."),
        favours: None,
    }
}

/// Two facts about the topic.
pub(crate) fn evidence() -> Evidence {
    let item = |id: &str, text: &str, verdict| EvidenceItem {
        id: EvidenceId::new(id).expect("a name"),
        text: text.into(),
        axis: AxisId::new("trade").ok(),
        date: "2024".parse().expect("a date"),
        verdict,
        source: format!("The report of {id}"),
        caveats: vec![],
    };
    let counted = item("count", "The shops of the next town lost no custom.", Verdict::True);
    let rumour = item("rumour", "Half of the shops of the next town closed.", Verdict::False);
    Evidence { items: vec![counted, rumour] }
}

pub(crate) fn persona(id: &str) -> Persona {
    let stance = if id == ADA || id == CLEO { Side::Yes } else { Side::No };
    let leaning =
        || Leaning { text: "Some.".into(), level: Probability::new(0.5).expect("a probability") };
    let text = |what: &str| format!("The {what} of {id}.");
    let contract = Contract {
        name: id[..1].to_uppercase() + &id[1..],
        summary: text("summary"),
        identity: text("identity"),
        thinking: text("thinking"),
        epistemology: text("epistemology"),
        horizon: text("horizon"),
        evidence_policy: text("evidence policy"),
        voice: text("voice"),
        stakes: leaning(),
        openness: leaning(),
        flips: vec![Flip {
            id: "counted".into(),
            axis: None,
            when: "The trial is counted.".into(),
            then: "I would think again.".into(),
            changes: Reach::View,
        }],
    };
    let statements = ["first", "second"].map(|number| statement(&format!("{id}-{number}"), stance));
    let on_trade = Statement {
        axis: AxisId::new("trade").ok(),
        ..statement(&format!("{id}-on-trade"), stance)
    };
    let statements = statements.into_iter().chain([on_trade]).collect();
    let corpus = Corpus { topic: topic().id, stance, notes: vec![samples::note(statements)] };
    Persona {
        id: PersonaId::new(id).expect("a name"),
        contract,
        corpora: [(topic().id, corpus)].into(),
    }
}

pub(crate) fn statement(id: &str, side: Side) -> Statement {
    let on_trade = samples::statement(id, &format!("What {id} says."), "trade", side);
    Statement { axis: None, reasons: vec![], ..on_trade }
}
