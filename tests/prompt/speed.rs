//! How long a rendering takes: printed by `cargo test --release --test prompt speed -- --nocapture`.

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

#[test]
fn the_limits_are_reached_soon() {
    if cfg!(debug_assertions) {
        return;
    }
    for source in [
        "{% for i in range(10**7) %}{% endfor %}",
        "{% set l = range(1000)|list %}{% for i in range(4000) %}{% for j in l %}{% set k = i + j %}{% endfor %}{% endfor %}",
        "{% set l = range(4000)|list %}{% for i in range(4000) %}{{ 'x' if -1 in l }}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s|upper|wordcount %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s.find('zz') %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = 'zz' in s %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s[99999] %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s|length %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s == s ~ '' %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s|wordwrap(5) %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s|urlize %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s|striptags %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s is lower %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = {s: 1}[s] %}{% endfor %}",
        "{% set s = '<' * 1000000 %}{% set t = s|striptags|striptags %}{% for i in range(10**7) %}{% endfor %}",
        "{% set s = '(' * 1000000 %}{% set t = s|urlize %}{% for i in range(10**7) %}{% endfor %}",
        "{% set t = ('-' * 1000000)|wordwrap(5) %}{% for i in range(10**7) %}{% endfor %}",
        "{% set t = ('a' * 1000000)|wordwrap(5) %}{% for i in range(10**7) %}{% endfor %}",
        "{% set s = 'ab ' * 100000 %}{% for i in range(100000) %}{% set t = s|int %}{% endfor %}",
        "{% set l = range(100000)|list %}{% for i in range(100000) %}{% set t = l|sort %}{% endfor %}",
        "{% set d = dict([[1, 2]]) %}{% for i in range(10**7) %}{% set t = d.update({i: i}) %}{% endfor %}",
        "{% set d = {} %}{% for i in range(10**5) %}{% set t = d.update({i: i}) %}{% endfor %}{% for i in range(10**5) %}{% set t = d.pop(i) %}{% endfor %}{% for i in range(10**7) %}{% endfor %}",
    ] {
        let start = Instant::now();
        let rendered = Template::parse("t", source)
            .unwrap()
            .render(&Values::default(), false);
        let fault = rendered.text.unwrap_err();
        println!(
            "{:>9.1?} {:<50} {source}",
            start.elapsed(),
            fault.problem.message
        );
        assert!(start.elapsed().as_secs() < 2, "{source}");
    }
}
