//! Mode `echo`.

use super::events::Repeated;
use crate::corpus::samples::pair;
use crate::mode::tests::scripted::{ADA, BEN, golden};
use crate::mode::{AnyEvent, Echo, Mode, ModeName, Setting, question_names};
use crate::provider::{Cached, Corpus, Provider, Replay};
use crate::question::Models;
use crate::record::Event;
use crate::store::Store;
use crate::view::{EventLine, History};
use crate::vocabulary::samples::topic;
use crate::vocabulary::{Probability, Seed};

#[test]
fn questions_are_repeated_as_cruxes() {
    let debate = golden("debate", &Mode::Echo(Echo::default()), &[ADA, BEN]);
    assert_eq!(debate.outcome().cruxes.len(), 2);
}

#[test]
fn its_own_question_and_its_own_event_are_known_by_its_folder_and_its_line_in_the_list_alone() {
    let mode = Mode::Echo(Echo::default());
    let debate = golden("debate", &mode, &[ADA, BEN]);
    assert!(question_names().contains("repeat"));
    assert_eq!(debate.asked("repeat"), 1);
    assert_eq!(debate.reported::<Repeated>(), [Repeated { questions: 2 }]);
    let Event::Mode(event) = &debate.events[0] else { panic!("the first event is its own") };
    let shown = EventLine::Sentence("2 questions were repeated.".into());
    assert_eq!(mode.event_lines(event), Some(vec![shown]));
    let schema = schemars::schema_for!(AnyEvent).to_value().to_string();
    assert!(schema.contains(r#""const":"repeated""#), "{schema}");
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
