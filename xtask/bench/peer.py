#!/usr/bin/env python3
"""Scores SQuAD 2.0 predictions in plain Python: what the page's speed is compared with.

usage: peer.py DATASET PREDICTIONS

Prints a line `name value` per number: read_ms, score_ms, exact, f1, total. Written for this project
from the definitions in arXiv 1806.03822; a question without a prediction counts as answered with nothing.
"""
import json
import re
import sys
import time
from collections import Counter

PUNCTUATION = re.compile(r"""[!-/:-@\[-`{-~]""")
ARTICLES = re.compile(r"\b(?:a|an|the)\b")


def words(text):
    return ARTICLES.sub(" ", PUNCTUATION.sub("", text.lower())).split()


def overlap(gold, given):
    if not gold or not given:
        return float(gold == given)
    shared = (Counter(gold) & Counter(given)).total()
    return 2 * shared / (len(gold) + len(given))


def main(dataset_file, predictions_file):
    start = time.perf_counter()
    with open(dataset_file, encoding="utf-8") as file:
        dataset = json.load(file)
    with open(predictions_file, encoding="utf-8") as file:
        predictions = json.load(file)
    read = time.perf_counter()
    exact = f1 = total = 0
    for article in dataset["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                golds = [gold for gold in (words(answer["text"]) for answer in question["answers"]) if gold] or [[]]
                given = words(predictions.get(question["id"], ""))
                exact += given in golds
                f1 += max(overlap(gold, given) for gold in golds)
                total += 1
    done = time.perf_counter()
    print("read_ms %.1f\nscore_ms %.1f" % (1000 * (read - start), 1000 * (done - read)))
    print("exact %r\nf1 %r\ntotal %d" % (100 * exact / total, 100 * f1 / total, total))


if __name__ == "__main__":
    main(*sys.argv[1:])
