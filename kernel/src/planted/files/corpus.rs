//! Writes what the personas of a planted debate say, as Markdown.

use std::fmt::Write as _;

use fastrand::Rng;

use crate::planted::level::{Level, Rewording};
use crate::planted::role::Role;
use crate::planted::structure::{Claim, PlantedDebate, Speaker, Text};
use crate::planted::subject::{Answer, WORDINGS};

/// The corpus of each persona, in seat order.
pub(super) fn corpora(debate: &PlantedDebate, level: &Level) -> Vec<String> {
    let seats = debate.speakers.iter().enumerate();
    let corpus = |(seat, speaker)| Writer::new(debate, level, seat, speaker).corpus();
    seats.map(corpus).collect()
}

/// Writes one corpus.
///
/// It draws as many random numbers at every level, so that levels differ only in their noise, and
/// more noise of one kind hides what less of it hides, and more.
struct Writer<'d> {
    debate: &'d PlantedDebate,
    level: &'d Level,
    seat: usize,
    speaker: &'d Speaker,
    rng: Rng,
}

/// A statement, still without its id: ids are given in the order of the file, so that they say
/// nothing.
struct Item<'d> {
    words: &'d str,
    /// What is in its braces, after a space.
    attributes: String,
    /// The items nested below it.
    below: String,
}

impl Item<'_> {
    fn with_id(&self, topic: &str, number: usize) -> String {
        format!("- {} {{#{topic}-{number}{}}}\n{}", self.words, self.attributes, self.below)
    }
}

/// The random numbers of one tag or reason.
struct Draw {
    hides: f64,
    misses: f64,
    errs: f64,
    rewords: f64,
    other: usize,
    strength: usize,
}

impl<'d> Writer<'d> {
    fn new(debate: &'d PlantedDebate, level: &'d Level, seat: usize, speaker: &'d Speaker) -> Self {
        let rng = Rng::with_seed(debate.seed.wrapping_add(seat as u64));
        Self { debate, level, seat, speaker, rng }
    }

    fn corpus(mut self) -> String {
        let (topic, side) = (&self.debate.topic, self.speaker.side);
        let mut text = format!("---\ntopic: {topic}\nstance: {}\n---\n", side.word());
        let _ = write!(text, "\n## In short {{side={}}}\n\n", side.word());
        text.push_str(&self.case().with_id(topic, 0));
        text.push_str("\n## Notes\n");
        let mut statements = self.statements();
        self.rng.shuffle(&mut statements);
        for (statement, number) in statements.iter().zip(1..) {
            let _ = write!(text, "\n{}", statement.with_id(topic, number));
        }
        text
    }

