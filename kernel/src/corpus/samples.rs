//! Two personas with small corpora that every rule of a voice reads, for unit tests.

use super::{Corpora, Heard, HeardForm};
use crate::vocabulary::samples::{answer, persona, reason, statement, topic};
use crate::vocabulary::{
    Assumption, AxisId, Component, Persona, PersonaId, PointId, Probability, Side, Statement,
    StatementId,
};

pub(crate) fn point(id: &str) -> Option<PointId> {
    PointId::new(id).ok()
}

/// A keeper and a walker who disagree on trade and on air, and who both assert that the street is
/// loud.
pub(crate) fn pair() -> Vec<Persona> {
    vec![persona("keeper", Side::No, keeper()), persona("walker", Side::Yes, walker())]
}

fn keeper() -> Vec<Statement> {
    let rain = statement("rain", "People on foot stay at home in the rain.", "trade", Side::Yes);
    let thought = "people on foot stop more often and spend more";
    vec![
        Statement {
            assumptions: vec![Assumption::new("Drivers will not walk from a car park.")],
            unless: vec!["takings hold for a year".into()],
            ..statement("takings", "Shops lose the custom of drivers.", "trade", Side::Yes)
        },
        Statement {
            confidence: Probability::new(0.8).unwrap(),
            ..statement("corner", "Exhaust goes round the corner.", "air", Side::No)
        },
        Statement { answers: vec![answer(Component::Claim, thought)], ..rain },
        Statement {
            point: point("loud"),
            ..statement("noise", "The street is too loud.", "air", Side::Yes)
        },
    ]
}

fn walker() -> Vec<Statement> {
    let on_foot = "People on foot stop more often and spend more.";
    let clean = "Children breathe cleaner air where exhaust is gone.";
    let park = statement("park", "There is a car park at each end.", "trade", Side::No);
    let thought = "drivers will not walk from a car park";
    vec![
        Statement {
            reasons: ["One.", "Two.", "Three.", "Four."].map(reason).into(),
            ..statement("stroll", on_foot, "trade", Side::No)
        },
        statement("lungs", clean, "air", Side::Yes),
        Statement { answers: vec![answer(Component::Assumption(0), thought)], ..park },
        Statement {
            point: point("loud"),
            ..statement("din", "Nobody can hear himself think there.", "air", Side::Yes)
        },
        Statement {
            denies: point("loud"),
            ..statement("quiet", "Early mornings are quiet.", "air", Side::Yes)
        },
    ]
}

/// [`pair`] with the statements of one of them edited.
pub(crate) fn personas_with(index: usize, edit: impl FnOnce(&mut Vec<Statement>)) -> Vec<Persona> {
    let mut personas = pair();
    let corpus = personas[index].corpora.get_mut(&topic().id).unwrap();
    edit(&mut corpus.notes[0].statements);
    personas
}

/// Corpora whose statements are all recalled.
pub(crate) fn everything(personas: &[Persona]) -> Corpora {
    Corpora::new(&topic(), personas, Probability::ONE).unwrap()
}

/// A sentence that a persona put forward.
pub(crate) struct OwnedHeard {
    author: PersonaId,
    text: String,
    axis: Option<AxisId>,
    side: Option<Side>,
    excerpts: Vec<StatementId>,
}

impl OwnedHeard {
    pub(crate) fn heard(&self) -> Heard<'_> {
        let Self { author, text, axis, side, excerpts } = self;
        let axis = axis.as_ref();
        Heard { author, text, axis, side: *side, excerpts, form: HeardForm::Sentence }
    }
}

/// A statement of a persona, or another text that rests on it and takes no side.
pub(crate) fn heard(
    personas: &[Persona],
    by: usize,
    statement: &str,
    text: Option<&str>,
) -> OwnedHeard {
    let id = StatementId::new(statement).unwrap();
    let own = personas[by].corpora[&topic().id].statement(&id).unwrap();
    OwnedHeard {
        author: personas[by].id.clone(),
        text: text.map_or_else(|| own.text.clone(), Into::into),
        axis: own.axis.clone(),
        side: own.side.filter(|_| text.is_none()),
        excerpts: vec![id],
    }
}
