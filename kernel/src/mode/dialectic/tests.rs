//! Mode `dialectic`.

mod by_corpus;
mod parable;
mod prompts;
mod rules;
mod statement_for_passage;

use serde_json::{Value, json};

use super::detail::{self, OutcomeDetail, Reading};
use super::questions::answered::Verdict;
use super::questions::discuss_passage::by_corpus::state;
use crate::mode::dialectic::events::ReadingStart;
use crate::mode::tests::scripted::{ADA, BEN, Debate, golden, run_edited};
use crate::mode::{Dialectic, Mode};
use crate::record::{ReadingKind, StopReason};
use crate::view::{Block, Chapter, ChatLine};

/// The mode, reading this number of passages.
pub(super) fn dialectic(passages: u32) -> Mode {
    Mode::Dialectic(Dialectic { passages, ..Dialectic::default() })
}

pub(super) fn readings(debate: &Debate) -> Vec<Reading> {
    detail::readings(debate.snapshots()).expect("the records have the form of the mode")
}

pub(super) fn ended(debate: &Debate) -> OutcomeDetail {
    detail::of_outcome(debate.outcome()).expect("the record has the form of the mode")
}

/// Debates whose script is made line by line.
pub(super) struct Lines {
    lines: Vec<Value>,
    personas: Vec<&'static str>,
}

impl Lines {
    /// The openings of Ada and Ben.
    pub(super) fn new() -> Self {
        Self::between(&[ADA, BEN])
    }

