//! Memory of large bipolar frameworks, counted by the allocator: `cargo bench -p faultline-argue
//! --bench memory`.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at an unexpected result")]
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "frameworks.rs"]
mod frameworks;

use faultline_argue::{Gradual, strengths};
use peak_alloc::PeakAlloc;

use frameworks::{MILLION, built, dag, recursive_tree};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Returns a value, the bytes that it occupies, and the peak memory of making it.
fn measured<T>(make: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let made = make();
    (made, MEMORY.current_usage() - before, MEMORY.peak_usage() - before)
}

fn main() {
    println!(
        "bytes per edge    edges  framework  most while built  most while strengths are computed"
    );
    for (name, parts) in [("tree-1000000", recursive_tree(MILLION)), ("dag-1000000", dag(MILLION))]
    {
        let edges = parts.1.len();
        let each = |bytes: usize| format!("{:.1}", bytes as f64 / edges as f64);
        let (bipolar, kept, building) = measured(|| built(&parts));
        let (_, _, computing) = measured(|| strengths(&bipolar, Gradual::DfQuad).unwrap());
        let [kept, building, computing] = [kept, building, computing].map(each);
        println!("{name:13} {edges:>9}  {kept:>9}  {building:>16}  {computing:>33}");
    }
}
