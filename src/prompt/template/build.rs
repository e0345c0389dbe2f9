//! From minijinja's syntax tree to the tree a template is run from, with what Jinja2 decides before running.

mod expressions;

use super::Fault;
use super::filters::is_filter;
use super::node::{
    Argument, Arguments, Block, Filter, For, MacroNode, Name, Program, Span, Statement, Target,
};
use super::source::Source;
use minijinja::machinery::ast::{self, Expr, Stmt};
use std::collections::HashMap;
use std::rc::Rc;

pub(super) struct Builder<'s> {
    source: &'s Source,
    program: Program,
    ids: HashMap<Rc<str>, Name>,
    /// In `{% if %}` Jinja2 looks for filters and tests only when they are needed.
    is_soft: bool,
    depth: usize,
}

type Built<T> = Result<T, Fault>;

/// Builds a program from a parsed template.
pub(super) fn build(source: &Source, root: &Stmt) -> Built<Program> {
    let mut builder = Builder {
        source,
        program: Program::default(),
        ids: HashMap::new(),
        is_soft: false,
        depth: 0,
    };
    for name in super::scope_names::FIXED {
        builder.name(name);
    }
    if let Stmt::Template(template) = root {
        builder.program.body = builder.body(&template.children)?;
    }
    Ok(builder.program)
}

fn span(span: minijinja::machinery::Span) -> Span {
    Span {
        start: span.start_offset,
        end: span.end_offset,
    }
}

