//! The numbers that this mode reports: readings by kind, questions, relations.

use crate::mode::Measure;

const READINGS: Measure = Measure::new("readings", "debates that became a node");
const IMPASSES: Measure = Measure::new("impasses", "readings on which the personas cannot agree");
const SYNTHESES: Measure = Measure::new("syntheses", "readings that the personas share");
const CLARIFICATIONS: Measure =
    Measure::new("clarifications", "readings that found out what a persona means");
const ANSWERED: Measure = Measure::new("questions answered", "readings that answer their question");
const LEMMAS: Measure =
    Measure::new("lemmas", "readings with a claim that others rely on and none attacks");
const EXPLORATIONS: Measure = Measure::new("explorations", "readings whose question stayed open");
const FLAGS: Measure =
    Measure::new("tensions", "questions that observers raised and that were kept");
const OPEN: Measure =
    Measure::new("open questions", "such questions for which no debate was opened");
const TAKEN_UP: Measure = Measure::new(
    "questions taken up later",
    "such questions that were debated after a later passage than that in whose debate they were raised",
);
const FRUITLESS: Measure = Measure::new(
    "questions without a reading",
    "such questions whose debate left no reading, because too little was said or a call failed",
);
const RELATIONS: Measure = Measure::new("relations", "relations between readings");
const REFUSED: Measure = Measure::new(
    "refused relations",
    "relations that would have created a cycle or repeat another one",
);
const UNREAD: Measure = Measure::new("unread passages", "passages whose debate left no reading");

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    READINGS, IMPASSES, SYNTHESES, CLARIFICATIONS, ANSWERED, LEMMAS, EXPLORATIONS, FLAGS, OPEN,
    TAKEN_UP, FRUITLESS, RELATIONS, REFUSED, UNREAD,
];
