//! What a rendering must empty when it ends.
//!
//! Values are counted by reference, so whatever holds itself would never be freed: a macro stands in the names it can
//! see, `l.append(l)`, `{% set ns.a = ns %}`. A circle is always closed by a change of something already there; all that
//! was changed in such a way is noted here. Deliberately absent: freeing circles while a template still runs, which the
//! limit of what it may build makes up for.

use super::dict::Dict;
use super::scope::Scope;
use super::shared::{Shared, drop_flat};
use super::value::{Object, Value};
use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// Something that may hold itself.
enum Entry {
    Scope(Weak<Scope>),
    List(Weak<Shared<Vec<Value>>>),
    Dict(Weak<Shared<Dict>>),
    Object(Weak<Object>),
}

/// All of it; emptied when this is dropped.
#[derive(Default)]
pub(super) struct Kept {
    entries: RefCell<Vec<Entry>>,
}

impl Kept {
    fn push(&self, entry: Entry) {
        let mut entries = self.entries.borrow_mut();
        if entries.len() >= 64 && entries.len() == entries.capacity() {
            // Before it grows, what is gone already is left out.
            entries.retain(Entry::is_alive);
            let n = entries.len();
            entries.reserve(n + 64);
        }
        entries.push(entry);
    }

    /// Names that something made in them can see, and those around them.
    pub fn scope(&self, scope: &Rc<Scope>) {
        let mut next = Some(scope);
        while let Some(scope) = next {
            if scope.is_kept.replace(true) {
                return;
            }
            self.push(Entry::Scope(Rc::downgrade(scope)));
            next = scope.parent();
        }
    }

    /// A list that was put something into.
    pub fn list(&self, list: &Rc<Shared<Vec<Value>>>) {
        if !list.is_kept.replace(true) {
            self.push(Entry::List(Rc::downgrade(list)));
        }
    }

    /// A dict that was put something into.
    pub fn dict(&self, dict: &Rc<Shared<Dict>>) {
        if !dict.is_kept.replace(true) {
            self.push(Entry::Dict(Rc::downgrade(dict)));
        }
    }

    /// A namespace or a loop that was put something into.
    pub fn object(&self, object: &Rc<Object>) {
        let is_kept = match &**object {
            Object::Namespace(dict) => dict.is_kept.replace(true),
            Object::Loop(state) => state.is_kept.replace(true),
            _ => true,
        };
        if !is_kept {
            self.push(Entry::Object(Rc::downgrade(object)));
        }
    }
}

impl Entry {
    fn is_alive(&self) -> bool {
        match self {
            Entry::Scope(scope) => scope.strong_count() > 0,
            Entry::List(list) => list.strong_count() > 0,
            Entry::Dict(dict) => dict.strong_count() > 0,
            Entry::Object(object) => object.strong_count() > 0,
        }
    }

    /// Takes everything out of it.
    fn empty(&self) -> Vec<Value> {
        let taken = match self {
            Entry::Scope(scope) => scope.upgrade().map(|scope| scope.take()),
            Entry::List(list) => list.upgrade().map(|list| list.take()),
            Entry::Dict(dict) => dict.upgrade().map(|dict| dict.borrow_mut().take_all()),
            Entry::Object(object) => object.upgrade().and_then(|object| match &*object {
                Object::Namespace(dict) => Some(dict.borrow_mut().take_all()),
                Object::Loop(state) => state.last_changed.take(),
                _ => None,
            }),
        };
        taken.unwrap_or_default()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let entries = std::mem::take(self.entries.get_mut());
        for entry in &entries {
            drop_flat(entry.empty());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::prompt::template::shared::live;
    use crate::prompt::{Template, Values};

    /// Renders and says how many names, lists and mappings more there are than before.
    fn left_over(source: &str) -> isize {
        let given =
            serde_json::json!({"xs": [1, [2, 3], {"a": 4}], "tree": [{"kids": [{"kids": []}]}]});
        let Some(map) = given.as_object() else {
            return 0;
        };
        let values = Values::of(map);
        let before = live();
        match Template::parse("t", source) {
            Ok(template) => {
                for is_strict in [false, true] {
                    let _ = template.render(&values, is_strict);
                }
            }
            Err(fault) => panic!("{source}: {}", fault.problem),
        }
        live() - before
    }

    #[test]
    fn nothing_is_left_over_after_a_rendering() {
        for source in [
            "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(xs) }}",
            "{% for x in xs %}{% macro m() %}{{ x }}{% endmacro %}{{ m() }}{% endfor %}",
            "{% macro m() %}{% macro n() %}{{ m }}{% endmacro %}{{ n() }}{{ caller() }}{% endmacro %}{% call m() %}{{ xs }}{% endcall %}",
            "{% macro m() %}{{ missing.a.b }}{% endmacro %}{{ m() }}",
            "{% set l = [] %}{% set _ = l.append(l) %}",
            "{% for x in xs %}{% set l = [x] %}{% set _ = l.insert(0, [l]) %}{% endfor %}",
            "{% set l = [] %}{% set _ = l.extend([l, (l,)]) %}",
            "{% set _ = xs.append(xs) %}",
            "{% set d = {} %}{% set _ = d.update(a=d) %}",
            "{% set d = {} %}{% set _ = d.setdefault('a', {'b': d}.items()) %}",
            "{% set ns = namespace() %}{% set ns.a = [ns] %}",
            "{% set ns = namespace() %}{% for x in xs %}{% set ns.l = loop %}{% endfor %}{{ ns.l.index }}",
            "{% for x in xs %}{% set l = [x] %}{% set _ = loop.changed(loop, l) %}{% endfor %}",
            "{% for t in tree recursive %}{% set l = loop %}{{ loop(t.kids) }}{% endfor %}",
            "{% set ns = namespace() %}{% for t in tree recursive %}{% set ns.l = loop %}{{ loop(t.kids) }}{% endfor %}",
            "{% block b %}{% macro m() %}x{% endmacro %}{{ m() }}{% endblock %}{{ self.b() }}",
            "{% set c = cycler([1], [2]) %}{% set j = joiner(c) %}{% macro m() %}{{ c.next() }}{{ j() }}{% endmacro %}{{ m() }}",
            "{% set m = xs.append %}{% set _ = m(m) %}",
            "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        ] {
            assert_eq!(left_over(source), 0, "{source}");
        }
    }
}
