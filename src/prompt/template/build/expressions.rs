//! Expressions of minijinja's tree.

use super::{Builder, Built, span};
use crate::prompt::template::conditions;
use crate::prompt::template::literal;
use crate::prompt::template::node::{Comparison, Expression, Filter, Kind, Operator, Span};
use crate::prompt::template::value::Value;
use minijinja::machinery::ast::{self, BinOpKind, CompareOpKind, Expr, UnaryOpKind};
use std::rc::Rc;

impl Builder<'_> {
    pub(super) fn expressions(&mut self, items: &[Expr]) -> Built<Vec<Expression>> {
        items.iter().map(|item| self.expression(item)).collect()
    }

    pub(super) fn expression(&mut self, node: &Expr) -> Built<Expression> {
        self.depth += 1;
        let built = self.expression_inner(node);
        self.depth -= 1;
        built
    }

    fn expression_inner(&mut self, node: &Expr) -> Built<Expression> {
        let mut at = span(node.span());
        let kind = match node {
            Expr::Var(name) => Kind::Name(self.name(name.id)),
            Expr::Const(constant) if self.is_odd_number(at) => {
                let _ = constant;
                return self.fail(
                    at,
                    "whole numbers do not begin with 0, and _ stands between two digits",
                );
            }
            Expr::Const(constant) => Kind::Constant(self.constant(&constant.value, at)?),
            Expr::List(list) => Kind::List(self.expressions(&list.items)?),
            Expr::Tuple(tuple) => Kind::Tuple(self.expressions(&tuple.items)?),
            Expr::Map(map) => {
                let keys = self.expressions(&map.keys)?;
                Kind::Dict(
                    keys.into_iter()
                        .zip(self.expressions(&map.values)?)
                        .collect(),
                )
            }
            Expr::UnaryOp(unary) => {
                let of = Box::new(self.expression(&unary.expr)?);
                at.end = at.end.max(of.span.end);
                match unary.op {
                    UnaryOpKind::Not => Kind::Not(of),
                    UnaryOpKind::Neg => Kind::Negative(of),
                }
            }
            Expr::BinOp(binary) => return self.binary(binary),
            Expr::Compare(compare) => {
                let first = self.expression(&compare.expr)?;
                let mut rest = Vec::new();
                for step in &compare.ops {
                    rest.push((comparison(step.op), self.expression(&step.expr)?));
                }
                at = Span {
                    start: first.span.start,
                    end: rest
                        .last()
                        .map_or(first.span.end, |(_, last)| last.span.end),
                };
                Kind::Compare(Box::new(first), rest)
            }
            Expr::IfExpr(node) => self.soft(|this| {
                let test = this.expression(&node.test_expr)?;
                let then = this.expression(&node.true_expr)?;
                at.start = then.span.start;
                let otherwise = node
                    .false_expr
                    .as_ref()
                    .map(|value| this.expression(value))
                    .transpose()?;
                Ok(Kind::If(Box::new((test, then)), otherwise.map(Box::new)))
            })?,
            Expr::Filter(filter) => {
                let Some(of) = &filter.expr else {
                    return self.fail(at, "a filter without a value before it");
                };
                let of = self.expression(of)?;
                let filter = self.filter(filter.name, &filter.args, at)?;
                at.start = of.span.start;
                Kind::Filter(Box::new(of), filter)
            }
            Expr::Test(test) => {
                if let Expr::Test(inner) = &test.expr {
                    let between = inner.span().end_offset as usize..at.start as usize;
                    let is_apart = self
                        .source
                        .text
                        .get(between)
                        .is_none_or(|between| between.contains(')'));
                    if inner.args.is_empty() && !is_apart {
                        return self.fail(at, "tests cannot follow each other; join them with and");
                    }
                }
                let of = self.expression(&test.expr)?;
                let name: String = test.name.split_whitespace().collect();
                if !self.is_soft && !conditions::is_test(&name) {
                    let (message, hint) = conditions::unknown(&name);
                    return Err(self.source.fault(at, message, hint));
                }
                let filter = Filter {
                    name: Rc::from(name),
                    arguments: self.arguments(&test.args)?,
                    span: at,
                };
                at.start = of.span.start;
                Kind::Test(Box::new(of), filter)
            }
            Expr::GetAttr(attribute) => {
                let of = self.expression(&attribute.expr)?;
                at.start = of.span.start;
                Kind::Attribute(Box::new(of), Rc::from(attribute.name))
            }
            Expr::GetItem(item) => {
                let of = self.expression(&item.expr)?;
                at.start = of.span.start;
                Kind::Item(Box::new((of, self.expression(&item.subscript_expr)?)))
            }
            Expr::Slice(slice) => {
                let of = self.expression(&slice.expr)?;
                at.start = of.span.start;
                let mut part = |part: &Option<Expr>| match part {
                    Some(part) => Ok(Some(Box::new(self.expression(part)?))),
                    None => Ok(None),
                };
                let parts = [part(&slice.start)?, part(&slice.stop)?, part(&slice.step)?];
                Kind::Slice(Box::new(of), parts)
            }
            Expr::Call(call) => return self.call(call, at),
        };
        Ok(Expression { kind, span: at })
    }

    pub(super) fn call(&mut self, call: &ast::Call, mut at: Span) -> Built<Expression> {
        let of = self.expression(&call.expr)?;
        at.start = of.span.start;
        let arguments = self.arguments(&call.args)?;
        Ok(Expression {
            kind: Kind::Call(Box::new(of), arguments),
            span: at,
        })
    }

    /// Numbers minijinja reads and Jinja2 does not.
    fn is_odd_number(&self, at: Span) -> bool {
        let written = self
            .source
            .text
            .get(at.start as usize..at.end as usize)
            .unwrap_or("");
        let is_number = written.chars().all(|c| c.is_ascii_digit() || c == '_');
        let has_zero = written.len() > 1
            && written.starts_with('0')
            && written.contains(|c| matches!(c, '1'..='9'));
        is_number && (has_zero || written.contains("__"))
    }

    fn constant(&self, value: &minijinja::Value, at: Span) -> Built<Value> {
        if value.is_none() {
            return Ok(Value::None);
        }
        if let Some(text) = value.as_str() {
            let written = self
                .source
                .text
                .get(at.start as usize..at.end as usize)
                .unwrap_or("");
            if !written.contains('\\') {
                return Ok(Value::text(text));
            }
            return match literal::text(written) {
                Ok(text) => Ok(Value::text(text)),
                Err(message) => Err(self.source.fault(
                    at,
                    message,
                    Some("write \\\\ for a backslash itself".to_owned()),
                )),
            };
        }
        if value.kind() == minijinja::value::ValueKind::Bool {
            return Ok(Value::Bool(value.is_true()));
        }
        if let (true, Ok(n)) = (value.is_integer(), i128::try_from(value.clone())) {
            return Ok(Value::Int(n));
        }
        match f64::try_from(value.clone()) {
            Ok(x) if !value.is_integer() => Ok(Value::Float(x)),
            _ => Err(self.source.fault(
                at,
                "this number is too large",
                Some("numbers can have up to 38 digits".to_owned()),
            )),
        }
    }

    fn binary(&mut self, binary: &ast::BinOp) -> Built<Expression> {
        let left = self.expression(&binary.left)?;
        let right = self.expression(&binary.right)?;
        let at = Span {
            start: left.span.start,
            end: right.span.end,
        };
        let both = |left, right| Box::new((left, right));
        let one = |op, left, right| Kind::Compare(Box::new(left), vec![(op, right)]);
        let kind = match binary.op {
            BinOpKind::Eq => one(Comparison::Equal, left, right),
            BinOpKind::Ne => one(Comparison::NotEqual, left, right),
            BinOpKind::Lt => one(Comparison::Less, left, right),
            BinOpKind::Lte => one(Comparison::LessOrEqual, left, right),
            BinOpKind::Gt => one(Comparison::Greater, left, right),
            BinOpKind::Gte => one(Comparison::GreaterOrEqual, left, right),
            BinOpKind::In => one(Comparison::In, left, right),
            BinOpKind::ScAnd => Kind::And(both(left, right)),
            BinOpKind::ScOr => Kind::Or(both(left, right)),
            BinOpKind::Add => Kind::Binary(Operator::Add, both(left, right)),
            BinOpKind::Sub => Kind::Binary(Operator::Subtract, both(left, right)),
            BinOpKind::Mul => Kind::Binary(Operator::Multiply, both(left, right)),
            BinOpKind::Div => Kind::Binary(Operator::Divide, both(left, right)),
            BinOpKind::FloorDiv => Kind::Binary(Operator::FloorDivide, both(left, right)),
            BinOpKind::Rem => Kind::Binary(Operator::Remainder, both(left, right)),
            BinOpKind::Pow => Kind::Binary(Operator::Power, both(left, right)),
            BinOpKind::Concat => Kind::Concat(match left.kind {
                Kind::Concat(mut parts) => {
                    parts.push(right);
                    parts
                }
                kind => vec![
                    Expression {
                        kind,
                        span: left.span,
                    },
                    right,
                ],
            }),
        };
        Ok(Expression { kind, span: at })
    }
}

fn comparison(op: CompareOpKind) -> Comparison {
    match op {
        CompareOpKind::Eq => Comparison::Equal,
        CompareOpKind::Ne => Comparison::NotEqual,
        CompareOpKind::Lt => Comparison::Less,
        CompareOpKind::Lte => Comparison::LessOrEqual,
        CompareOpKind::Gt => Comparison::Greater,
        CompareOpKind::Gte => Comparison::GreaterOrEqual,
        CompareOpKind::In => Comparison::In,
        CompareOpKind::NotIn => Comparison::NotIn,
    }
}
