//! No provider makes a debate take more calls than the mode states, whatever it answers.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::nonsense::{Prompt, answer};
use super::stage::{self, ADA, BEN, CLEO, DAN, with_setting};
use crate::graph::Node;
use crate::mode::{Control, DebateSize, Finished, Mode, ModeName};
use crate::provider::{Finish, Provider, ProviderFault, Reply, Request, Spent};
use crate::store::Hash;
use crate::vocabulary::{Axis, Disagreement, Topic};

/// Answers every question with nonsense that passes its checks: as many items as the question allows, or more where nothing limits
/// them. Of some answers it gives less, or nothing that can be used, as its seed says.
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
        let share = self.below(5, request).map_or(4, |share| share.min(4));
        let some = |most: u64| (most * share).div_ceil(4);
        let me = request.persona.as_ref().map_or("", |persona| persona.as_str());
        answer(request.name, me, &Prompt(&request.messages), some, request.ordinal).to_string()
    }
}

impl Provider for Nonsense {
    fn identity(&self, _: &Request<'_>) -> String {
        format!("nonsense:{:?}", self.seed)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let text = self.answer(request);
        let spent = Spent::estimated(request, &text);
        let reply = Reply { text, model: request.model.clone(), finish: Finish::Stop, spent };
        async move { Ok(reply) }.boxed()
    }
}

fn run(mode: &Mode, seed: Option<u64>, personas: &[&str], topic: &Topic) -> Finished {
    with_setting(&Nonsense { seed }, personas, topic, |setting| {
        pollster::block_on(mode.run(setting, &mut |_| ())).expect("nothing interrupts it")
    })
}

/// The stage's topic without axes, with its two axes, and with twelve.
fn topics() -> [Topic; 3] {
    let two = stage::topic();
    let axis = |number: u32| Axis {
        id: format!("axis-{number}").parse().expect("an id"),
        question: format!("Is it {number}?"),
        kind: Disagreement::Claim,
        ..two.axes[0].clone()
    };
    let twelve = Topic { axes: (0..12).map(axis).collect(), ..two.clone() };
    [Topic { axes: vec![], ..two.clone() }, two, twelve]
}

/// Runs a mode, and returns the number of its calls without repairs and the stated maximum.
fn calls(mode: &Mode, seed: Option<u64>, personas: &[&str], topic: &Topic) -> (u32, u32) {
    let finished = run(mode, seed, personas, topic);
    let calls = finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    // A judge without a usable answer is asked once more.
    let replaced: usize = calls.map(|call| call.replaced.len()).sum();
    let replaced = u32::try_from(replaced).expect("few calls are replaced");
    let usage = finished.outcome.usage;
    (
        usage.calls - usage.repairs - replaced,
        mode.calls(DebateSize::new(topic, personas.len())).total(),
    )
}

#[test]
fn no_provider_exceeds_the_stated_maximum_of_calls() {
    for name in ModeName::ALL {
        for topic in topics() {
            for personas in [&[ADA, BEN][..], &[ADA, BEN, CLEO], &[ADA, BEN, CLEO, DAN]] {
                for seed in [None, Some(1), Some(2)] {
                    let plain = name.with_defaults();
                    let isolated = plain.clone().under(Some(Control::Isolated));
                    for mode in [plain, isolated] {
                        let (taken, most) = calls(&mode, seed, personas, &topic);
                        let of = format!("{name}, {} personas, {seed:?}", personas.len());
                        assert!(taken <= most, "{of}: {taken} calls, at most {most}");
                    }
                }
            }
        }
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
    assert_eq!(answering, ["blitz", "classical", "belief"], "the nonsense of others names none");
}

#[test]
fn an_answer_of_full_length_reaches_the_stated_maximum() {
    let topic = stage::topic();
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
