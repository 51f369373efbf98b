//! An independent recursive implementation of the definitions, and random bipolar frameworks; for
//! tests only.

use super::Gradual;
use crate::bipolar::{Bipolar, Influence, InfluenceKind};
use crate::oracle::Dice;
use crate::unit::strength;

/// A framework as its input data. Shares no code with the implementation under test.
#[derive(Debug, Clone)]
pub(crate) struct OracleInput {
    pub(crate) scores: Vec<f64>,
    pub(crate) influences: Vec<Influence>,
}

impl OracleInput {
    /// Draws an acyclic framework of 1 to `most` arguments; scores and weights of 0 and 1 are
    /// common.
    pub(crate) fn draw(dice: &mut Dice, most: usize) -> Self {
        let n = 1 + dice.below(most);
        let number = |dice: &mut Dice| match dice.below(8) {
            0 => [0.0, 1.0, 0.5][dice.below(3)],
            _ => dice.below(101) as f64 / 100.0,
        };
        let scores = (0..n).map(|_| number(dice)).collect();
        let names = dice.shuffle(n);
        let density = [15, 30, 60, 90][dice.below(4)];
        let weighted = dice.below(3) == 0;
        let mut influences = Vec::new();
        for target in 0..n {
            for source in target + 1..n {
                if dice.below(100) < density {
                    let (source, target) = (names[source], names[target]);
                    let kind = [InfluenceKind::Attack, InfluenceKind::Support][dice.below(2)];
                    let weight = strength(if weighted { number(dice) } else { 1.0 });
                    influences.push(Influence { source, target, kind, weight });
                }
            }
        }
        Self { scores, influences }
    }

    pub(crate) fn build(&self) -> Bipolar {
        let scores: Vec<_> = self.scores.iter().map(|&score| strength(score)).collect();
        Bipolar::new(&scores, self.influences.clone()).expect("an acyclic framework")
    }

    /// The strength of `a` for the base scores `scores`.
    pub(crate) fn strength(&self, gradual: Gradual, scores: &[f64], a: usize) -> f64 {
        let contributions = |kind: InfluenceKind| -> Vec<f64> {
            let on = self.influences.iter().filter(|i| i.target == a && i.kind == kind);
            on.map(|i| self.strength(gradual, scores, i.source) * i.weight.value()).collect()
        };
        let attacks = contributions(InfluenceKind::Attack);
        let supports = contributions(InfluenceKind::Support);
        let w = scores[a];
        let left = |side: &[f64]| side.iter().map(|c| 1.0 - c).product::<f64>();
        let sum = |side: &[f64]| side.iter().sum::<f64>();
        let top = |side: &[f64]| side.iter().copied().reduce(f64::max).unwrap_or(0.0);
        let linear = |a: f64| if a > 0.0 { w + a * (1.0 - w) } else { w + a * w };
        let euler = |a: f64| 1.0 - (1.0 - w * w) / (1.0 + w * a.exp());
        let product = left(&attacks) - left(&supports);
        let energy = sum(&supports) - sum(&attacks);
        match gradual {
            Gradual::DfQuad => linear(product),
            Gradual::Qe => linear(energy.signum() * energy * energy / (1.0 + energy * energy)),
            Gradual::Eb => euler(energy),
            Gradual::Ebt => euler(top(&supports) - top(&attacks)),
            Gradual::SdDfQuad => linear(product / (1.0 + product.abs())),
            Gradual::Mlp if [0.0, 1.0].contains(&w) => w,
            Gradual::Mlp => 1.0 / (1.0 + (1.0 / w - 1.0) * (-energy).exp()),
        }
    }
}
