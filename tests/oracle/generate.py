"""Writes the recorded answers of `reference.py` that `tests/oracle.rs` compares with.

    python3.13 tests/oracle/generate.py

Texts are made of pieces, and a recorded text is the letters of its pieces, which keeps 24,000 pairs small. What the
reference returns for a pair is recorded as a checksum.
"""

import json
import pathlib
import random

from reference import PROFILES, exact, f1, list_of_strings, normalized, totals

HERE = pathlib.Path(__file__).parent
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@^_~{|}"
PIECES = [
    "a", "an", "the", "The", "A", "AN", "tHe", "then", "N123", "C-GABC", "runway", "x", "O'Hare", "1,200.50", "$",
    " ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u0085", "\u001c", "\u001f", "\u200b", "\ufeff", "\u2028", "\u180e",
    "-", "_", ".", ",", "'", '"', "(", ")", "[", "]", "/", "\\", "%", "\u0000", "\u007f",
    "\u201c", "\u201d", "\u2019", "\u2013", "\u2014", "\u2212", "\u2026", "\u00bf", "\u3002", "\u20ac", "\u00b0", "\u00bd", "\u00b2",
    "\u00f1", "\u00e9", "e\u0301", "\u0301", "\u0903", "\u0130", "I\u0307", "\u03a3", "\u03c3", "\u03c2", "\u039f\u03a3", "\u1e9e", "\u00df",
    "\u0391", "\u0410", "\u0430", "\u0565\u0582", "\u4e2d\u6587", "\u306e", "\u0e01\u0e33", "\u0627\u0644", "\u05d0", "\uff21", "\uff11",
    "\u24b6", "\u2160", "\u2075", "\U0001d400", "\U00010400", "\U0001f600",
]
# Letters that got a lower case, or scripts with case that came, after Unicode 15.1; see tests/oracle.rs.
NEWER = (
    {0x1C89, 0xA7CB, 0xA7CC, 0xA7CE, 0xA7D2, 0xA7D4, 0xA7DA, 0xA7DC}
    | set(range(0x10D50, 0x10D66))
    | set(range(0x16EA0, 0x16EB9))
)


def checksum(texts):
    """FNV-1a over UTF-8, a zero byte after each text, folded to 32 bits."""
    value = 0xCBF29CE484222325
    for text in texts:
        for byte in text.encode() + b"\0":
            value = ((value ^ byte) * 0x100000001B3) % 2**64
    return f"{(value >> 32) ^ (value & 0xFFFFFFFF):08x}"


def pair_answers(a, b):
    for profile in PROFILES:
        yield normalized(a, profile)
        yield normalized(b, profile)
        yield str(exact(a, b, profile))
        yield f"{f1(a, b, profile):.12f}"


def pairs(rng):
    assert len(PIECES) <= len(LETTERS), len(PIECES)
    index = {letter: piece for letter, piece in zip(LETTERS, PIECES)}
    letters = LETTERS[: len(PIECES)]
    lines = ["".join(["="] + [json.dumps(PIECES)])]
    for _ in range(24000):
        left = rng.choices(letters, k=rng.choice((0, 1, 2, 3, 4, 5, 6, 8)))
        right = list(left)
        if rng.random() < 0.4:
            right = rng.choices(letters, k=rng.randrange(7))
        elif right:
            rng.shuffle(right)
            right[rng.randrange(len(right))] = rng.choice(letters)
        a, b = ("".join(index[letter] for letter in side) for side in (left, right))
        lines.append(f"{''.join(left)}\t{''.join(right)}\t{checksum(pair_answers(a, b))}")
    return "\n".join(lines) + "\n"


def blocks():
    """For every 256 code points one checksum over what happens to each between, before and after articles.

    All blocks with alphabets; of the large ones (ideographs, syllables, hieroglyphs) and of the empty ones every 16th.
    """
    with_alphabets = ((0, 0x3400), (0xA000, 0xAC00), (0xF900, 0x12000), (0x16800, 0x17000), (0x1AF00, 0x1FC00))
    lines = []
    for start in [*range(0, 0x33500, 256), *range(0xE0000, 0xE0200, 256)]:
        if start % 0x1000 and not any(first <= start < end for first, end in with_alphabets):
            continue
        texts = []
        for code in range(start, start + 256):
            if 0xD800 <= code <= 0xDFFF or code in NEWER:
                continue
            c = chr(code)
            text = f"{c}A the{c} {c} an{c}AN x{c}y"
            texts += [normalized(text, "alue"), normalized(text, "squad-v2")]
        lines.append(f"{start:x}\t{checksum(texts)}")
    return "\n".join(lines) + "\n"


