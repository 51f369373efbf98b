//! Rule 16: what a persona's thesis rests on.

use std::collections::{BTreeMap, BTreeSet};

use super::{Link, Voice};
use crate::dependence::Dependence;
use crate::vocabulary::{AxisId, AxisSide, Probability, Statement};

impl<'a> Voice<'a> {
    /// The statements that answer the topic's own question: the persona's case in short. A persona
    /// never forgets them.
    pub fn case(&self) -> &[&'a Statement] {
        &self.cases
    }

    /// What the persona's thesis rests on: the issues that the reasons of its case assert, and the
    /// issues below them.
    pub fn dependence(&self) -> &Dependence {
        self.dependence.get_or_init(|| self.read_dependence())
    }

    fn read_dependence(&self) -> Dependence {
        let mut dependence = Dependence::default();
        for case in &self.cases {
            let asserted = self.asserted(case);
            let below = reasons_below(case);
            for reason in 0..case.reasons.len() {
                let issues: BTreeMap<AxisId, Probability> =
                    below[reason].iter().filter_map(|below| asserted[*below].clone()).collect();
                dependence.add_reason(issues.into_iter().chain(asserted[reason].clone()));
            }
        }
        for axis in &self.voices.topic().axes {
            for statement in self.arguing(&axis.id, &self.statements) {
                dependence.add_argument(axis.id.clone(), self.rests_on(statement));
            }
        }
        for axis in &self.indexed.decisive {
            if self.indexed.sides.contains_key(axis) {
                dependence.declare_decisive(axis.clone());
            }
        }
        for axis in self.indexed.corpus.idle() {
            dependence.declare_idle(axis.clone());
        }
        dependence
    }

    /// Those of some statements that argue for the persona's side of an issue.
    fn arguing(&self, issue: &AxisId, statements: &[&'a Statement]) -> Vec<&'a Statement> {
        let on_issue = statements.iter().copied().filter(|own| own.axis.as_ref() == Some(issue));
        arguing(on_issue.filter(|own| self.is_pillar(own)).collect())
    }

    /// The statements that argue for what the thesis rests on, issue by issue, nearest first. For
    /// each issue there are just as many statements as show what the issue depends on: the best one
    /// that depends on nothing, or else enough that no issue stays below all of them that is not
    /// below all of the persona's statements there.
    pub fn pillars(&self) -> &[&'a Statement] {
        self.pillars.get_or_init(|| self.choose_pillars())
    }

    fn choose_pillars(&self) -> Vec<&'a Statement> {
        let dependence = self.dependence();
        let ranked = self.by_worth();
        let mut pillars = Vec::new();
        for issue in dependence.issues() {
            let mut on_issue = self.arguing(issue, &ranked);
            if on_issue.is_empty() {
                // Without a reason, a statement ranks nowhere, and yet its assumptions carry the
                // issue where no other one does.
                on_issue = self.arguing(issue, &self.statements);
            }
            let below = |statement: &Statement| -> BTreeSet<AxisId> { self.rests_on(statement) };
            let mut common: Option<BTreeSet<AxisId>> = None;
            while let Some(next) = on_issue.iter().copied().min_by_key(|statement| {
                let rest = below(statement);
                common.as_ref().map_or(rest.len(), |common| common.intersection(&rest).count())
            }) {
                let rest = below(next);
                let narrowed: BTreeSet<AxisId> = match &common {
                    Some(common) => common.intersection(&rest).cloned().collect(),
                    None => rest,
                };
                if common.as_ref().is_some_and(|common| common.len() == narrowed.len()) {
                    break;
                }
                common = Some(narrowed);
                pillars.push(next);
            }
        }
        pillars
    }

    /// For each of [`Statement::all_reasons`] the sides of axes that the reasons below it assert,
    /// each once.
    pub fn asserted_below(&self, statement: &Statement) -> Vec<Vec<AxisSide>> {
        let links = &self.links(statement).reasons;
        let of = |below: Vec<usize>| {
            let asserted = below.into_iter().filter_map(|place| links[place].as_ref());
            let asserted: BTreeSet<&AxisSide> = asserted.map(|link| &link.asserts).collect();
            asserted.into_iter().cloned().collect()
        };
        reasons_below(statement).into_iter().map(of).collect()
    }

    /// The pillars that argue for a side of an axis.
    pub fn pillars_for(&self, asserts: &AxisSide) -> Vec<&'a Statement> {
        let argues = |pillar: &&Statement| pillar.answers_axis().as_ref() == Some(asserts);
        self.pillars().iter().copied().filter(argues).collect()
    }

