//! What the debates of a topic found: who answers yes and who no, the cruxes, the shared points,
//! and the disputes on which nothing depends. Each appears once, however many debates found it.

mod agreement;
mod card;
mod decisive_questions;
mod declared_conditions;
mod equal_loads;
mod other_disagreements;
mod source;
mod thesis;

use askama::Template;
use faultline::view::number;
use faultline::vocabulary::{Reach, Topic};

use super::index::{Index, IndexedDebate};
use super::input::NoOutcome;
use super::overview::Overview;
use super::route::Route;
use super::sentence::capital;
use super::stance::{Stance, row};

use agreement::{Agreed, Shared};
use card::Card;
use decisive_questions::{DecisiveQuestions, Overlap, decisive_questions};
pub(super) use declared_conditions::{DeclaredCondition, conditions};
pub(super) use equal_loads::order;
use other_disagreements::OtherDisagreements;
pub(super) use source::Extent;
use source::Source;
use thesis::Thesis;
pub(super) use thesis::{first_reason, meanings};

/// What a double crux is.
pub(super) const ABOUT_DOUBLE_CRUX: &str =
    "At a double crux both sides say what would change their view of it.";

/// What the words before a condition mean.
pub(super) const ABOUT_CONDITIONS: &str = "A condition changes the main answer of a persona, which is the one to the whole question, or \
    only its view of one crux.";

/// What the words before a condition mean that names no consequence.
pub(super) const ABOUT_THINKING_AGAIN: &str =
    "Where a persona “would think again”, it does not say what follows.";

/// The number of cards that are shown; the others are folded.
const OPEN: usize = 5;

/// The title above questions of unknown importance. A side that is only guessed shows no
/// disagreement.
pub(super) fn title_of_unknown(is_guessed: bool) -> &'static str {
    if is_guessed {
        "They seem to disagree, and what depends on it is not known"
    } else {
        "They disagree, and what depends on it is not known"
    }
}

/// The cards that are shown.
pub(super) fn open<T>(cards: &[T]) -> &[T] {
    &cards[..cards.len().min(OPEN)]
}

/// The cards that are folded.
pub(super) fn folded<T>(cards: &[T]) -> &[T] {
    &cards[open(cards).len()..]
}

/// What the debates of a topic found.
#[derive(Debug)]
pub(super) struct Findings {
    /// The number of finished debates.
    finished: usize,
    /// How many of these are baselines and no debates.
    baselines: usize,
    failed: usize,
    not_run: usize,
    /// The number of debates that are left out because a persona plays the part of the other side
    /// in them.
    played: usize,
    /// What yes and no mean.
    meanings: Option<(String, String)>,
    /// The answer of each persona, those that answer yes first.
    theses: Vec<Thesis>,
    /// The answers to the cruxes at a glance.
    overview: Overview,
    /// What it comes down to.
    decisive: Option<DecisiveQuestions>,
    cruxes: Vec<Card>,
    /// How much of the cases rests on each answer to a crux, where it is the same for all.
    equal_loads: Option<String>,
    /// The questions that divide, where no debate shows how much depends on them.
    unknown: Vec<Card>,
    /// The questions of which no word shows that they divide: every side is a guess.
    unclear: Vec<Card>,
    shared: Shared,
    /// What only personas with the same answer share, where the personas answer differently.
    one_sided: Shared,
    others: OtherDisagreements,
    /// The declared conditions that no card shows.
    minds: Vec<DeclaredCondition>,
    /// The number of finished debates that accept statements that contradict each other.
    contradictory: usize,
    is_short: bool,
    /// In short form: whose words the answers are.
    source: Option<&'static str>,
    /// The level of its headings.
    level: u8,
    /// A prefix that makes the ids of its headings unique on the page.
    prefix: String,
}

#[derive(Template)]
#[template(path = "parts/findings.html")]
pub(super) struct Html<'f> {
    findings: &'f Findings,
}

#[derive(Template)]
#[template(path = "parts/findings.md")]
pub(super) struct Markdown<'f> {
    findings: &'f Findings,
}

