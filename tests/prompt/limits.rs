//! No template hangs, exhausts memory or the stack, or is cut off silently: it ends with an error.

use marksheet::prompt::{Template, Values};
use serde_json::{Value, json};
use std::time::Instant;

fn message(source: &str, context: &Value) -> String {
    let values = Values::of(context.as_object().unwrap());
    let template = match Template::parse("t", source) {
        Ok(template) => template,
        Err(fault) => return fault.problem.message,
    };
    match template.render(&values, false).text {
        Ok(text) => panic!("{source} rendered to {} bytes", text.len()),
        Err(fault) => fault.problem.message,
    }
}

/// Half of what a browser's worker has; frames are many times larger without optimization.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let stack = if cfg!(debug_assertions) {
        16 << 20
    } else {
        512 << 10
    };
    let thread = std::thread::Builder::new()
        .stack_size(stack)
        .spawn(run)
        .unwrap();
    thread.join().unwrap();
}

#[test]
fn what_would_run_for_ever_is_stopped() {
    for source in [
        "{% for i in range(10**9) %}{% endfor %}",
        "{% for i in range(4000) %}{% for j in range(4000) %}{% endfor %}{% endfor %}",
        "{% for i in range(3000) %}{{ range(3000)|sum }}{% endfor %}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(100) %}{% set ns.l = ns.l + ns.l %}{% endfor %}{{ ns.l|length }}",
        "{% set l = [0] * 3000 %}{% for i in l %}{% for j in l %}{{ i in l }}{% endfor %}{% endfor %}",
        "{% macro m(n) %}{% for i in range(10) %}{{ m(n + 1) }}{% endfor %}{% endmacro %}{{ m(0) }}",
        "{% set s = 'a' * 1000000 %}{% for i in range(100000) %}{{ s.find('b') }}{% endfor %}",
        "{% set s = 'a' * 100000 %}{% for i in range(100000) %}{{ s|wordcount }}{{ s|length }}{% endfor %}",
    ] {
        let start = Instant::now();
        let message = message(source, &json!({}));
        let is_said = ["too long", "longer than", "builds more", "too deep"]
            .iter()
            .any(|part| message.contains(part));
        assert!(is_said, "{source}: {message}");
        assert!(
            start.elapsed().as_secs() < 30,
            "{source} took {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn what_would_fill_the_memory_is_stopped_before_it_is_built() {
    for source in [
        "{{ 'x' * 10**9 }}",
        "{{ 'x' * 10**30 }}",
        "{{ [0] * 10**9 }}",
        "{{ range(10**9)|list }}",
        "{{ 'x'.center(10**9) }}",
        "{{ 'x'|center(10**9) }}",
        "{{ 'x'.ljust(10**30) }}",
        "{{ 'x'.zfill(10**9) }}",
        "{{ '\\t'.expandtabs(10**9) }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '%.1000000000f' % 1 }}",
        "{{ '%*d' % (10**9, 1) }}",
        "{{ '{:1000000000}'.format(1) }}",
        "{{ 'x'|indent(10**9) }}",
        "{{ ('a\\n' * 1000)|indent('x' * 1000000) }}",
        "{{ [1]|batch(10**9, 0)|list }}",
        "{{ [1]|slice(10**9)|list }}",
        "{{ [1]|tojson(indent=10**9) }}",
        "{{ ('a' * 10000)|replace('a', 'b' * 1000000) }}",
        "{{ ('a' * 10000).replace('', 'b' * 1000000) }}",
        "{{ ('x' * 1000000).join('a' * 10000) }}",
        "{{ ('a' * 10000)|join('b' * 1000000) }}",
        "{% set ns = namespace(s='x') %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
        "{% set ns = namespace(l=[]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}",
        "{% set ns = namespace(l=[]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l|tojson }}",
        "{% set ns = namespace(l=[]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l|pprint }}",
        "{% set l = [] %}{% set _ = l.append(l) %}{{ l }}",
        "{% set l = [] %}{% set _ = l.append(l) %}{{ l|tojson }}",
        "{% set d = {} %}{% set _ = d.update(d=d) %}{{ d }}{{ d == d.copy() }}",
        "{% for i in range(100000) %}{{ 'x' * 100 }}{% endfor %}",
    ] {
        let start = Instant::now();
        let message = message(source, &json!({}));
        assert!(!message.is_empty());
        assert!(
            start.elapsed().as_secs() < 20,
            "{source} took {:?}: {message}",
            start.elapsed()
        );
    }
}

#[test]
fn the_limit_of_the_text_is_said() {
    let message = message(
        "{% for i in range(50000) %}{{ 'x' * 100 }}{% endfor %}",
        &json!({}),
    );
    assert_eq!(message, "the text becomes longer than 4 MB");
}

#[test]
fn what_is_nested_deep_does_not_exhaust_the_stack() {
    on_a_small_stack(|| {
        let n = 100_000;
        let sources = [
            format!("{{{{ {}1{} }}}}", "(".repeat(n), ")".repeat(n)),
            format!("{{{{ {}1{} }}}}", "[".repeat(n), "]".repeat(n)),
            format!("{{{{ {}1{} }}}}", "{1:".repeat(n), "}".repeat(n)),
            format!("{{{{ {}1 }}}}", "not ".repeat(n)),
            format!("{{{{ {}1 }}}}", "- ".repeat(n)),
            format!("{{{{ {}1 }}}}", "+ ".repeat(n)),
            format!("{{{{ 1{} }}}}", " + 1".repeat(n)),
            format!("{{{{ 1{} }}}}", " if 1 else 1".repeat(n)),
            format!("{{{{ a{} }}}}", ".b".repeat(n)),
            format!("{{{{ a{} }}}}", "[0]".repeat(n)),
            format!("{{{{ a{} }}}}", "()".repeat(n)),
            format!("{{{{ a{} }}}}", "|upper".repeat(n)),
            format!("{{{{ a{} }}}}", " is defined".repeat(n)),
            format!("{{{{ a{} }}}}", " < 1".repeat(n)),
            format!("{{{{ a{} }}}}", " and 1".repeat(n)),
            format!("{{{{ a{} }}}}", " ~ 1".repeat(n)),
            format!("{{{{ a{} }}}}", " in b".repeat(n)),
            format!("{{{{ a{} }}}}", "[0:".repeat(n)),
            "{% if 1 %}".repeat(n),
            format!("{}{}", "{% if 1 %}".repeat(n), "{% endif %}".repeat(n)),
            format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(n)),
            format!("{}{}", "{% for i in x %}".repeat(n), "{% endfor %}".repeat(n)),
            format!("{}{}", "{% macro m() %}".repeat(n), "{% endmacro %}".repeat(n)),
            format!("{{% set {}a{} = 1 %}}", "(".repeat(n), ")".repeat(n)),
            format!("{{% for {}a{} in 1 %}}{{% endfor %}}", "(".repeat(n), ")".repeat(n)),
            "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}".to_owned(),
            "{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{{ m() }}".to_owned(),
            "{% macro m() %}{{ [[[[m()]]]]|first|first|upper }}{% endmacro %}{{ m() }}".to_owned(),
            "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}".to_owned(),
            "{% block a %}{{ self.a() }}{% endblock %}".to_owned(),
            "{% macro m() %}{% for i in [1] %}{% if 1 %}{% with a = 1 %}{{ m() }}{% endwith %}{% endif %}{% endfor %}{% endmacro %}{{ m() }}".to_owned(),
        ];
        for source in &sources {
            let message = message(source, &json!({"a": 1}));
            assert!(!message.is_empty());
        }
        // As deep as is allowed.
        let n = 39;
        let most = [
            format!("{{{{ {}1{} }}}}", "(".repeat(n), ")".repeat(n)),
            format!("{{{{ {}1{} }}}}", "[".repeat(n), "]".repeat(n)),
            format!("{{{{ 1{} }}}}", " + 1".repeat(190)),
            format!("{}x{}", "{% if 1 %}".repeat(40), "{% endif %}".repeat(40)),
            format!("{{% if 0 %}}{}{{% endif %}}", "{% elif 0 %}".repeat(59)),
        ];
        for source in &most {
            let template = Template::parse("t", source)
                .map_err(|fault| fault.problem.message)
                .unwrap();
            template.render(&Values::default(), false).text.unwrap();
        }
    });
}

#[test]
fn values_nested_deep_are_refused_and_dropped() {
    on_a_small_stack(|| {
        let mut deep = json!(1);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        let values = Values::of(json!({"deep": deep}).as_object().unwrap());
        let template =
            Template::parse("t", "{{ deep }}{{ deep|tojson }}{{ deep == deep }}").unwrap();
        assert!(template.render(&values, false).text.is_ok());
        let mut deeper = deep;
        for _ in 0..500 {
            deeper = json!([deeper]);
        }
        assert!(message("{{ deeper }}", &json!({"deeper": deeper})).contains("nested"));
        let long = "{% set ns = namespace(l=[]) %}{% for i in range(100000) %}{% set ns.l = [ns.l] %}{% endfor %}";
        let template = Template::parse("t", long).unwrap();
        assert!(template.render(&Values::default(), false).text.is_ok());
        for made in [
            "{'a': ns.l}",
            "(ns.l,)",
            "cycler(ns.l)",
            "[ns.l]|reverse",
            "joiner(ns.l)",
            "namespace(a=ns.l)",
        ] {
            let source = long.replace("[ns.l]", made);
            let template = Template::parse("t", &source).unwrap();
            assert!(
                template.render(&Values::default(), false).text.is_ok(),
                "{made}"
            );
        }
    });
}

/// Ways to use a value as a key.
const AS_KEYS: &[&str] = &[
    "{{ {KEY: 1} }}",
    "{{ KEY in {} }}",
    "{{ {}[KEY] }}",
    "{{ {}.get(KEY) }}",
    "{{ {}.pop(KEY, 1) }}",
    "{{ {}.setdefault(KEY, 1) }}",
    "{{ {}.update([(KEY, 1)]) }}",
    "{{ [KEY]|unique|list }}",
    "{{ dict([(KEY, 1)]) }}",
    "{{ KEY is filter }}",
    "{{ KEY is test }}",
    "{{ KEY in {1: 2}.keys() }}",
    "{{ {1: KEY}|dictsort }}{{ {KEY: 1}|dictsort }}",
];

#[test]
fn deep_and_shared_tuples_as_keys_end_with_a_fault() {
    on_a_small_stack(|| {
        // Each of the shared ones runs to the limit of what may be built, so only some are tried.
        for (n, more, n_used) in [(100_000, "(ns.t,)", AS_KEYS.len()), (40, "(ns.t, ns.t)", 3)] {
            for used in AS_KEYS.iter().take(n_used) {
                let source = format!(
                    "{{% set ns = namespace(t=()) %}}{{% for i in range({n}) %}}{{% set ns.t = {more} %}}{{% endfor %}}{}",
                    used.replace("KEY", "ns.t")
                );
                let message = message(&source, &json!({}));
                let is_said = ["deep", "too long", "builds more"];
                assert!(
                    is_said.iter().any(|part| message.contains(part)),
                    "{source}: {message}"
                );
            }
        }
    });
}

#[test]
fn deep_values_are_compared_written_and_sorted_to_a_limit() {
    on_a_small_stack(|| {
        for made in [
            "[ns.X]",
            "(ns.X,)",
            "{'a': ns.X}",
            "[ns.X, ns.X]",
            "(1, ns.X)",
        ] {
            let grown = format!(
                "{{% set ns = namespace(a=1, b=1) %}}{{% for i in range(5000) %}}{{% set ns.a = {} %}}{{% set ns.b = {} %}}{{% endfor %}}",
                made.replace('X', "a"),
                made.replace('X', "b")
            );
            for used in [
                "ns.a == ns.b",
                "[ns.a] < [ns.b]",
                "ns.a in [ns.b]",
                "[ns.b].count(ns.a)",
                "[ns.b].index(ns.a)",
                "[ns.a, ns.b]|sort",
                "[ns.a, ns.b]|max",
                "[{'x': ns.a}, {'x': ns.b}]|groupby('x')",
                "ns.a|string",
                "ns.a|tojson",
                "ns.a|tojson(1)",
                "ns.a|pprint",
                "[ns.a]|join",
                "ns.a|e",
                "'%r' % (ns.a,)",
                "'{}'.format(ns.a)",
                "ns.a ~ ''",
            ] {
                let message = message(&format!("{grown}{{{{ {used} }}}}"), &json!({}));
                let is_said = ["deep", "too long", "cannot be", "longer than"];
                assert!(
                    is_said.iter().any(|part| message.contains(part)),
                    "{made} {used}: {message}"
                );
            }
        }
    });
}

#[test]
fn what_holds_deep_values_is_dropped_without_recursion() {
    on_a_small_stack(|| {
        let grown = "{% set ns = namespace(l=()) %}{% for i in range(50000) %}{% set ns.l = MADE %}{% endfor %}";
        for made in [
            "{cycler(ns.l): 1}",
            "{namespace(a=ns.l): [1]}",
            "{'a': ns.l}.items()",
            "[ns.l].append",
            "[ns.l]|groupby('x')",
            "dict(a=ns.l)|items",
        ] {
            let template = Template::parse("t", &grown.replace("MADE", made)).unwrap();
            let rendered = template.render(&Values::default(), false);
            assert!(rendered.text.is_ok(), "{made}: {:?}", rendered.text);
        }
        for source in [
            "{% set ns = namespace(f=0) %}{% macro k(f) %}{% call s() %}{{ f }}{% endcall %}{% endmacro %}{% macro s() %}{% set ns.f = caller %}{% endmacro %}{% for i in range(30000) %}{% set t = k(ns.f) %}{% endfor %}{% set ns.f = 0 %}",
            "{% set ns = namespace(f=0) %}{% macro k(f) %}{% macro g() %}{{ f }}{% endmacro %}{% set ns.f = g %}{% endmacro %}{% for i in range(30000) %}{% set t = k(ns.f) %}{% endfor %}{% set ns.f = 0 %}",
            "{% set ns = namespace(f=0) %}{% for i in range(30000) %}{% for x in [ns.f] %}{% set t = loop.changed(ns.f) %}{% set ns.f = loop %}{% endfor %}{% endfor %}{% set ns.f = 0 %}",
            "{% set ns = namespace(f=0) %}{% for i in range(30000) %}{% for x in [1] recursive %}{% set y = ns.f %}{% set ns.f = loop %}{% endfor %}{% endfor %}{% set ns.f = 0 %}",
        ] {
            let template = Template::parse("t", source).unwrap();
            let rendered = template.render(&Values::default(), false);
            assert!(rendered.text.is_ok(), "{source}: {:?}", rendered.text);
        }
    });
}

#[test]
fn special_spaces_and_long_expressions_have_their_price() {
    let spaces = "{{ ('a ' ~ ('\u{2003}' * 60000) ~ 'x') | wordwrap(1) }}".to_owned();
    let blanks = " ".repeat(150_000);
    let long = format!(
        "{{% set u = ([1]|map(attribute='a')|list)[0] %}}{{% for i in range(100000) %}}{{{{ u if{blanks}true }}}}{{% endfor %}}"
    );
    for source in [spaces, long] {
        let fault = message(&source, &json!({}));
        assert!(fault.contains("too long"), "{fault}");
    }
}
