//! Controls: what prompts show under each, in every mode that takes controls.

use std::collections::{BTreeMap, BTreeSet};

use super::scripted::{
    ADA, BEN, CLEO, DAN, at_table_seeing, persona, run_shuffled, statement, topic,
};
use crate::corpus::premises;
use crate::graph::{Cause, Graph, Node, NodeKind, Operation};
use crate::mode::debate_context::Contributions;
use crate::mode::{Control, DebateSize, Finished, Interrupted, Mode, ModeName, Setting, Value};
use crate::provider::{Corpus, Recorder};
use crate::question::Models;
use crate::record::{Call, Outcome, StopReason};
use crate::vocabulary::{
    Assumption, AxisId, AxisSide, CallId, Component, NodeId, Objection, Persona, PersonaId,
    Probability, Reason, Seed, Side, Statement, Topic, TopicId,
};

/// A debate by the provider `corpus` and its prompts: the persona that is asked, if any, and the
/// text.
struct Heard {
    finished: Finished,
    prompts: Vec<(Option<PersonaId>, String)>,
}

fn run(mode: &Mode, topic: &Topic, personas: &[Persona], foreign: Option<&Graph>) -> Heard {
    let recall = Probability::ONE;
    let corpus = Corpus::new(topic, personas, recall).expect("every persona has a corpus");
    let provider = Recorder::new(Box::new(corpus));
    let models = Models::default();
    let setting = Setting { foreign, ..Setting::new(topic, personas, &provider, &models, Seed(1)) };
    let finished = pollster::block_on(mode.run(setting, &mut |_| ())).expect("no interruption");
    let recorded = provider.recorded().into_iter();
    let texts: BTreeMap<String, String> = recorded
        .map(|recorded| {
            let messages = recorded.exchange.messages.into_iter().map(|message| message.text);
            (recorded.key.to_string(), messages.collect::<Vec<_>>().join("\n"))
        })
        .collect();
    let calls = finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    let prompt = |call: &Call| -> Vec<(Option<PersonaId>, String)> {
        let texts = call.requests.iter().map(|key| texts[key].clone());
        texts.map(|text| (call.persona.clone(), text)).collect()
    };
    let prompts = calls.flat_map(prompt).collect();
    Heard { finished, prompts }
}

/// Another topic, with the same axes.
fn other_topic() -> Topic {
    let id = TopicId::new("sea-wall").expect("a name");
    Topic { id, question: "Should the sea wall be raised?".into(), ..topic() }
}

/// Personas who disagree about both axes of a topic, each sentence of whom names its author and the
/// subject.
fn personas(topic: &Topic, subject: &str, ids: &[&str]) -> Vec<Persona> {
    let persona = |id: &&str| {
        let mut persona = persona(id);
        let mut corpus = persona.corpora.pop_first().expect("a corpus").1;
        corpus.topic = topic.id.clone();
        let stance = corpus.stance;
        let axis = |name: &str| AxisId::new(name).expect("a name");
        let on = |name: &str, what: &str| Statement {
            axis: Some(axis(name)),
            text: format!("The {what} of the {subject} is as {id} counts it."),
            reasons: vec![Reason::new(format!(
                "A look at the {what} of the {subject} convinced {id}."
            ))],
            assumptions: vec![Assumption::new(format!(
                "The {what} of the {subject} lasts, {id} thinks."
            ))],
            answers: vec![Objection {
                component: Component::Claim,
                text: format!("the {what} of the {subject} is as counts it"),
            }],
            ..statement(&format!("{id}-{what}"), stance)
        };
        let tagged = |name: &str| Reason {
            asserts: Some(AxisSide { axis: axis(name), side: stance }),
            ..Reason::new(format!("The {name} of the {subject} decides it for {id}."))
        };
        let case = Statement {
            text: format!("In short, {id} is sure about the {subject}."),
            reasons: vec![tagged("trade"), tagged("air")],
            ..statement(&format!("{id}-case"), stance)
        };
        let said = [("trade", "rent"), ("trade", "crowd"), ("air", "wind"), ("air", "smoke")];
        corpus.notes[0].statements =
            std::iter::once(case).chain(said.map(|(axis, what)| on(axis, what))).collect();
        persona.corpora = [(topic.id.clone(), corpus)].into();
        persona
    };
    ids.iter().map(persona).collect()
}

/// The sentences of a persona's corpus.
fn sentences(persona: &Persona) -> BTreeSet<String> {
    let statements = persona.corpora.values().flat_map(crate::vocabulary::Corpus::statements);
    let sentences = statements.flat_map(|statement| {
        let assumptions = statement.assumptions.iter().map(|assumption| assumption.text.clone());
        let reasons = premises(statement).map(str::to_owned);
        std::iter::once(statement.text.clone())
            .chain(reasons)
            .chain(assumptions)
            .collect::<Vec<_>>()
    });
    sentences.collect()
}