impl Findings {
    pub(super) fn html(&self) -> Html<'_> {
        Html { findings: self }
    }

    pub(super) fn md(&self) -> Markdown<'_> {
        Markdown { findings: self }
    }

    pub(super) fn cruxes(&self) -> usize {
        self.cruxes.len()
    }

    pub(super) fn agreed(&self) -> usize {
        self.shared.count()
    }

    fn unknown_title(&self) -> &'static str {
        let is_guessed = |card: &Card| card.stances.iter().any(|stance| stance.of.is_guessed);
        title_of_unknown(self.unknown.iter().any(is_guessed))
    }

    fn has_shared_points(&self) -> bool {
        self.agreed() > 0 || self.one_sided.count() > 0
    }

    fn agreed_title(&self) -> &'static str {
        match (self.has_one_answer(), self.agreed()) {
            (true, _) => "What they agree on",
            (false, 0) => "What one side agrees on",
            (false, _) => "What both sides grant",
        }
    }

    pub(super) fn definitions(&self) -> usize {
        self.others.definitions.len()
    }

    pub(super) fn others(&self) -> usize {
        self.others.grouped()
    }

    /// What it means that several debates name the same crux; empty where there is one debate.
    pub(super) fn repetition(&self) -> String {
        if self.finished < 2 || self.cruxes.len() + self.unknown.len() == 0 {
            String::new()
        } else if self.is_unanimous() {
            format!(
                "{} name the same questions. They start from the same texts, so this confirms nothing.",
                capital(&self.all())
            )
        } else {
            "Every debate starts from the same texts, so a question that several debates name is not confirmed by that.".to_owned()
        }
    }

    /// All that finished, such as «all 7 debates and 2 baselines».
    fn all(&self) -> String {
        let baselines = number::count(self.baselines, "baseline", "baselines");
        match (self.finished - self.baselines, self.baselines) {
            (0, _) => format!("all {baselines}"),
            (2, 0) => "both debates".to_owned(),
            (debates, 0) => format!("all {debates} debates"),
            (1, _) => format!("the debate and {baselines}"),
            (2, _) => format!("both debates and {baselines}"),
            (debates, _) => format!("all {debates} debates and {baselines}"),
        }
    }

    /// Whether there are several finished debates, and each names the question.
    fn all_name(&self, card: &Card) -> bool {
        self.finished > 1 && card.debates == self.finished
    }

    /// Whether every finished debate names every crux.
    pub(super) fn is_unanimous(&self) -> bool {
        let mut cards = self.cruxes.iter().chain(&self.unknown);
        cards.all(|card| self.all_name(card))
    }

    fn has_double_crux(&self) -> bool {
        self.cruxes.iter().chain(&self.unknown).any(|card| card.is_declared)
    }

    fn stances(&self) -> impl Iterator<Item = &Stance> {
        self.cruxes.iter().flat_map(|card| &card.stances)
    }

    /// Whether a crux shows a condition that changes only the view of it.
    fn has_views(&self) -> bool {
        let mut flips = self.stances().filter_map(|held| held.of.flip.as_ref());
        flips.any(|flip| flip.changes == Reach::View)
    }

    /// Whether a crux shows a condition without a consequence.
    fn thinks_again(&self) -> bool {
        self.stances().any(|held| !held.unless.is_empty())
    }

    pub(super) fn unknown(&self) -> usize {
        self.unknown.len()
    }

    pub(super) fn unclear(&self) -> usize {
        self.unclear.len()
    }

    /// In how many debates something was found, of those in which it could be: «18 of 27 debates
    /// between two or more of them».
    fn share(&self, debates: usize, possible: usize, of_whom: &str) -> String {
        let between =
            if possible < self.finished { format!(" between {of_whom}") } else { String::new() };
        let noun = match (possible, self.baselines) {
            (1, 0) => "debate",
            (_, 0) => "debates",
            _ => "debates and baselines",
        };
        format!("{debates} of {possible} {noun}{between}")
    }

    /// In how many debates a point is agreed, and in how many of these some stay silent; empty on
    /// a short page, and where all agree on it in every debate.
    fn agreed_in(&self, point: &Agreed) -> String {
        if self.is_short || (point.debates == self.finished && point.partial == 0) {
            return String::new();
        }
        let share = self.share(point.debates, point.possible, "two or more of them");
        match point.partial {
            0 => share,
            partial if partial == point.debates => {
                format!("{share}; only some of them agree in each")
            }
            partial => format!("{share}; only some of them agree in {partial} of these"),
        }
    }

    fn has_other_wordings(&self) -> bool {
        self.shared.points.iter().any(|point| !point.other_wordings.is_empty())
    }

    /// Whether every thesis gives the same answer to the topic's question.
    fn has_one_answer(&self) -> bool {
        self.theses.len() > 1 && self.theses.iter().all(|thesis| thesis.side == self.theses[0].side)
    }

    /// The level of the titles of its cards.
    fn card_level(&self) -> u8 {
        self.level + 1
    }

    /// The start of a Markdown heading of a section.
    fn marks(&self) -> String {
        "#".repeat(usize::from(self.level))
    }

    /// The start of the Markdown heading of a card.
    fn card_marks(&self) -> String {
        "#".repeat(usize::from(self.card_level()))
    }
}

