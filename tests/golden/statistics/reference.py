"""Computes `reference.json`, the values that `tests/statistics.rs` compares with.

Needs numpy 2.4, scipy 1.17 and statsmodels 0.15: `pip install scipy statsmodels`, then `python reference.py`.
"""

import json
import pathlib

import numpy
from scipy.stats import bootstrap, permutation_test
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

random = numpy.random.default_rng(20261123)
# The number of samples that the library draws for one interval.
SAMPLES = 10_000


def mean(values, axis=-1):
    return numpy.mean(values, axis=axis)


def sign_flips():
    """Exact two-sided tests of paired differences: all choices of signs are counted."""
    cases = []
    for blocks in (2, 3, 4, 5, 8, 10, 12, 14):
        for kind in ("fractions", "reals", "with zeros"):
            if kind == "reals":
                differences = random.normal(0.3, 1.0, blocks)
            else:
                differences = random.integers(-6, 12, blocks) / 12
            if kind == "with zeros":
                differences[::3] = 0
            found = permutation_test(
                (differences,), mean, permutation_type="samples", n_resamples=numpy.inf
            )
            cases.append({"differences": differences.tolist(), "p": float(found.pvalue)})
    return cases


def corrections():
    """Holm's correction."""
    cases = []
    for tests in (1, 2, 5, 9, 30):
        for p in (random.uniform(0, 1, tests), random.beta(0.2, 4, tests), numpy.full(tests, 0.02)):
            adjusted = multipletests(p, method="holm")[1]
            cases.append({"p": p.tolist(), "adjusted": adjusted.tolist()})
    return cases


def shares():
    """Wilson's interval of a share."""
    cases = []
    for count, n in ((0, 1), (1, 1), (0, 12), (3, 7), (12, 12), (19, 40), (198, 200), (5, 4000)):
        low, high = proportion_confint(count, n, alpha=0.05, method="wilson")
        cases.append({"count": count, "all": n, "low": float(low), "high": float(high)})
    return cases


def nested_means():
    """Percentile intervals of the mean of block means.

    `error` is the standard deviation of either end between intervals that are made from SAMPLES samples each.
    """
    cases = []
    for blocks in (5, 12, 40):
        values = [random.normal(block % 3, 1.0, 1 + block % 4) for block in range(blocks)]
        means = numpy.array([block.mean() for block in values])

        def ends(samples):
            found = bootstrap(
                (means,), mean, n_resamples=samples, method="percentile", batch=1000, rng=random
            )
            return found.confidence_interval

        low, high = ends(400_000)
        repeated = numpy.array([ends(SAMPLES) for _ in range(200)])
        cases.append(
            {
                "blocks": [block.tolist() for block in values],
                "value": float(means.mean()),
                "low": float(low),
                "high": float(high),
                "error": repeated.std(axis=0).tolist(),
            }
        )
    return cases


reference = {
    "sign_flip": sign_flips(),
    "holm": corrections(),
    "wilson": shares(),
    "nested_mean": nested_means(),
}
path = pathlib.Path(__file__).with_name("reference.json")
path.write_text(json.dumps(reference) + "\n")
