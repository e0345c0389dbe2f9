//! The syntax tree a template is run from: names are numbers, and everything knows where it is written.

use super::value::Value;
use std::rc::Rc;

/// A byte range of the source as it is parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Span {
    pub start: u32,
    pub end: u32,
}

/// A name's number in [`Program::names`].
pub(super) type Name = u32;

/// A whole template.
#[derive(Default)]
pub(super) struct Program {
    pub names: Vec<Rc<str>>,
    pub body: Vec<Statement>,
    pub loops: Vec<For>,
    pub macros: Vec<MacroNode>,
    pub blocks: Vec<Block>,
}

pub(super) enum Statement {
    Text(String),
    Print(Expression),
    /// An index into [`Program::loops`].
    For(usize),
    If {
        test: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    With {
        assigned: Vec<(Target, Expression)>,
        body: Vec<Statement>,
    },
    Set(Target, Expression),
    SetBlock {
        target: Target,
        filters: Vec<Filter>,
        body: Vec<Statement>,
    },
    FilterBlock {
        filters: Vec<Filter>,
        body: Vec<Statement>,
    },
    /// An index into [`Program::macros`].
    Macro(usize),
    Call {
        call: Expression,
        body: usize,
    },
    Block(usize),
    AutoEscape {
        is_on: Expression,
        body: Vec<Statement>,
    },
    /// `{% include %}` and its like, which need other templates.
    Alone(&'static str, Span),
}

pub(super) struct For {
    pub target: Target,
    pub iterable: Expression,
    pub test: Option<Expression>,
    pub body: Vec<Statement>,
    pub otherwise: Vec<Statement>,
    pub is_recursive: bool,
}

pub(super) struct Block {
    pub name: Rc<str>,
    pub is_required: bool,
    pub is_scoped: bool,
    pub body: Vec<Statement>,
    pub span: Span,
}

pub(super) struct MacroNode {
    pub name: Rc<str>,
    pub name_id: Name,
    pub arguments: Vec<Name>,
    pub defaults: Vec<Expression>,
    pub body: Vec<Statement>,
    pub catches_varargs: bool,
    pub catches_kwargs: bool,
    pub takes_caller: bool,
}

/// What can be assigned to.
pub(super) enum Target {
    Name(Name),
    Many(Vec<Target>, Span),
    Attribute(Name, Rc<str>, Span),
}

pub(super) struct Expression {
    pub kind: Kind,
    pub span: Span,
}

pub(super) enum Kind {
    Constant(Value),
    Name(Name),
    List(Vec<Expression>),
    Tuple(Vec<Expression>),
    Dict(Vec<(Expression, Expression)>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Binary(Operator, Box<(Expression, Expression)>),
    And(Box<(Expression, Expression)>),
    Or(Box<(Expression, Expression)>),
    /// `~` over everything it joins.
    Concat(Vec<Expression>),
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    If(Box<(Expression, Expression)>, Option<Box<Expression>>),
    Attribute(Box<Expression>, Rc<str>),
    Item(Box<(Expression, Expression)>),
    Slice(Box<Expression>, [Option<Box<Expression>>; 3]),
    Call(Box<Expression>, Arguments),
    Filter(Box<Expression>, Filter),
    Test(Box<Expression>, Filter),
}

/// A filter or a test with what is given to it.
pub(super) struct Filter {
    pub name: Rc<str>,
    pub arguments: Arguments,
    pub span: Span,
}

#[derive(Default)]
pub(super) struct Arguments {
    pub positional: Vec<Argument>,
    pub named: Vec<(Rc<str>, Expression)>,
    pub more_named: Vec<Expression>,
}

pub(super) enum Argument {
    One(Expression),
    Spread(Expression),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
    Power,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}