impl Builder<'_> {
    fn name(&mut self, name: &str) -> Name {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = self.program.names.len() as Name;
        let name: Rc<str> = Rc::from(name);
        self.program.names.push(Rc::clone(&name));
        self.ids.insert(name, id);
        id
    }

    fn body(&mut self, statements: &[Stmt]) -> Built<Vec<Statement>> {
        statements
            .iter()
            .map(|statement| self.statement(statement))
            .collect()
    }

    /// A body with a scope of its own, where unknown filters are an error at once.
    fn inner(&mut self, statements: &[Stmt]) -> Built<Vec<Statement>> {
        let was_soft = std::mem::replace(&mut self.is_soft, false);
        let body = self.body(statements);
        self.is_soft = was_soft;
        body
    }

    fn soft<T>(&mut self, build: impl FnOnce(&mut Self) -> Built<T>) -> Built<T> {
        let was_soft = std::mem::replace(&mut self.is_soft, true);
        let built = build(self);
        self.is_soft = was_soft;
        built
    }

    fn statement(&mut self, statement: &Stmt) -> Built<Statement> {
        Ok(match statement {
            Stmt::Template(template) => {
                return self.fail(span(template.span()), "a template inside a template");
            }
            Stmt::EmitRaw(raw) => Statement::Text(raw.raw.to_owned()),
            Stmt::EmitExpr(print) => Statement::Print(self.expression(&print.expr)?),
            Stmt::ForLoop(node) => self.for_loop(node)?,
            Stmt::IfCond(node) => self.soft(|this| {
                Ok(Statement::If {
                    test: this.expression(&node.expr)?,
                    then: this.body(&node.true_body)?,
                    otherwise: this.body(&node.false_body)?,
                })
            })?,
            Stmt::WithBlock(node) => {
                let mut assigned = Vec::new();
                for (target, value) in &node.assignments {
                    assigned.push((self.target(target)?, self.expression(value)?));
                }
                Statement::With {
                    assigned,
                    body: self.inner(&node.body)?,
                }
            }
            Stmt::Set(node) => {
                Statement::Set(self.target(&node.target)?, self.expression(&node.expr)?)
            }
            Stmt::SetBlock(node) => Statement::SetBlock {
                target: self.target(&node.target)?,
                filters: self.chain(node.filter.as_ref())?,
                body: self.inner(&node.body)?,
            },
            Stmt::FilterBlock(node) => Statement::FilterBlock {
                filters: self.chain(Some(&node.filter))?,
                body: self.inner(&node.body)?,
            },
            Stmt::AutoEscape(node) => Statement::AutoEscape {
                is_on: self.expression(&node.enabled)?,
                body: self.inner(&node.body)?,
            },
            Stmt::Block(node) => self.block(node)?,
            Stmt::Macro(node) => Statement::Macro(self.macro_node(node)?),
            Stmt::CallBlock(node) => Statement::Call {
                call: self.call(&node.call, span(node.call_expr_span))?,
                body: self.macro_node(&node.macro_decl)?,
            },
            Stmt::Import(node) => Statement::Alone("import", span(node.span())),
            Stmt::FromImport(node) => Statement::Alone("from", span(node.span())),
            Stmt::Extends(node) => Statement::Alone("extends", span(node.span())),
            Stmt::Include(node) => Statement::Alone("include", span(node.span())),
            Stmt::Do(node) => return self.fail(span(node.span()), "unknown tag {% do %}"),
        })
    }

    fn fail<T>(&self, span: Span, message: impl Into<String>) -> Built<T> {
        Err(self.source.fault(span, message, None))
    }

    fn for_loop(&mut self, node: &ast::Spanned<ast::ForLoop>) -> Built<Statement> {
        let iterable = self.expression(&node.iter)?;
        let was_soft = std::mem::replace(&mut self.is_soft, false);
        let target = self.target(&node.target)?;
        let test = node
            .filter_expr
            .as_ref()
            .map(|test| self.expression(test))
            .transpose()?;
        let body = self.body(&node.body)?;
        let otherwise = self.body(&node.else_body)?;
        self.is_soft = was_soft;
        self.program.loops.push(For {
            target,
            iterable,
            test,
            body,
            otherwise,
            is_recursive: node.recursive,
        });
        Ok(Statement::For(self.program.loops.len() - 1))
    }

    fn block(&mut self, node: &ast::Spanned<ast::Block>) -> Built<Statement> {
        let at = span(node.span());
        // The tree does not keep `scoped`; the words between the name and the end of the tag do.
        let head = self.source.text.get(at.start as usize..).unwrap_or("");
        let head = head.split("%}").next().unwrap_or("");
        let block = Block {
            name: Rc::from(node.name),
            is_required: node.required,
            is_scoped: head.split_whitespace().any(|word| word == "scoped"),
            body: self.inner(&node.body)?,
            span: at,
        };
        self.program.blocks.push(block);
        Ok(Statement::Block(self.program.blocks.len() - 1))
    }

    fn macro_node(&mut self, node: &ast::Spanned<ast::Macro>) -> Built<usize> {
        let mut arguments = Vec::new();
        for argument in &node.args {
            if let Expr::Var(name) = argument {
                let id = self.name(name.id);
                if arguments.contains(&id) {
                    return self.fail(
                        span(name.span()),
                        format!("the argument {} is there twice", name.id),
                    );
                }
                arguments.push(id);
            }
        }
        let n_plain = arguments.len() - node.defaults.len().min(arguments.len());
        if arguments
            .iter()
            .take(n_plain)
            .any(|id| *id == super::scope_names::CALLER)
        {
            return self.fail(
                span(node.span()),
                "an argument named caller needs a default: caller=none",
            );
        }
        let was_soft = std::mem::replace(&mut self.is_soft, false);
        let defaults = node
            .defaults
            .iter()
            .map(|value| self.expression(value))
            .collect::<Built<Vec<_>>>()?;
        let body = self.body(&node.body)?;
        self.is_soft = was_soft;
        let has = |word: &str| {
            let is_argument = node
                .args
                .iter()
                .any(|argument| matches!(argument, Expr::Var(name) if name.id == word));
            !is_argument
                && super::variables::reads(&self.program, &body, self.ids.get(word).copied())
        };
        let (catches_varargs, catches_kwargs, takes_caller) =
            (has("varargs"), has("kwargs"), has("caller"));
        let name_id = self.name(node.name);
        self.program.macros.push(MacroNode {
            name: Rc::from(node.name),
            name_id,
            arguments,
            defaults,
            body,
            catches_varargs,
            catches_kwargs,
            takes_caller,
        });
        Ok(self.program.macros.len() - 1)
    }

    fn target(&mut self, target: &Expr) -> Built<Target> {
        match target {
            Expr::Var(name) => Ok(Target::Name(self.name(name.id))),
            Expr::List(list) => {
                let targets = list
                    .items
                    .iter()
                    .map(|target| self.target(target))
                    .collect::<Built<_>>()?;
                Ok(Target::Many(targets, span(list.span())))
            }
            Expr::GetAttr(attribute) => match &attribute.expr {
                Expr::Var(name) => {
                    let at = Span {
                        start: name.span().start_offset,
                        end: attribute.span().end_offset,
                    };
                    Ok(Target::Attribute(
                        self.name(name.id),
                        Rc::from(attribute.name),
                        at,
                    ))
                }
                _ => self.fail(
                    span(attribute.span()),
                    "only an attribute of a namespace can be set, as in {% set ns.total = 1 %}",
                ),
            },
            other => self.fail(span(other.span()), "this cannot be assigned to"),
        }
    }

    /// Filters without a value before them, in the order they are applied.
    fn chain(&mut self, chain: Option<&Expr>) -> Built<Vec<Filter>> {
        let mut filters = Vec::new();
        let mut next = chain;
        while let Some(Expr::Filter(filter)) = next {
            filters.push(self.filter(filter.name, &filter.args, span(filter.span()))?);
            next = filter.expr.as_ref();
        }
        filters.reverse();
        Ok(filters)
    }

    fn filter(&mut self, name: &str, args: &[ast::CallArg], at: Span) -> Built<Filter> {
        let name: String = name.split_whitespace().collect();
        if !self.is_soft && !is_filter(&name) {
            let (message, hint) = super::filters::unknown(&name);
            return Err(self.source.fault(at, message, hint));
        }
        Ok(Filter {
            name: Rc::from(name),
            arguments: self.arguments(args)?,
            span: at,
        })
    }

    fn arguments(&mut self, args: &[ast::CallArg]) -> Built<Arguments> {
        let mut arguments = Arguments::default();
        let mut is_spread = false;
        for argument in args {
            // minijinja takes these in any order and number.
            let is_late = match argument {
                ast::CallArg::Pos(_) => is_spread || !arguments.more_named.is_empty(),
                ast::CallArg::PosSplat(_) => is_spread || !arguments.more_named.is_empty(),
                _ => !arguments.more_named.is_empty(),
            };
            if let (
                true,
                ast::CallArg::Pos(value)
                | ast::CallArg::PosSplat(value)
                | ast::CallArg::Kwarg(_, value)
                | ast::CallArg::KwargSplat(value),
            ) = (is_late, argument)
            {
                return self.fail(
                    span(value.span()),
                    "what a call is given stands in this order: values, values with names, one *list, one **mapping",
                );
            }
            is_spread |= matches!(argument, ast::CallArg::PosSplat(_));
            match argument {
                ast::CallArg::Pos(value) => arguments
                    .positional
                    .push(Argument::One(self.expression(value)?)),
                ast::CallArg::PosSplat(value) => arguments
                    .positional
                    .push(Argument::Spread(self.expression(value)?)),
                ast::CallArg::Kwarg(name, value) => arguments
                    .named
                    .push((Rc::from(*name), self.expression(value)?)),
                ast::CallArg::KwargSplat(value) => {
                    arguments.more_named.push(self.expression(value)?)
                }
            }
        }
        Ok(arguments)
    }
}
