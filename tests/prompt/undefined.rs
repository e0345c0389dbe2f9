//! What was undefined is named as written; what is guarded is not.

use marksheet::prompt::{Template, Values};
use serde_json::json;

fn undefined(source: &str) -> Vec<String> {
    let context = json!({"context": "c", "ex": {"answer": "B"}, "examples": [{"input": "i"}], "xs": [1], "nothing": null});
    let values = Values::of(context.as_object().unwrap());
    Template::parse("t", source)
        .unwrap()
        .render(&values, false)
        .undefined
}

#[test]
fn undefined_things_are_named_as_written() {
    for (source, expected) in [
        ("{{ contxt }}", &["contxt"][..]),
        ("{{ ex.answr }}", &["ex.answr"]),
        ("{{ ex['answr'] }}", &["ex['answr']"]),
        ("{{ xs[3] }}", &["xs[3]"]),
        ("{% for e in exmples %}{% endfor %}", &["exmples"]),
        (
            "{% for e in examples %}{{ e.inptu }}{{ e.inptu }}{% endfor %}",
            &["e.inptu"],
        ),
        ("{% if contxt %}{% endif %}", &["contxt"]),
        ("{{ 'a' if contxt }}", &["contxt"]),
        ("{{ contxt or 'x' }}", &["contxt"]),
        ("{{ 'a' ~ contxt }}", &["contxt"]),
        ("{{ contxt|upper }}", &["contxt"]),
        ("{{ contxt|length }}", &["contxt"]),
        ("{{ '%s' % contxt }}", &["contxt"]),
        ("{{ [contxt]|join }}", &["contxt"]),
        ("{{ (examples|first).zz }}", &["(examples|first).zz"]),
        ("{{ ((examples|first)).zz }}", &["((examples|first)).zz"]),
        ("{{ (')' ~ context)[90] }}", &["(')' ~ context)[90]"]),
        ("{{ [1, (examples)[7]][1] ~ '' }}", &["(examples)[7]"]),
        ("{% if (ex).answr %}{% endif %}", &["(ex).answr"]),
        ("{{ xs[5:]|first }}", &["xs[5:]|first"]),
        ("{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}", &["a"]),
        ("{% set y = contxt %}{{ y }}", &["contxt"]),
        (
            "{{ contxt }}{{ ex.answr }}{{ contxt }}",
            &["contxt", "ex.answr"],
        ),
    ] {
        assert_eq!(undefined(source), expected, "{source}");
    }
}

#[test]
fn guarded_things_are_not_named() {
    for source in [
        "{{ contxt is defined }}",
        "{% if contxt is defined %}{{ contxt }}{% endif %}",
        "{{ contxt is undefined }}",
        "{{ contxt|default('x') }}",
        "{{ ex.answr|d('x') }}",
        "{{ (contxt|default('')) ~ 'x' }}",
        "{{ 'a' if false }}",
        "{{ nothing }}",
        "{{ ex.get('answr') }}",
        "{{ contxt is none }}",
    ] {
        assert!(
            undefined(source).is_empty(),
            "{source}: {:?}",
            undefined(source)
        );
    }
}

#[test]
fn strict_makes_them_an_error_that_suggests_a_name() {
    let context = json!({"context": "c", "ex": {"answer": "B"}});
    let values = Values::of(context.as_object().unwrap());
    let fault = |source| {
        Template::parse("t", source)
            .unwrap()
            .render(&values, true)
            .text
            .unwrap_err()
            .problem
    };
    assert_eq!(
        fault("{{ contxt }}").to_string(),
        "t, line 1, column 4: \"contxt\" is undefined — did you mean context?"
    );
    assert_eq!(
        fault("{{ ex.answr }}").message,
        "ex has no \"answr\"; it has answer"
    );
}

fn variables(source: &str) -> String {
    let variables = Template::parse("t", source).unwrap().variables();
    let written = |v: &marksheet::prompt::Variable| {
        format!(
            "{}{}{}",
            v.name,
            if v.is_optional { "?" } else { "" },
            v.fields.iter().map(|f| format!(".{f}")).collect::<String>()
        )
    };
    variables.iter().map(written).collect::<Vec<_>>().join(" ")
}

#[test]
fn variables_are_what_a_template_reads_and_does_not_set() {
    for (source, expected) in [
        ("{{ query }}{{ context }}{{ query }}", "query context"),
        (
            "{% for e in examples %}{{ e.input }}{{ e['output'] }}{{ loop.index }}{% endfor %}",
            "examples.input.output",
        ),
        (
            "{% for e in examples[:3]|sort %}{{ e.input }}{% endfor %}",
            "examples.input",
        ),
        (
            "{{ examples[0].input }}{{ (examples|first).output }}",
            "examples.input.output",
        ),
        (
            "{{ examples|map(attribute='output')|join }}",
            "examples.output",
        ),
        ("{% set a = query %}{{ a }}{{ b }}", "query b"),
        (
            "{% macro m(a) %}{{ a }}{{ c }}{% endmacro %}{{ m(d) }}",
            "c d",
        ),
        ("{% with a = 1 %}{{ a }}{% endwith %}{{ a }}", "a"),
        (
            "{{ range(3) }}{{ namespace() }}{{ dict() }}{{ joiner() }}{{ cycler(1) }}",
            "",
        ),
        ("{{ note|default('') }}{{ note is defined }}", "note?"),
        ("{% if note is defined %}{{ note }}{% endif %}", "note?"),
        (
            "{% if note is defined and note %}{{ note }}{% endif %}",
            "note?",
        ),
        (
            "{{ note if note is defined else '' }}{{ query }}",
            "note? query",
        ),
        (
            "{% if note is not defined %}{% else %}{{ note }}{% endif %}",
            "note?",
        ),
        ("{{ note|default('') }}{{ note }}", "note"),
        ("{{ query.strip().upper() }}", "query"),
        (
            "{{ d.items() }}{% for k, v in d.items() %}{{ k }}{% endfor %}",
            "d",
        ),
        ("{% raw %}{{ x }}{% endraw %}{# {{ y }} #}", ""),
        (
            "{% for x in xs if x.ok %}{{ x.id }}{% endfor %}{{ x }}",
            "xs.ok.id x",
        ),
        (
            "{{ 'a' ~ query }}{{ [context, n][0] }}{{ {'a': z}.a }}",
            "query context n z",
        ),
    ] {
        assert_eq!(variables(source), expected, "{source}");
    }
}
