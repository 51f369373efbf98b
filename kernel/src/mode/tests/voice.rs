//! Laws of the corpus voice, on every corpus of this project.

use std::fmt::Write as _;
use std::path::Path;

use crate::corpus::{Corpora, Heard, HeardForm, Likeness, Untagged, Voices};
use crate::format::Library;
use crate::vocabulary::{Persona, Probability, Seed, Statement, Topic};

/// Calls `check` with every topic and all personas that have a corpus on it.
fn every_topic(mut check: impl FnMut(&Topic, &[Persona])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (library, _) = Library::open(&root);
    for topic in library.topics.values() {
        let has_corpus = |persona: &&Persona| persona.corpora.contains_key(&topic.id);
        let personas: Vec<Persona> =
            library.personas.values().filter(has_corpus).cloned().collect();
        assert!(personas.len() >= 2, "{}", topic.id);
        check(topic, &personas);
    }
}

fn corpora(topic: &Topic, personas: &[Persona], recall: f64) -> Corpora {
    let recall = Probability::new(recall).expect("a probability");
    Corpora::new(topic, personas, recall).expect("every persona has a corpus on the topic")
}

fn statements<'p>(topic: &Topic, personas: &'p [Persona]) -> Vec<(&'p Persona, &'p Statement)> {
    let of = |persona: &'p Persona| {
        persona.corpora[&topic.id].statements().map(move |statement| (persona, statement))
    };
    personas.iter().flat_map(of).collect()
}

fn heard<'p>((author, statement): (&'p Persona, &'p Statement)) -> Heard<'p> {
    Heard {
        author: &author.id,
        text: &statement.text,
        axis: statement.axis.as_ref(),
        side: statement.side,
        excerpts: std::slice::from_ref(&statement.id),
        form: HeardForm::Sentence,
    }
}

#[test]
fn likeness_is_symmetric_and_only_a_shared_point_or_text_makes_statements_the_same() {
    every_topic(|topic, personas| {
        let corpora = corpora(topic, personas, 1.0);
        let voices = corpora.voices(Seed(1));
        let all = statements(topic, personas);
        for &one in &all {
            for &other in &all {
                let likeness = voices.likeness(&heard(one), &heard(other));
                assert_eq!(likeness, voices.likeness(&heard(other), &heard(one)));
                let (a, b) = (one.1, other.1);
                let is_same = matches!(likeness, Likeness::SameText | Likeness::SamePoint);
                let is_declared = a.text == b.text || (a.point.is_some() && a.point == b.point);
                assert_eq!(is_same, is_declared, "«{}» and «{}»", a.text, b.text);
            }
        }
    });
}

/// What all voices say to all statements of the others, as text.
fn everything_said(voices: &Voices<'_>, topic: &Topic, personas: &[Persona]) -> String {
    let mut answers = String::new();
    for persona in personas {
        let voice = voices.voice(&persona.id).expect("it has a corpus");
        let all: Vec<Heard<'_>> = statements(topic, personas).into_iter().map(heard).collect();
        let replies = voice.replies(&all, Untagged::BySide, |_, _| true);
        let _ =
            writeln!(answers, "{:?} {replies:?} {:?}", voice.by_worth(), voice.plausibility(&all));
    }
    answers
}

#[test]
fn the_seed_decides_what_is_recalled_and_nothing_else_does() {
    every_topic(|topic, personas| {
        let answers = |recall, seed| {
            let corpora = corpora(topic, personas, recall);
            everything_said(&corpora.voices(Seed(seed)), topic, personas)
        };
        let first = answers(0.8, 1);
        assert_eq!(first, answers(0.8, 1));
        assert_ne!(first, answers(0.8, 2));
        assert_eq!(answers(1.0, 1), answers(1.0, 2), "all statements are recalled");
    });
}

#[test]
fn scores_lie_in_the_unit_interval_and_replies_are_made_of_own_statements() {
    every_topic(|topic, personas| {
        let corpora = corpora(topic, personas, 1.0);
        let voices = corpora.voices(Seed(1));
        let all: Vec<Heard<'_>> = statements(topic, personas).into_iter().map(heard).collect();
        let mut replies = 0;
        for persona in personas {
            let voice = voices.voice(&persona.id).expect("it has a corpus");
            for reply in voice.replies(&all, Untagged::ByWords, |_, _| true) {
                replies += 1;
                assert!((0.25..=1.0).contains(&reply.score), "{reply:?}");
                let own = persona.corpora[&topic.id].statement(&reply.statement.id);
                assert_eq!(own, Some(reply.statement));
            }
            let scores = voice.plausibility(&all);
            assert_eq!(scores.len(), all.len());
            assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{scores:?}");
        }
        assert!(replies > 0, "{}: no statement replies to another", topic.id);
    });
}
