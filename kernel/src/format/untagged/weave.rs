//! Sentences of one text woven into statements with what hangs on them.

use std::collections::BTreeSet;

use super::clause::{self, Hanging, Manner};
use super::nearest::{Compass, Scores};
use super::{Guess, Kind, Near, Paragraph, Untagged, Why};
use crate::format::corpus::{DEFAULT_CONFIDENCE, derived};
use crate::format::markdown::Voice;
use crate::text::sentences;
use crate::vocabulary::{
    Citation, Component, Inferred, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Objection,
    Probability, Reason, Side, Statement, StatementId,
};

/// The cue of a reason that nothing marks but its place behind the claim.
const NEXT: &str = "(next sentence)";
/// So many sentences after «of course» a «but» still turns against it.
const GRANTED_ON: usize = 2;

/// A text in the making.
#[derive(Debug)]
pub(super) struct Weaver<'t> {
    compass: &'t Compass<'t>,
    stance: Side,
    done: Untagged,
    ids: BTreeSet<StatementId>,
    line: usize,
    /// The statement of this paragraph on which the next sentence may hang.
    open: Option<usize>,
    /// Clauses that wait for the next statement of this paragraph, by the places of their guesses.
    waiting: Vec<usize>,
    /// The guess on the sentence before, where that sentence has become nothing yet.
    before: Option<usize>,
}

impl<'t> Weaver<'t> {
    pub(super) fn new(compass: &'t Compass<'t>, stance: Side) -> Self {
        Self {
            compass,
            stance,
            done: Untagged::default(),
            ids: BTreeSet::new(),
            line: 1,
            open: None,
            waiting: Vec::new(),
            before: None,
        }
    }

    pub(super) fn finish(self) -> Untagged {
        self.done
    }

