//! One Jinja2 template: parsed, rendered, and what is wrong with it.

use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    name: String,
    source: String,
}

/// Variables prepared for rendering; cheap to clone.
#[derive(Clone, Default)]
pub struct Values(Map<String, Value>);

/// A variable a template reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The attributes read of it, or of what a loop over it yields.
    pub fields: Vec<String>,
    /// Whether it is only ever used where being undefined is allowed for.
    pub is_optional: bool,
}

/// What rendering gave.
pub struct Rendered {
    /// The text, or why there is none.
    pub text: Result<String, Fault>,
    /// What was undefined when it was used, as written.
    pub undefined: Vec<String>,
}

impl Values {
    /// Prepares variables.
    pub fn of(map: &Map<String, Value>) -> Self {
        Self(map.clone())
    }

    /// Replaces one variable.
    pub fn set(&mut self, name: &str, value: &Value) {
        self.0.insert(name.to_owned(), value.clone());
    }
}

impl Template {
    /// Parses a template.
    pub fn parse(name: &str, source: &str) -> Result<Template, Fault> {
        let source = source.replace("\r\n", "\n");
        minijinja::Environment::new()
            .template_from_named_str(name, &source)
            .map_err(|error| fault(name, &source, &error))?;
        Ok(Self {
            name: name.to_owned(),
            source,
        })
    }

    /// Renders it.
    pub fn render(&self, values: &Values, is_strict: bool) -> Rendered {
        let mut environment = minijinja::Environment::new();
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        if is_strict {
            environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
        }
        let text = environment
            .render_named_str(
                &self.name,
                &self.source,
                minijinja::Value::from(minijinja::value::Serde(&values.0)),
            )
            .map_err(|error| fault(&self.name, &self.source, &error));
        Rendered {
            text,
            undefined: Vec::new(),
        }
    }

    /// The variables it reads, in order of first use.
    pub fn variables(&self) -> Vec<Variable> {
        let environment = minijinja::Environment::new();
        let Ok(template) = environment.template_from_str(&self.source) else {
            return Vec::new();
        };
        let mut names: Vec<String> = template.undeclared_variables(false).into_iter().collect();
        names.sort();
        let variable = |name| Variable {
            name,
            ..Variable::default()
        };
        names.into_iter().map(variable).collect()
    }
}

fn fault(name: &str, source: &str, error: &minijinja::Error) -> Fault {
    let line = error.line().unwrap_or(1);
    Fault {
        problem: Problem::error(error.to_string())
            .in_file(name)
            .at(u32::try_from(line).unwrap_or(1), 1),
        line_text: source
            .lines()
            .nth(line.saturating_sub(1))
            .unwrap_or("")
            .to_owned(),
        start: 0,
        end: 0,
    }
}
