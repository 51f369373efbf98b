//! The judgements in both orders, their reasons, and how much the order matters.

use super::super::detail::{Decided, Fallacy, Judgement, side_name};
use crate::view::{Block, Column, Fact, Inline, Section, Subject, Table, Text, number};
use crate::vocabulary::Side;

/// The winner, among the key figures.
pub(super) fn summary(decided: &Decided) -> Section {
    let value = match decided.winner.side() {
        _ if decided.judgements.is_empty() => "none",
        Some(side) => side_name(side),
        None => "tie",
    };
    let fact = Fact {
        name: "winner".to_owned(),
        value: value.into(),
        meaning: "the side that argued better, as the judge sees it; it does not decide cruxes"
            .to_owned(),
    };
    Section::about(Subject::Summary, "winner", vec![Block::Facts(vec![fact])])
}

/// The judgements; nothing where no call of the judge was answered.
pub(super) fn section(decided: &Decided) -> Option<Section> {
    let lead = "The judge reads all speeches and claims with the sides in one order and then in the other, and a third time if the winners \
        differ. It does not see what the speakers thought, and it does not judge which side is right.";
    let judgements = &decided.judgements;
    let section =
        Section::new("judgement", "The judgement", Text::joined([lead.into(), bias(decided)], " "))
            .with(Block::Table(scores(judgements)));
    let is_one = judgements.windows(2).all(|pair| pair[0].reasons == pair[1].reasons);
    let shown = judgements.iter().zip(1_usize..).take(if is_one { 1 } else { judgements.len() });
    let reasons = shown.map(|(judgement, count)| {
        let reasons = judgement.reasons.clone().into();
        Block::Prose(if is_one {
            Text::of("In every judgement: {}", [reasons])
        } else {
            Text::of("Judgement {}, {}: {}", [count.into(), order(judgement), reasons])
        })
    });
    let section = reasons.fold(section, Section::with);
    let section = match fallacies(judgements) {
        Some(table) => section.with(Block::Table(table)),
        None => section.with(Block::Prose("No judgement names a fallacy.".into())),
    };
    (!judgements.is_empty()).then_some(section)
}

fn order(judgement: &Judgement) -> Text {
    format!("{} first", side_name(judgement.first)).into()
}

/// How much the order of the sides matters to the judge.
fn bias(decided: &Decided) -> Text {
    let Some(bias) = decided.position_bias else {
        return "How much the order matters is not known, because there is no judgement in each order.".into();
    };
    let points = number::measure(bias.abs());
    let winners = decided.judgements.windows(2).any(|pair| pair[0].winner != pair[1].winner);
    let scores = if bias.abs() < 0.005 {
        "On average the scores are the same, whichever side the judge reads first.".to_owned()
    } else {
        let place = if bias > 0.0 { "first" } else { "second" };
        format!("A side that the judge reads {place} gets {points} of 30 points more on average.")
    };
    let decision = if winners {
        "Who wins depends on which side it reads first."
    } else {
        "The same side wins in both orders."
    };
    format!("{scores} {decision}").into()
}

fn scores(judgements: &[Judgement]) -> Table {
    let mut columns = vec![Column::words("Side")];
    for (judgement, count) in judgements.iter().zip(1_usize..) {
        let group = Text::of("Judgement {}, {}", [count.into(), order(judgement)]);
        for title in ["Coherence", "Rebuttal", "Factuality", "Sum"] {
            columns.push(Column::numbers(title).under(group.clone()));
        }
        columns.push(Column::words("Winner").under(group));
    }
    let row = |side: Side| {
        let cells = judgements.iter().flat_map(|judgement| {
            let scores = judgement.of(side);
            let numbers = [scores.coherence, scores.rebuttal, scores.factuality, scores.total()];
            let winner = match judgement.winner.side() {
                None => "tie",
                Some(winner) if winner == side => "wins",
                Some(_) => "",
            };
            let numbers = numbers.map(|score| Text::from(number::measure(score)));
            numbers.into_iter().chain([winner.into()]).collect::<Vec<Text>>()
        });
        std::iter::once(side_name(side).into()).chain(cells).collect()
    };
    let caption = "Each score is from 0 to 10.".into();
    Table { caption, columns, rows: [Side::Yes, Side::No].map(row).into() }
}

fn fallacies(judgements: &[Judgement]) -> Option<Table> {
    let of = |(judgement, count): (&Judgement, usize)| {
        let row = |fallacy: &Fallacy| {
            vec![
                fallacy.name.clone().into(),
                Inline::Turn(fallacy.turn).into(),
                Inline::Quote(fallacy.quote.clone()).into(),
                count.into(),
            ]
        };
        judgement.fallacies.iter().map(row).collect::<Vec<Vec<Text>>>()
    };
    let rows: Vec<Vec<Text>> = judgements.iter().zip(1_usize..).flat_map(of).collect();
    let columns = vec![
        Column::words("Fallacy"),
        Column::words("Speech"),
        Column::words("Words"),
        Column::numbers("Judgement"),
    ];
    let caption = "The fallacies that the judge names.".into();
    (!rows.is_empty()).then_some(Table { caption, columns, rows })
}

#[cfg(test)]
#[cfg(feature = "run")]
mod tests {
    use super::*;
    use crate::mode::procon::detail::{Teams, Winner};
    use crate::mode::tests::shown::words;

    #[test]
    fn procon_rule_10_a_page_says_which_place_is_worth_how_much() {
        let shown = |bias: Option<f64>| {
            let teams = Teams { pro: vec![], con: vec![], assigned: vec![], drawn: false };
            let (judgements, exchanges) = (vec![], vec![]);
            let winner = Winner::Tie;
            let decided = Decided { teams, judgements, winner, position_bias: bias, exchanges };
            words(&super::bias(&decided))
        };
        for (bias, wanted) in [
            (0.0, "On average the scores are the same"),
            (-0.004, "On average the scores are the same"),
            (0.75, "A side that the judge reads first gets 0.75 of 30 points more"),
            (-1.5, "A side that the judge reads second gets 1.50 of 30 points more"),
        ] {
            let shown = shown(Some(bias));
            assert!(shown.starts_with(wanted), "{bias}: {shown}");
        }
        assert!(shown(None).starts_with("How much the order matters is not known"));
    }
}
