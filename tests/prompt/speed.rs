//! How long a rendering takes: printed and limited by `cargo test --release --test prompt speed -- --nocapture`.
//!
//! Without optimization the same is done with small sizes and only has to end.

use marksheet::prompt::{Template, Values};
use serde_json::json;
use std::time::Instant;

#[test]
fn a_prompt_with_ten_examples_renders_at_once() {
    let examples: Vec<_> = (0..10).map(|i| json!({"question": format!("q{i}"), "transcript": "word ".repeat(600), "answer": "N123"})).collect();
    let context = json!({"examples": examples, "query": "Which tail number?", "context": "word ".repeat(2000)});
    let values = Values::of(context.as_object().unwrap());
    let source = "You answer.\n{% for e in examples %}\nQ: {{ e.question|trim }}\nT: {{ e.transcript }}\nA: {{ e.answer }}\n{% endfor %}\nContext: {{ context }}\nQ: {{ query }}";
    let n = 200;
    let start = Instant::now();
    for _ in 0..n {
        let template = Template::parse("t", source).unwrap();
        assert!(template.render(&values, false).text.unwrap().len() > 40_000);
    }
    let each = start.elapsed() / n;
    println!("parse and render: {each:?}");
    assert!(each.as_millis() < 50);
}

/// What may be done to a text `s`, a list `l`, a list of texts `w`, a mapping `d`, again and again.
const OPERATIONS: &[&str] = &[
    "s|upper|wordcount",
    "s|lower",
    "s|title",
    "s|capitalize",
    "s.title()",
    "s.swapcase()",
    "s.casefold()",
    "s.find('zz')",
    "s.rfind('zz')",
    "s.count('zz')",
    "s.startswith(s)",
    "s.startswith((s ~ 'x', s ~ 'y', s))",
    "s.isalpha()",
    "s.istitle()",
    "s.strip(s)",
    "s|trim(s)",
    "s.strip('ab ')",
    "s.split()",
    "s.split(' ')",
    "s.rsplit()",
    "s.rsplit('ab', 3)",
    "s.splitlines()",
    "s.partition('zz')",
    "s.removeprefix(s)",
    "s.expandtabs()",
    "s.center(9)",
    "s.replace('a', 'b')",
    "s|replace('ab ', '')",
    "s|replace('', '-')",
    "'zz' in s",
    "s in 'zz'",
    "s[99]",
    "s[-1]",
    "s[::2]",
    "s[5:9]",
    "s[::-1]",
    "s|reverse",
    "s|first",
    "s|last",
    "s|length",
    "s == s ~ ''",
    "s < s ~ ''",
    "s is lower",
    "s|int",
    "s|float",
    "{s: 1}[s]",
    "{}.get((s, s, s))",
    "s|wordwrap(5)",
    "s|wordwrap(1)",
    "s|wordwrap(5, wrapstring=s)",
    "('a-' * 99999)|wordwrap(7)",
    "('-' * 99999)|wordwrap(7)",
    "('a--' * 99999)|wordwrap(7)",
    "('a' * 99999)|wordwrap(7)",
    "s|indent",
    "s|truncate(9)",
    "s|truncate(9999, true)",
    "s|urlize",
    "('(' * 99999 ~ ')' * 99999)|urlize",
    "('a@' * 99999)|urlize",
    "('http://a.org ' * 999)|urlize(target='x' * 9999)",
    "s|striptags",
    "('<' * 99999)|striptags",
    "('&' * 99999)|striptags",
    "('<!--' * 99999)|striptags",
    "s|escape",
    "s|urlencode",
    "('/é' * 99999)|urlencode",
    "s|tojson",
    "s|pprint",
    "s|xmlattr",
    "'%s' % s",
    "('%s' * 999) % (w * 999)[:999]|list",
    "('{0}' * 9999).format(s)",
    "('{0.real.real.real.real}' * 9999).format(1)",
    "('{x}' * 9999).format(x=1, y=2)",
    "'{:09999,}'.format(7)",
    "'%09999d' % 7",
    "s|list",
    "l|list",
    "l|sort",
    "l|sort(reverse=true)",
    "l|unique|list",
    "l|groupby('a')",
    "l|min",
    "l|max",
    "l|sum",
    "l|join",
    "l|join(s)",
    "l|batch(2)|list",
    "l|batch(1)|list",
    "l|slice(7)|list",
    "l|reverse|list",
    "l|first",
    "l|last",
    "l|map('string')|list",
    "l|map('default', *l)|list",
    "l|select('odd')|list",
    "l|select('in', [1])|list",
    "l|tojson",
    "l|tojson(2)",
    "l|string",
    "l|pprint",
    "[l]|pprint",
    "[[[[l]]]]|pprint",
    "-1 in l",
    "l.count(1)",
    "l.index(0)",
    "l == l + []",
    "l < l + []",
    "l[1:]",
    "l[::2]",
    "l * 2",
    "l.insert(0, 1)",
    "l.pop(0)",
    "l.copy()",
    "l.reverse()",
    "l.extend(l)",
    "w|sort",
    "w|unique|list",
    "w|groupby('x')",
    "w|min",
    "w|join",
    "w|tojson",
    "w|string",
    "w == w2",
    "w.count('zz')",
    "s in w",
    "d|dictsort",
    "d|items|list",
    "d.items()|list",
    "d|tojson",
    "d|pprint",
    "d.copy()",
    "d == d.copy()",
    "d.pop(i, 0)",
    "d.popitem() if d else 0",
    "d.update({i: i})",
    "d.setdefault(-i, i)",
    "dict(d)",
    "dict(d|items)",
    "d|urlencode",
    "m(**k)",
    "m(*l)",
    "n|pprint",
    "n == n2",
    "n|string",
    "n|tojson",
    "loop.cycle(*l)",
    "loop.changed(l)",
    "namespace(**k)",
    "''~''~''~''~''~''~''",
];

