//! How long bipolar frameworks take on one thread: `cargo bench -p faultline --bench gradual`, or one of its groups by name,
//! `-- strengths`. `tests/bench/rivals` puts the strengths beside those computed in Python.
#![expect(clippy::unwrap_used, reason = "a measurement stops at what it did not expect")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use faultline::argue::{
    Bearing, Bipolar, Gradual, Influence, Reached, Revision, Sampling, Solver, attribute,
    equilibrium, revise, strengths,
};
use faultline::vocabulary::Strength;

const MILLION: usize = 1_000_000;

fn unit(value: f64) -> Strength {
    Strength::new(value).unwrap()
}

/// SplitMix64, as in `strengths.py`, so that both have the same frameworks.
struct Draw(u64);

impl Draw {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    fn influence(&mut self, source: usize, target: usize) -> Influence {
        let bearing = [Bearing::Attack, Bearing::Support][(self.number() & 1) as usize];
        Influence { source, target, bearing, weight: unit(1.0) }
    }

    fn scores(&mut self, len: usize) -> Vec<Strength> {
        (0..len).map(|_| unit((self.number() % 10_001) as f64 / 10_000.0)).collect()
    }
}

/// Base scores and influences.
type Parts = (Vec<Strength>, Vec<Influence>);

/// Each argument bears on one drawn from those before it.
fn recursive_tree(len: usize) -> Parts {
    let mut draw = Draw(1);
    let scores = draw.scores(len);
    let edge = |source: usize| {
        let target = (draw.number() % source as u64) as usize;
        draw.influence(source, target)
    };
    (scores, (1..len).map(edge).collect())
}

/// Each argument bears on two drawn from those before it.
fn dag(len: usize) -> Parts {
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

/// Each argument bears on the one before it.
fn chain(len: usize) -> Parts {
    let mut draw = Draw(3);
    let scores = draw.scores(len);
    (scores, (1..len).map(|source| draw.influence(source, source - 1)).collect())
}

/// A binary tree, root first.
fn binary_tree(len: usize) -> Parts {
    let mut draw = Draw(4);
    let scores = draw.scores(len);
    (scores, (1..len).map(|source| draw.influence(source, (source - 1) / 2)).collect())
}

/// A ring with a chord from each argument to another one.
fn ring(len: usize) -> Parts {
    let mut draw = Draw(5);
    let scores = draw.scores(len);
    let round = (0..len).flat_map(|source| [1, 7].map(|step| (source, (source + step) % len)));
    (scores, round.map(|(source, target)| draw.influence(source, target)).collect())
}

fn built((scores, influences): &Parts) -> Bipolar {
    Bipolar::new(scores, influences.iter().copied()).unwrap()
}

fn strength_of_large_ones(criterion: &mut Criterion) {
    let large = [
        ("tree-1000000", recursive_tree(MILLION)),
        ("dag-1000000", dag(MILLION)),
        ("chain-1000000", chain(MILLION)),
        ("dag-100000", dag(MILLION / 10)),
    ];
    let mut group = criterion.benchmark_group("strengths");
    group.sample_size(20);
    for (name, parts) in &large {
        let bipolar = built(parts);
        group.bench_function(*name, |b| b.iter(|| strengths(&bipolar, Gradual::DfQuad).unwrap()));
    }
    group.finish();
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for (name, parts) in &large {
        group.bench_function(*name, |b| b.iter(|| built(black_box(parts))));
    }
    group.finish();
}

fn fixed_points(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("equilibrium");
    let bipolar = built(&ring(200));
    for gradual in [Gradual::DfQuad, Gradual::Qe] {
        group.bench_function(BenchmarkId::new("ring-200", gradual), |b| {
            b.iter(|| equilibrium(&bipolar, gradual, Solver::continuous()));
        });
    }
    group.finish();
}

fn revisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("revision");
    group.sample_size(20);
    for (name, parts) in [("tree-127", binary_tree(127)), ("dag-200", dag(200))] {
        let bipolar = built(&parts);
        for gradual in [Gradual::DfQuad, Gradual::Qe, Gradual::Eb] {
            let now = strengths(&bipolar, gradual).unwrap().strength(0).value();
            let wanted = Revision::new(0, unit(if now < 0.5 { now + 0.3 } else { now - 0.3 }));
            let revised = revise(&bipolar, gradual, &wanted).unwrap();
            assert_eq!(revised.reached, Reached::Exact);
            group.bench_function(BenchmarkId::new(name, gradual), |b| {
                b.iter(|| revise(&bipolar, gradual, &wanted).unwrap());
            });
        }
    }
    group.finish();
}

fn attributions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("attribution");
    group.sample_size(10);
    let sampling = Sampling { permutations: 100, seed: 1 };
    for (name, parts) in [("tree-17", binary_tree(17)), ("tree-127", binary_tree(127))] {
        let bipolar = built(&parts);
        group.bench_function(name, |b| {
            b.iter(|| attribute(&bipolar, Gradual::DfQuad, 0, sampling, Solver::continuous()));
        });
    }
    group.finish();
}

criterion_group!(benches, strength_of_large_ones, fixed_points, revisions, attributions);
criterion_main!(benches);
