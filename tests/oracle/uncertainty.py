"""Writes uncertainty.json: intervals and p-values from scipy 1.17.1, statsmodels 0.15.0 and numpy 2.4.6.

Run by hand with those packages installed; the tests read only the JSON.
"""

import json
import pathlib

import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(20180611)


def wilson():
    pairs = [(0, 2), (1, 2), (2, 2), (0, 30), (30, 30), (8, 10), (171, 240), (1, 1000), (86_000, 130_000), (3, 7)]
    rows = []
    for right, n in pairs:
        low, high = proportion_confint(right, n, alpha=0.05, method="wilson")
        rows.append({"right": right, "n": n, "low": low, "high": high})
    return rows


def normal():
    rows = []
    for n, n_contexts in [(12, 12), (12, 5), (60, 26), (200, 40)]:
        values = np.round(rng.random(n), 3)
        contexts = np.arange(n) if n == n_contexts else rng.integers(0, n_contexts, n)
        fit = sm.OLS(values, np.ones(n)).fit(cov_type="cluster", cov_kwds={"groups": contexts}, use_t=False)
        low, high = fit.conf_int(0.05)[0]
        rows.append({"values": values.tolist(), "contexts": contexts.tolist(), "low": low, "high": high})
    return rows


def bootstrap():
    """Percentile intervals from one million resamples; ours must agree within the noise of 10,000."""
    rows = []
    for n, n_contexts in [(40, 40), (60, 12)]:
        values = np.round(rng.beta(0.6, 0.4, n), 3)
        contexts = np.arange(n) if n == n_contexts else rng.integers(0, n_contexts, n)
        groups = np.unique(contexts)
        sums = np.array([values[contexts == group].sum() for group in groups])
        sizes = np.array([(contexts == group).sum() for group in groups])
        means = []
        for _ in range(20):
            picks = rng.integers(0, len(groups), (50_000, len(groups)))
            means.append(sums[picks].sum(axis=1) / sizes[picks].sum(axis=1))
        low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
        rows.append({"values": values.tolist(), "contexts": contexts.tolist(), "low": low, "high": high})
    return rows


def mcnemar():
    pairs = [(0, 0), (0, 1), (0, 6), (1, 9), (5, 5), (12, 30), (40, 41), (300, 380), (1500, 1650), (20_000, 20_500)]
    return [
        {"first": a, "second": b, "p": float(stats.binomtest(a, a + b, 0.5).pvalue) if a + b else 1.0} for a, b in pairs
    ]


def sign_flip():
    """Exact p-values over all sign patterns."""
    rows = []
    for n in (10, 14):
        values = np.round(rng.normal(0.15, 0.4, n), 3)
        signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        share = np.mean(np.abs(signs @ values) >= abs(values.sum()) - 1e-9)
        rows.append({"values": values.tolist(), "p": float(share)})
    return rows


def holm():
    lists = [[0.01, 0.04, 0.03], [0.5, 0.6], [0.001, 0.02, 0.02, 0.9, 0.04], [0.2]]
    return [{"p": p, "adjusted": multipletests(p, method="holm")[1].tolist()} for p in lists]


TABLE = [wilson, normal, bootstrap, mcnemar, sign_flip, holm]
out = {make.__name__: make() for make in TABLE}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(out) + "\n")
