//! What a test says about names, and which variable an expression is a part of.

use crate::prompt::template::node::{Expression, Kind, Name};

/// The variable whose items a list has: `examples`, `examples[:3]`, `examples|sort`, `examples or []`.
pub(super) fn root(expression: &Expression) -> Option<Name> {
    match &expression.kind {
        Kind::Name(name) => Some(*name),
        Kind::Slice(of, _) => root(of),
        Kind::Filter(of, filter) => {
            let keeps = [
                "default",
                "d",
                "sort",
                "list",
                "reverse",
                "select",
                "reject",
                "selectattr",
                "rejectattr",
                "unique",
            ];
            keeps.contains(&&*filter.name).then(|| root(of)).flatten()
        }
        Kind::Or(both) => root(&both.0),
        _ => None,
    }
}

/// The variable whose fields are read: `ex`, `examples[0]`, `examples|first`.
pub(super) fn root_of_item(expression: &Expression) -> Option<Name> {
    match &expression.kind {
        Kind::Name(name) => Some(*name),
        Kind::Item(both) => root(&both.0),
        Kind::Filter(of, filter)
            if matches!(
                &*filter.name,
                "first" | "last" | "map" | "join" | "sum" | "groupby" | "sort"
            ) =>
        {
            root(of)
        }
        _ => root(expression),
    }
}

/// Names that are known to be defined when a test holds, and when it does not.
pub(super) fn guards(test: &Expression) -> (Vec<Name>, Vec<Name>) {
    match &test.kind {
        Kind::Test(of, test) => match (&*test.name, &of.kind) {
            ("defined", Kind::Name(name)) => (vec![*name], Vec::new()),
            ("undefined", Kind::Name(name)) => (Vec::new(), vec![*name]),
            _ => (Vec::new(), Vec::new()),
        },
        Kind::Not(of) => {
            let (when_true, when_false) = guards(of);
            (when_false, when_true)
        }
        Kind::And(both) => {
            let mut names = guards(&both.0).0;
            names.extend(guards(&both.1).0);
            (names, Vec::new())
        }
        Kind::Or(both) => {
            let mut names = guards(&both.0).1;
            names.extend(guards(&both.1).1);
            (Vec::new(), names)
        }
        _ => (Vec::new(), Vec::new()),
    }
}
