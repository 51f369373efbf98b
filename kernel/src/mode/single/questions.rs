//! The question of this mode.

pub(crate) mod cruxes;

use crate::question::QuestionInfo;
use cruxes::Cruxes;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[QuestionInfo::of::<Cruxes>()];

#[cfg(test)]
mod tests {
    use super::cruxes::Cruxes;
    use crate::mode::tests::prompts::golden;
    use crate::question::Brief;
    use crate::question::samples::{brief, persona, topic};
    use crate::vocabulary::Side;

    #[test]
    fn prompts_are_as_in_their_snapshots() {
        let walker = persona("walker", Side::Yes, vec![]);
        let briefs = vec![brief(), Brief::new(&walker, &topic())];
        golden("single", &Cruxes { briefs, topic: topic(), most: 5 });
    }
}
