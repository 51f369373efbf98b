//! Benchmarks of the exact algorithms for Dung's frameworks: `cargo bench -p faultline-argue
//! --bench dung`, with a part of a name after `--` to select benchmarks.
//!
//! The frameworks are those of `tests/golden/af/` that take longest or have most extensions, and
//! generated families of growing size, so that each group is a table of time against size.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use faultline_argue::{
    Framework, Semantics, accepted, count, credulous, extension, extensions, skeptical,
};

/// The reference frameworks to measure, and the semantics whose extensions are listed.
const GOLDEN: [(&str, Semantics); 8] = [
    ("grid_6x9", Semantics::Preferred),
    ("even_12_link", Semantics::Preferred),
    ("even_12_link", Semantics::Complete),
    ("ws_60_4", Semantics::Preferred),
    ("ba_200_2", Semantics::Complete),
    ("odd_60", Semantics::Preferred),
    ("er_150_3", Semantics::Preferred),
    ("scc_12x10", Semantics::Complete),
];

fn golden(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("golden");
    for (name, semantics) in GOLDEN {
        let framework = read(name);
        let id = |task: &str| format!("{name}/{task}-{}", semantics.abbreviation());
        group.bench_function(id("CE"), |b| b.iter(|| count(black_box(&framework), semantics)));
        group.bench_function(id("EE"), |b| {
            b.iter(|| extensions(black_box(&framework), semantics).count());
        });
    }
    // One strongly connected component with 41,169,504 stable extensions.
    let ring = read("ws_200_4");
    group.bench_function("ws_200_4/first-1000-PR", |b| {
        b.iter(|| extensions(black_box(&ring), Semantics::Preferred).take(1000).count());
    });
    group.bench_function("ws_200_4/CE-ST", |b| {
        b.iter(|| count(black_box(&ring), Semantics::Stable));
    });
    group.finish();
}

/// Queries without listing: an extension, one with an argument, one without.
fn decisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("decisions");
    for (name, semantics) in GOLDEN {
        let framework = read(name);
        let id = |task: &str| format!("{name}/{task}-{}", semantics.abbreviation());
        group.bench_function(id("SE"), |b| b.iter(|| extension(black_box(&framework), semantics)));
        group.bench_function(id("DC"), |b| {
            b.iter(|| credulous(black_box(&framework), semantics, 0));
        });
        group.bench_function(id("DS"), |b| {
            b.iter(|| skeptical(black_box(&framework), semantics, 0));
        });
    }
    group.finish();
}

/// A name, a generator, and the sizes to measure.
type Family = (&'static str, fn(usize) -> Framework, [usize; 3]);

fn families(criterion: &mut Criterion) {
    let families: [Family; 4] = [
        ("four-cycles", four_cycles, [10, 40, 160]),
        ("mutual-path", mutual_path, [60, 240, 960]),
        ("grid", grid, [4, 6, 8]),
        ("odd-rings", odd_rings, [20, 80, 320]),
    ];
    for (name, make, sizes) in families {
        let mut group = criterion.benchmark_group(name);
        for size in sizes {
            let framework = make(size);
            let preferred = Semantics::Preferred;
            group.bench_with_input(BenchmarkId::new("CE-PR", size), &framework, |b, f| {
                b.iter(|| count(f, preferred));
            });
            group.bench_with_input(BenchmarkId::new("disputed-PR", size), &framework, |b, f| {
                b.iter(|| accepted(f, preferred).disputed());
            });
            group.bench_with_input(BenchmarkId::new("first-100-PR", size), &framework, |b, f| {
                b.iter(|| extensions(f, preferred).take(100).count());
            });
        }
        group.finish();
    }
}

/// Cycles of four arguments, side by side.
fn four_cycles(cycles: usize) -> Framework {
    let attacks = (0..4 * cycles).map(|a| (a, if a % 4 == 3 { a - 3 } else { a + 1 }));
    framework(4 * cycles, attacks)
}

/// Neighbours along a path attack each other.
fn mutual_path(n: usize) -> Framework {
    framework(n, (1..n).flat_map(|b| [(b - 1, b), (b, b - 1)]))
}

/// Neighbours on a square grid attack each other.
fn grid(side: usize) -> Framework {
    let across = (0..side * side).filter(|a| a % side != 0).flat_map(|a| [(a - 1, a), (a, a - 1)]);
    let down = (side..side * side).flat_map(|a| [(a - side, a), (a, a - side)]);
    framework(side * side, across.chain(down))
}

/// Cycles of three, each broken by one argument of a mutual attack, the other argument of which the
/// previous cycle attacks.
fn odd_rings(rings: usize) -> Framework {
    let ring = |i: usize| {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|k| 5 * i + k);
        let inside = [(a, b), (b, c), (c, a), (d, e), (e, d), (d, a)];
        inside.into_iter().chain((i > 0).then(|| (5 * i - 4, e)))
    };
    framework(5 * rings, (0..rings).flat_map(ring))
}

fn framework(n: usize, attacks: impl IntoIterator<Item = (usize, usize)>) -> Framework {
    Framework::new(n, attacks).expect("distinct attacks within range")
}

fn read(name: &str) -> Framework {
    let file = format!("tests/golden/af/instances/{name}.af");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut numbers = text.split_whitespace().skip(2).map(|word| word.parse().expect("a number"));
    let n: usize = numbers.next().expect("p af N");
    let numbers: Vec<usize> = numbers.collect();
    framework(n, numbers.chunks_exact(2).map(|pair| (pair[0] - 1, pair[1] - 1)))
}

fn short() -> Criterion {
    let criterion = Criterion::default().without_plots().sample_size(10);
    criterion.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(400))
}

criterion_group!(name = benches; config = short(); targets = golden, decisions, families);
criterion_main!(benches);
