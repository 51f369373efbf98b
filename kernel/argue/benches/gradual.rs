//! Benchmarks of bipolar frameworks on one thread: `cargo bench -p faultline-argue --bench
//! gradual`, with the name of a group after `--` to select it. `benches/rivals/run` compares the
//! strengths with Python.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at an unexpected result")]

#[path = "frameworks.rs"]
mod frameworks;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use faultline_argue::{
    Gradual, Reached, Revision, Sampling, Solver, attribute, equilibrium, revise, strengths,
};

use frameworks::{Draw, MILLION, Parts, built, dag, recursive_tree, unit};

/// Each argument attacks or supports the previous one.
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

/// Each argument attacks or supports the next, and the last one the first.
fn cycle(len: usize) -> Parts {
    let mut draw = Draw(7);
    let scores = draw.scores(len);
    (scores, (0..len).map(|source| draw.influence(source, (source + 1) % len)).collect())
}

fn attributions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("attribution");
    group.sample_size(10);
    let sampling = Sampling { permutations: 100, seed: 1 };
    let explained = [
        ("tree-17", binary_tree(17)),
        ("tree-127", binary_tree(127)),
        // The most players whose coalitions are all evaluated, each by the solver.
        ("cycle-16", cycle(16)),
    ];
    for (name, parts) in explained {
        let bipolar = built(&parts);
        group.bench_function(name, |b| {
            b.iter(|| attribute(&bipolar, Gradual::DfQuad, 0, sampling, Solver::continuous()));
        });
    }
    group.finish();
}

criterion_group!(benches, strength_of_large_ones, fixed_points, revisions, attributions);
criterion_main!(benches);
