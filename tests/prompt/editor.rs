//! What the editor shows beside the text: colors and notices.

use marksheet::prompt::{highlight, notices};

/// Each piece with its kind, plain text left out.
fn painted(source: &str) -> String {
    let spans = highlight(source);
    let piece = |(range, kind): &(std::ops::Range<usize>, marksheet::prompt::TokenKind)| {
        format!("{}:{}", &source[range.clone()], kind.word())
    };
    spans.iter().map(piece).collect::<Vec<_>>().join(" ")
}

#[test]
fn words_are_colored_by_what_they_are() {
    for (source, expected) in [
        (
            "a {{ query|trim }} b",
            "{{:delimiter query:variable |:operator trim:filter }}:delimiter",
        ),
        (
            "{% for e in examples if e.ok %}",
            "{%:delimiter for:keyword e:variable in:keyword examples:variable if:keyword e:variable .:operator ok:variable %}:delimiter",
        ),
        (
            "{% if x is not defined %}",
            "{%:delimiter if:keyword x:variable is:keyword not:keyword defined:filter %}:delimiter",
        ),
        (
            "{{ 'a' ~ 1.5 ~ true }}",
            "{{:delimiter 'a':text ~:operator 1.5:number ~:operator true:number }}:delimiter",
        ),
        (
            "{# c #}x{% raw %}{{ y }}{% endraw %}z",
            "{# c #}:comment {% raw %}:keyword {% endraw %}:keyword",
        ),
        (
            "{% filter upper %}x{% endfilter %}",
            "{%:delimiter filter:keyword upper:filter %}:delimiter {%:delimiter endfilter:keyword %}:delimiter",
        ),
        (
            "{{ d.if }}{{ d.items() }}",
            "{{:delimiter d:variable .:operator if:variable }}:delimiter {{:delimiter d:variable .:operator items:variable (:operator ):operator }}:delimiter",
        ),
        (
            "{%- for n in t recursive -%}",
            "{%-:delimiter for:keyword n:variable in:keyword t:variable recursive:keyword -%}:delimiter",
        ),
        ("é {{ ü", "{{:delimiter ü:variable"),
        ("{{ a & b }} {{ c }}", "{{:delimiter a:variable"),
        ("plain {x} 100%", ""),
        ("{# never closed", ""),
        ("a {# x #}{# y #}", "{# x #}:comment {# y #}:comment"),
    ] {
        assert_eq!(painted(source), expected, "{source}");
    }
}

fn noticed(source: &str) -> Vec<String> {
    notices("user.jinja2", source)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn single_braces_that_look_like_a_variable_are_noticed() {
    let notices = noticed("Question: {query}\nContext: { context } {query}");
    assert_eq!(notices.len(), 2);
    assert_eq!(
        notices[0],
        "user.jinja2, line 1, column 11: {query} is sent as it is: Jinja2 fills in what stands in double braces — write {{ query }}"
    );
    assert!(notices[1].starts_with("user.jinja2, line 2, column 10: {context}"));
}

#[test]
fn braces_that_are_meant_are_not_noticed() {
    for source in [
        "{{ query }}",
        "{\"answer\": \"A\"}",
        "{}",
        "{ }",
        "{1}",
        "{% raw %}{{ x }}{% endraw %}",
        "{# {x} #}",
        "{{ {'a': x} }}",
        "{a, b}",
        "\\frac{1}{2}",
    ] {
        assert!(
            noticed(source).is_empty(),
            "{source}: {:?}",
            noticed(source)
        );
    }
}

#[test]
fn chat_markup_is_noticed_once() {
    let notices = noticed("<s>[INST] {{ query }} [/INST]");
    assert_eq!(
        notices,
        [
            "user.jinja2, line 1, column 1: chat markup is sent as text: <s>, [INST], [/INST] — a server adds its model's own markup; take it out unless you know that yours does not"
        ]
    );
    assert_eq!(noticed("<|im_start|>user\n{{ query }}<|im_end|>").len(), 1);
    assert!(noticed("a < b and [INSTRUCTIONS] <b>").is_empty());
}

#[test]
fn a_megabyte_of_braces_is_read_once() {
    for piece in [
        "{ ",
        "{x ",
        "{\n",
        "{ { ",
        "{{% raw %}",
        "{# #}{",
        "<s>{",
        "{a}",
    ] {
        let source = piece.repeat(1_000_000 / piece.len());
        let start = std::time::Instant::now();
        notices("user.jinja2", &source);
        highlight(&source);
        assert!(start.elapsed().as_secs() < 10, "{piece:?}");
    }
    assert!(noticed(&"{x} ".repeat(600_000)).is_empty());
    assert_eq!(
        noticed(&format!("{{{}x{}}}", " ".repeat(20), " ".repeat(20))).len(),
        1
    );
    assert!(noticed(&format!("{{ {} }}", "é".repeat(40))).is_empty());
}