    /// Whether the statement takes the side of its axis that the persona takes, and is not a shared
    /// point. Where the persona concedes the other proposition of the axis, nothing is its
    /// position.
    pub fn is_position(&self, statement: &Statement) -> bool {
        self.takes_own_side(statement) && !self.voices.is_shared(statement)
    }

    /// Whether what the persona's thesis rests on can hang from the statement: it is a position, or
    /// a shared point on an axis on which the persona has no position. A shared point is not
    /// disputed, but what it rests on may be.
    fn is_pillar(&self, statement: &Statement) -> bool {
        let mut on_axis = self.statements.iter().filter(|own| own.axis == statement.axis);
        self.is_position(statement)
            || (self.takes_own_side(statement) && !on_axis.any(|own| self.is_position(own)))
    }

    fn takes_own_side(&self, statement: &Statement) -> bool {
        let stance = statement.axis.as_ref().and_then(|axis| self.stance(axis));
        let is_own = stance.is_some_and(|stance| Some(stance.side) == statement.side);
        is_own && !self.gives_up(statement)
    }

    /// Whether the persona concedes, word for word, the proposition that is opposite to what a
    /// statement answers.
    pub fn gives_up(&self, statement: &Statement) -> bool {
        let opposite = statement.answers_axis().map(AxisSide::opposite);
        opposite.is_some_and(|other| self.conceded.iter().any(|(_, granted)| **granted == other))
    }

    /// The issues whose side of this persona the reasons and assumptions of a statement assert.
    pub fn rests_on(&self, statement: &Statement) -> BTreeSet<AxisId> {
        let asserted = self.links(statement).asserted().into_iter();
        asserted.filter_map(|asserts| self.own_side(asserts)).cloned().collect()
    }

    /// The issue that each of [`Statement::all_reasons`] asserts, on the persona's own side, with
    /// the certainty of the link.
    fn asserted(&self, case: &Statement) -> Vec<Option<(AxisId, Probability)>> {
        let of = |link: &Option<Link>| {
            let link = link.as_ref()?;
            Some((self.own_side(&link.asserts)?.clone(), link.certainty))
        };
        self.links(case).reasons.iter().map(of).collect()
    }

    /// The axis, where the persona does not take the other side of it.
    fn own_side<'s>(&self, asserts: &'s AxisSide) -> Option<&'s AxisId> {
        self.takes(asserts).then_some(&asserts.axis)
    }

    /// Whether the side is a position that the persona can take: it does not take the other side,
    /// and what the personas have written about the axis is not only common ground.
    pub fn can_hold(&self, asserts: &AxisSide) -> bool {
        let corpora = self.voices.corpora.personas.values();
        let statements = corpora.flat_map(|indexed| indexed.corpus.statements());
        let mut on_axis =
            statements.filter(|own| own.axis.as_ref() == Some(&asserts.axis)).peekable();
        let is_common = on_axis.peek().is_some() && on_axis.all(|own| self.voices.is_shared(own));
        self.takes(asserts) && !is_common
    }

    /// Whether another persona takes the other side of the axis.
    pub fn is_disputed(&self, asserts: &AxisSide) -> bool {
        let opposite = Some(asserts.side.opposite());
        let mut others = self.voices.corpora.personas.keys().filter(|other| *other != self.persona);
        others.any(|other| self.voices.side(other, &asserts.axis) == opposite)
    }

    /// Whether the persona does not take the other side of the axis.
    fn takes(&self, asserts: &AxisSide) -> bool {
        self.stance(&asserts.axis).is_none_or(|stance| stance.side == asserts.side)
    }
}

