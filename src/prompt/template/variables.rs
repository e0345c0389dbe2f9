//! Which variables a template reads: the names it does not set itself.

mod guards;

use super::Variable;
use super::node::{
    Argument, Arguments, Expression, Filter, Kind, MacroNode, Name, Program, Statement, Target,
};
use super::scope_names::FIXED;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use guards::{guards, root, root_of_item};

/// Whether a body reads a name anywhere.
pub(super) fn reads(program: &Program, body: &[Statement], name: Option<Name>) -> bool {
    let Some(name) = name else {
        return false;
    };
    let mut finder = Finder::new(program);
    finder.scopes.push(Set::new());
    finder.body(body);
    finder.found.iter().any(|found| found.name == name)
}

/// The free variables, in order of first use.
pub(super) fn variables(program: &Program) -> Vec<Variable> {
    let mut finder = Finder::new(program);
    finder.scopes.push(Set::new());
    finder.body(&program.body);
    let name = |found: &Found| {
        program
            .names
            .get(found.name as usize)
            .map_or("", |name| &**name)
            .to_owned()
    };
    let mut variables = Vec::new();
    for found in &finder.found {
        let name = name(found);
        if FIXED.contains(&name.as_str()) || super::globals::NAMES.contains(&name.as_str()) {
            continue;
        }
        variables.push(Variable {
            name,
            fields: found.fields.iter().map(|field| field.to_string()).collect(),
            is_optional: found.is_optional,
        });
    }
    variables
}

struct Found {
    name: Name,
    fields: Vec<Rc<str>>,
    is_optional: bool,
}

/// A name set in the template, and the variable whose items it stands for.
type Set = HashMap<Name, Option<Name>>;

struct Finder<'p> {
    program: &'p Program,
    scopes: Vec<Set>,
    found: Vec<Found>,
    /// Where in `found` a name is.
    places: HashMap<Name, usize>,
    fields: HashSet<(Name, Rc<str>)>,
    /// Names known to be defined, or allowed not to be, where we are.
    guarded: Vec<Name>,
    done_blocks: HashSet<usize>,
}

