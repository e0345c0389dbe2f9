"""Writes threshold.json: SQuAD 2.0's threshold figures, computed plainly from their published definition.

Dictionaries keep file order, and Python's sort is stable, so equal probabilities stay in file order. The bars of the
probabilities are those of numpy 2.4.6; run by hand with it installed, the tests read only the JSON.
"""

import json
import pathlib
import random

import numpy as np

random.seed(2018)


def ordered(questions):
    return sorted(range(len(questions)), key=lambda at: questions[at]["probability"])


def best(questions, key):
    """Start from answering nothing; lower the bar one question at a time and remember the best total."""
    total = sum(not question["has_answer"] for question in questions)
    best_total, best_threshold = total, 0.0
    for at in ordered(questions):
        question = questions[at]
        if question["has_answer"]:
            total += question[key]
        elif question["has_prediction"]:
            total -= 1
        if total > best_total:
            best_total, best_threshold = total, question["probability"]
    return 100.0 * best_total / len(questions), best_threshold


def curve(questions, score):
    """Answers given, precision and recall after each group of equal probabilities."""
    n_answerable = sum(question["has_answer"] for question in questions)
    order = ordered(questions)
    points, right = [[0, 1.0, 0.0]], 0.0
    for rank, at in enumerate(order if n_answerable else []):
        question = questions[at]
        if question["has_answer"]:
            right += score(question)
        is_last = rank + 1 == len(order)
        if is_last or questions[order[rank + 1]]["probability"] != question["probability"]:
            points.append([rank + 1, right / (rank + 1), right / n_answerable])
    return points if n_answerable else []


def average_precision(questions, score):
    points = curve(questions, score)
    steps = zip(points, points[1:])
    return 100.0 * sum(after[1] * (after[2] - before[2]) for before, after in steps) if points else None


def histogram(questions, has_answer):
    """Shares of the questions with (or without) an answer in twenty bars from 0 to 1."""
    values = [question["probability"] for question in questions if question["has_answer"] == has_answer]
    weights = np.ones(len(values)) / max(len(values), 1)
    return np.histogram(values, bins=20, range=(0.0, 1.0), weights=weights)[0].tolist()


SCORES = {
    "exact": lambda question: question["exact"],
    "f1": lambda question: question["f1"],
    "oracle": lambda question: float(question["has_answer"]),
}


def analysis(questions):
    exact, exact_threshold = best(questions, "exact")
    f1, f1_threshold = best(questions, "f1")
    return {
        "best_exact": exact,
        "best_exact_thresh": exact_threshold,
        "best_f1": f1,
        "best_f1_thresh": f1_threshold,
        **{f"pr_{name}_ap": average_precision(questions, score) for name, score in SCORES.items()},
    }


def made(n, share_answerable, digits):
    questions = []
    for _ in range(n):
        has_answer = random.random() < share_answerable
        has_prediction = random.random() < 0.8
        is_exact = has_answer and has_prediction and random.random() < 0.5
        f1 = 1.0 if is_exact else round(random.random(), 3) if has_answer and has_prediction else 0.0
        if not has_answer and not has_prediction:
            is_exact, f1 = True, 1.0
        center = 0.3 if has_answer else 0.6
        probability = round(min(max(random.gauss(center, 0.3), 0.0), 1.0), digits)
        questions.append(
            {
                "has_answer": has_answer,
                "has_prediction": has_prediction,
                "exact": float(is_exact),
                "f1": f1,
                "probability": probability,
            }
        )
    return questions


SETS = [(1, 1.0, 2), (1, 0.0, 2), (8, 0.5, 1), (40, 0.5, 1), (40, 0.5, 6), (200, 0.7, 2), (30, 0.0, 2), (30, 1.0, 2), (50, 0.5, 0)]
sets = [made(*shape) for shape in SETS]
# Every edge of the bars, and probabilities that are none.
edges = made(60, 0.5, 2)
for at, question in enumerate(edges):
    question["probability"] = [at % 21 / 20, at % 21 * 0.05, 1.5, -0.1][0 if at < 21 else 1 if at < 42 else 2 + at % 2]
sets.append(edges)
out = [
    {
        "questions": questions,
        "expected": analysis(questions),
        "curves": {name: curve(questions, score) for name, score in SCORES.items()},
        "histograms": {"has_answer": histogram(questions, True), "no_answer": histogram(questions, False)},
    }
    for questions in sets
]
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(out) + "\n")