def literals(rng):
    pieces = [
        "[", "]", "[", "]", ",", ", ", "'N1'", '"N2"', "'a\\'b'", '"O\'Hare"', "'O'Hare'", "''", '""', "'''t'''", '"""q\n"""',
        "r'\\n'", "u'x'", "U\"x\"", "R'\\''", "b'x'", "f'x'", "'\\x41'", "'\\u00e9'", "'\\101'", "'\\8'", "'\\q'", "'\\\n'", "'\\n'", "'\\x4'",
        " ", "\n", "\t", "# c\n", "\\\n", "N3", "27", "2.5", "None", "True", "[", "]", "'", '"', "\\", "\u00a0", "\u201cx\u201d", "'a, b'", "'NONE'", "{", "}",
    ]
    texts = {"[]", "[ ]", "[,]", "['a',]", "['a',,]", "['a' 'b', \"c\"]", "['a'\n'b']", " ['a'] ", "['a'] # c", "[['a']]", "['a'", "'a']", "[NONE]"}
    while len(texts) < 4000:
        middle = "".join(rng.choices(pieces, k=rng.randrange(1, 6)))
        texts.add(f"[{middle}]" if rng.random() < 0.85 else middle)
    usual = ["'N1'", '"N2"', "'a\\'b'", "''", "r'\\n'", "u'x'", "'\\x41'", "'\\101'", "'\\q'", "'''t'''", "'a, b'", "'\\u00e9'"]
    while len(texts) < 6000:
        members = [rng.choice(usual) for _ in range(rng.randrange(1, 4))]
        texts.add("[" + rng.choice((",", ", ", " ", " ,\n", ",# c\n")).join(members) + rng.choice(("", ",", " ")) + "]")
    rows = [[text, list_of_strings(text)] for text in sorted(texts)]
    return "\n".join(json.dumps(row) for row in rows) + "\n"


def datasets(rng):
    words = ["the", "a", "pilot", "N66372", "C-GABC", "runway", "27", "and", "$3.50", "an", "co-pilot", "tower.", "The", "?", "\u201cthe"]
    golds = ["['N1', 'N2']", "['NONE']", "[NONE]", '["N1"]', "[N66372]", "[27, 9]", "[]", "['O'Hare']", "?", "the", ""]

    def text():
        return " ".join(rng.choices(words, k=rng.randrange(1, 6)))

    made = []
    for n, is_alue, p_missing, p_none in ((40, True, 0.0, 0.0), (200, True, 0.1, 0.2), (300, False, 0.05, 0.33), (500, False, 0.0, 0.1)):
        questions = []
        for _ in range(n):
            answers = [] if rng.random() < p_none else [text() for _ in range(rng.choice((1, 1, 2, 3)))]
            if answers and (is_alue or rng.random() < 0.1) and rng.random() < 0.6:
                answers[rng.randrange(len(answers))] = rng.choice(golds)
            choice = rng.random()
            prediction = "" if choice < 0.15 else rng.choice(answers) if answers and choice < 0.5 else text()
            if rng.random() < 0.1:
                prediction = rng.choice(golds)
            questions.append([None if rng.random() < p_missing else prediction, answers])
        made.append({"questions": questions, "totals": {profile: totals(questions, profile) for profile in PROFILES}})
    return json.dumps(made, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    (HERE / "pairs.tsv").write_text(pairs(random.Random(1)), encoding="utf-8", newline="\n")
    (HERE / "blocks.tsv").write_text(blocks(), encoding="utf-8", newline="\n")
    (HERE / "literals.jsonl").write_text(literals(random.Random(2)), encoding="utf-8", newline="\n")
    (HERE / "datasets.json").write_text(datasets(random.Random(3)), encoding="utf-8", newline="\n")
