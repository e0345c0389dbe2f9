//! Faults say what is wrong, where, and what to try.

use marksheet::prompt::{Fault, Template, Values};
use serde_json::json;

fn fault(source: &str) -> Fault {
    let context = json!({"n": 3, "s": "text", "xs": [1, 2], "ex": {"answer": "B"}, "query": "q"});
    let values = Values::of(context.as_object().unwrap());
    match Template::parse("user.jinja2", source) {
        Err(fault) => fault,
        Ok(template) => template.render(&values, false).text.unwrap_err(),
    }
}

/// What a person reads for each of these templates, with the part of the source that is marked.
#[test]
fn faults_are_said_in_plain_words() {
    let sources = [
        "{% for e in examples %}\n{{ e.input }}\n",
        "{% if n %}{% for x in xs %}{% endif %}",
        "{% endfor %}",
        "{% if n %}a{% else %}b{% else %}c{% endif %}",
        "{% break %}",
        "{% do xs.append(1) %}",
        "{% fro x in xs %}{% endfor %}",
        "{% trans %}x{% endtrans %}",
        "Q: {{ question",
        "Q: {{ query\nA: {{ n }}",
        "{{ (n + 1 }}",
        "{{ n] }}",
        "{{ 'abc }}",
        "{# never closed",
        "{% raw %}{{ x }}",
        "{{ }}",
        "{{ n n }}",
        "{{ n && s }}",
        "{% if n = 1 %}{% endif %}",
        "{{ n | to_json }}",
        "{{ n | uper }}",
        "{{ n is nul }}",
        "{{ 'a' + missing }}",
        "{{ 'a' + n }}",
        "{{ ex.answr.text }}",
        "{{ raise_exception('no') }}",
        "{{ qery.upper() }}",
        "{{ 1 / 0 }}",
        "{% for a, b in [1, 2] %}{% endfor %}",
        "{% for a, b in ['xyz'] %}{% endfor %}",
        "{% for x in n %}{% endfor %}",
        "{% include 'header.jinja2' %}",
        "{{ n < 'a' }}",
        "{{ s.foo() }}",
        "{{ xs|map('upper') }}",
        "{{ s.upper }}",
        "{{ '%d' % 'x' }}",
        "{{ '{} {}'.format(1) }}",
        "{{ s|truncate(2) }}",
        "{{ s|join(x=1) }}",
        "{{ missing|tojson }}",
        "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}",
        "{% set ex.answer = 1 %}",
        "{{ s.__class__ }}",
        "{{ f(a=1, 2) }}",
        "é{{ n }}😀\r\n\r\n  {{ n + }}\r\n",
    ];
    let mut lines = Vec::new();
    for source in sources {
        let fault = fault(source);
        let marked = &source[fault.start as usize..fault.end as usize];
        lines.push(format!(
            "{source:?}\n  {}\n  {:?} in {:?}",
            fault.problem, marked, fault.line_text
        ));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn places_are_those_of_the_source_as_given() {
    let fault = fault("é😀\r\na\rb\n  {{ n|nofilter }}\r\n");
    assert_eq!(
        (fault.problem.place.line, fault.problem.place.column),
        (Some(4), Some(8))
    );
    assert_eq!(fault.line_text, "  {{ n|nofilter }}");
}

#[test]
fn a_place_behind_an_inserted_parenthesis_is_not_moved() {
    let fault = fault("{{ 1, n|nofilter }}");
    assert_eq!(fault.problem.place.column, Some(9));
}
