//! Benchmarks of reading files of frameworks: `cargo bench -p faultline-argue --bench formats`.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at an unexpected result")]

#[path = "frameworks.rs"]
mod frameworks;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use faultline_argue::Framework;
use faultline_argue::format::{
    BipolarFile, Format, Ignored, Names, Request, read_bipolar, read_dung, write_bipolar,
    write_dung,
};

use frameworks::{Draw, MILLION, built, dag, recursive_tree};

/// Each format with numbered arguments, and with names that have nothing in common.
fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reading");
    group.sample_size(10);
    let mut draw = Draw(6);
    let words: Vec<String> = (0..MILLION / 10).map(|_| format!("{:x}", draw.number())).collect();
    let words = Names::listed(words.iter().map(String::as_str));
    for (named, names) in [("numbers", Names::numbered(1, words.len())), ("words", words)] {
        let (_, influences) = dag(names.len());
        let attacks = influences.iter().map(|influence| (influence.source, influence.target));
        let framework = Framework::new(names.len(), attacks).unwrap();
        for format in [Format::Af, Format::Apx, Format::Tgf] {
            // ICCMA'23 has only numbers.
            let Ok(text) = write_dung(&framework, &names, format) else { continue };
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(BenchmarkId::new(format.name(), named), |b| {
                b.iter(|| read_dung(text.as_bytes(), format).unwrap());
            });
        }
        let parts = recursive_tree(names.len());
        let (request, ignored) = (Request::default(), Ignored::default());
        let file =
            BipolarFile { framework: built(&parts), influences: parts.1, names, request, ignored };
        for format in [Format::Bag, Format::Json] {
            let text = write_bipolar(&file, format).unwrap();
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(BenchmarkId::new(format.name(), named), |b| {
                b.iter(|| read_bipolar(text.as_bytes(), format).unwrap());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
