//! Rule 3: the axes on which personas disagree.

use super::{Link, Voice, Voices};
use crate::dependence::{IssueStatus, mean_load};
use crate::vocabulary::{Axis, PersonaId, Probability, Reason, Side, Statement};

/// The position of one persona on an axis.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// Whose position.
    pub persona: &'a PersonaId,
    /// The side it takes.
    pub side: Side,
    /// The weight of its stance.
    pub weight: f64,
    /// The sentence with which it takes that side: its surest statement, one with reasons before
    /// one without, or else the reason of its case, or of a statement on which its case rests, that
    /// asserts the side.
    pub text: &'a str,
    /// The statement that the sentence is or belongs to.
    pub statement: &'a Statement,
    /// The share of the reasons of its case that are lost if the axis is answered the other way;
    /// `None` if it rests on none that are linked, and too few are linked to say that it rests on
    /// none.
    pub load: Option<Probability>,
}

/// An axis on which personas take both sides.
#[derive(Debug, Clone)]
pub struct Dispute<'a> {
    /// The axis.
    pub axis: &'a Axis,
    /// Whether the cases of both sides rest on it.
    pub status: IssueStatus,
    /// The positions, in the order of the personas.
    pub positions: Vec<Position<'a>>,
}

impl Dispute<'_> {
    /// The summed weight of the positions on the weaker side.
    pub fn weight(&self) -> f64 {
        let of = |side| {
            let positions = self.positions.iter().filter(|position| position.side == side);
            positions.map(|position| position.weight).sum::<f64>()
        };
        of(Side::Yes).min(of(Side::No))
    }

    /// The mean load of the positions; an unknown load counts as 0. *Range*: 0 to 1.
    pub fn load(&self) -> f64 {
        mean_load(self.positions.iter().map(|position| position.load)).value()
    }
}

impl<'a> Voices<'a> {
    /// The axes on which these personas take both sides, in the topic's order. Personas without a
    /// corpus are left out.
    pub fn disputes(&self, personas: &[PersonaId]) -> Vec<Dispute<'a>> {
        let voices: Vec<Voice<'a>> =
            personas.iter().filter_map(|persona| self.voice(persona).ok()).collect();
        let dispute = |axis: &'a Axis| {
            let positions = voices.iter().filter_map(|voice| voice.position(axis));
            let positions: Vec<Position<'a>> = positions.collect();
            let status = IssueStatus::of(positions.iter().map(|held| (held.side, held.load)))?;
            Some(Dispute { axis, status, positions })
        };
        self.topic().axes.iter().filter_map(dispute).collect()
    }
}

