//! No provider makes a debate take more calls than the mode states, whatever it answers.

use super::nonsense::{answer, saying};
use super::scripted::{self, ADA, BEN, CLEO, DAN, calls, run_with};
use crate::graph::Node;
use crate::mode::{Control, DebateSize, Finished, Mode, ModeName, Value};
use crate::provider::Request;
use crate::store::Hash;
use crate::vocabulary::{Axis, Disagreement, Topic};

/// Answers every question with nonsense that passes its checks: as many items as the question
/// allows, or more where nothing limits them. Of some answers it gives less, or nothing that can be
/// used, as its seed says.
#[derive(Debug)]
struct Nonsense {
    /// None for answers of full length only.
    seed: Option<u64>,
}

impl Nonsense {
    /// A number below `most` that follows from the seed and the request; none without a seed.
    fn below(&self, most: u64, request: &Request<'_>) -> Option<u64> {
        let persona = request.persona.as_ref().map_or("", |persona| persona.as_str());
        let text = format!("{:?} {} {persona} {}", self.seed?, request.name, request.ordinal);
        let hash = Hash::of(text.as_bytes()).to_string();
        Some(u64::from_str_radix(&hash[..8], 16).expect("eight digits") % most)
    }

    fn answer(&self, request: &Request<'_>) -> String {
        if self.below(12, request) == Some(0) {
            return "{}".to_owned();
        }
        let quarters = self.below(5, request).unwrap_or(4);
        answer(request, quarters, request.ordinal).to_string()
    }
}

fn run(mode: &Mode, seed: Option<u64>, personas: &[&str], topic: &Topic) -> Finished {
    let nonsense = Nonsense { seed };
    run_with(&saying(|request| nonsense.answer(request)), mode, personas, topic)
}

/// The topic of scripted debates without axes, with its two axes, and with twelve.
fn topics() -> [Topic; 3] {
    let two = scripted::topic();
    let axis = |number: u32| Axis {
        id: format!("axis-{number}").parse().expect("an id"),
        question: format!("Is it {number}?"),
        kind: Disagreement::Claim,
        ..two.axes[0].clone()
    };
    let twelve = Topic { axes: (0..12).map(axis).collect(), ..two.clone() };
    [Topic { axes: vec![], ..two.clone() }, two, twelve]
}

#[test]
fn no_provider_exceeds_the_stated_maximum_of_calls() {
    for name in ModeName::ALL {
        for topic in topics() {
            for personas in [&[ADA, BEN][..], &[ADA, BEN, CLEO], &[ADA, BEN, CLEO, DAN]] {
                for seed in [None, Some(1)] {
                    let plain = name.with_defaults();
                    let isolated = plain.clone().under(Some(Control::Isolated));
                    for mode in [plain, isolated] {
                        let taken = calls(&run(&mode, seed, personas, &topic));
                        let most = mode.calls(DebateSize::new(&topic, personas.len())).total();
                        let of = format!("{name}, {} personas, {seed:?}", personas.len());
                        assert!(taken <= most, "{of}: {taken} calls, at most {most}");
                    }
                }
            }
        }
    }
}

/// A mode with a value of one parameter.
fn with(name: ModeName, parameter: &str, value: u32) -> Mode {
    let mut mode = name.with_defaults();
    mode.set(parameter, Value::Number(value)).expect("the mode has the parameter");
    mode
}

