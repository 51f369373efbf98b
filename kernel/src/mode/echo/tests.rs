//! Mode `echo`.

use crate::corpus::samples::pair;
use crate::mode::tests::stage::{ADA, BEN, golden};
use crate::mode::{Echo, Mode, ModeName, Setting};
use crate::provider::{Cached, Corpus, Provider, Replay};
use crate::question::Models;
use crate::store::Store;
use crate::view::History;
use crate::vocabulary::samples::topic;
use crate::vocabulary::{Probability, Seed};

#[test]
fn propositions_are_repeated_as_cruxes() {
    let debate = golden("debate", &Mode::Echo(Echo::default()), &[ADA, BEN]);
    assert_eq!(debate.outcome().cruxes.len(), 2);
}

#[test]
fn a_debate_by_corpus_can_be_viewed_and_replayed() {
    let mode = ModeName::from_name("echo").unwrap().with_defaults();
    let (topic, personas) = (topic(), pair());
    let corpus = || Corpus::new(&topic, &personas, Probability::ONE).unwrap();
    let (_folder, store) = Store::scratch();
    let run = |provider: &dyn Provider| {
        let models = Models::default();
        let cached = Cached::new(provider, &store);
        let setting = Setting::new(&topic, &personas, &cached, &models, Seed(1));
        pollster::block_on(mode.run(setting, &mut |_| ())).unwrap()
    };
    let first = run(&corpus());
    assert_eq!(run(&Replay::new(Box::new(corpus()))), first);
    let sections = mode.view(&History::new(&first.snapshots, &first.outcome)).unwrap();
    let shown = format!("{sections:?}");
    for crux in &first.outcome.cruxes {
        assert!(shown.contains(&crux.question), "{} is not in {shown}", crux.question);
    }
}
