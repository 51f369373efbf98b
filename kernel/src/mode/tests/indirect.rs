//! Cruxes on which a case rests only by way of something else, in every mode.

use std::fs;

use super::corpus::{modes_on, run};
use crate::format::Library;
use crate::mode::ModeName;
use crate::vocabulary::Side;

/// The topic «Should we sow now?» with these questions, and both cases, as files.
const TOPIC: &str = r#"
title = "Sowing"
question = "Should we sow now?"
yes = "We should sow now."
no = "We should wait with sowing."
"#;
const AXES: [(&str, &str, &str, &str); 4] = [
    ("seed", "Is the seed ready?", "The seed is ready for sowing.", "The seed is too young."),
    ("rain", "Will it rain?", "It will rain this week.", "It will stay dry this week."),
    ("soil", "Is the soil warm enough?", "The soil is warm enough.", "The soil is too cold."),
    ("dung", "Is there dung enough?", "There is dung enough.", "Dung is scarce."),
];
/// Bob's case rests on the rain.
const BOB: &str = "- We should wait with sowing.\n  - because: the sky is clear {axis=rain side=no}\n\n\
    ## Rain {axis=rain side=no}\n\n- Swallows fly high.\n  - because: gnats dance under the roof\n";

/// What Ann has written, and what Bob has written besides.
const CASES: [(&str, &str, &str); 5] = [
    (
        "a reason of a statement is the only answer to the question",
        "- We should sow now.\n  - because: the seed is ready {axis=seed side=yes}\n\n## Seed {axis=seed side=yes}\n\n\
         - Old Per has tested a handful.\n  - because: it will rain this week {axis=rain side=yes}\n",
        "",
    ),
    (
        "so is an assumption of a statement without reasons",
        "- We should sow now.\n  - because: the seed is ready {axis=seed side=yes}\n\n## Seed {axis=seed side=yes}\n\n\
         - Old Per has tested a handful.\n  - assumes: clouds come from the lake {axis=rain side=yes}\n",
        "",
    ),
    (
        "an assumption of the case is one of its reasons",
        "- We should sow now.\n  - because: the seed is ready {axis=seed side=yes}\n  - assumes: it will rain {axis=rain side=yes}\n",
        "",
    ),
    (
        "the third reason below a reason without a tag leads to the question",
        "- We should sow now.\n  - because: grandmother taught us patience\n    - because: the field steams {axis=soil side=yes}\n    \
         - because: the heap is high {axis=dung side=yes}\n    - because: the seed is ready {axis=seed side=yes}\n\n\
         ## Seed {axis=seed side=yes}\n\n- Old Per has tested a handful.\n  - because: clouds come from the lake {axis=rain side=yes}\n\n\
         ## Rain {axis=rain side=yes}\n\n- Frogs are loud.\n  - because: they like it wet\n",
        "",
    ),
    (
        "the other side writes the reason above it too",
        "- We should sow now.\n  - because: the seed is ready for sowing {axis=seed side=yes}\n    \
         - because: clouds come from the lake {axis=rain side=yes}\n",
        "## Soil {axis=soil side=no}\n\n- The spade rings like a bell.\n  - because: the seed is ready for sowing {axis=seed side=yes}\n",
    ),
];

#[test]
fn every_mode_names_a_crux_that_lies_below_another_answer() {
    for (what, ann, besides) in CASES {
        let project = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: String| {
            let path = project.path().join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        let axes = AXES.map(|(id, question, yes, no)| {
            format!(
                "[[axes]]\nid = \"{id}\"\ntitle = \"{id}\"\nquestion = \"{question}\"\nyes = \"{yes}\"\nno = \"{no}\"\n\
                 kind = \"evidence\"\nkeywords = [\"{id}\"]\nsettles = \"Look.\"\n"
            )
        });
        write("data/topics/sow.toml", TOPIC.to_owned() + &axes.concat());
        for (id, stance, text) in
            [("ann", Side::Yes, ann.to_owned()), ("bob", Side::No, BOB.to_owned() + besides)]
        {
            write(
                &format!("personas/{id}/persona.toml"),
                format!("name = \"{id}\"\nsummary = \"A farmer.\"\n"),
            );
            let head = format!("---\ntopic: sow\nstance: {}\n---\n\n", stance.word());
            write(&format!("personas/{id}/corpus/sow.md"), head + &text);
        }
        let (library, faults) = Library::open(project.path());
        assert!(!faults.has_errors(), "{what}: {:?}", faults.sorted());
        let topic = library.topics.values().next().expect("a topic");
        let personas: Vec<_> = library.personas.values().cloned().collect();
        for mode in modes_on(topic).filter(|mode| mode.name() != ModeName::Echo) {
            let outcome = run(&mode, topic, &personas, 1.0, 1).outcome;
            let named = outcome.cruxes.iter().filter_map(|crux| crux.axis.as_ref());
            let named: Vec<&str> = named.map(crate::vocabulary::AxisId::as_str).collect();
            assert_eq!(named, ["rain"], "{what}: {}", mode.name());
        }
    }
}
