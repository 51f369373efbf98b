"""Computes the strengths of large bipolar frameworks in Python, with plain loops and with NumPy, and compares with Rust.

`run` calls it with the folder of Criterion's results of `cargo bench -p faultline-argue --bench gradual`. The
frameworks are those of gradual.rs; DF-QuAD, weights 1, one thread.
"""

import json
import pathlib
import sys
import time

import numpy

MASK = (1 << 64) - 1


class Draw:
    """SplitMix64, as in gradual.rs."""

    def __init__(self, seed):
        self.state = seed

    def number(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        bits = self.state
        bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & MASK
        return bits ^ bits >> 31


def edge(draw, source, target):
    return source, target, bool(draw.number() & 1)


def scores(draw, n):
    return [draw.number() % 10_001 / 10_000 for _ in range(n)]


def recursive_tree(n):
    draw = Draw(1)
    base = scores(draw, n)
    return base, [edge(draw, source, draw.number() % source) for source in range(1, n)]


def dag(n):
    draw = Draw(2)
    base = scores(draw, n)
    edges = []
    for source in range(1, n):
        first = draw.number() % source
        edges.append(edge(draw, source, first))
        second = draw.number() % source
        if second != first:
            edges.append(edge(draw, source, second))
    return base, edges


def chain(n):
    draw = Draw(3)
    base = scores(draw, n)
    return base, [edge(draw, source, source - 1) for source in range(1, n)]


def by_loops(base, edges):
    """One pass from the last argument to the first: sources have higher numbers. Rows are made before the clock starts."""
    attackers = [[] for _ in base]
    supporters = [[] for _ in base]
    for source, target, supports in edges:
        (supporters if supports else attackers)[target].append(source)
    start = time.perf_counter()
    strengths = [0.0] * len(base)
    for a in range(len(base) - 1, -1, -1):
        attack = support = 1.0
        for source in attackers[a]:
            attack *= 1.0 - strengths[source]
        for source in supporters[a]:
            support *= 1.0 - strengths[source]
        aggregate = attack - support
        w = base[a]
        strengths[a] = w + aggregate * (1.0 - w if aggregate > 0 else w)
    return time.perf_counter() - start, strengths


def by_levels(base, edges):
    """NumPy, one level at a time: an argument's level is above those of its sources. Levels are made before the clock."""
    n = len(base)
    level = [0] * n
    for source, target, _ in sorted(edges, reverse=True):
        level[target] = max(level[target], level[source] + 1)
    level = numpy.array(level)
    source, target, supports = (numpy.array(column) for column in zip(*edges))
    base = numpy.array(base)
    order = numpy.argsort(level[target], kind="stable")
    source, target, supports = source[order], target[order], supports[order]
    highest = int(level.max())
    ends = numpy.searchsorted(level[target], numpy.arange(1, highest + 2))
    members = numpy.argsort(level, kind="stable")
    bounds = numpy.searchsorted(level[members], numpy.arange(1, highest + 2))
    start = time.perf_counter()
    strengths = base.copy()
    rest = numpy.ones((2, n))
    for height in range(1, highest + 1):
        part = slice(ends[height - 1], ends[height])
        numpy.multiply.at(rest, (supports[part].astype(int), target[part]), 1.0 - strengths[source[part]])
        here = members[bounds[height - 1] : bounds[height]]
        aggregate = rest[0, here] - rest[1, here]
        w = base[here]
        strengths[here] = w + aggregate * numpy.where(aggregate > 0, 1.0 - w, w)
    return time.perf_counter() - start, strengths


def main():
    criterion = pathlib.Path(sys.argv[1])
    frameworks = [
        ("tree-1000000", recursive_tree(1_000_000)),
        ("dag-1000000", dag(1_000_000)),
        ("chain-1000000", chain(1_000_000)),
        ("dag-100000", dag(100_000)),
    ]

    def rust(group, name):
        told = json.loads((criterion / group / name / "new" / "estimates.json").read_text())
        return told["median"]["point_estimate"] / 1e9

    heads = ["Python", "NumPy", "kernel", "built in", "Python by", "NumPy by"]
    print(f"{'framework':15} " + " ".join(f"{head:>10}" for head in heads))
    for name, (base, edges) in frameworks:
        plain, one = by_loops(base, edges)
        # A level of one argument each is no work for NumPy.
        numpy_time = None
        if not name.startswith("chain"):
            numpy_time, other = by_levels(base, edges)
            assert numpy.allclose(one, other, atol=1e-12)
        ours, build = rust("strengths", name), rust("build", name)
        told = [plain, numpy_time, ours, build]
        times = [f"{t * 1e3:7.1f} ms" if t else "-" for t in told]
        shares = [f"{t / ours:.0f}×" if t else "-" for t in told[:2]]
        print(f"{name:15} " + " ".join(f"{t:>10}" for t in times + shares))


main()
