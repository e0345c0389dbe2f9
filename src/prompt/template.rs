//! One Jinja2 template: parsed, rendered, and what is wrong with it.
//!
//! The text is byte for byte what Python's Jinja2 3.1.6 makes with ALUE's settings: no auto-escape, `trim_blocks` and
//! `lstrip_blocks` off, one newline at the end dropped, `\r\n` in a template (not in values) read as `\n`, no
//! extensions, no other templates.
//!
//! Map: `source` (line ends, places) → `check` (what the tokens alone tell) → `parse` (minijinja's lexer and parser)
//! → `build` with `literal` (our tree, `node`) → `run`, `expression`, `macros` (statements and expressions), all with one
//! `machine` (limits, names in `scope`, what was undefined, what is emptied at the end in `kept`).
//! Values are in `value`, `dict`, `shared`, `convert`; what they do in `operators`, `order`, `attribute`, `globals`; how
//! they are written in `python_text`, `json_text`, `number_text`, `percent`, `braces`, `letters`; then one file for each
//! kind of `filters`, `methods`, `conditions` (tests). `variables` says what a template reads; `words` what was meant.
//!
//! minijinja's own evaluator is not used: as it is it gives 46 of 62 recorded cases, and how its values compare, print,
//! change in place and fail, and what of them is undefined, cannot be patched from outside.
//!
//! | differs from Jinja2 | what happens |
//! |---|---|
//! | whole numbers beyond 38 digits, complex numbers, characters by name (`\N{…}`), `.encode`, `.translate`, `.maketrans`, `.sort(key=…)`, `.fromkeys`, `.hex` and `.as_integer_ratio` of fractions | an error that names it |
//! | half of a pair (`'\ud83d'`), octal characters beyond `'\377'`, calculating with views (`d.keys() - …`, `<=`) | an error |
//! | `random`, `lipsum` | an error: a prompt must be the same each time |
//! | what Python prints with its address in memory: a generator, a method, a cycler | an error that says what to add |
//! | `{% print %}`, `{% include %}`, `{% import %}`, `{% extends %}`, names with `__` on both sides | an error that names it |
//! | `x[1, 2]`, `x[]`, setting `loop` or `self`, tags nested more than 40 deep, more than 200 operators in one expression, values nested more than 200 deep that are printed, compared or a key | an error |
//! | `ﬁ` and `fi` in a name that is set | two names; Python makes them one |
//! | `map`, `select` and their like work at once, not when looped over | an error inside comes earlier |
//! | a mapping changed by a loop over it | the loop goes on over the old keys, where Python raises |
//! | `striptags` knows 60 named entities; letters and cases are those of Rust's Unicode version | other text for rare characters |
//!
//! Deliberately absent: a loader, extensions, anything that reads the clock or chance.

#![allow(clippy::result_large_err)] // A fault is made once per parsing or rendering.

mod attribute;
mod braces;
mod build;
mod check;
mod conditions;
mod convert;
mod dict;
mod error;
mod expression;
mod filters;
mod globals;
mod json_text;
mod kept;
mod letters;
mod literal;
mod machine;
mod macros;
mod methods;
mod node;
mod number_text;
mod operators;
mod order;
mod parse;
mod percent;
mod python_text;
mod run;
mod scope;
mod scope_names;
mod shared;
mod source;
mod value;
mod variables;
pub(crate) mod words;

pub use convert::Values;
pub(super) use source::MAX_SOURCE;

use crate::problem::Problem;
use machine::Machine;
use node::Program;
use serde::{Deserialize, Serialize};
use source::Source;
use std::rc::Rc;

/// Why a template cannot be parsed or rendered, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// What is wrong, with line and column, and what to try.
    pub problem: Problem,
    /// The text of that line.
    pub line_text: String,
    /// First byte of the source it is about.
    pub start: u32,
    /// The byte after the last; never before `start`.
    pub end: u32,
}

/// A parsed template.
pub struct Template {
    source: Source,
    program: Program,
}

/// A variable a template reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The attributes read of it, or of what a loop over it yields; in order of first use.
    pub fields: Vec<String>,
    /// Whether it is only ever used where being undefined is allowed for: `is defined`, `|default`.
    pub is_optional: bool,
}

/// What rendering gave.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The text, or why there is none.
    pub text: Result<String, Fault>,
    /// What was undefined when it was printed, looped over or tested, as written: `contxt`, `ex.answr`; in order,
    /// once each, at most 100.
    pub undefined: Vec<String>,
}

impl Template {
    /// Parses a template; `name` is what messages call it.
    ///
    /// # Errors
    ///
    /// What Jinja2 refuses before rendering, and a source beyond 2 MB or nested too deep.
    ///
    /// ```
    /// let fault = marksheet::prompt::Template::parse("user.jinja2", "{% for e in examples %}").err();
    /// let message = fault.map(|fault| fault.problem.message);
    /// assert_eq!(message.as_deref(), Some("{% for %} opened in line 1 is never closed"));
    /// ```
    pub fn parse(name: &str, source: &str) -> Result<Template, Fault> {
        let (source, program) = parse::parse(name, source)?;
        Ok(Self { source, program })
    }

    /// Renders the template; with `is_strict` anything undefined is an error, as with Jinja2's `StrictUndefined`.
    ///
    /// It ends with an error after 10 million steps (about half a second in a browser), when it builds 128 MB, and
    /// when its text becomes longer than 4 MB.
    pub fn render(&self, values: &Values, is_strict: bool) -> Rendered {
        let machine = Machine::new(&self.program, &self.source, values, is_strict);
        let mut text = String::new();
        let root = Rc::clone(&machine.root);
        let done = machine.run(&self.program.body, &root, &mut text);
        let text = match done {
            Ok(()) => Ok(text),
            Err(error) => {
                Err(self
                    .source
                    .fault(error.span.unwrap_or_default(), error.message, error.hint))
            }
        };
        Rendered {
            text,
            undefined: machine.into_undefined(),
        }
    }

    /// The variables it reads and does not set itself, in order of first use; Jinja2's own names are none.
    ///
    /// ```
    /// use marksheet::prompt::Template;
    /// let template = Template::parse("user.jinja2", "{% for e in examples %}{{ e.input }}{% endfor %}{{ note|default('') }}");
    /// let variables = template.map_err(|fault| fault.problem.message)?.variables();
    /// assert_eq!((variables[0].name.as_str(), &variables[0].fields[..]), ("examples", &["input".to_owned()][..]));
    /// assert!(variables[1].is_optional);
    /// # Ok::<(), String>(())
    /// ```
    pub fn variables(&self) -> Vec<Variable> {
        variables::variables(&self.program)
    }
}