/// How long a list and how often it is used; without optimization everything takes some twenty times longer.
fn sizes() -> (&'static str, &'static str) {
    match cfg!(debug_assertions) {
        true => ("500", "3"),
        false => ("100000", "1000000"),
    }
}

fn ends_soon(source: &str) -> String {
    let start = Instant::now();
    let rendered = Template::parse("t", source)
        .unwrap()
        .render(&Values::default(), false);
    let said = match rendered.text {
        Ok(text) => format!("{} bytes", text.len()),
        Err(fault) => fault.problem.message,
    };
    println!("{:>9.1?} {said:<50.50} {source}", start.elapsed());
    assert!(
        cfg!(debug_assertions) || start.elapsed().as_millis() < 1500,
        "{source}: {said}"
    );
    said
}

#[test]
fn every_operation_counts_what_it_costs() {
    let (size, n) = sizes();
    let setup = "{% macro m() %}{{ varargs|length }}{{ kwargs|length }}{% endmacro %}{% set s = 'ab ' * SIZE %}{% set l = range(SIZE)|list %}{% set w = [s] * 100 %}{% set w2 = ['ab ' * SIZE] * 100 %}{% set d = {} %}{% set k = {} %}{% set ns = namespace(a=[1], b=[1]) %}{% for i in range(DEPTH) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{% set n = ns.a %}{% set n2 = ns.b %}";
    let setup = setup
        .replace("SIZE", size)
        .replace("DEPTH", if cfg!(debug_assertions) { "6" } else { "25" })
        + "{% for i in l %}{% set _ = d.update({i: i}) %}{% set _ = k.update({i|string: i}) %}{% endfor %}";
    for operation in OPERATIONS {
        let source =
            format!("{setup}{{% for i in range({n}) %}}{{% set t = {operation} %}}{{% endfor %}}");
        let said = ends_soon(&source);
        assert!(
            !said.contains("no filter") && !said.contains("undefined"),
            "{operation}: {said}"
        );
    }
}