/// Reads the findings of a topic off its debates, without those that are run under a control.
/// `level` is the level of their headings.
pub(super) fn findings(
    index: &Index<'_>,
    topic: &Topic,
    here: &Route,
    extent: Extent,
    level: u8,
) -> Findings {
    let is_source =
        |debate: &&IndexedDebate| debate.topic == topic.id && debate.mode.control().is_none();
    let debates: Vec<&IndexedDebate> = index.debates.iter().filter(is_source).collect();
    let run = debates.iter().filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?)));
    // What a persona says for the part that it plays is not its own, unless there is nothing else
    // to show.
    let (played, own): (Vec<_>, Vec<_>) =
        run.partition(|(debate, _)| !index.parts(debate).is_empty());
    let (played, finished) = if own.is_empty() { (0, played) } else { (played.len(), own) };
    let failed = debates.iter().filter(|debate| matches!(debate.result, Err(NoOutcome::Failed(_))));
    let failed = failed.count();
    let contradictory =
        finished.iter().filter(|(_, summary)| !summary.outcome.fake_consensus.is_empty()).count();
    let not_run = debates.len() - finished.len() - played - failed;
    let source = Source { index, topic, finished, here };
    let theses = thesis::theses(&source, &debates);
    let (shared, one_sided) = agreement::shared(&source, &theses);
    let cards = card::cards(&source, &theses, &shared.wordings(), extent);
    let declared = declared_conditions::declared(&source, &theses);
    let decisive = decisive_questions(&theses, &cards, &declared);
    let mut minds = declared_conditions::without_shown(declared, &cards, extent);
    if let Some(decisive) = decisive.as_ref().filter(|_| extent == Extent::Short) {
        minds.retain(|condition| !decisive.says(condition));
    }
    let (unclear, cards): (Vec<Card>, Vec<Card>) = cards.into_iter().partition(Card::is_guessed);
    let (unknown, mut cruxes): (Vec<Card>, Vec<Card>) =
        cards.into_iter().partition(|card| card.is_load_unknown);
    let equal_loads = equal_loads::said_once(&mut cruxes, topic);
    Findings {
        overview: Overview::new(
            cruxes.iter().map(|card| row(&card.id, &card.question, &card.stances)),
        ),
        decisive,
        cruxes,
        equal_loads,
        unknown,
        unclear,
        meanings: meanings(topic, theses.iter().map(|thesis| thesis.text.as_str())),
        theses,
        finished: source.finished.len(),
        baselines: source.baselines(),
        failed,
        not_run,
        played,
        others: other_disagreements::others(&source, &shared),
        shared,
        one_sided,
        minds,
        contradictory,
        is_short: extent == Extent::Short,
        source: (extent == Extent::Short).then_some(source.index.experiment.provider.source),
        level,
        prefix: format!("{}--", topic.id),
    }
}
