//! Nonsense that passes the checks of every question.

use serde_json::{Value, json};

use super::stage::{ADA, BEN, CLEO};
use crate::prompt::Message;
use crate::provider::samples::{answering, reply};
use crate::provider::{Provider, Request};

/// A provider that answers each request with a text.
pub(super) fn saying(text: impl Fn(&Request<'_>) -> String + Send + Sync) -> impl Provider {
    answering(move |request, _| Ok(reply(request, &text(request))))
}

/// A prompt in which ids stand in brackets at the start of a line.
pub(super) struct Prompt<'a>(pub(super) &'a [Message]);

impl Prompt<'_> {
    /// The first message to the model after the system message: a repeated question has the same one.
    fn asked(&self) -> &str {
        &self.0[1].text
    }

    /// The ids with the text after them.
    fn listed(&self) -> Vec<(&str, &str)> {
        let lines = self.asked().lines().filter_map(|line| {
            let rest = line.trim_start().trim_start_matches("- ").strip_prefix('[')?;
            rest.split_once("] ")
        });
        lines.collect()
    }

    /// The ids of what others have added that can be answered.
    fn of_others(&self, me: &str) -> Vec<String> {
        let can_be_answered = |(id, text): &(&str, &str)| {
            let beside = text.contains(" grants: ") || text.contains(" also holds: ");
            id.starts_with('n')
                && !text.starts_with(me)
                && !text.contains(&format!("of {me}:"))
                && !beside
        };
        self.listed().into_iter().filter(can_be_answered).map(|(id, _)| id.to_owned()).collect()
    }

    /// The ids of turns of others.
    fn turns_of_others(&self, me: &str) -> Vec<String> {
        let of_other = |text: &str| text.starts_with('[') && !text.contains(&format!("] {me}"));
        let turns = self.listed().into_iter();
        turns
            .filter(|(id, text)| id.starts_with('t') && of_other(text))
            .map(|(id, _)| id.to_owned())
            .collect()
    }

    /// The ids of the turns that an update of the graph is about.
    fn new_turns(&self) -> Vec<String> {
        let (_, new) = self.asked().split_once("New turns:").expect("the prompt has new turns");
        let ids = new.lines().filter_map(|line| line.strip_prefix('[')?.split_once(']'));
        ids.map(|(id, _)| id.to_owned()).collect()
    }

    /// The text between two others in the question.
    fn between(&self, before: &str, after: &str) -> &str {
        let (_, rest) = self.asked().split_once(before).expect("the prompt has this text");
        rest.split_once(after).expect("the prompt has this text").0
    }

    fn axes(&self) -> Vec<String> {
        let system = &self.0.first().expect("a prompt has messages").text;
        let (_, listed) = system.split_once("may disagree, each with its id:").unwrap_or(("", ""));
        let ids = listed.lines().filter_map(|line| line.strip_prefix("- [")?.split_once(']'));
        ids.map(|(id, _)| id.to_owned()).collect()
    }
}