    /// Takes the sentences of one paragraph.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, around: &Scores) {
        (self.line, self.open, self.before) = (paragraph.line, None, None);
        if paragraph.voice == Voice::Other {
            self.prose(paragraph.text.clone(), Why::Foreign);
            return;
        }
        let sentences = sentences(&paragraph.text);
        let mut granted = 0;
        for (number, &sentence) in sentences.iter().enumerate() {
            if number >= granted
                && let Some(first) = clause::grants_for_now(sentence)
            {
                let next = &sentences[number + 1..];
                let turn = next.iter().take(GRANTED_ON).position(|next| clause::turns_back(next));
                if let Some(turn) = turn {
                    granted = number + 1 + turn;
                    self.neighbour(first);
                    continue;
                }
            }
            if number < granted {
                let text = sentence.to_owned();
                self.neighbour(Hanging { kind: Kind::Concedes, text, cue: "… but" });
                continue;
            }
            let links: Vec<&str> = paragraph
                .links
                .iter()
                .filter(|link| sentence.contains(&link.text))
                .map(|link| link.address.as_str())
                .collect();
            self.sentence(sentence, &links, around);
        }
        for guess in std::mem::take(&mut self.waiting) {
            // A concession may come last; what others think is told to be answered after.
            let last = self.open.filter(|_| self.done.guesses[guess].kind != Kind::Answers);
            match last {
                Some(open) => self.attach(guess, open),
                None => self.done.guesses[guess].kind = Kind::Prose(Why::Alone),
            }
        }
    }

    fn sentence(&mut self, text: &str, links: &[&str], around: &Scores) {
        let cites = clause::cites(text, !links.is_empty());
        if let Some(open) = self.open.filter(|_| cites) {
            let cited = std::iter::once(text.to_owned())
                .chain(links.iter().map(|link| format!("({link})")));
            let cited = cited.collect::<Vec<_>>().join(" ");
            let guess = self.guess(Kind::Evidence, cited, Some("a figure with its source"));
            self.attach(guess, open);
            self.before = None;
            return;
        }
        let parts = clause::parts(text);
        if parts.claim.is_empty() {
            for hanging in parts.hanging {
                self.neighbour(hanging);
            }
            self.before = None;
            return;
        }
        match parts.manner {
            Manner::Asks => self.prose(parts.claim, Why::Question),
            Manner::Hedges(cue) => self.prose(parts.claim, Why::Hedged(cue)),
            Manner::Leans(cue) => self.leaning(text, parts.claim, parts.hanging, cue, around),
            Manner::Tells => self.tell(text, parts.claim, parts.hanging, around),
            Manner::Own => self.own(text, parts.claim, parts.hanging, around),
            Manner::Concludes(cue) => {
                let before = self.before;
                self.own(text, parts.claim, parts.hanging, around);
                if let Some((open, before)) =
                    self.open.zip(before).filter(|_| self.before.is_none())
                {
                    (self.done.guesses[before].kind, self.done.guesses[before].cue) =
                        (Kind::Because, Some(cue));
                    self.attach(before, open);
                }
            }
        }
    }

    /// A sentence that is only a clause: a reason belongs to what was said before, the rest to what is said next.
    fn neighbour(&mut self, hanging: Hanging) {
        let guess = self.guess(hanging.kind.clone(), hanging.text, Some(hanging.cue));
        let looks_back = match hanging.kind {
            Kind::Because | Kind::Unless | Kind::Assumes | Kind::Evidence => true,
            Kind::Concedes | Kind::Answers | Kind::Statement | Kind::Prose(_) => false,
        };
        match (looks_back, self.open) {
            (true, Some(open)) => self.attach(guess, open),
            (true, None) => self.done.guesses[guess].kind = Kind::Prose(Why::Alone),
            (false, _) => self.waiting.push(guess),
        }
    }

    /// A sentence about the writer takes no position, but may be a reason for one.
    fn tell(&mut self, text: &str, claim: String, hanging: Vec<Hanging>, around: &Scores) {
        let placed = self.placed(text, around);
        match self.follows(&placed, &hanging) {
            Some(open) => self.because(open, claim, hanging, NEXT),
            None => self.leave(claim, hanging, Why::Personal),
        }
    }

    /// The open statement, if it has no reason yet and the next sentence, with none of its own, is nearest to its axis: a
    /// paragraph goes on with what speaks for its first sentence more often than with another claim.
    fn follows(&self, placed: &Result<(Near, Side), Why>, hanging: &[Hanging]) -> Option<usize> {
        let axis = match placed {
            Ok((near, _)) | Err(Why::Torn(near)) => &near.axis,
            Err(_) => return None,
        };
        let reasons = hanging.iter().any(|part| part.kind == Kind::Because);
        self.open.filter(|&open| {
            let said = &self.done.statements[open];
            !reasons && said.reasons.is_empty() && said.axis.as_ref() == Some(axis)
        })
    }

    fn own(&mut self, text: &str, claim: String, hanging: Vec<Hanging>, around: &Scores) {
        let placed = self.placed(text, around);
        if let Some(open) = self.follows(&placed, &hanging) {
            self.because(open, claim, hanging, NEXT);
            return;
        }
        match placed {
            Ok((near, side)) => self.state(claim, hanging, near, side),
            Err(why) => self.leave(claim, hanging, why),
        }
    }

    /// A sentence that leans on the one before is a reason for what is open, or makes one statement with that one.
    fn leaning(
        &mut self,
        text: &str,
        claim: String,
        hanging: Vec<Hanging>,
        cue: &'static str,
        around: &Scores,
    ) {
        let joined = self.before.map(|before| format!("{} {text}", self.done.guesses[before].text));
        let placed = self.placed(joined.as_deref().unwrap_or(text), around);
        let elsewhere = |open: usize| {
            placed
                .as_ref()
                .is_ok_and(|(near, _)| self.done.statements[open].axis.as_ref() != Some(&near.axis))
        };
        if let Some(open) = self.open.filter(|&open| !elsewhere(open)) {
            self.because(open, claim, hanging, cue);
            return;
        }
        match (placed, self.before) {
            (Ok((near, side)), Some(before)) => {
                let first = self.done.guesses.remove(before);
                self.state(format!("{} {claim}", first.text), hanging, near, side);
            }
            (Ok(_), None) => self.leave(claim, hanging, Why::Leans(cue)),
            (Err(why), _) => self.leave(claim, hanging, why),
        }
    }

    fn because(&mut self, open: usize, claim: String, hanging: Vec<Hanging>, cue: &'static str) {
        let guess = self.guess(Kind::Because, claim, Some(cue));
        self.attach(guess, open);
        for part in hanging {
            let guess = self.guess(part.kind, part.text, Some(part.cue));
            self.attach(guess, open);
        }
        self.before = None;
    }

    fn placed(&self, text: &str, around: &Scores) -> Result<(Near, Side), Why> {
        let near = self.compass.near(text, around)?;
        match self.compass.side(&near.axis, self.stance) {
            Some(side) => Ok((near, side)),
            None => Err(Why::NoSide(near)),
        }
    }

    fn state(&mut self, claim: String, hanging: Vec<Hanging>, near: Near, side: Side) {
        let id = derived(&claim);
        if !self.ids.insert(id.clone()) {
            self.leave(claim, hanging, Why::Repeated);
            return;
        }
        let guess = self.guess(Kind::Statement, claim.clone(), None);
        let open = self.done.statements.len();
        self.done.statements.push(Statement {
            id,
            text: claim,
            axis: Some(near.axis.clone()),
            side: Some(side),
            confidence: Probability::new(DEFAULT_CONFIDENCE).expect("the default is in range"),
            date: None,
            source: None,
            point: None,
            denies: None,
            reasons: Vec::new(),
            assumptions: Vec::new(),
            evidence: Vec::new(),
            unless: Vec::new(),
            concedes: Vec::new(),
            answers: Vec::new(),
            inferred: Some(Inferred { score: near.score, runner_up: near.runner_up.clone() }),
        });
        self.done.guesses[guess].near = Some(near);
        self.name(guess, open);
        for waiting in std::mem::take(&mut self.waiting) {
            self.attach(waiting, open);
        }
        for part in hanging {
            let guess = self.guess(part.kind, part.text, Some(part.cue));
            self.attach(guess, open);
        }
        (self.open, self.before) = (Some(open), None);
    }

    /// Hangs what a guess says on a statement, if there is room.
    fn attach(&mut self, guess: usize, open: usize) {
        let statement = &mut self.done.statements[open];
        let text = self.done.guesses[guess].text.clone();
        let has_room = match self.done.guesses[guess].kind {
            Kind::Because => statement.reasons.len() < MOST_PREMISES,
            Kind::Assumes => statement.assumptions.len() < MOST_ASSUMPTIONS,
            Kind::Evidence => statement.evidence.len() < MOST_CITATIONS,
            Kind::Unless | Kind::Concedes | Kind::Answers | Kind::Statement | Kind::Prose(_) => {
                true
            }
        };
        if !has_room {
            self.done.guesses[guess].kind = Kind::Prose(Why::Full);
            return;
        }
        match self.done.guesses[guess].kind {
            Kind::Because => {
                statement.reasons.push(Reason { text, reasons: Vec::new(), evidence: Vec::new() });
            }
            Kind::Assumes => statement.assumptions.push(text),
            Kind::Evidence => statement.evidence.push(Citation { text, evidence: None }),
            Kind::Unless => statement.unless.push(text),
            Kind::Concedes => statement.concedes.push(text),
            Kind::Answers => {
                statement.answers.push(Objection { component: Component::Claim, text })
            }
            Kind::Statement | Kind::Prose(_) => return,
        }
        self.name(guess, open);
    }

    fn name(&mut self, guess: usize, open: usize) {
        let statement = &self.done.statements[open];
        self.done.guesses[guess].statement = Some(statement.id.clone());
        self.done.guesses[guess].side = statement.side;
    }

    fn leave(&mut self, claim: String, hanging: Vec<Hanging>, why: Why) {
        self.prose(claim, why);
        let before = self.before;
        for part in hanging {
            self.guess(Kind::Prose(Why::Alone), part.text, Some(part.cue));
        }
        self.before = before;
    }

    fn prose(&mut self, text: String, why: Why) {
        self.before = Some(self.guess(Kind::Prose(why), text, None));
    }

    fn guess(&mut self, kind: Kind, text: String, cue: Option<&'static str>) -> usize {
        let near = match kind.why() {
            Some(Why::Torn(near) | Why::NoSide(near)) => Some(near.clone()),
            Some(_) | None => None,
        };
        self.done.guesses.push(Guess {
            text,
            line: self.line,
            kind,
            cue,
            near,
            side: None,
            statement: None,
        });
        self.done.guesses.len() - 1
    }
}
