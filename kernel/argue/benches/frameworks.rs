//! Large random bipolar frameworks, the same in every run and in `strengths.py`.

use faultline_argue::Strength;
use faultline_argue::{Bipolar, Influence, InfluenceKind};

pub(crate) const MILLION: usize = 1_000_000;

pub(crate) fn unit(value: f64) -> Strength {
    Strength::new(value).unwrap()
}

/// SplitMix64.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    pub(crate) fn influence(&mut self, source: usize, target: usize) -> Influence {
        let kind = [InfluenceKind::Attack, InfluenceKind::Support][(self.number() & 1) as usize];
        Influence { source, target, kind, weight: unit(1.0) }
    }

    pub(crate) fn scores(&mut self, len: usize) -> Vec<Strength> {
        (0..len).map(|_| unit((self.number() % 10_001) as f64 / 10_000.0)).collect()
    }
}

/// Base scores and influences.
pub(crate) type Parts = (Vec<Strength>, Vec<Influence>);

/// Each argument attacks or supports a random earlier one.
pub(crate) fn recursive_tree(len: usize) -> Parts {
    let mut draw = Draw(1);
    let scores = draw.scores(len);
    let edge = |source: usize| {
        let target = (draw.number() % source as u64) as usize;
        draw.influence(source, target)
    };
    (scores, (1..len).map(edge).collect())
}

/// Each argument attacks or supports two random earlier ones.
pub(crate) fn dag(len: usize) -> Parts {
    let mut draw = Draw(2);
    let scores = draw.scores(len);
    let mut influences = Vec::new();
    for source in 1..len {
        let first = (draw.number() % source as u64) as usize;
        influences.push(draw.influence(source, first));
        let second = (draw.number() % source as u64) as usize;
        if second != first {
            influences.push(draw.influence(source, second));
        }
    }
    (scores, influences)
}

pub(crate) fn built((scores, influences): &Parts) -> Bipolar {
    Bipolar::new(scores, influences.iter().copied()).unwrap()
}