/// How many prompts to a persona contain a sentence of another one of these personas.
fn prompts_with_others(heard: &Heard, personas: &[Persona]) -> usize {
    let is_of_another = |(asked, text): &&(Option<PersonaId>, String)| {
        let Some(asked) = asked else { return false };
        let others = personas.iter().filter(|persona| persona.id != *asked);
        others.flat_map(sentences).any(|sentence| text.contains(&sentence))
    };
    heard.prompts.iter().filter(is_of_another).count()
}

/// The final graph.
fn last(heard: &Heard) -> &Graph {
    &heard.finished.snapshots.last().expect("a debate has a snapshot").graph
}

/// The modes that take controls.
fn controlled() -> impl Iterator<Item = ModeName> {
    ModeName::ALL.into_iter().filter(|mode| !mode.about().controls.is_empty())
}

const GROUPS: [&[&str]; 3] = [&[ADA, BEN], &[ADA, BEN, CLEO], &[ADA, BEN, CLEO, DAN]];

#[test]
fn under_a_control_no_prompt_to_a_persona_has_a_text_of_another_on_the_topic() {
    for (mode, ids) in controlled().flat_map(|mode| GROUPS.map(|ids| (mode, ids))) {
        let of = format!("{mode}, {} personas", ids.len());
        let (own, other) = (topic(), other_topic());
        let (at_home, abroad) = (personas(&own, "street", ids), personas(&other, "wall", ids));
        let plain = mode.with_defaults();
        let open = run(&plain, &own, &at_home, None);
        assert!(prompts_with_others(&open, &at_home) > 0, "{of}: without a control they are shown");

        let isolated = plain.clone().under(Some(Control::Isolated));
        let alone = run(&isolated, &own, &at_home, None);
        assert_eq!(prompts_with_others(&alone, &at_home), 0, "{of}, isolated");
        let stop = &alone.finished.outcome.stop;
        assert_eq!((stop.reason, stop.rounds), (StopReason::NoMoves, 0), "{of}: {}", stop.rule);
        assert!(!alone.finished.outcome.cruxes.is_empty(), "{of}: cruxes are computed");
        let most = isolated.calls(DebateSize::new(&own, ids.len())).total();
        assert!(alone.finished.outcome.usage.calls <= most, "{of}");

        let source = run(&plain, &other, &abroad, None);
        let shuffled = plain.under(Some(Control::Shuffled));
        let mixed = run(&shuffled, &own, &at_home, Some(last(&source)));
        assert_eq!(prompts_with_others(&mixed, &at_home), 0, "{of}, shuffled");
        assert!(prompts_with_others(&mixed, &abroad) > 0, "{of}: foreign texts are shown");
        let foreign: BTreeSet<String> = abroad.iter().flat_map(sentences).collect();
        let is_foreign = |text: &str| foreign.iter().any(|sentence| text.contains(sentence));
        let to_judges = mixed.prompts.iter().filter(|(asked, _)| asked.is_none());
        assert!(
            !to_judges.clone().any(|(_, text)| is_foreign(text)),
            "{of}: judges see true texts"
        );
        assert!(to_judges.count() > 0, "{of}");
        assert!(
            !last(&mixed).nodes().any(|node| is_foreign(&node.text)),
            "{of}: the graph is true"
        );
        assert_ne!(mixed.finished.outcome.stop.reason, StopReason::Failed, "{of}");

        let again = run(&shuffled, &own, &at_home, Some(last(&source)));
        assert_eq!(again.finished, mixed.finished, "{of}: the same inputs give the same debate");
    }
}

#[test]
fn scripted_answers_to_foreign_texts_attach_to_the_true_contributions() {
    // The scripts have answers for this number of rounds.
    for (mode, rounds) in [(ModeName::Blitz, 2), (ModeName::Graph, 3), (ModeName::Belief, 4)] {
        let mut plain = mode.with_defaults();
        plain.set("max_rounds", Value::Number(rounds)).expect("the mode has rounds");
        let shuffled = plain.clone().under(Some(Control::Shuffled));
        let (other, ids) = (other_topic(), [ADA, BEN]);
        let source = run(&plain, &other, &personas(&other, "wall", &ids), None);
        let [true_texts, foreign_texts] = [(&plain, None), (&shuffled, Some(last(&source)))]
            .map(|(mode, foreign)| run_shuffled("debate", mode, &ids, foreign).finished);
        // Foreign texts have other lengths, so the prompts have other numbers of tokens.
        let usage = true_texts.outcome.usage;
        assert_eq!(true_texts.outcome, Outcome { usage, ..foreign_texts.outcome }, "{mode}");
        assert_ne!(true_texts.outcome.stop.reason, StopReason::Failed, "{mode}");
        for (one, other) in true_texts.snapshots.iter().zip(&foreign_texts.snapshots) {
            assert_eq!((&one.graph, &one.turns), (&other.graph, &other.turns), "{mode}");
        }
    }
}