#[test]
fn the_stated_maximum_is_that_of_the_formula() {
    use ModeName::{Belief, Blitz, Dialectic, Dialogue, Dispute, Graph};
    let size = |personas, axes| DebateSize { personas, axes, passages: 2, observers: 1 };
    let isolated = |name: ModeName| name.with_defaults().under(Some(Control::Isolated));
    let cases = [
        (
            with(Blitz, "max_rounds", 3),
            size(4, 8),
            "4 stances + 1 comparison + 3 rounds × (4 messages + 1 comparison of crux candidates) + 9 comparisons + 1 explanation",
        ),
        (isolated(Blitz), size(2, 0), "1 decomposition + 2 stances + 1 comparison + 1 explanation"),
        // A persona opens with 16 statements on a topic of eight axes and adds 8 in a round. One
        // call compares 80 statements: the 32 of two openings; later the new ones with the rest of
        // 80, or two groups of 40.
        (
            with(Graph, "max_rounds", 6),
            size(2, 8),
            "2 openings + 1 comparison + 6 rounds × (2 attackers + 1 judge) + 6 comparisons",
        ),
        (
            with(Graph, "max_rounds", 3),
            size(4, 0),
            "1 decomposition + 4 openings + 1 comparison + 3 rounds × (4 attackers + 1 judge) + 9 comparisons",
        ),
        // A persona has at most 38 nodes of its own with five reasons below its thesis, and adds 3
        // in a round. The 76 nodes of two openings are compared in one call. The 24 new ones take
        // two: one call compares them with 56 of the others.
        (
            with(Belief, "max_rounds", 4),
            size(2, 8),
            "2 personas × (1 thesis + 1 tree + 1 scoring) + 1 comparison + 4 rounds × (2 movers + 1 scoring) + 2 closings + 2 comparisons + 2 scorings + 1 call for settling questions",
        ),
        // Three groups of 38 nodes take three comparisons. 18 new nodes are compared with 62 of the
        // others in a call.
        (
            with(Belief, "max_rounds", 2),
            size(3, 0),
            "1 decomposition + 3 personas × (1 thesis + 1 tree + 1 scoring) + 3 comparisons + 2 rounds × (3 movers + 1 scoring) + 3 closings + 2 comparisons + 3 scorings + 1 call for settling questions",
        ),
        (
            with(Dialogue, "max_turns", 20),
            size(2, 2),
            "2 openings + 1 update of the graph + 1 search for attacks + 1 comparison + 16 turns × (1 speaker + 1 update of the graph) + 2 resolutions + 1 update of the graph + 2 comparisons",
        ),
        (
            with(Dispute, "max_turns", 20),
            size(2, 2),
            "2 openings + 1 update of the graph + 1 comparison + 16 turns × (1 speaker + 1 update of the graph) + 2 resolutions + 1 update of the graph + 2 comparisons",
        ),
        (
            with(Dialectic, "branches", 3),
            size(2, 0),
            "1 decomposition + 2 openings + 1 comparison + 2 passages × (3 rounds × (2 turns + 2 observations) + 3 debated questions × (3 rounds × (2 turns + 1 judgement)) + 4 nodes + 1 comparison + 1 search for relations) + 1 comparison",
        ),
        (
            with(Dialectic, "branches", 1),
            size(4, 2),
            "4 openings + 1 comparison + 2 passages × (3 rounds × (4 turns + 4 observations) + 1 debated question × (3 rounds × (4 turns + 1 judgement)) + 2 nodes + 1 comparison + 1 search for relations) + 1 comparison",
        ),
        (
            with(Dialectic, "branches", 3),
            DebateSize { observers: 0, ..size(2, 2) },
            "2 openings + 1 comparison + 2 passages × (3 rounds × (2 turns) + 1 node + 1 comparison + 1 search for relations) + 1 comparison",
        ),
        (
            isolated(Dialectic),
            size(2, 2),
            "2 openings + 1 comparison + 2 passages × (2 turns + 1 node + 1 comparison + 1 search for relations) + 1 comparison",
        ),
    ];
    for (mode, size, formula) in cases {
        assert_eq!(mode.calls(size).to_string(), formula, "{}", mode.name());
    }
}

#[test]
fn a_topic_without_axes_is_split_into_claims_which_the_answers_are_about() {
    let [without_axes, ..] = topics();
    let (mut splitting, mut answering) = (vec![], vec![]);
    for name in ModeName::ALL {
        let finished = run(&name.with_defaults(), None, &[ADA, BEN], &without_axes);
        let claims = &finished.outcome.claims;
        let graph = &finished.snapshots.last().expect("a debate has a snapshot").graph;
        let is_on_a_claim = |node: &Node| claims.iter().any(|claim| claim.axis == node.axis);
        splitting.extend((!claims.is_empty()).then(|| name.to_string()));
        answering.extend(graph.nodes().any(is_on_a_claim).then(|| name.to_string()));
    }
    let expected =
        ["blitz", "classical", "graph", "dialogue", "dispute", "procon", "belief", "dialectic"];
    assert_eq!(splitting, expected);
    let named = ["blitz", "classical", "dialogue", "dispute", "procon", "belief", "dialectic"];
    assert_eq!(answering, named, "the nonsense of others names none");
}

#[test]
fn an_answer_of_full_length_reaches_the_stated_maximum() {
    let topic = scripted::topic();
    for name in [ModeName::Vote, ModeName::Graph, ModeName::Belief] {
        let finished = run(&name.with_defaults(), None, &[ADA, BEN], &topic);
        let usage = finished.outcome.usage;
        let most = name.with_defaults().calls(DebateSize::new(&topic, 2)).total();
        let calls = finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
        let faults =
            calls.filter_map(|call| Some(format!("{}: {}", call.question, call.fault.as_ref()?)));
        let faults: Vec<String> = faults.collect();
        assert_eq!(faults, [""; 0], "{name}");
        assert!(usage.calls + 2 >= most, "{name}: {} calls, at most {most}", usage.calls);
        assert!(
            usage.not_judged > 0 || name == ModeName::Belief,
            "{name} has more statements than room"
        );
    }
}
