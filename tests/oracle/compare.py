"""Writes compare.json: two runs compared, by scipy 1.17.1, statsmodels 0.15.0 and numpy 2.4.6.

Run by hand with those packages installed; the tests read only the JSON. Answers are of words that no profile changes, so
that exact match and token F1 need no preparation here. A run's answer is null where it has no prediction, and "!" where its
call failed.
"""

import collections
import json
import pathlib

import numpy as np
import statsmodels.api as sm
from scipy import stats

rng = np.random.default_rng(20180611)
WORDS = ["n1", "n2", "n3", "n4", "n5", "n6"]


def f1(gold, answer):
    gold, answer = gold.split(), answer.split()
    n_same = sum((collections.Counter(gold) & collections.Counter(answer)).values())
    if n_same == 0:
        return float(not gold and not answer)
    precision, recall = n_same / len(answer), n_same / len(gold)
    return 2 * precision * recall / (precision + recall)


def exact(gold, answer):
    return float(gold == answer)


def words():
    return " ".join(rng.choice(WORDS, rng.integers(1, 5), replace=False))


def answer(gold, is_letter, share_right, share_absent):
    draw = rng.random()
    if draw < share_absent:
        return None if rng.random() < 0.5 else "!"
    if rng.random() < share_right:
        return gold
    return str(rng.choice(list("ABCD"))) if is_letter else words()


def made(n, n_contexts, is_letter, shares, share_absent):
    questions = []
    for at in range(n):
        gold = str(rng.choice(list("ABCD"))) if is_letter else words()
        context = None if n_contexts is None else int(rng.integers(0, n_contexts))
        first, second = (answer(gold, is_letter, share, share_absent) for share in shares)
        questions.append([gold, first, second, context])
    return questions


def interval(differences, contexts):
    if len(differences) < 2 or len(set(contexts)) < 2 or len(set(differences)) < 2:
        return None
    if len(differences) >= 5000:
        fit = sm.OLS(differences, np.ones(len(differences)))
        groups = np.unique(contexts, return_inverse=True)[1]
        fit = fit.fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=False)
        return [100 * bound for bound in fit.conf_int(0.05)[0]]
    groups = np.unique(contexts)
    sums = np.array([differences[contexts == group].sum() for group in groups])
    sizes = np.array([(contexts == group).sum() for group in groups])
    means = []
    for _ in range(20):
        picks = rng.integers(0, len(groups), (50_000, len(groups)))
        means.append(sums[picks].sum(axis=1) / sizes[picks].sum(axis=1))
    return [100 * bound for bound in np.percentile(np.concatenate(means), [2.5, 97.5])]


def sign_flip(differences, contexts):
    """Over all patterns where there are few, else over 400,000."""
    sums = np.array([differences[contexts == group].sum() for group in np.unique(contexts)])
    limit = abs(sums.sum()) - 1e-9
    if len(sums) <= 16:
        signs = 1 - 2 * ((np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums))) & 1)
        return float(np.mean(np.abs(signs @ sums) >= limit))
    shares = []
    for _ in range(100):
        signs = 1 - 2 * rng.integers(0, 2, (4000, len(sums)), dtype=np.int8)
        shares.append(np.mean(np.abs(signs @ sums) >= limit))
    return float(np.mean(shares))


def compared(questions, score, p_of):
    shared = [(at, row) for at, row in enumerate(questions) if row[1] not in (None, "!") and row[2] not in (None, "!")]
    first = np.array([score(row[0], row[1]) for _, row in shared])
    second = np.array([score(row[0], row[2]) for _, row in shared])
    contexts = np.array([-1 - at if row[3] is None else row[3] for at, row in shared])
    # Sums of the same thirds and halves in another order are one number.
    differences = np.round(second - first, 12)
    rights = [(row[1] == row[0], row[2] == row[0]) for _, row in shared]
    only = [sum(a and not b for a, b in rights), sum(b and not a for a, b in rights)]
    n = len(shared)
    return {
        "n_shared": n,
        "first": 100 * float(first.mean()) if n else 0.0,
        "second": 100 * float(second.mean()) if n else 0.0,
        "delta": 100 * float(differences.mean()) if n else 0.0,
        "interval": interval(differences, contexts),
        "p": p_of(differences, contexts, only) if n > 1 else None,
        "only": only,
    }


def mcnemar(_differences, _contexts, only):
    return float(stats.binomtest(only[0], sum(only), 0.5).pvalue) if sum(only) else 1.0


def flipped(differences, contexts, _only):
    return sign_flip(differences, contexts)


# Questions, contexts, whether answers are letters, how often each run is right, how often it has no answer.
SETS = [
    (0, None, False, (0.5, 0.5), 0.0),
    (1, None, False, (0.0, 1.0), 0.0),
    (20, None, False, (0.5, 0.5), 1.0),
    (12, None, False, (0.3, 0.6), 0.0),
    (40, None, False, (0.4, 0.7), 0.2),
    (60, 12, False, (0.4, 0.5), 0.1),
    (90, 40, False, (0.3, 0.6), 0.1),
    (30, 1, False, (0.3, 0.6), 0.0),
    (25, None, False, (1.0, 1.0), 0.0),
    (200, None, True, (0.5, 0.6), 0.1),
    (200, None, True, (0.5, 0.8), 0.0),
    (5400, 900, False, (0.6, 0.62), 0.02),
]

out = []
for n, n_contexts, is_letter, shares, share_absent in SETS:
    questions = made(n, n_contexts, is_letter, shares, share_absent)
    row = {"is_letter": is_letter, "questions": questions, "exact": compared(questions, exact, mcnemar)}
    if not is_letter:
        row["f1"] = compared(questions, f1, flipped)
    out.append(row)
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(out, separators=(",", ":")) + "\n")
