"""Writes threshold.json: SQuAD 2.0's threshold figures, computed plainly from their published definition.

Dictionaries keep file order, and Python's sort is stable, so equal probabilities stay in file order.
"""

import json
import pathlib
import random

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


def average_precision(questions, score):
    n_answerable = sum(question["has_answer"] for question in questions)
    if n_answerable == 0:
        return None
    order = ordered(questions)
    right, last_recall, area = 0.0, 0.0, 0.0
    for rank, at in enumerate(order):
        question = questions[at]
        if question["has_answer"]:
            right += score(question)
        precision, recall = right / (rank + 1), right / n_answerable
        is_last = rank + 1 == len(order)
        if is_last or questions[order[rank + 1]]["probability"] != question["probability"]:
            area += precision * (recall - last_recall)
            last_recall = recall
    return 100.0 * area


def analysis(questions):
    exact, exact_threshold = best(questions, "exact")
    f1, f1_threshold = best(questions, "f1")
    return {
        "best_exact": exact,
        "best_exact_thresh": exact_threshold,
        "best_f1": f1,
        "best_f1_thresh": f1_threshold,
        "pr_exact_ap": average_precision(questions, lambda question: question["exact"]),
        "pr_f1_ap": average_precision(questions, lambda question: question["f1"]),
        "pr_oracle_ap": average_precision(questions, lambda question: float(question["has_answer"])),
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
out = [{"questions": questions, "expected": analysis(questions)} for questions in sets]
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(out) + "\n")