    fn case(&mut self) -> Item<'d> {
        let (subject, side) = (self.debate.subject, self.speaker.side);
        let words = &subject.case(side)[self.seat % subject.case(side).len()];
        let case = &self.speaker.case;
        let mut reasons: Vec<String> =
            case.rests_on.iter().map(|below| self.resting_reason(*below)).collect();
        let free = subject.because(side);
        reasons.extend(case.free.iter().map(|number| format!("  - because: {}\n", free[*number])));
        self.rng.shuffle(&mut reasons);
        Item { words, attributes: " conf=0.8".to_owned(), below: reasons.concat() }
    }

    /// The statements that the level has, each with its reasons and concessions.
    fn statements(&mut self) -> Vec<Item<'d>> {
        let mut written = Vec::new();
        let mut second = false;
        for claim in &self.speaker.claims {
            let role = self.debate.issues[claim.issue].role;
            if claim.rank == 0 {
                second = self.rng.bool();
            }
            let statement = self.statement(claim);
            if claim.rank < self.level.statements(role, second) {
                written.push(statement);
            }
        }
        written
    }

    fn statement(&mut self, claim: &Claim) -> Item<'d> {
        let planted = &self.debate.issues[claim.issue];
        let words = match claim.text {
            Text::Answer => &planted.issue.sentence(claim.answer)[self.wording(claim)],
            Text::Point(wording) => &planted.issue.point[wording],
        };
        let draw = self.draw();
        let is_tagged = draw.hides >= self.level.hidden && draw.misses >= self.level.missing;
        let mut attributes =
            if is_tagged { self.tag(&draw, claim.issue, claim.answer) } else { String::new() };
        let drawn = 0.5 + 0.1 * f64::from(self.rng.u32(0..=4));
        let confidence = self.level.confidence(planted.role, drawn);
        let _ = write!(attributes, " conf={confidence:.1}");
        if let Text::Point(_) = claim.text {
            let _ = write!(attributes, " point={}-either-way", planted.issue.id);
        }
        let mut below = String::new();
        for issue in &claim.rests_on {
            below.push_str(&self.resting_reason(*issue));
        }
        for number in &claim.free {
            let _ =
                writeln!(below, "  - because: {}", planted.issue.because(claim.answer)[*number]);
        }
        for (issue, answer) in &claim.grants {
            let draw = self.draw();
            let wording = self.reason_wording(&draw);
            let granted = &self.debate.issues[*issue].issue.sentence(*answer)[wording];
            let _ = writeln!(below, "  - concedes: {granted}");
        }
        Item { words, attributes, below }
    }

    /// A reason that rests on an issue. It asserts what the persona says there.
    fn resting_reason(&mut self, issue: usize) -> String {
        let claim = self.speaker.claims.iter().find(|claim| claim.issue == issue);
        let Claim { answer, text, .. } = *claim.expect("reasons rest on what the persona says");
        let draw = self.draw();
        let wording = self.reason_wording(&draw);
        let bank = self.debate.issues[issue].issue;
        let words = match text {
            Text::Answer => &bank.sentence(answer)[wording],
            Text::Point(own) => &bank.point[own],
        };
        let is_tagged = wording == 0 && draw.hides >= self.level.hidden;
        let tag = if is_tagged { self.tag(&draw, issue, answer) } else { String::new() };
        if tag.is_empty() {
            format!("  - because: {words}\n")
        } else {
            format!("  - because: {words} {{{}}}\n", tag.trim_start())
        }
    }

    /// The wording of a statement. Reasons that rest on it are worded in another way.
    ///
    /// The first statement on an issue has the same wording for every role of the issue, so that
    /// its words do not reveal the role; only those who agree say so in words of their own.
    fn wording(&self, claim: &Claim) -> usize {
        let of_reasons = match self.level.rewording {
            Rewording::Verbatim | Rewording::Sometimes(_) => 0,
            Rewording::Always(strength) => strength,
        };
        let own = if self.debate.issues[claim.issue].role == Role::Agreed { self.seat } else { 0 };
        let others: Vec<usize> = (0..WORDINGS).filter(|wording| *wording != of_reasons).collect();
        others[(claim.rank + own) % others.len()]
    }

    fn reason_wording(&self, draw: &Draw) -> usize {
        match self.level.rewording {
            Rewording::Always(strength) => strength,
            Rewording::Sometimes(share) if draw.rewords < share => draw.strength,
            Rewording::Verbatim | Rewording::Sometimes(_) => 0,
        }
    }

    /// The tag of an answer to an issue, or by mistake to another one, after a space.
    fn tag(&self, draw: &Draw, issue: usize, answer: Answer) -> String {
        let count = self.debate.issues.len();
        let named =
            if draw.errs < self.level.wrong { (issue + 1 + draw.other) % count } else { issue };
        format!(" axis={} side={}", self.debate.issues[named].issue.id, answer.word())
    }

    fn draw(&mut self) -> Draw {
        let rng = &mut self.rng;
        Draw {
            hides: rng.f64(),
            misses: rng.f64(),
            errs: rng.f64(),
            rewords: rng.f64(),
            other: rng.usize(..self.debate.issues.len() - 1),
            strength: rng.usize(1..WORDINGS),
        }
    }
}
