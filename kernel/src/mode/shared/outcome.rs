//! What the outcome of every mode has in common: it follows from the cruxes, the common ground and the theses.

use super::agreed_questions::{agreed_across, points_across};
use super::regime::Ending;
use super::{common_ground, concessions};
use crate::mode::table::Table;
use crate::record::{
    CommonGround, Concession, Contradiction, Crux, IdleDispute, Outcome, Stop, Thesis,
};
use crate::vocabulary::Topic;

/// What a mode finds in its final graph.
pub(crate) struct Ended<'a, 't> {
    pub(crate) table: &'a Table<'t>,
    pub(crate) topic: &'a Topic,
    /// In seat order.
    pub(crate) theses: Vec<Thesis>,
    /// The names of the personas whose thesis lost its support.
    pub(crate) without_support: Vec<String>,
    pub(crate) cruxes: Vec<Crux>,
    pub(crate) idle_disputes: Vec<IdleDispute>,
    pub(crate) common_ground: CommonGround,
    pub(crate) fake_consensus: Vec<Contradiction>,
    /// The concessions that personas made in the debate.
    pub(crate) concessions: Vec<Concession>,
}

impl Ended<'_, '_> {
    /// The outcome with the regime, with every concession, and with what would settle the cruxes. A mode adds what only it reports.
    pub(crate) fn outcome(self, stop: Stop) -> Outcome {
        let Self { table, topic, theses, cruxes, common_ground, .. } = self;
        let ending = Ending {
            theses: &theses,
            without_support: self.without_support.iter().map(String::as_str).collect(),
            cruxes: cruxes.len(),
            agreed_points: points_across(&common_ground.agreed, &theses),
            agreed_questions: agreed_across(&common_ground.questions, &theses),
        };
        let (regime, sentence) = ending.regime();
        let mut conceded = concessions::granted(&common_ground.questions, table.graph());
        conceded.extend(self.concessions);
        conceded.extend(concessions::written(
            table.setting.personas,
            topic,
            table.graph(),
            &table.turns().collect::<Vec<_>>(),
            &conceded,
        ));
        Outcome {
            resolution: common_ground::resolution(&cruxes, topic),
            theses,
            cruxes,
            idle_disputes: self.idle_disputes,
            common_ground,
            fake_consensus: self.fake_consensus,
            concessions: conceded,
            ..Outcome::new(stop, regime, sentence)
        }
    }
}
