"""Writes tests/fixtures/schema/validate.jsonl: schemas, values, and what Python's jsonschema says of them.

    python3 tests/oracle/schema.py          # jsonschema 4.26.0

A line is [schema, value, [[place, keyword], ...]]; the list is empty when the value fits. Left out are multiples of decimal
fractions that Python rounds (0.3 is no multiple of 0.1 there).
"""

import json
import pathlib
import random

import jsonschema

OUT = pathlib.Path(__file__).parent.parent / "fixtures" / "schema" / "validate.jsonl"
NAMES = ["a", "b", "c", "a1", "éa"]
TEXTS = ["", "a", "ab", "abc", "N123", "é", "👍👍", "12", "a\nb", "true"]
NUMBERS = [0, 1, 2, 3, 1.0, 2.5, -1, -1.5, 10, 1e2, 0.5, 12345678901234567890, -0.0]
PATTERNS = ["^a", "b$", "^N[0-9]+$", "[a-c]{2}", "\\d", "^.$", "a|é", "^\\w+$"]
TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"]

BY_HAND = [
    ({"type": "integer"}, [1, 1.0, 1.5, True, "1", None]),
    ({"type": "number"}, [1, 1.5, True]),
    ({"type": ["string", "null"]}, ["a", None, 1, []]),
    ({"enum": [1, "a", None, True, [1], {"a": 1}]}, [1.0, "a", None, True, [1.0], {"a": 1.0}, 0, False, [True], {"a": True}, {}]),
    ({"const": 1}, [1, 1.0, True, "1"]),
    ({"const": {"a": [1, {"b": 2}]}}, [{"a": [1, {"b": 2.0}]}, {"a": [1, {"b": 3}]}]),
    ({"const": False}, [False, 0]),
    ({"minLength": 2, "maxLength": 2}, ["👍👍", "é", "ab", "abc", 5]),
    ({"uniqueItems": True}, [[1, 1.0], [1, True], [0, False], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [[1], [1]], ["1", 1], []]),
    ({"prefixItems": [{"type": "string"}, {"type": "integer"}]}, [[], ["a"], ["a", 1], ["a", "b"], ["a", 1, None], [1, 1, 1]]),
    ({"prefixItems": [{"type": "string"}], "items": False}, [["a"], ["a", 1], [1, 1]]),
    ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, [["a", 1, 2], ["a", 1, "b"], [1]]),
    ({"contains": {"type": "integer"}}, [[], ["a"], ["a", 1]]),
    ({"contains": {"type": "integer"}, "minContains": 0}, [[], ["a"]]),
    ({"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3}, [[1], [1, 2], [1, 2, 3, 4]]),
    ({"properties": {"a": False}}, [{}, {"a": 1}]),
    ({"properties": {"a": {}}, "patternProperties": {"^b": {"type": "integer"}}, "additionalProperties": False}, [{"a": 1, "b1": 2}, {"b1": "x"}, {"c": 1}, {"c": 1, "d": 2}]),
    ({"patternProperties": {"^a": {"type": "string"}}, "properties": {"ab": {"maxLength": 1}}}, [{"ab": "x"}, {"ab": "xy"}, {"ab": 1}, {"b": 1}]),
    ({"additionalProperties": {"type": "integer"}}, [{"a": 1, "b": 2.0}, {"a": "x", "b": 1}]),
    ({"dependentRequired": {"a": ["b", "c"]}}, [{}, {"a": 1}, {"a": 1, "b": 1}, {"a": 1, "b": 1, "c": 1}]),
    ({"dependentSchemas": {"a": {"required": ["b"]}}}, [{"a": 1}, {"a": 1, "b": 2}, {"b": 1}]),
    ({"propertyNames": {"maxLength": 2}}, [{"ab": 1}, {"abc": 1}]),
    ({"minProperties": 1, "maxProperties": 2}, [{}, {"a": 1}, {"a": 1, "b": 1, "c": 1}]),
    ({"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}, [{"a": 1}, {"a": 1, "b": 1}, {"a": 2}, {"a": 2, "c": 1}, {}]),
    ({"if": {"type": "integer"}, "then": {"minimum": 0}}, [-1, 1, "a"]),
    ({"then": False, "else": False}, [1]),
    ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, [1, 3, 1.5, 2.5, "a"]),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, [1, None, "a"]),
    ({"allOf": [{"minimum": 1}, {"maximum": 3}]}, [0, 2, 4]),
    ({"not": {"type": "string"}}, ["a", 1]),
    ({"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}, "v": {"type": "integer"}}, "required": ["v"]}}},
     [{"v": 1}, {"v": 1, "next": {"v": 2}}, {"v": 1, "next": {}}, {"next": {"v": "x"}, "v": 1}]),
    ({"$defs": {"a/b": {"type": "integer"}, "c~d e": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/a~1b"}, "y": {"$ref": "#/$defs/c~0d%20e"}}},
     [{"x": 1, "y": "a"}, {"x": "a"}, {"y": 1}]),
    ({"properties": {"a": {"$ref": "#", "maxProperties": 1}}, "additionalProperties": False}, [{"a": {}}, {"a": {"a": {}}}, {"a": {"b": 1}}]),
    ({"$ref": "#/$defs/s", "maxLength": 2, "$defs": {"s": {"type": "string"}}}, ["ab", "abc", 1]),
    ({"multipleOf": 0.5}, [1, 1.5, 1.25, "a"]),
    ({"multipleOf": 3}, [9, 9.0, 10, 0, -6, 12345678901234567890]),
    ({"exclusiveMinimum": 1, "exclusiveMaximum": 2}, [1, 1.5, 2, 1.0]),
    ({"minimum": 12345678901234567890}, [12345678901234567889, 12345678901234567890, 12345678901234567891]),
    ({"pattern": "^N\\d{1,3}$"}, ["N1", "N1234", "xN1", 5]),
    ({"format": "email"}, ["no address"]),
    (True, [1]),
    (False, [1, None]),
    ({}, [1]),
    ({"minItems": 1.0, "maxItems": 2}, [[], [1], [1, 2, 3]]),
]


def leaf(rng):
    kind = rng.choice(TYPES)
    schema = {"type": kind}
    if kind == "string":
        if rng.random() < 0.4:
            schema["minLength"] = rng.randint(0, 2)
        if rng.random() < 0.4:
            schema["maxLength"] = rng.randint(1, 3)
        if rng.random() < 0.3:
            schema["pattern"] = rng.choice(PATTERNS)
    if kind in ("number", "integer"):
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if rng.random() < 0.25:
                schema[keyword] = rng.choice([-1, 0, 1, 2, 2.5, 10])
        if rng.random() < 0.2:
            schema["multipleOf"] = rng.choice([1, 2, 0.5])
    if rng.random() < 0.15:
        return {"enum": rng.sample(TEXTS, 2) + rng.sample(NUMBERS, 2) + [None]}
    if rng.random() < 0.05:
        return {"const": rng.choice(TEXTS + NUMBERS)}
    if rng.random() < 0.1:
        schema["type"] = [kind, rng.choice(TYPES)]
    return schema


def made(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return leaf(rng)
    roll = rng.random()
    if roll < 0.4:
        names = rng.sample(NAMES, rng.randint(1, 3))
        schema = {"type": "object", "properties": {name: made(rng, depth - 1) for name in names}}
        if rng.random() < 0.6:
            schema["required"] = rng.sample(names, rng.randint(0, len(names)))
        if rng.random() < 0.4:
            schema["additionalProperties"] = rng.choice([False, leaf(rng)])
        if rng.random() < 0.15:
            schema["patternProperties"] = {rng.choice(PATTERNS): leaf(rng)}
        if rng.random() < 0.1:
            schema[rng.choice(["minProperties", "maxProperties"])] = rng.randint(1, 2)
        return schema
    if roll < 0.65:
        schema = {"type": "array", "items": made(rng, depth - 1)}
        if rng.random() < 0.3:
            schema["prefixItems"] = [made(rng, depth - 1)]
        if rng.random() < 0.3:
            schema["uniqueItems"] = True
        if rng.random() < 0.3:
            schema[rng.choice(["minItems", "maxItems"])] = rng.randint(1, 2)
        return schema
    if roll < 0.9:
        keyword = rng.choice(["anyOf", "oneOf", "allOf"])
        return {keyword: [made(rng, depth - 1) for _ in range(2)]}
    if roll < 0.95:
        return {"not": made(rng, depth - 1)}
    return {"if": made(rng, depth - 1), "then": made(rng, depth - 1), "else": made(rng, depth - 1)}


def any_value(rng, depth=2):
    roll = rng.random()
    if depth == 0 or roll < 0.5:
        return rng.choice(TEXTS + NUMBERS + [None, True, False])
    if roll < 0.7:
        return [any_value(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return {name: any_value(rng, depth - 1) for name in rng.sample(NAMES, rng.randint(0, 3))}


def near_value(rng, schema):
    """Often a value that fits, and else one that nearly does."""
    if not isinstance(schema, dict) or rng.random() < 0.08:
        return any_value(rng)
    for keyword in ("anyOf", "oneOf", "allOf"):
        if keyword in schema:
            return near_value(rng, rng.choice(schema[keyword]))
    if "if" in schema:
        return near_value(rng, rng.choice([schema["then"], schema["else"]]))
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type")
    kind = rng.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        value = {}
        for name, inner in schema.get("properties", {}).items():
            if name in schema.get("required", []) or rng.random() < 0.6:
                value[name] = near_value(rng, inner)
        if rng.random() < 0.2:
            value[rng.choice(NAMES)] = any_value(rng, 1)
        return value
    if kind == "array":
        value = [near_value(rng, inner) for inner in schema.get("prefixItems", [])]
        return value + [near_value(rng, schema.get("items")) for _ in range(rng.randint(0, 2))]
    choices = {"string": TEXTS, "number": NUMBERS, "integer": [0, 1, 2, 3, 1.0, 10, -1], "boolean": [True, False], "null": [None]}
    return rng.choice(choices[kind]) if kind in choices else any_value(rng)


def place(path):
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def line(schema, value):
    errors = jsonschema.Draft202012Validator(schema).iter_errors(value)
    found = sorted([place(error.absolute_path), error.validator or "false"] for error in errors)
    return json.dumps([schema, value, found], ensure_ascii=False)


def main():
    lines = [line(schema, value) for schema, values in BY_HAND for value in values]
    rng = random.Random(5)
    while len(lines) < 420:
        schema = made(rng, rng.randint(1, 3))
        lines += [line(schema, near_value(rng, schema)) for _ in range(2)]
    OUT.write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")


main()
