//! Templates put together at random end with a text or a fault, at a place inside of them.

use marksheet::prompt::{Template, Values};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Pieces of templates, put together at random.
const PIECES: &[&str] = &[
    "{{ ",
    " }}",
    "{% ",
    " %}",
    "{%- ",
    " -%}",
    "{# ",
    " #}",
    "for x in xs",
    "endfor",
    "if x",
    "elif y",
    "else",
    "endif",
    "set a = ",
    "set a",
    "endset",
    "macro m(a, b=1)",
    "endmacro",
    "call m()",
    "call(z) m(1)",
    "endcall",
    "filter upper",
    "endfilter",
    "with a = 1",
    "endwith",
    "block b",
    "endblock",
    "raw",
    "endraw",
    "x",
    "xs",
    "d",
    "s",
    "n",
    "loop.index",
    "loop.previtem",
    "loop(xs)",
    "caller()",
    "varargs",
    "kwargs",
    "self.b()",
    "super()",
    "m(1)",
    "m(*xs, **d)",
    "m",
    ".items()",
    ".a",
    ".append(1)",
    ".pop()",
    ".split(',')",
    ".format(1, a=2)",
    ".join(xs)",
    "['a']",
    "[0]",
    "[-1]",
    "[1:]",
    "[::-1]",
    "[::0]",
    "|upper",
    "|join(', ')",
    "|tojson",
    "|default('q')",
    "|map(attribute='a')",
    "|map('upper')",
    "|select('odd')",
    "|list",
    "|first",
    "|sort",
    "|groupby('a')",
    "|batch(2)",
    "|slice(3)",
    "|sum",
    "|round(2)",
    "|int",
    "|float",
    "|length",
    "|truncate(3)",
    "|wordwrap(2)",
    "|indent",
    "|urlize",
    "|pprint",
    "|xmlattr",
    "|format(1)",
    "|dictsort",
    "|unique",
    "|reverse",
    "|nofilter",
    " is defined",
    " is odd",
    " is in xs",
    " is none",
    " is notest",
    " + ",
    " - ",
    " * ",
    " / ",
    " // ",
    " % ",
    " ** ",
    " ~ ",
    " == ",
    " < ",
    " in ",
    " not in ",
    " and ",
    " or ",
    "not ",
    "-",
    "1",
    "0",
    "2.5",
    "1e308",
    "99999999999999999999",
    "'a'",
    "\"b\"",
    "'%s %d'",
    "'{} {a}'",
    "'\\x41\\q'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{'a': 1}",
    "[1, 'b']",
    "(1, 2)",
    "{% set ns = namespace(t=()) %}",
    "{% for i in range(300) %}{% set ns.t = (ns.t,) %}{% endfor %}",
    "{% for i in range(40) %}{% set ns.t = (ns.t, ns.t) %}{% endfor %}",
    "{{ {ns.t: ns.t} }}",
    "ns.t",
    "{ns.t: 1}",
    "[ns.t, ns.t]|unique|list",
    "{% set _ = xs.append(xs) %}",
    ", ",
    ": ",
    " = ",
    " if ",
    " else ",
    "range(3)",
    "dict(a=1)",
    "namespace(a=1)",
    "cycler(1, 2)",
    "joiner()",
    "none",
    "true",
    "missing",
    "\n",
    "\r\n",
    "\u{a0}",
    "é",
    "😀",
    "text ",
    "\\",
    "'",
    "{",
    "}",
    "%",
];

fn context() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-c{}%<\\n é😀]{0,8}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-c]", inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    });
    prop::collection::vec(value, 5).prop_map(|values| {
        ["x", "xs", "d", "s", "n"]
            .iter()
            .map(|name| (*name).to_owned())
            .zip(values)
            .collect()
    })
}

fn holds(source: &str, context: &Map<String, Value>) -> Result<(), TestCaseError> {
    let check = |fault: &marksheet::prompt::Fault| {
        let (start, end) = (fault.start as usize, fault.end as usize);
        prop_assert!(
            start <= end && end <= source.len(),
            "{start}..{end} of {}",
            source.len()
        );
        prop_assert!(source.is_char_boundary(start) && source.is_char_boundary(end));
        prop_assert!(fault.problem.place.line.is_some() && fault.problem.place.column.is_some());
        prop_assert!(!fault.problem.message.is_empty());
        Ok(())
    };
    let values = Values::of(context);
    match Template::parse("t", source) {
        Err(fault) => check(&fault)?,
        Ok(template) => {
            template.variables();
            for is_strict in [false, true] {
                let rendered = template.render(&values, is_strict);
                match &rendered.text {
                    Ok(text) => prop_assert!(text.len() <= 4_000_000),
                    Err(fault) => check(fault)?,
                }
            }
        }
    }
    let spans = marksheet::prompt::highlight(source);
    let mut last = 0;
    for (range, _) in &spans {
        prop_assert!(range.start >= last && range.start < range.end && range.end <= source.len());
        prop_assert!(source.is_char_boundary(range.start) && source.is_char_boundary(range.end));
        last = range.end;
    }
    marksheet::prompt::notices("t", source);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_templates_end_with_a_text_or_a_fault(pieces in prop::collection::vec(prop::sample::select(PIECES), 1..24), context in context()) {
        holds(&pieces.concat(), &context)?;
    }

    #[test]
    fn random_expressions_end_with_a_text_or_a_fault(pieces in prop::collection::vec(prop::sample::select(&PIECES[29..]), 1..7), context in context()) {
        holds(&format!("{{{{ {} }}}}", pieces.concat()), &context)?;
    }

    #[test]
    fn random_bytes_end_with_a_text_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200), context in context()) {
        holds(&String::from_utf8_lossy(&bytes), &context)?;
    }

    #[test]
    fn the_start_of_a_template_ends_with_a_text_or_a_fault(n in 0_usize..400, context in context()) {
        let source = "{% macro m(a, b=2) %}{{ a }}{{ varargs }}{% endmacro %}\r\n{% for k, v in d.items() if k is defined %}{{ '%s' % k }}{{ loop.index }}{% else %}é{% endfor %}{% set ns = namespace(a=[1, (2, 3)]) %}{% set ns.a = ns.a + xs|list %}{% call(q) m(1) %}{{ q }}{% endcall %}{# c #}{% raw %}{{ x }}{% endraw %}{{ s[1:2]|upper ~ {'a': 1}.a }}";
        let end = (0..=n.min(source.len())).rev().find(|i| source.is_char_boundary(*i)).unwrap();
        holds(&source[..end], &context)?;
    }
}