#[test]
fn a_shuffled_debate_without_foreign_contributions_is_refused() {
    for foreign in [None, Some(&Graph::default())] {
        let refused = Contributions::of(Some(Control::Shuffled), foreign).unwrap_err();
        assert_eq!(refused, Interrupted::NothingToShow);
    }
    assert!(Contributions::of(None, None).is_ok());
}

#[test]
fn a_mode_without_a_control_is_serialized_as_before_controls_existed() {
    for mode in ModeName::ALL {
        let plain = serde_json::to_string(&mode.with_defaults()).unwrap();
        assert!(!plain.contains("control"), "{plain}");
        let isolated = mode.with_defaults().under(Some(Control::Isolated));
        let written = serde_json::to_string(&isolated).unwrap();
        assert_eq!(serde_json::from_str::<Mode>(&written).unwrap(), isolated);
    }
}

/// The author, kind, text, premises and assumptions of a node.
type Contribution<'a> = (&'a str, NodeKind, &'a str, &'a [&'a str], &'a [&'a str]);

fn graph(nodes: &[Contribution<'_>]) -> Graph {
    let mut graph = Graph::default();
    for ((author, kind, text, premises, assumptions), number) in nodes.iter().zip(1..) {
        let mut node = Node::new(NodeId::new(number), *kind, *text);
        node.author = PersonaId::new(*author).ok();
        node.axis = AxisId::new("trade").ok();
        node.side = Some(Side::Yes);
        node.detail.premises = premises.iter().map(|text| (*text).to_owned()).collect();
        node.detail.assumptions = assumptions.iter().map(|text| (*text).to_owned()).collect();
        graph.apply(&Operation::AddNode(Box::new(node))).expect("the node is new");
    }
    graph
}

#[test]
fn foreign_texts_replace_the_contributions_of_others_one_by_one() {
    use NodeKind::{Argument, Thesis};
    let foreign = graph(&[
        (BEN, Thesis, "thesis of ben", &["p1"], &[]),
        (BEN, Argument, "one", &["p2"], &["a1"]),
        (BEN, Argument, "two", &[], &[]),
        (CLEO, Argument, "of cleo", &[], &[]),
    ]);
    let own = graph(&[
        (ADA, Thesis, "own thesis", &["own"], &[]),
        (BEN, Thesis, "true thesis", &["t", "t"], &[]),
        (BEN, Argument, "true", &[], &["t"]),
        (BEN, Argument, "true", &["t"], &[]),
        (BEN, Argument, "true", &[], &[]),
        (CLEO, Thesis, "true", &[], &["t"]),
        (DAN, Argument, "true", &["t"], &[]),
    ]);
    let contributions = Contributions::of(Some(Control::Shuffled), Some(&foreign)).unwrap();
    let seen = at_table_seeing(contributions, &[ADA, BEN], |context| {
        for node in own.nodes() {
            let node = Operation::AddNode(Box::new(node.clone()));
            context.apply(node, Cause::Merge(CallId::new(1)));
        }
        context.seen_by(&PersonaId::new(ADA).unwrap()).unwrap().into_owned()
    });
    let shown: Vec<(&str, Vec<&str>, Vec<&str>)> = seen
        .nodes()
        .map(|node| {
            let premises = node.detail.premises.iter().map(String::as_str).collect();
            let assumptions = node.detail.assumptions.iter().map(String::as_str).collect();
            (node.text.as_str(), premises, assumptions)
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("own thesis", vec!["own"], vec![]),
            ("thesis of ben", vec!["p1", "p2"], vec![]),
            ("one", vec![], vec!["a1"]),
            // The premises of ben start again.
            ("two", vec!["p1"], vec![]),
            ("one", vec![], vec![]),
            // Cleo has no thesis and no assumption there, so any of her texts is shown.
            ("of cleo", vec![], vec!["of cleo"]),
            // Dan said nothing there, so any text of that debate is shown.
            ("thesis of ben", vec!["thesis of ben"], vec![]),
        ]
    );
    for node in seen.nodes().filter(|node| node.author != PersonaId::new(ADA).ok()) {
        assert_eq!(
            (&node.axis, node.side),
            (&None, None),
            "a tag would name an axis of the true topic"
        );
    }
}