#[test]
fn loops_and_what_is_built_once_end_soon() {
    let (size, n) = sizes();
    for source in [
        "{% for i in range(N) %}{% for j in range(N) %}{% endfor %}{% endfor %}",
        "{% set l = range(SIZE)|list %}{% for i in range(N) %}{% for j in l %}{% set k = i + j %}{% endfor %}{% endfor %}",
        "{% for i in range(N) %}{% if true %}{% set a = 1 %}{% set a = 1 %}{% set a = 1 %}{% set a = 1 %}{% endif %}{% endfor %}",
        "{% for i in range(N) %}{{ 'x' if 1 else 2 }}{% endfor %}",
        "{% macro m() %}{% endmacro %}{% for i in range(N) %}{{ m() }}{% endfor %}",
        "{% for i in range(N) %}{% macro m() %}{% endmacro %}{% endfor %}",
        "{% for i in range(N) %}{% set l = [] %}{% set _ = l.append(l) %}{% endfor %}",
        "{% set d = {} %}{% for i in range(SIZE) %}{% set t = d.update({i: i}) %}{% endfor %}{% for i in range(SIZE) %}{% set t = d.pop(i) %}{% endfor %}",
        "{% set d = {} %}{% for i in range(SIZE) %}{% set t = d.update({i: i}) %}{% endfor %}{% for i in range(SIZE) %}{% set t = d.popitem() %}{% endfor %}",
        "{% set t = ('ab ' * SIZE)|wordwrap(3, wrapstring='x' * 10 * SIZE) %}",
        "{% set t = ('%s' * SIZE) % (['x' * 10 * SIZE] * SIZE)|map('string')|list %}",
        "{% set t = ('{0}' * SIZE).format('x' * 10 * SIZE) %}",
        "{% set t = ('http://a.org ' * SIZE)|urlize(target='x' * 10 * SIZE) %}",
        "{% set t = [[[[[[1]]]]]]|tojson(indent=200 * SIZE) %}",
        "{% set t = ('a ' * 300 * SIZE).split() %}",
        "{% set t = ('\n' * 60000000).splitlines() %}",
        "{% set t = '{:0SIZE,}'.format(1) %}",
        "{% set t = ('a' * 10 * SIZE).strip('b' * 10 * SIZE ~ 'a') %}",
        "{% set t = ('<' * 10 * SIZE)|striptags %}",
        "{% set t = ('-' * 10 * SIZE)|wordwrap(5) %}",
    ] {
        ends_soon(&source.replace("SIZE", size).replace('N', n));
    }
}

#[test]
fn a_source_of_a_megabyte_is_parsed_soon() {
    let n = if cfg!(debug_assertions) { 500 } else { 50_000 };
    let many = |piece: fn(usize) -> String| (0..n).map(piece).collect::<String>();
    for source in [
        many(|i| format!("{{% set a{i} = 1 %}}")),
        many(|i| format!("{{{{ a{i} }}}}")),
        many(|i| format!("{{% set a{i} = 1 %}}{{{{ a{i} }}}}")),
        many(|i| format!("{{{{ a.b{i} }}}}")),
        many(|i| format!("{{% macro m{i}() %}}{{% endmacro %}}")),
        many(|i| format!("{{% if a{i} is defined %}}{{% endif %}}")),
        many(|i| format!("{{% for a{i} in b{i} %}}{{% endfor %}}")),
        format!("{{{{ [{}] }}}}", many(|i| format!("a{i}, "))),
        format!("{{{{ '' {} }}}}", many(|_| "~ ''".to_owned())),
        format!("{{{{ m({}) }}}}", many(|i| format!("a{i}=1, "))),
        format!(
            "{{% macro m({}a) %}}{{% endmacro %}}",
            many(|i| format!("a{i}, "))
        ),
    ] {
        let start = Instant::now();
        if let Ok(template) = Template::parse("t", &source) {
            template.variables();
            let _ = template.render(&Values::default(), false);
        }
        println!("{:>9.1?} {:.60}", start.elapsed(), source);
        assert!(
            cfg!(debug_assertions) || start.elapsed().as_secs() < 3,
            "{source:.60}"
        );
    }
}