impl<'p> Finder<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            scopes: Vec::new(),
            found: Vec::new(),
            places: HashMap::new(),
            fields: HashSet::new(),
            guarded: Vec::new(),
            done_blocks: HashSet::new(),
        }
    }

    /// `Some` when the name is set in the template.
    fn set(&self, name: Name) -> Option<Option<Name>> {
        let mut scopes = self.scopes.iter().rev();
        scopes.find_map(|scope| scope.get(&name).copied())
    }

    fn read(&mut self, name: Name, is_optional: bool) {
        if self.set(name).is_some() {
            return;
        }
        let is_optional = is_optional || self.guarded.contains(&name);
        let place = self.places.get(&name).copied();
        match place.and_then(|place| self.found.get_mut(place)) {
            Some(found) => found.is_optional &= is_optional,
            None => {
                self.places.insert(name, self.found.len());
                self.found.push(Found {
                    name,
                    fields: Vec::new(),
                    is_optional,
                });
            }
        }
    }

    fn field(&mut self, name: Name, field: &Rc<str>) {
        let place = self.places.get(&name).copied();
        if let Some(found) = place.and_then(|place| self.found.get_mut(place))
            && self.fields.insert((name, Rc::clone(field)))
        {
            found.fields.push(Rc::clone(field));
        }
    }

    fn assign(&mut self, target: &Target, source: Option<Name>) {
        match target {
            Target::Name(name) => {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(*name, source);
                }
            }
            Target::Many(targets, _) => targets.iter().for_each(|target| self.assign(target, None)),
            Target::Attribute(name, _, _) => self.read(*name, false),
        }
    }

    fn inner(&mut self, run: impl FnOnce(&mut Self)) {
        self.scopes.push(Set::new());
        run(self);
        self.scopes.pop();
    }

    fn guarded(&mut self, names: Vec<Name>, run: impl FnOnce(&mut Self)) {
        let n = self.guarded.len();
        self.guarded.extend(names);
        run(self);
        self.guarded.truncate(n);
    }

    fn body(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Text(_) | Statement::Alone(..) => {}
            Statement::Print(value) => self.expression(value),
            Statement::For(index) => self.for_loop(*index),
            Statement::If {
                test,
                then,
                otherwise,
            } => {
                self.expression(test);
                let (when_true, when_false) = guards(test);
                self.guarded(when_true, |this| this.body(then));
                self.guarded(when_false, |this| this.body(otherwise));
            }
            Statement::With { assigned, body } => {
                for (_, value) in assigned {
                    self.expression(value);
                }
                self.inner(|this| {
                    for (target, value) in assigned {
                        let source = root(value).filter(|_| matches!(value.kind, Kind::Name(_)));
                        this.assign(target, source);
                    }
                    this.body(body);
                });
            }
            Statement::Set(target, value) => {
                self.expression(value);
                self.assign(target, None);
            }
            Statement::SetBlock {
                target,
                filters,
                body,
            } => {
                self.inner(|this| this.body(body));
                filters.iter().for_each(|filter| self.filter(filter));
                self.assign(target, None);
            }
            Statement::FilterBlock { filters, body } => {
                self.inner(|this| this.body(body));
                filters.iter().for_each(|filter| self.filter(filter));
            }
            Statement::Macro(index) => {
                if let Some(node) = self.program.macros.get(*index) {
                    self.assign(&Target::Name(node.name_id), None);
                    self.macro_node(node);
                }
            }
            Statement::Call { call, body } => {
                self.expression(call);
                if let Some(node) = self.program.macros.get(*body) {
                    self.macro_node(node);
                }
            }
            Statement::Block(index) => {
                if let (Some(block), true) = (
                    self.program.blocks.get(*index),
                    self.done_blocks.insert(*index),
                ) {
                    self.inner(|this| this.body(&block.body));
                }
            }
            Statement::AutoEscape { is_on, body } => {
                self.expression(is_on);
                self.inner(|this| this.body(body));
            }
        }
    }

    fn for_loop(&mut self, index: usize) {
        let Some(node) = self.program.loops.get(index) else {
            return;
        };
        self.expression(&node.iterable);
        let source = root(&node.iterable);
        self.inner(|this| {
            this.assign(&node.target, source);
            if let Some(test) = &node.test {
                this.expression(test);
            }
            this.body(&node.body);
        });
        self.inner(|this| this.body(&node.otherwise));
    }

    fn macro_node(&mut self, node: &MacroNode) {
        self.inner(|this| {
            for name in &node.arguments {
                this.assign(&Target::Name(*name), None);
            }
            node.defaults
                .iter()
                .for_each(|value| this.expression(value));
            this.body(&node.body);
        });
    }

    fn filter(&mut self, filter: &Filter) {
        self.arguments(&filter.arguments);
    }

    fn arguments(&mut self, arguments: &Arguments) {
        for argument in &arguments.positional {
            match argument {
                Argument::One(value) | Argument::Spread(value) => self.expression(value),
            }
        }
        arguments
            .named
            .iter()
            .for_each(|(_, value)| self.expression(value));
        arguments
            .more_named
            .iter()
            .for_each(|value| self.expression(value));
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Constant(_) => {}
            Kind::Name(name) => self.read(*name, false),
            Kind::List(items) | Kind::Tuple(items) | Kind::Concat(items) => {
                items.iter().for_each(|item| self.expression(item))
            }
            Kind::Dict(entries) => {
                for (name, value) in entries {
                    self.expression(name);
                    self.expression(value);
                }
            }
            Kind::Not(of) | Kind::Negative(of) => self.expression(of),
            Kind::Binary(_, both) => {
                self.expression(&both.0);
                self.expression(&both.1);
            }
            Kind::And(both) => {
                self.expression(&both.0);
                self.guarded(guards(&both.0).0, |this| this.expression(&both.1));
            }
            Kind::Or(both) => {
                self.expression(&both.0);
                self.guarded(guards(&both.0).1, |this| this.expression(&both.1));
            }
            Kind::Compare(first, rest) => {
                self.expression(first);
                rest.iter().for_each(|(_, value)| self.expression(value));
            }
            Kind::If(both, otherwise) => {
                let (when_true, when_false) = guards(&both.0);
                self.expression(&both.0);
                self.guarded(when_true, |this| this.expression(&both.1));
                if let Some(otherwise) = otherwise {
                    self.guarded(when_false, |this| this.expression(otherwise));
                }
            }
            Kind::Attribute(of, field) => {
                self.expression(of);
                self.field_of(of, field);
            }
            Kind::Item(both) => {
                self.expression(&both.0);
                match &both.1.kind {
                    Kind::Constant(super::value::Value::Text(field)) => {
                        self.field_of(&both.0, field)
                    }
                    _ => self.expression(&both.1),
                }
            }
            Kind::Slice(of, parts) => {
                self.expression(of);
                parts
                    .iter()
                    .flatten()
                    .for_each(|part| self.expression(part));
            }
            Kind::Call(of, arguments) => {
                match &of.kind {
                    // A method is not a field.
                    Kind::Attribute(of, _) => self.expression(of),
                    _ => self.expression(of),
                }
                self.arguments(arguments);
            }
            Kind::Filter(of, filter) => {
                match (&*filter.name, &of.kind) {
                    ("default" | "d", Kind::Name(name)) => self.read(*name, true),
                    _ => self.expression(of),
                }
                for (name, value) in &filter.arguments.named {
                    if let ("attribute", Kind::Constant(super::value::Value::Text(field))) =
                        (&**name, &value.kind)
                    {
                        self.field_of(of, field);
                    }
                }
                self.filter(filter);
            }
            Kind::Test(of, test) => {
                match (&*test.name, &of.kind) {
                    ("defined" | "undefined", Kind::Name(name)) => self.read(*name, true),
                    _ => self.expression(of),
                }
                self.arguments(&test.arguments);
            }
        }
    }

    /// A field of a variable, or of what a loop over it gives.
    fn field_of(&mut self, of: &Expression, field: &Rc<str>) {
        let Some(name) = root_of_item(of) else {
            return;
        };
        match self.set(name) {
            None => self.field(name, field),
            Some(Some(source)) if self.set(source).is_none() => self.field(source, field),
            Some(_) => {}
        }
    }
}