impl<'a> Voice<'a> {
    /// The persona's position on an axis; `None` if it takes no side, if all that it says on
    /// the axis is a shared point, or if it concedes the other proposition of the axis.
    fn position(&self, axis: &Axis) -> Option<Position<'a>> {
        let stated = self.stated_position(axis).or_else(|| self.position_of_case(axis));
        let (side, weight, text, statement) = stated?;
        let dependence = self.dependence();
        let load = dependence.load(&axis.id).filter(|_| dependence.knows_load(&axis.id));
        Some(Position { persona: self.persona, side, weight, text, statement, load })
    }

    /// The side of the persona's stance with its weight, and the surest statement for it.
    fn stated_position(&self, axis: &Axis) -> Option<(Side, f64, &'a str, &'a Statement)> {
        let stance = self.stance(&axis.id)?;
        let takes = |own: &Statement| own.axis.as_ref() == Some(&axis.id) && self.is_position(own);
        let reasoned = self.surest(|own| takes(own) && !own.reasons.is_empty());
        let surest = reasoned.or_else(|| self.surest(takes))?;
        Some((stance.side, stance.weight, &surest.text, surest))
    }

    /// The side of an axis that a reason of the persona's case asserts, or else a reason or an
    /// assumption of a statement on which the case rests, where it says nothing else about the
    /// axis.
    fn position_of_case(&self, axis: &Axis) -> Option<(Side, f64, &'a str, &'a Statement)> {
        if let Some((case, reason, side)) = self.reason_of_case(axis) {
            return Some((side, case.confidence.value(), &reason.text, case));
        }
        let mut pillars = self.pillars().iter().copied();
        pillars.find_map(|pillar| {
            let (text, link) = self.clauses(pillar).find(|(_, link)| self.holds(*link, axis))?;
            Some((link?.asserts.side, pillar.confidence.value(), text, pillar))
        })
    }

    /// The reason of the persona's case that asserts a side of an axis which it can hold, with the
    /// case and the side.
    pub(crate) fn reason_of_case(&self, axis: &Axis) -> Option<(&'a Statement, &'a Reason, Side)> {
        self.case().iter().copied().find_map(|case| {
            let mut linked = case.all_reasons().into_iter().zip(&self.links(case).reasons);
            let (reason, link) = linked.find(|(_, link)| self.holds(link.as_ref(), axis))?;
            Some((case, reason, link.as_ref()?.asserts.side))
        })
    }

    /// Whether a link asserts a side of the axis that the persona can hold and does not concede to
    /// be otherwise.
    fn holds(&self, link: Option<&Link>, axis: &Axis) -> bool {
        let asserts = link.map(|link| &link.asserts).filter(|asserts| asserts.axis == axis.id);
        asserts.is_some_and(|asserts| {
            let opposite = asserts.clone().opposite();
            let is_given_up = self.conceded().iter().any(|(_, granted)| **granted == opposite);
            !is_given_up && self.can_hold(asserts)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Corpora;
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{AxisId, AxisSide, Persona, Reason, Seed};

    /// Each dispute with its weight in hundredths and the surest statements.
    fn disputes(personas: &[Persona]) -> Vec<String> {
        let corpora = everything(personas);
        let ids: Vec<PersonaId> = personas.iter().map(|persona| persona.id.clone()).collect();
        let shown = |dispute: Dispute<'_>| {
            let surest: Vec<&str> =
                dispute.positions.iter().map(|position| position.statement.id.as_str()).collect();
            format!("{} {:.2} {}", dispute.axis.id, dispute.weight(), surest.join(" "))
        };
        corpora.voices(Seed(1)).disputes(&ids).into_iter().map(shown).collect()
    }

    #[test]
    fn a_dispute_is_an_axis_with_positions_on_both_sides_weighed_by_the_weaker() {
        assert_eq!(disputes(&pair()), ["trade 1.40 rain park", "air 0.10 corner lungs"]);
    }

    #[test]
    fn an_axis_on_which_all_take_one_side_is_not_a_dispute() {
        let personas = personas_with(1, |statements| {
            for statement in statements {
                if statement.axis.as_ref().is_some_and(|axis| axis.as_str() == "air") {
                    statement.side = Some(Side::No);
                }
            }
        });
        assert_eq!(disputes(&personas), ["trade 1.40 rain park"]);
    }

    #[test]
    fn a_shared_point_is_not_a_position() {
        let personas = personas_with(0, |statements| {
            statements.retain(|statement| statement.id.as_str() != "corner");
            let noise = statements.iter_mut().find(|statement| statement.id.as_str() == "noise");
            noise.unwrap().side = Some(Side::No);
        });
        assert_eq!(disputes(&personas), ["trade 1.40 rain park"]);
    }

    #[test]
    fn a_persona_that_concedes_the_sentence_of_an_axis_has_no_position_on_it() {
        for (concession, wanted) in [
            ("the air gets cleaner", "trade 1.40 rain park"),
            ("the air may get cleaner", "trade 1.40 rain park|air 0.10 corner lungs"),
            ("it stays as it is", "trade 1.40 rain park|air 0.10 corner lungs"),
        ] {
            let personas =
                personas_with(0, |statements| statements[0].concedes.push(concession.into()));
            assert_eq!(disputes(&personas).join("|"), wanted, "{concession}");
        }
    }

    #[test]
    fn a_dispute_is_a_crux_if_the_cases_of_both_sides_rest_on_it() {
        let asserting = |text: &str, axis: &str, side| Reason {
            asserts: Some(AxisSide { axis: AxisId::new(axis).unwrap(), side }),
            ..reason(text)
        };
        let trade = |side| asserting("About trade.", "trade", side);
        let free = || reason("Because.");
        let status = |keeper: Vec<Reason>, walker: Vec<Reason>| {
            let mut personas = pair();
            for (persona, reasons) in personas.iter_mut().zip([keeper, walker]) {
                let side = persona.corpora[&topic().id].stance;
                let case = statement("case", "So I say.", "trade", side);
                let corpus = persona.corpora.get_mut(&topic().id).unwrap();
                corpus.notes[0].statements.push(Statement { axis: None, reasons, ..case });
            }
            let corpora = everything(&personas);
            let ids: Vec<PersonaId> = personas.iter().map(|persona| persona.id.clone()).collect();
            let disputes = corpora.voices(Seed(1)).disputes(&ids);
            format!("{:?} {:.2}", disputes[0].status, disputes[0].load())
        };
        let (keeper, walker) = (|| trade(Side::Yes), || trade(Side::No));
        assert_eq!(status(vec![keeper()], vec![walker(), free()]), "Crux 0.75");
        let air = || asserting("About air.", "air", Side::Yes);
        assert_eq!(status(vec![keeper()], vec![air(), free()]), "Idle 0.50");
        assert_eq!(status(vec![keeper()], vec![air(), free(), free()]), "LoadUnknown 0.50");
        assert_eq!(status(vec![keeper()], vec![]), "LoadUnknown 0.50", "no case");
        assert_eq!(status(vec![], vec![]), "LoadUnknown 0.00");
    }

    #[test]
    fn a_statement_without_reasons_is_a_position() {
        let personas = personas_with(0, |statements| statements[1].reasons.clear());
        assert_eq!(disputes(&personas), ["trade 1.40 rain park", "air 0.10 corner lungs"]);
    }

    /// The keeper's position on the air.
    fn on_air<'c>(corpora: &'c Corpora, personas: &'c [Persona]) -> Position<'c> {
        let ids: Vec<PersonaId> = personas.iter().map(|persona| persona.id.clone()).collect();
        let disputes = corpora.voices(Seed(1)).disputes(&ids);
        let air = disputes.iter().find(|dispute| dispute.axis.id.as_str() == "air").unwrap();
        air.positions[0]
    }

    #[test]
    fn a_reason_of_the_case_is_a_position_where_nothing_else_is_said_on_its_axis() {
        let personas = personas_with(0, |statements| {
            statements.retain(|own| own.axis.as_ref().is_none_or(|axis| axis.as_str() != "air"));
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let tagged = Reason { asserts: Some(asserts), ..reason("The wind carries it off.") };
            let case = statement("case", "Keep it open.", "air", Side::No);
            statements.push(Statement { axis: None, reasons: vec![tagged], ..case });
        });
        let corpora = everything(&personas);
        let keeper = on_air(&corpora, &personas);
        assert_eq!((keeper.side, keeper.text), (Side::No, "The wind carries it off."));
        assert_eq!(keeper.statement.id.as_str(), "case");
        assert_eq!(keeper.load, Some(Probability::share(1, 1)));
    }

    #[test]
    fn what_a_statement_of_the_case_rests_on_is_a_position_where_nothing_else_is_said_on_its_axis()
    {
        let on = |axis: &str, side, text: &str| Reason {
            asserts: AxisId::new(axis).ok().map(|axis| AxisSide { axis, side }),
            ..reason(text)
        };
        let personas = personas_with(0, |statements| {
            statements.retain(|own| own.id.as_str() == "takings");
            statements[0].reasons.push(on("air", Side::No, "The wind carries it off."));
            let reasons = vec![on("trade", Side::Yes, "Drivers pay my rent.")];
            let case = statement("case", "Keep it open.", "air", Side::No);
            statements.push(Statement { axis: None, reasons, ..case });
        });
        let corpora = everything(&personas);
        let keeper = on_air(&corpora, &personas);
        assert_eq!((keeper.side, keeper.text), (Side::No, "The wind carries it off."));
        assert_eq!(keeper.load, Some(Probability::share(1, 1)));
    }

    #[test]
    fn a_position_is_said_by_the_surest_statement_with_a_reason_before_any_without() {
        let personas = personas_with(0, |statements| {
            let bare = statement("bare", "Tills stay empty.", "trade", Side::Yes);
            let confidence = Probability::new(0.9).unwrap();
            statements.push(Statement { reasons: vec![], confidence, ..bare });
        });
        assert_eq!(disputes(&personas)[0], "trade 1.40 rain park");
        let bare = personas_with(0, |statements| {
            for own in statements.iter_mut() {
                own.reasons.clear();
            }
            statements[0].confidence = Probability::new(0.9).unwrap();
        });
        assert_eq!(disputes(&bare)[0], "trade 1.40 takings park");
    }

    #[test]
    fn a_reason_of_the_case_is_no_position_where_its_author_concedes_the_opposite() {
        let on_air = |concession: &str| {
            let personas = personas_with(0, |statements| {
                statements.retain(|own| own.axis.as_ref().is_none_or(|it| it.as_str() != "air"));
                statements[0].concedes.push(concession.into());
                let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
                let tagged = Reason { asserts: Some(asserts), ..reason("The wind carries it.") };
                let case = statement("case", "Keep it open.", "air", Side::No);
                statements.push(Statement { axis: None, reasons: vec![tagged], ..case });
            });
            disputes(&personas).iter().any(|dispute| dispute.starts_with("air"))
        };
        assert!(!on_air("the air gets cleaner"));
        assert!(on_air("it stays as it is"), "that is its own answer");
        assert!(on_air("some walk"));
    }
}
