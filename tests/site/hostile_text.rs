//! The fixture with every text of models, corpora and manifests replaced by one text.

use faultline::graph::{Graph, Node, Operation};
use faultline::record::{Fate, Target};
use faultline::vocabulary::{Reason, Statement, Topic};
use faultline_report::site::{Failure, Finished, NoOutcome, RoundTranscript, Utterance};

use crate::fixture::{self, Whole};

/// The fixture with `text` in place of every text.
pub(crate) fn saying(text: &str) -> Whole {
    let mut whole = fixture::experiment();
    let experiment = &mut whole.experiment;
    let say = |field: &mut String| text.clone_into(field);
    for field in [
        &mut experiment.title,
        &mut experiment.command,
        &mut experiment.run.hash,
        &mut experiment.provider.name,
        &mut experiment.provider.caveat,
    ] {
        say(field);
    }
    experiment.description = Some(text.to_owned());
    experiment.topics.iter_mut().for_each(|topic| ask(topic, text));
    for item in experiment.evidence.values_mut().flat_map(|store| &mut store.items) {
        say(&mut item.text);
        say(&mut item.source);
        item.caveats.iter_mut().for_each(say);
    }
    for persona in &mut experiment.personas {
        let contract = &mut persona.contract;
        for field in [
            &mut contract.name, &mut contract.summary, &mut contract.identity,
            &mut contract.thinking, &mut contract.epistemology, &mut contract.horizon,
            &mut contract.evidence_policy, &mut contract.voice, &mut contract.stakes.text,
            &mut contract.openness.text,
        ] {
            say(field);
        }
        for flip in &mut contract.flips {
            say(&mut flip.when);
            say(&mut flip.then);
        }
        for corpus in persona.corpora.values_mut() {
            for note in &mut corpus.notes {
                say(&mut note.title);
                note.paragraphs.fill(text.to_owned());
                note.statements.iter_mut().for_each(|statement| state(statement, text));
            }
        }
    }
    for debate in &mut whole.debates {
        match &mut debate.result {
            Ok(finished) => end(finished, text),
            Err(NoOutcome::Failed(failure)) => fail(failure, text),
            Err(NoOutcome::NotRun) => {}
        }
    }
    whole
}

fn fail(failure: &mut Failure, text: &str) {
    let said = |act: &str, why: &str| Utterance {
        id: "n1".into(),
        speaker: None,
        act: act.into(),
        text: text.to_owned(),
        why: why.to_owned(),
    };
    text.clone_into(&mut failure.why);
    failure.said = vec![RoundTranscript {
        title: text.to_owned(),
        moves: vec![said("asserts", ""), said("asserts", text)],
        unusable: vec![said("cruxes", text)],
    }];
}

fn ask(topic: &mut Topic, text: &str) {
    let say = |field: &mut String| text.clone_into(field);
    for field in [
        &mut topic.title, &mut topic.question, &mut topic.yes, &mut topic.no, &mut topic.background,
    ] {
        say(field);
    }
    for axis in &mut topic.axes {
        // Each question remains unique, because cruxes are matched by their questions.
        axis.question = format!("{} {text}", axis.id);
        axis.keywords.fill(text.to_owned());
        for field in [&mut axis.title, &mut axis.yes, &mut axis.no, &mut axis.settles] {
            say(field);
        }
    }
}

fn state(statement: &mut Statement, text: &str) {
    fn reason(reason_of: &mut Reason, text: &str) {
        text.clone_into(&mut reason_of.text);
        reason_of.reasons.iter_mut().for_each(|below| reason(below, text));
    }
    text.clone_into(&mut statement.text);
    statement.source = Some(text.to_owned());
    statement.reasons.iter_mut().for_each(|below| reason(below, text));
    statement.assumptions.iter_mut().for_each(|assumed| text.clone_into(&mut assumed.text));
    for list in [&mut statement.unless, &mut statement.concedes] {
        list.fill(text.to_owned());
    }
    statement.evidence.iter_mut().for_each(|cited| text.clone_into(&mut cited.text));
    statement.answers.iter_mut().for_each(|answer| text.clone_into(&mut answer.text));
}

fn end(finished: &mut Finished, text: &str) {
    let say = |field: &mut String| text.clone_into(field);
    for snapshot in &mut finished.snapshots {
        let nodes: Vec<Node> =
            snapshot.graph.nodes().map(|node| speak(node.clone(), text)).collect();
        replace(&mut snapshot.graph, nodes);
        for change in &mut snapshot.changes {
            if let Operation::AddNode(node) = &mut change.operation {
                **node = speak((**node).clone(), text);
            }
        }
        for turn in &mut snapshot.turns {
            say(&mut turn.text);
            turn.counter.iter_mut().for_each(say);
            turn.reasons.iter_mut().for_each(say);
            for cited in &mut turn.evidence {
                say(&mut cited.text);
            }
            if let Fate::Dropped(_) = turn.fate {
                turn.target = Some(Target::Written(text.to_owned()));
            }
            if let Fate::Corrected(why) | Fate::Rejected(why) | Fate::Dropped(why) = &mut turn.fate
            {
                say(why);
            }
        }
        for call in &mut snapshot.calls {
            say(&mut call.question);
            say(&mut call.model);
            call.repaired.iter_mut().for_each(say);
        }
    }
    let outcome = &mut finished.outcome;
    for field in [&mut outcome.stop.rule, &mut outcome.regime_sentence] {
        say(field);
    }
    outcome.claims.iter_mut().for_each(|claim| text.clone_into(&mut claim.text));
    for crux in &mut outcome.cruxes {
        say(&mut crux.question);
        say(&mut crux.settling_question);
        say(&mut crux.score.rule);
        crux.counterfactual.iter_mut().for_each(say);
        crux.positions.iter_mut().for_each(|position| text.clone_into(&mut position.text));
    }
    outcome.metrics.iter_mut().for_each(|metric| {
        say(&mut metric.name);
        say(&mut metric.meaning);
    });
    for exchange in finished.exchanges.values_mut().flatten() {
        say(&mut exchange.reply);
        exchange.prompt.iter_mut().for_each(|message| text.clone_into(&mut message.text));
    }
}

fn speak(mut node: Node, text: &str) -> Node {
    text.clone_into(&mut node.text);
    let detail = &mut node.detail;
    for list in [&mut detail.premises, &mut detail.assumptions] {
        list.fill(text.to_owned());
    }
    detail.evidence.iter_mut().for_each(|cited| text.clone_into(&mut cited.text));
    node
}

fn replace(graph: &mut Graph, nodes: Vec<Node>) {
    for node in nodes {
        graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    }
}
