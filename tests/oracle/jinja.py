"""Writes tests/fixtures/jinja.jsonl: templates and what Python's Jinja2 makes of them.

    python3 tests/oracle/jinja.py          # Jinja2 3.1.6

A line is [template, context, output or {"error": kind}, the same with StrictUndefined or null when equal]; the first
line holds the contexts by name.
"""

import itertools
import json
import pathlib
import random

import jinja2

from jinja_templates import BLOCKS, CONTEXTS, EXPRESSIONS, SYNTAX_ERRORS

HERE = pathlib.Path(__file__).parent
OUT = HERE.parent / "fixtures" / "jinja.jsonl"


def environment(undefined):
    return jinja2.Environment(undefined=undefined)


LENIENT = environment(jinja2.Undefined)
STRICT = environment(jinja2.StrictUndefined)


def rendered(env, template, context):
    try:
        return env.from_string(template).render(json.loads(context))
    except jinja2.TemplateSyntaxError as error:
        return {"error": "syntax", "line": error.lineno}
    except jinja2.UndefinedError:
        return {"error": "undefined"}
    except RecursionError:
        return {"error": "recursion"}
    except Exception as error:  # whatever Python raises
        return {"error": type(error).__name__}


def record(template, name):
    context = json.dumps(CONTEXTS[name])
    lenient = rendered(LENIENT, template, context)
    strict = rendered(STRICT, template, context)
    if isinstance(lenient, str) and " at 0x" in lenient:
        lenient = {"error": "address"}
    if isinstance(strict, str) and " at 0x" in strict:
        strict = {"error": "address"}
    return [template, name, lenient, None if strict == lenient else strict]