/// Those of some statements for one answer that argue for it. One without a reason only asserts it,
/// and counts where no other one argues.
pub fn arguing(mut statements: Vec<&Statement>) -> Vec<&Statement> {
    if statements.iter().any(|own| !own.reasons.is_empty()) {
        statements.retain(|own| !own.reasons.is_empty());
    }
    statements
}

/// For each of [`Statement::all_reasons`] the positions of all reasons below it.
pub(super) fn reasons_below(statement: &Statement) -> Vec<Vec<usize>> {
    let all = statement.all_reasons();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    // Reasons are listed level by level, so the reasons for one reason follow those for the reason
    // before it.
    let mut end = all.len();
    for (place, reason) in all.iter().enumerate().rev() {
        let start = end - reason.reasons.len();
        let deeper: Vec<usize> =
            (start..end).flat_map(|below_it| below[below_it].clone()).collect();
        below[place].extend((start..end).chain(deeper));
        end = start;
    }
    below
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{Persona, Probability, Reach, Reason, Seed, Side};

    /// A reason that asserts an axis, on the keeper's side of it.
    fn on(axis: &str, reasons: Vec<Reason>) -> Reason {
        let side = if axis == "air" { Side::No } else { Side::Yes };
        let asserts = Some(AxisSide { axis: AxisId::new(axis).unwrap(), side });
        Reason { asserts, reasons, ..reason(&format!("A reason about {axis}.")) }
    }

    fn case(id: &str, reasons: Vec<Reason>) -> Statement {
        Statement { axis: None, reasons, ..statement(id, "Keep it open.", "trade", Side::No) }
    }

    fn keeper(statements: Vec<Statement>) -> Vec<Persona> {
        let mut personas = pair();
        let corpus = personas[0].corpora.get_mut(&topic().id).unwrap();
        corpus.notes[0].statements.extend(statements);
        personas
    }

    /// The load of trade and of air in hundredths, and the share of the case that is linked.
    fn loads(personas: &[Persona]) -> String {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let dependence = voice.dependence();
        let shown = |share: Option<Probability>| {
            share.map_or("-".to_owned(), |share| format!("{:.0}", 100.0 * share.value()))
        };
        let load = |axis: &str| shown(dependence.load(&AxisId::new(axis).unwrap()));
        format!("{} {} {}", load("trade"), load("air"), shown(dependence.linked()))
    }

    #[test]
    fn a_condition_that_would_change_the_main_answer_carries_the_whole_thesis() {
        let load_of_trade = |changes: Reach, axis: &str| {
            let mut personas =
                keeper(vec![case("case", vec![on("trade", vec![]), on("air", vec![])])]);
            let flip = &mut personas[0].contract.flips[0];
            (flip.changes, flip.axis) = (changes, AxisId::new(axis).ok());
            loads(&personas)
        };
        assert_eq!(load_of_trade(Reach::View, "trade"), "50 50 100");
        assert_eq!(load_of_trade(Reach::Answer, "trade"), "100 50 100");
        assert_eq!(load_of_trade(Reach::Answer, "air"), "50 100 100");
    }

    #[test]
    fn a_thesis_rests_on_the_issues_that_the_reasons_of_its_case_assert() {
        let free = || reason("Because.");
        for (cases, wanted) in [
            (vec![], "- - -"),
            (vec![case("one", vec![])], "- - -"),
            (vec![case("one", vec![free()])], "0 0 0"),
            (vec![case("one", vec![on("trade", vec![]), free()])], "50 0 50"),
            (vec![case("one", vec![on("trade", vec![]), on("air", vec![])])], "50 50 100"),
            (
                vec![case("one", vec![on("trade", vec![])]), case("two", vec![on("air", vec![])])],
                "50 50 100",
            ),
            // A reason without a link rests on what the reasons below it assert.
            (
                vec![case("one", vec![Reason { reasons: vec![on("air", vec![])], ..free() }])],
                "0 100 100",
            ),
        ] {
            assert_eq!(loads(&keeper(cases.clone())), wanted, "{cases:?}");
        }
    }

    #[test]
    fn an_issue_rests_on_others_where_all_of_the_personas_statements_on_it_do() {
        let rests = |id: &str| {
            let own = statement(id, "Custom goes.", "trade", Side::Yes);
            Statement { reasons: vec![on("air", vec![])], ..own }
        };
        let with = |edit: &dyn Fn(&mut Vec<Statement>)| {
            let mut personas = keeper(vec![case("one", vec![on("trade", vec![]), reason("So.")])]);
            edit(&mut personas[0].corpora.get_mut(&topic().id).unwrap().notes[0].statements);
            loads(&personas)
        };
        let is_on_trade = |statement: &Statement| {
            statement.id.as_str() == "takings" || statement.id.as_str() == "rain"
        };
        assert_eq!(
            with(&|statements| statements.push(rests("both"))),
            "50 0 50",
            "two others do not"
        );
        let replaced = |statements: &mut Vec<Statement>| {
            statements.retain(|statement| !is_on_trade(statement));
            statements.push(rests("both"));
        };
        assert_eq!(with(&replaced), "50 50 50");
        let asserted = |statements: &mut Vec<Statement>| {
            replaced(statements);
            let plain = statement("plain", "Custom is custom.", "trade", Side::Yes);
            statements.push(Statement { reasons: vec![], ..plain });
        };
        assert_eq!(with(&asserted), "50 50 50", "it argues for nothing");
        // Reasons in a cycle: each issue falls with the other.
        let cycle = |statements: &mut Vec<Statement>| {
            replaced(statements);
            let corner = statements.iter_mut().find(|statement| statement.id.as_str() == "corner");
            corner.unwrap().reasons = vec![on("trade", vec![])];
        };
        assert_eq!(with(&cycle), "50 50 50");
    }

    #[test]
    fn the_other_side_of_an_axis_is_nothing_that_a_thesis_rests_on() {
        let against = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::No };
        let reasons = vec![Reason { asserts: Some(against), ..reason("So they say.") }];
        assert_eq!(loads(&keeper(vec![case("one", reasons)])), "0 0 0");
    }

    #[test]
    fn a_case_is_never_forgotten_and_is_not_a_statement_of_the_debate() {
        let personas = keeper(vec![case("one", vec![reason("Because.")])]);
        let corpora =
            super::super::Corpora::new(&topic(), &personas, Probability::new(0.0).unwrap());
        let corpora = corpora.unwrap();
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        assert_eq!((voice.statements().len(), voice.case().len()), (0, 1));
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        assert!(voice.statements().iter().all(|statement| !statement.is_case()));
    }

    #[test]
    fn the_reasons_below_a_reason_are_found_at_every_depth() {
        let deep = Reason {
            reasons: vec![
                Reason { reasons: vec![reason("Four.")], ..reason("Two.") },
                reason("Three."),
            ],
            ..reason("One.")
        };
        let statement = case("one", vec![deep, reason("Also one.")]);
        let texts = |places: &[usize]| -> Vec<&str> {
            places.iter().map(|place| statement.all_reasons()[*place].text.as_str()).collect()
        };
        let below = reasons_below(&statement);
        assert_eq!(texts(&below[0]), ["Two.", "Three.", "Four."]);
        assert_eq!(texts(&below[1]), [""; 0]);
        assert_eq!(texts(&below[2]), ["Four."]);
    }

    #[test]
    fn pillars_show_what_each_issue_depends_on() {
        let rests = |id: &str| {
            let own = statement(id, "Custom goes.", "trade", Side::Yes);
            Statement { reasons: vec![on("air", vec![])], ..own }
        };
        let pillars = |statements: Vec<Statement>| {
            let personas = keeper(statements);
            let corpora = everything(&personas);
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            let pillars = voice.pillars();
            pillars.iter().map(|pillar| pillar.id.to_string()).collect::<Vec<_>>()
        };
        let thesis = || case("one", vec![on("trade", vec![])]);
        assert_eq!(pillars(vec![]), [""; 0], "nothing says what the thesis rests on");
        let free = pillars(vec![thesis(), rests("both")]);
        assert!(free.len() == 2 && !free.contains(&"both".to_owned()), "{free:?}");
        assert!(free.contains(&"corner".to_owned()), "trade rests on air in part: {free:?}");
    }

    #[test]
    fn a_statement_without_a_reason_counts_where_no_other_one_argues() {
        let bare = Statement { reasons: vec![], ..statement("bare", "So.", "trade", Side::Yes) };
        let arguing_of = |statements: Vec<&Statement>| {
            arguing(statements).into_iter().map(|own| own.id.to_string()).collect::<Vec<_>>()
        };
        let argued = statement("argued", "So.", "trade", Side::Yes);
        assert_eq!(arguing_of(vec![&bare]), ["bare"]);
        assert_eq!(arguing_of(vec![&bare, &argued]), ["argued"]);
    }

    #[test]
    fn nothing_hangs_from_an_axis_on_which_all_that_is_written_is_shared() {
        let mut personas = pair();
        let can_hold = |personas: &[Persona], axis: &str, side: Side| {
            let corpora = everything(personas);
            let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
            voice.can_hold(&AxisSide { axis: AxisId::new(axis).unwrap(), side })
        };
        assert!(can_hold(&personas, "air", Side::No) && !can_hold(&personas, "air", Side::Yes));
        for persona in &mut personas {
            let statements = &mut persona.corpora.values_mut().next().unwrap().notes[0].statements;
            let is_on_air = |own: &Statement| own.axis.as_ref().unwrap().as_str() == "air";
            statements.retain(|own| !is_on_air(own) || own.point.is_some());
        }
        assert!(!can_hold(&personas, "air", Side::Yes));
        assert!(can_hold(&personas, "trade", Side::Yes));
    }

    #[test]
    fn a_shared_point_carries_an_issue_only_where_its_author_has_no_position_on_it() {
        let trade = || Reason {
            asserts: Some(AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes }),
            ..reason("Because of trade.")
        };
        // The keeper says that the air gets cleaner, by the shared point alone or with the soot.
        let loads = |of_point: Vec<Reason>, of_soot: Option<Vec<Reason>>| {
            let personas = personas_with(0, |statements| {
                statements.retain(|own| ["takings", "noise"].contains(&own.id.as_str()));
                statements[1].reasons = of_point;
                let soot = statement("soot", "The soot will be gone.", "air", Side::Yes);
                statements.extend(of_soot.map(|reasons| Statement { reasons, ..soot }));
                let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::Yes };
                let on_air = Reason { asserts: Some(asserts), ..reason("Because of the air.") };
                statements.push(case("one", vec![on_air]));
            });
            loads(&personas)
        };
        let free = || vec![reason("So it is.")];
        assert_eq!(loads(free(), None), "0 100 100");
        assert_eq!(loads(vec![trade()], None), "100 100 100", "the point rests on trade");
        assert_eq!(loads(free(), Some(vec![trade()])), "100 100 100", "only the soot counts");
        assert_eq!(loads(vec![trade()], Some(free())), "0 100 100");
    }

    #[test]
    fn pillars_for_an_answer_are_those_that_give_it() {
        let personas = keeper(vec![case("one", vec![on("trade", vec![]), on("air", vec![])])]);
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let pillars = |axis: &str, side: Side| {
            let asserts = AxisSide { axis: AxisId::new(axis).unwrap(), side };
            let pillars = voice.pillars_for(&asserts).into_iter();
            pillars.map(|own| own.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(pillars("trade", Side::Yes), ["takings"]);
        assert_eq!(pillars("air", Side::No), ["corner"]);
        assert_eq!(pillars("trade", Side::No), [""; 0]);
    }
}