/// An answer to the question `name`, with as many items as `some` makes of their maximum. `ordinal` makes its texts new.
#[expect(clippy::too_many_lines, reason = "one arm for each question")]
pub(super) fn answer(
    name: &str,
    me: &str,
    prompt: &Prompt<'_>,
    some: impl Fn(u64) -> u64,
    ordinal: u32,
) -> Value {
    let side = if [ADA, CLEO].contains(&me) { "yes" } else { "no" };
    let text = |what: &str, number: u64| format!("{what} {number} of {me}, {ordinal}.");
    let many =
        |most: u64, item: &dyn Fn(u64) -> Value| -> Value { (0..some(most)).map(item).collect() };
    let thesis = json!({ "claim": text("Thesis", 0), "side": side, "rests_on": [{ "text": "So.", "axis": null, "side": null }], "decisive": [], "idle": [], "flips": [], "excerpts": [] });
    // Nothing limits the number of grants and of arguments.
    let grants = many(
        30,
        &|n| json!({ "text": text("Grant", n), "axis": null, "side": null, "excerpts": [] }),
    );
    let argument = |n| {
        json!({
            "claim": text("Argument", n), "premises": [text("Premise", n)], "assumptions": [], "rests_on": [], "evidence": [],
            "excerpts": [], "axis": null, "side": null, "confidence": 0.5,
        })
    };
    let node = |target: &str, bearing: &str, n| {
        json!({
            "target": target, "bearing": bearing, "weight": 0.5, "claim": text("Node", n), "rests_on": [], "evidence": [],
            "excerpts": [], "axis": null, "side": null,
        })
    };
    let positions = || {
        let axes = prompt.axes();
        let on = |n: u64| &axes[n as usize / 2];
        let position = |n| json!({ "text": text("Position", n), "axis": on(n), "side": side, "rests_on": [], "excerpts": [] });
        many(2 * axes.len() as u64, &position)
    };
    match name {
        "decompose" => {
            let claim = |n| json!({ "claim": text("Proposition", n), "axis": null });
            json!({ "claims": (0..8).map(claim).collect::<Value>() })
        }
        "thesis" => json!({ "thesis": thesis, "grants": grants, "positions": positions() }),
        "grow" => {
            let width: u64 =
                prompt.between("First add up to ", " nodes").parse().expect("a number");
            let thesis = prompt.between(" nodes below ", ", your thesis");
            let first =
                (0..width).map(|n| node(thesis, if n == 0 { "attack" } else { "support" }, n));
            let second =
                (0..2 * width).map(|n| node(&format!("a{}", n / 2 + 1), "support", width + n));
            json!({ "nodes": first.chain(second).collect::<Value>() })
        }
        "scores" => {
            let score = |(id, _): (&str, &str)| json!({ "node": id, "score": 0.6 });
            json!({ "scores": prompt.listed().into_iter().map(score).collect::<Value>() })
        }
        "moves" => {
            let targets = prompt.of_others(me);
            let moves =
                many(targets.len().min(3) as u64, &|n| node(&targets[n as usize], "attack", n));
            let asked = !prompt.asked().contains("own `target` to null");
            let target = asked.then(|| json!({ "strength": 0.5, "reason": "So.", "flip": null }));
            json!({ "moves": moves, "target": target })
        }
        "closing" => json!({ "strength": 0.5, "reason": "So.", "flip": null }),
        "opening" => {
            let excerpts: [&str; 0] = [];
            json!({ "speech": text("Speech", 0), "excerpts": excerpts, "thesis": thesis, "grants": grants, "positions": positions() })
        }
        "take_turn" => {
            let others = prompt.turns_of_others(me);
            let may_propose = prompt.asked().contains("looks for its crux");
            let moves = ["challenge", "concede", "claim", "reframe", "pass", "clarify"];
            // Concessions and reframings lead to an update after every turn.
            let choice = (some(4) as usize + ordinal as usize) % moves.len();
            let chosen = if may_propose && ordinal.is_multiple_of(3) {
                "propose_crux"
            } else {
                moves[choice]
            };
            let replies_to = others.last();
            let excerpts: [&str; 0] = [];
            json!({
                "move": chosen, "replies_to": replies_to, "text": text("Turn", u64::from(ordinal)), "axis": null,
                "acknowledges_crux": false, "excerpts": excerpts,
            })
        }
        "discuss_passage" => {
            let others = prompt.turns_of_others(me);
            let moves = ["claim", "challenge", "claim", "concede", "clarify", "pass"];
            let choice = (some(4) as usize + ordinal as usize) % moves.len();
            let chosen = if others.is_empty() { "claim" } else { moves[choice] };
            let excerpts: [&str; 0] = [];
            let words = text("Turn", u64::from(ordinal));
            json!({
                "move": chosen, "replies_to": others.last(), "text": words, "claim": words,
                "conceded": (chosen == "concede").then_some(&words), "even_if": chosen == "challenge" && ordinal.is_multiple_of(2), "axis": null, "side": null, "rests_on": excerpts, "builds_on": excerpts, "excerpts": excerpts,
                "state": "open",
            })
        }
        "observe" => {
            let flag = |n: u64| {
                json!({
                    "observer": "clerk", "question": text("Question", n), "axis": null, "turns": [prompt.listed()[0].0],
                    "rationale": "So.", "significance": "So.", "urgency": 0.5, "is_about_reading": false,
                })
            };
            json!({ "flags": many(1, &flag) })
        }
        "answered" => json!({ "reason": "So.", "verdict": "open" }),
        "summarize" => {
            let turns = prompt.listed();
            let claim = |n: u64| json!({ "turn": turns[n as usize].0, "text": text("Claim", n) });
            json!({
                "topic": "The street", "resolution": "So.", "label": "Street", "tags": ["a", "b", "c"],
                "claims": many(turns.len().min(5) as u64, &claim),
            })
        }
        "relate" => {
            let pairs = prompt
                .asked()
                .lines()
                .filter_map(|line| line.strip_prefix("- ")?.split_once(" and "));
            let pairs: Vec<(&str, &str)> =
                pairs.filter(|(from, _)| from.starts_with('n')).collect();
            let related = |n: u64| {
                let (from, to) = pairs[n as usize];
                json!({ "from": from, "to": to, "relation": "requires", "confidence": 0.5 })
            };
            json!({ "relations": many(pairs.len() as u64, &related) })
        }
        "crystallize" => {
            let turns = prompt.new_turns();
            let added = many(
                3,
                &|n| json!({ "turn": turns[n as usize % turns.len()], "argument": argument(n) }),
            );
            let ids: Vec<String> = prompt.of_others("");
            let attack = |n: u64| json!({ "from": format!("a{}", n % 3 + 1), "to": ids.get(n as usize), "part": "claim", "number": 0, "relation": "rebut", "confidence": 0.5 });
            let none: [&str; 0] = [];
            json!({
                "removed": ids, "updated": none, "accepted": none, "added": added, "removed_attacks": none,
                "added_attacks": many(ids.len().min(9) as u64, &attack),
            })
        }
        "crystallize_disputes" => {
            let turns = prompt.new_turns();
            let turn = |n: u64| &turns[n as usize % turns.len()];
            let dispute = |n| json!({ "turn": turn(n), "question": text("Question", n), "axis": null, "horizon": null, "criteria": ["A count."] });
            let stance = |n: u64| {
                json!({
                    "turn": turn(n), "dispute": format!("d{}", n % 2 + 1), "side": "yes", "statement": text("Stance", n), "qualifier": null,
                    "confidence": 0.5, "rests_on": [], "excerpts": [],
                })
            };
            let none: [&str; 0] = [];
            let reason = |n: u64| {
                json!({
                    "turn": turn(n), "dispute": format!("d{}", n % 2 + 1), "stance_of": if n.is_multiple_of(2) { ADA } else { BEN },
                    "polarity": "support", "claim": text("Reason", n), "assumptions": [], "evidence": [], "attacks": none,
                    "confidence": 0.5, "excerpts": [],
                })
            };
            json!({
                "new_disputes": many(3, &dispute), "updated_disputes": none, "upsert_stances": many(4, &stance),
                "new_reasons": many(8, &reason), "removed_reasons": none,
            })
        }
        "discover" => {
            let ids: Vec<String> = prompt.of_others("");
            let attack = |n: u64| {
                let (from, to) = (&ids[n as usize % ids.len()], &ids[(n as usize + 1) % ids.len()]);
                json!({ "attack": { "from": from, "to": to, "part": "claim", "number": 0, "relation": "rebut", "confidence": 0.5 }, "valid": true })
            };
            json!({ "attacks": many(if ids.is_empty() { 0 } else { 1000 }, &attack) })
        }
        "resolution" => {
            json!({ "agreed": [text("Point", 0)], "disputed": [text("Point", 1)], "core": text("Core", 0), "axis": null })
        }
        "compare" => json!({ "groups": [], "contradictions": [], "verbal": [] }),
        "settle" => {
            let question = |(id, _): (&str, &str)| json!({ "item": id, "question": "What does a count show?" });
            json!({ "questions": prompt.listed().into_iter().map(question).collect::<Value>() })
        }
        "arguments" => {
            json!({ "thesis": thesis, "grants": grants, "arguments": many(40, &argument) })
        }
        "attacks" => {
            let theses = prompt.listed().into_iter().filter(|(_, text)| text.contains(": "));
            let theses: Vec<&str> = theses.map(|(id, _)| id).collect();
            let mut targets = prompt.of_others(me);
            targets.retain(|id| !theses.contains(&id.as_str()));
            let attack = |n: u64| {
                json!({
                    "target": targets[targets.len() - 1 - n as usize], "part": "inference", "number": 0, "relation": "undercut",
                    "counter_proposition": text("Objection", n), "rationale": "So.", "evidence": [], "confidence": 0.5,
                    "argument": argument(n),
                })
            };
            json!({ "attacks": many(targets.len().min(8) as u64, &attack) })
        }
        "validate" => {
            let verdict = |(id, _): (&str, &str)| {
                json!({
                    "attack": id, "valid": true, "reason": "So.", "strength": 0.5, "corrected_relation": null,
                    "corrected_part": null, "corrected_number": null,
                })
            };
            json!({ "verdicts": prompt.listed().into_iter().map(verdict).collect::<Value>() })
        }
        "stances" => {
            let reason = |n| json!({ "text": text("Reason", n), "rests_on": [], "evidence": [], "excerpts": [] });
            let stance = if side == "yes" { "pro" } else { "con" };
            let axes = prompt.axes();
            let stance = |n: u64| json!({ "axis": axes[n as usize], "stance": stance, "confidence": 0.5, "reasons": many(3, &reason), "granted": false });
            json!({ "thesis": thesis, "grants": grants, "stances": many(axes.len() as u64, &stance) })
        }
        "respond" => {
            let axes = prompt.axes();
            let remark = |n: u64| {
                json!({
                    "axis": axes[n as usize], "replies_to": null, "effect": null, "sentence": text("Message", n),
                    "stance": "uncertain", "confidence": 0.5, "excerpts": [],
                })
            };
            let crux = |n| json!({ "question": text("Question", n), "axis": null });
            json!({ "remarks": many(axes.len() as u64, &remark), "cruxes": many(2, &crux), "flips": [] })
        }
        "speech" => {
            let is_first = prompt.asked().contains("It is your first speech");
            // Too short, too long or right, so that every sort of retry occurs.
            let words = [60, 20, 400][(some(4) as usize + ordinal as usize) % 3];
            let excerpts: [&str; 0] = [];
            let opening = is_first
                .then(|| json!({ "thesis": thesis, "grants": grants, "positions": positions() }));
            json!({
                "reflection": "So.", "critique": ["So."], "speech": vec!["word"; words].join(" "), "excerpts": excerpts, "opening": opening,
            })
        }
        "claims" => {
            let ids = prompt.of_others("");
            let answer = |n: u64| json!({ "claim": ids[n as usize], "how": "rebut", "number": 0 });
            let answers = (0..ids.len() as u64).map(answer).collect::<Value>();
            let claim = |n| {
                json!({
                    "text": text("Claim", n), "kind": "general", "reasons": [], "axis": null, "side": null, "evidence": [], "excerpts": [],
                    "answers": answers,
                })
            };
            json!({ "claims": many(5, &claim) })
        }
        "fact_check" => {
            let is_claim = |(id, _): &(&str, &str)| id.starts_with('c');
            let verdict = |(id, _): (&str, &str)| json!({ "claim": id, "verdict": "unverifiable", "confidence": 0.5, "passages": [], "reason": "So." });
            let listed = prompt.listed().into_iter().filter(is_claim);
            json!({ "verdicts": listed.map(verdict).collect::<Value>() })
        }
        "judge" => {
            let scores = json!({ "coherence": 5, "rebuttal": 5, "factuality": 5 });
            let winner = ["pro", "con", "tie"][ordinal as usize % 3];
            json!({ "pro": scores, "con": scores, "fallacies": [], "reasons": vec!["word"; 100].join(" "), "winner": winner })
        }
        "plan" => json!({ "action": "speak", "urgency": 0.5, "intent": "So." }),
        "explain" => {
            let question = |(id, _): (&str, &str)| json!({ "item": id, "question": "What does a count show?" });
            json!({ "fault_lines": [], "questions": prompt.listed().into_iter().map(question).collect::<Value>() })
        }
        "cruxes" => named(&text, &many),
        other => panic!("no answer to {other}"),
    }
}

/// Questions and points between Ada and Ben.
fn named(
    text: &impl Fn(&str, u64) -> String,
    many: &impl Fn(u64, &dyn Fn(u64) -> Value) -> Value,
) -> Value {
    let position = |id: &str, side: &str| json!({ "persona": id, "side": side, "reason": "So.", "excerpts": [] });
    let crux = |n| {
        json!({
            "question": text("Question", n), "kind": "claim", "axis": null, "weight": 0.5,
            "positions": [position(ADA, "yes"), position(BEN, "no")], "settling_question": "Who knows?",
        })
    };
    let holder = |id: &str| json!({ "persona": id, "excerpts": [] });
    let point = |n| json!({ "statement": text("Point", n), "holders": [holder(ADA), holder(BEN)] });
    json!({ "cruxes": many(20, &crux), "idle_disputes": [], "common_ground": many(20, &point) })
}