def products(rng):
    """Every pair of a value and an operator, and filters over odd values."""
    values = ["0", "1", "-3", "7", "2.5", "-0.5", "true", "none", "'ab'", "''", "'7'", "[1, 2]", "[]", "(1,)", "{'a': 1}", "missing", "n", "s"]
    operators = ["+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", ">=", "in", "and", "or"]
    for a, op, b in itertools.product(values, operators, values):
        if rng.random() < 0.22:
            yield f"{{{{ {a} {op} {b} }}}}"
    filters = [
        "abs", "batch(2)|list", "capitalize", "center(9)", "count", "default('D')", "default('D', true)", "dictsort", "e", "first", "float", "float(1.5)",
        "forceescape", "int", "int(3)", "items|list", "join('-')", "last", "list", "lower", "map('upper')|list", "max", "min", "reject|list",
        "replace('a', 'b')", "reverse|list", "round", "round(1)", "safe", "select|list", "slice(2)|list", "sort", "string", "striptags", "sum", "title",
        "tojson", "trim", "truncate(5)", "unique|list", "upper", "urlencode", "wordcount", "wordwrap(5)", "indent", "length", "pprint", "filesizeformat",
        "xmlattr", "format(1)", "urlize", "groupby('a')", "attr('a')",
    ]
    odd = values + ["'a b-c d'", "['b', 'A', 'c']", "[3, 1, 2]", "{'b': 2, 'A': 1}", "range(3)", "'<b>x & y</b>'", "[[2], [1]]", "'3.7'", "' 42 '", "xs", "d"]
    for value, name in itertools.product(odd, filters):
        if rng.random() < 0.5:
            yield f"{{{{ {'(' + value + ')' if value.startswith('-') else value}|{name} }}}}"
    tests = [
        "boolean", "callable", "defined", "divisibleby(3)", "eq(1)", "escaped", "even", "false", "filter", "float", "ge(1)", "in([1, 'ab'])", "integer",
        "iterable", "lower", "lt(2)", "mapping", "none", "number", "odd", "sameas(true)", "sequence", "string", "test", "true", "undefined", "upper",
    ]
    for value, name in itertools.product(values + ["'upper'", "range", "'x'|e", "'AB'"], tests):
        if rng.random() < 0.4:
            yield f"{{{{ ({value}) is {name} }}}}"
    methods = [
        "upper()", "lower()", "title()", "capitalize()", "swapcase()", "casefold()", "strip()", "lstrip('a')", "rstrip()", "split()", "split(' ', 1)",
        "rsplit(' ', 1)", "split('a')", "splitlines()", "partition('b')", "rpartition('b')", "find('b')", "rfind('b')", "count('b')", "startswith('a')",
        "endswith(('c', 'd'))", "replace('b', 'XX', 1)", "center(11, '*')", "ljust(9)", "rjust(9, '.')", "zfill(9)", "isdigit()", "isalpha()", "isalnum()",
        "isupper()", "islower()", "isspace()", "istitle()", "isnumeric()", "isdecimal()", "isidentifier()", "expandtabs(4)", "removeprefix('a')",
        "removesuffix('c')", "join(['x', 'y'])", "index('b')", "isascii()", "isprintable()",
    ]
    texts = ["'a b c'", "'abc'", "''", "'  a\\tb  '", "'ABC'", "'Ab Cd'", "'12'", "'\u00e9\u00df\u01c6'", "'one\\ntwo\\r\\nthree'", "'-7'", "'\u0130I'", "'b'", "s"]
    for text, method in itertools.product(texts, methods):
        if rng.random() < 0.45:
            yield f"{{{{ {text}.{method} }}}}"
    formats = ["%s", "%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%x", "%X", "%#x", "%o", "%.2f", "%8.3f", "%e", "%.3e", "%g", "%G", "%10s", "%-10s|", "%.2s", "%r", "%c", "%%", "%i", "%5.1f%%", "%a"]
    for pattern, value in itertools.product(formats, ["7", "-3", "2.5", "1e20", "'ab'", "true", "none", "[1]", "0.0001234", "123456789"]):
        if rng.random() < 0.4:
            yield f"{{{{ {pattern!r} % {value} }}}}" if rng.random() < 0.5 else f"{{{{ {pattern!r}|format({value}) }}}}"
    specs = ["", "d", "5", "<5", ">8", "^8", "*^9", "05", "+", "x", "#x", "b", "o", ",", "_", ".2f", "8.3f", ",.2f", ".1%", "e", "g", ".3", ".3g", "s", ".2s", "=+7", "010", "c", "n"]
    for spec, value in itertools.product(specs, ["7", "-3", "2.5", "1234567", "1234567.891", "'ab'", "true", "none", "0.00001234"]):
        if rng.random() < 0.45:
            yield f"{{{{ '{{:{spec}}}|'.format({value}) }}}}"
    bounds = ["", "0", "1", "2", "-1", "-2", "9", "-9"]
    for a, b, c in itertools.product(bounds, bounds, ["", "1", "2", "-1", "-2"]):
        if rng.random() < 0.25:
            yield f"{{{{ 'abcde'[{a}:{b}:{c}] }}}}{{{{ [1, 2, 3][{a}:{b}:{c}] }}}}"
    floats = ["1e16", "1e15", "123456789012345680.0", "0.1 + 0.2", "1e-4", "1e-5", "1e22", "5e-324", "1.7976931348623157e308", "100.0", "-0.0", "1/3", "2.5|round", "3.5|round", "-2.5|round", "2.675|round(2)", "1234.5678|round(-2)", "1.25|round(1, 'ceil')", "1.25|round(1, 'floor')", "7|round(1)", "15|round(-1)", "25|round(-1)"]
    for text in floats:
        yield f"{{{{ {text} }}}}"


def main():
    rng = random.Random(7)
    templates = [("{{ " + expression + " }}", "main") for expression in EXPRESSIONS]
    templates += [(block, "main") for block in BLOCKS]
    templates += [(error, "main") for error in SYNTAX_ERRORS]
    templates += [(template, "main") for template in products(rng)]
    seen = set()
    lines = [json.dumps(CONTEXTS)]
    for template, name in templates:
        if template not in seen:
            seen.add(template)
            lines.append(json.dumps(record(template, name), ensure_ascii=False))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines) - 1, "templates", OUT.stat().st_size, "bytes")


main()