    /// The openings of some personas, who take the sides in turn.
    pub(super) fn between(personas: &[&'static str]) -> Self {
        let mut lines = Self { lines: Vec::new(), personas: personas.to_vec() };
        let sides = [("yes", "no", "yes"), ("no", "yes", "no")];
        for (persona, (side, trade, air)) in personas.iter().zip(sides.iter().cycle()) {
            let reason = |axis: &str, side: &str| json!({ "text": format!("Because of {axis}, says {persona}."), "axis": axis, "side": side });
            let rests_on = [reason("trade", trade), reason("air", air)];
            let none: [&str; 0] = [];
            let thesis = json!({ "claim": format!("The thesis of {persona}."), "side": side, "rests_on": rests_on, "decisive": none, "idle": none, "flips": none, "excerpts": none });
            let speech = format!("The speech of {persona}.");
            let answer = json!({ "speech": speech, "excerpts": none, "thesis": thesis, "grants": none, "positions": none });
            lines.add("opening", Some(persona), &answer);
        }
        lines
    }

    fn add(&mut self, question: &str, persona: Option<&str>, answer: &Value) {
        self.lines.push(json!({ "question": question, "persona": persona, "answer": answer }));
    }

    /// A turn: who, the move, the turn that it answers, the words, the axis with `+` or `-`, the
    /// turns that it relies on. The words are the claim, and say where the debate is.
    pub(super) fn says(
        &mut self,
        who: &str,
        chosen: &str,
        to: Option<&str>,
        words: &str,
        answers: &str,
        on: &[&str],
    ) {
        let side = match answers.chars().last() {
            Some('+') => Some("yes"),
            Some('-') => Some("no"),
            _ => None,
        };
        let axis = side.map(|_| &answers[..answers.len() - 1]);
        let none: [&str; 0] = [];
        let answer = json!({
            "move": chosen, "replies_to": to, "text": words, "claim": words, "conceded": (chosen == "concede").then_some(words),
            "even_if": words.starts_with("Even if"), "axis": axis, "side": side, "rests_on": none, "builds_on": on, "excerpts": none, "state": state(words),
        });
        self.add("discuss_passage", Some(who), &answer);
    }

    pub(super) fn passes(&mut self, who: &str) {
        self.says(who, "pass", None, "", "", &[]);
    }

    /// A call for a turn that fails.
    pub(super) fn fails(&mut self, who: &str) {
        let line =
            json!({ "question": "discuss_passage", "persona": who, "fault": "no connection" });
        self.lines.push(line);
    }

    /// What the clerk raises: nothing, or questions, each with its urgency.
    pub(super) fn raises(&mut self, questions: &[(&str, f64)]) {
        let flag = |(question, urgency): &(&str, f64)| {
            json!({
                "observer": "clerk", "question": question, "axis": null, "turns": ["t3"], "rationale": "They differ.",
                "significance": "It matters.", "urgency": urgency, "is_about_reading": false,
            })
        };
        let flags: Vec<Value> = questions.iter().map(flag).collect();
        self.add("observe", None, &json!({ "flags": flags }));
    }

    /// The clerk raises the question of an issue between some turns.
    pub(super) fn raises_about(&mut self, axis: &str, turns: &[&str]) {
        let flag = json!({
            "observer": "clerk", "question": format!("What of {axis}?"), "axis": axis, "turns": turns, "rationale": "They differ.",
            "significance": "It matters.", "urgency": 0.9, "is_about_reading": false,
        });
        self.add("observe", None, &json!({ "flags": [flag] }));
    }

    pub(super) fn judged(&mut self, verdict: Verdict) {
        self.add("answered", None, &json!({ "reason": "So.", "verdict": verdict }));
    }

    /// A summary with these themes and the claims of these turns.
    pub(super) fn summary(&mut self, topic: &str, tags: &[&str], claims: &[(&str, &str)]) {
        let claims = claims.iter().map(|(turn, text)| json!({ "turn": turn, "text": text }));
        let claims: Vec<Value> = claims.collect();
        let resolution = format!("What came of {topic}.");
        self.add("summarize", None, &json!({ "topic": topic, "resolution": resolution, "label": topic, "tags": tags, "claims": claims }));
    }

    pub(super) fn compared(&mut self) {
        let none: [&str; 0] = [];
        self.add(
            "compare",
            None,
            &json!({ "groups": none, "contradictions": none, "verbal": none }),
        );
    }

    pub(super) fn related(&mut self, relations: &[(&str, &str, &str)]) {
        let relation = |(from, relation, to): &(&str, &str, &str)| json!({ "from": from, "to": to, "relation": relation, "confidence": 0.7 });
        let relations: Vec<Value> = relations.iter().map(relation).collect();
        self.add("relate", None, &json!({ "relations": relations }));
    }

    pub(super) fn run(self, mode: &Mode) -> Debate {
        let Self { lines: own, personas } = self;
        let debate = run_edited("debate", mode, &personas, |lines| *lines = own);
        assert_ne!(
            debate.outcome().stop.reason,
            StopReason::Failed,
            "{}",
            debate.outcome().stop.rule
        );
        debate
    }
}

#[test]
fn a_whole_session() {
    let debate = golden("debate", &dialectic(0), &[ADA, BEN]);
    let kinds: Vec<ReadingKind> = readings(&debate).iter().map(|reading| reading.kind).collect();
    assert_eq!(kinds, [ReadingKind::Exploration, ReadingKind::Impasse, ReadingKind::Synthesis]);
    assert_eq!(
        debate.snapshots().len(),
        5,
        "the opening and each debate, also the one that left no node"
    );
    assert_eq!(debate.cruxes(), ["Will the shops lose custom?", "Will the air get much cleaner?"]);
    assert_eq!(debate.reported::<ReadingStart>().len(), 4);
}

#[test]
fn a_session_without_any_reading_fails() {
    let debate = golden("silence", &dialectic(1), &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
    let sections = debate.sections(&dialectic(1));
    assert_eq!(sections.iter().map(|section| section.id).collect::<Vec<_>>(), ["outline"]);
}

#[test]
fn the_view_has_a_map_and_a_chapter_for_each_reading_whose_relations_lead_to_chapters() {
    let debate = golden("debate", &dialectic(0), &[ADA, BEN]);
    let sections = debate.sections(&dialectic(0));
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let chapters = blocks.clone().find_map(|block| {
        if let Block::Chapters(chapters) = block { Some(chapters) } else { None }
    });
    let chapters = chapters.expect("there is a narrative");
    assert_eq!(chapters.len(), 3);
    let known = |node| chapters.iter().any(|chapter| chapter.node == node);
    for chapter in chapters {
        assert!(chapter.relations.iter().all(|related| known(related.node)), "{}", chapter.title);
        assert!(!chapter.lines.is_empty());
    }
    let words: Vec<&str> = chapters[0].relations.iter().map(|r| r.words.as_str()).collect();
    assert_eq!(words, ["raised the question of"], "seen from the other end");
    let related = &chapters[0].relations[0];
    let chapter = chapters.iter().find(|chapter| chapter.title == related.title).unwrap();
    assert_eq!(chapter.node, related.node);
    assert_ne!(chapter.node, chapters[0].node);
    let drawn = blocks.clone().find_map(|block| {
        if let Block::Panels(panels) = block { Some(panels[0].diagram.nodes.len()) } else { None }
    });
    assert_eq!(drawn, Some(3), "claims are not readings");
    let labels = blocks.clone().find_map(|block| {
        if let Block::Panels(panels) = block { Some(&panels[0].diagram.nodes) } else { None }
    });
    for node in labels.unwrap() {
        let readings = readings(&debate);
        let reading = readings.iter().find(|reading| reading.node == node.id).unwrap();
        assert_eq!(node.text, format!("{} ({})", reading.label, reading.kind.word()));
    }
    let on_cards = sections.iter().filter(|section| section.id == "met");
    let on_cards: Vec<String> = on_cards.map(|section| format!("{:?}", section.blocks)).collect();
    let met = [
        r#"[Prose(Text([Plain("They got stuck on it in "), Node(NodeId(12)), Plain(".")])), Prose(Text([Plain("They argued about it in "), Node(NodeId(7)), Plain(".")]))]"#,
        r#"[Prose(Text([Plain("They argued about it in "), Node(NodeId(19)), Plain(".")]))]"#,
    ];
    assert_eq!(on_cards, met);
    let outlines = sections.iter().flat_map(|section| &section.blocks);
    let outlines = outlines.filter_map(|block| {
        if let Block::Outline(outline) = block { Some(&outline.entries) } else { None }
    });
    let roots: Vec<_> = outlines.flatten().map(|entry| entry.node).collect();
    assert!(!roots.is_empty());
    assert!(roots.iter().all(|node| !known(*node)), "a reading is no claim: {roots:?}");
}

#[test]
fn a_chapter_marks_its_rounds_and_the_questions_that_were_raised_in_it() {
    let debate = golden("debate", &dialectic(0), &[ADA, BEN]);
    let sections = debate.sections(&dialectic(0));
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let chapters = blocks.clone().find_map(|block| {
        if let Block::Chapters(chapters) = block { Some(chapters) } else { None }
    });
    let marks = |chapter: &Chapter| {
        let marks = chapter.lines.iter().filter_map(|line| match line {
            ChatLine::Mark(text) => Some(crate::mode::tests::shown::words(text)),
            ChatLine::Said(_) => None,
        });
        marks.collect::<Vec<_>>().join("|")
    };
    let marks: Vec<String> = chapters.unwrap().iter().map(marks).collect();
    let of_passage = "Round 1|The clerk asks: Will the shops lose custom?|Round 2|The clerk asks: Is the noise a figure?|Round 3";
    assert_eq!(marks, [of_passage, "Round 1|Round 2", "Round 1|Round 2|Round 3"]);
    let facts =
        blocks.filter_map(|block| if let Block::Facts(facts) = block { Some(facts) } else { None });
    let counted = facts.flatten().find(|fact| fact.name == "readings").unwrap();
    assert_eq!(counted.meaning, "1 impasse, 1 synthesis, 1 exploration");
}

#[test]
fn the_view_says_who_passes() {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Apples ripen.", "", &[]);
    lines.says(BEN, "claim", None, "Boats sink.", "", &[]);
    lines.raises(&[]);
    lines.passes(ADA);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    let sections = lines.run(&dialectic(1)).sections(&dialectic(1));
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let chapters = blocks.filter_map(|block| {
        if let Block::Chapters(chapters) = block { Some(chapters) } else { None }
    });
    let lines = chapters.flatten().flat_map(|chapter| &chapter.lines);
    let badges = lines.filter_map(|line| match line {
        ChatLine::Said(said) => Some(said.badge.as_str()),
        ChatLine::Mark(_) => None,
    });
    assert_eq!(badges.collect::<Vec<_>>(), ["asserts", "asserts", "passes", "passes"]);
}
