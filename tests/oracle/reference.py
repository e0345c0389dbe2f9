"""The scoring rules of SQuAD 1.1, SQuAD 2.0 and ALUE in plain Python, written from their descriptions.

The Rust code must agree with this file; `generate.py` records what it returns.
"""

import ast
import collections
import re
import string
import warnings

warnings.simplefilter("ignore")  # Python warns about unknown escapes in gold answers; they are data here.

PROFILES = ("alue", "squad-v2", "squad-v1.1")
ARTICLES = re.compile(r"\b(a|an|the)\b", re.UNICODE)
DROPPED = {
    "alue": set(string.punctuation) - {"-"},
    "squad-v2": set(string.punctuation),
    "squad-v1.1": set(string.punctuation),
}


def normalized(text, profile):
    text = "".join(c for c in text.lower() if c not in DROPPED[profile])
    return " ".join(ARTICLES.sub(" ", text).split())


def exact(prediction, gold, profile):
    return int(normalized(prediction, profile) == normalized(gold, profile))


def f1(prediction, gold, profile):
    prediction = normalized(prediction, profile).split()
    gold = normalized(gold, profile).split()
    if profile != "squad-v1.1" and (not prediction or not gold):
        return float(prediction == gold)
    n_same = sum((collections.Counter(prediction) & collections.Counter(gold)).values())
    if n_same == 0:
        return 0.0
    precision = 1.0 * n_same / len(prediction)
    recall = 1.0 * n_same / len(gold)
    return (2 * precision * recall) / (precision + recall)


def list_of_strings(text):
    """The members of a Python list of strings in brackets, or None."""
    if not text.strip().startswith("["):
        return None
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    if isinstance(value, list) and all(isinstance(member, str) for member in value):
        return value
    return None


def prepared_golds(golds, profile):
    if profile == "squad-v2":
        golds = [gold for gold in golds if normalized(gold, profile)]
    if profile == "alue":
        golds = [prepared_alue_gold(gold) for gold in golds]
    return golds or [""]


def prepared_alue_gold(gold):
    if gold == "[NONE]":
        return "None"
    members = list_of_strings(gold) if gold.strip().endswith("]") else None
    return gold if members is None else ", ".join(members)


def question(prediction, golds, profile):
    """Exact and F1 of one question; without a prediction both are 0."""
    if prediction is None:
        return 0, 0.0
    golds = prepared_golds(golds, profile)
    return (
        max(exact(prediction, gold, profile) for gold in golds),
        max(f1(prediction, gold, profile) for gold in golds),
    )


def totals(questions, profile):
    """The figures of a whole file; `questions` is a list of (prediction or None, golds)."""
    scores = [(question(prediction, golds, profile), bool(golds)) for prediction, golds in questions]
    key = "exact_match" if profile == "squad-v1.1" else "exact"
    figures = mean([score for score, _ in scores], key, "")
    if profile != "squad-v1.1":
        for prefix, wanted in (("HasAns_", True), ("NoAns_", False)):
            group = [score for score, has_answers in scores if has_answers == wanted]
            if group:
                figures.update(mean(group, "exact", prefix))
    return figures


def mean(scores, key, prefix):
    n = len(scores)
    return {
        f"{prefix}{key}": 100.0 * sum(exact for exact, _ in scores) / n,
        f"{prefix}f1": 100.0 * sum(f1 for _, f1 in scores) / n,
        f"{prefix}total": n,
    }
