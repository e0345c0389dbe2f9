//! Extractive datasets shaped like SQuAD 1.1 and 2.0, ALUE's among them: articles, paragraphs, questions.
//!
//! Deliberately absent: `is_impossible` and `plausible_answers` as a verdict. Only `answers` decides.

use super::draft::{Draft, Loaded};
use super::{Item, Task, golds};
use crate::json::Json;
use crate::problem::Problem;
use crate::rows::{Ids, id_of, text_of};

/// Whether a value is an article: it has `paragraphs`, or is a paragraph itself.
pub fn is_article(value: &Json<'_>) -> bool {
    value.get("paragraphs").is_some() || value.get("qas").is_some()
}

/// Reads every question of every article. Takes the articles, so that the memory of each serves for the next.
///
/// # Errors
/// What was found, if no question can be scored.
pub fn read<'a>(
    file: &str,
    articles: impl IntoIterator<Item = Json<'a>>,
) -> Result<Loaded, Vec<Problem>> {
    let mut reader = Reader::default();
    for (i, article) in articles.into_iter().enumerate() {
        reader.article(&article, i);
    }
    reader.finish(file)
}

#[derive(Default)]
struct Reader {
    draft: Draft,
    n_articles: usize,
    titles: Vec<String>,
    /// Paths of articles and paragraphs that could not be read.
    bad_articles: Ids,
    bad_paragraphs: Ids,
    no_context: Ids,
    bad_questions: Ids,
    no_question: Ids,
    no_answers: Ids,
    null_answers: Ids,
    bare_answers: Ids,
    partly_readable: Ids,
}

impl Reader {
    fn article(&mut self, article: &Json<'_>, i: usize) {
        self.n_articles += 1;
        let path = format!("data[{i}]");
        self.describe(article);
        match article.get("paragraphs") {
            Some(Json::List(paragraphs)) => {
                for (j, paragraph) in paragraphs.iter().enumerate() {
                    self.paragraph(paragraph, &format!("{path}.paragraphs[{j}]"));
                }
            }
            None if article.get("qas").is_some() => self.paragraph(article, &path),
            _ => self.bad_articles.add(&path),
        }
    }

    /// What the article says about itself, and its few-shot examples.
    fn describe(&mut self, article: &Json<'_>) {
        if let Some(title) = article.get("title").and_then(text_of) {
            self.titles.push(title.into_owned());
        }
        if let Some(task) = article.get("task") {
            self.draft.has_alue_marks = true;
            if self.draft.about.task.is_none() {
                self.draft.about.task = text_of(task).map(|task| task.into_owned());
            }
        }
        if let Some(Json::List(examples)) = article.get("examples") {
            self.draft.has_alue_marks = true;
            self.draft
                .examples
                .extend(examples.iter().map(Json::to_value));
        }
    }

    fn paragraph(&mut self, paragraph: &Json<'_>, path: &str) {
        let Some(Json::List(questions)) = paragraph.get("qas") else {
            self.bad_paragraphs.add(path);
            return;
        };
        let context = paragraph.get("context").and_then(text_of);
        if context.is_none() && !questions.is_empty() {
            self.no_context.add(path);
        }
        let context = context.map(|text| self.draft.shared_context(&text));
        for (k, question) in questions.iter().enumerate() {
            self.question(question, context, || format!("{path}.qas[{k}]"));
        }
    }

    fn question(&mut self, question: &Json<'_>, context: Option<u32>, path: impl Fn() -> String) {
        self.draft.meet();
        if !matches!(question, Json::Object(_)) {
            self.bad_questions.add(&path());
            return;
        }
        let id = id_of(question);
        let name = || id.clone().unwrap_or_else(&path);
        let written = question.get("answers").or_else(|| question.get("answer"));
        let read = written.and_then(golds::read);
        let says_impossible = question.get("is_impossible") == Some(&Json::Bool(true));
        let golds = match read {
            Some(golds) => golds,
            None if says_impossible => golds::Golds::default(),
            None => {
                let is_null = written.is_some_and(golds::is_null);
                match is_null {
                    true => self.null_answers.add(&name()),
                    false => self.no_answers.add(&name()),
                }
                return;
            }
        };
        if golds.is_bare {
            self.bare_answers.add(&name());
        }
        if golds.n_unreadable > 0 {
            self.partly_readable.add(&name());
        }
        let text = question.get("question").and_then(text_of);
        if text.is_none() {
            self.no_question.add(&name());
        }
        let item = Item {
            question: text.unwrap_or_default().into_owned(),
            context,
            answers: golds.texts,
            ..Item::default()
        };
        self.draft.add_item(id, item);
    }

    fn finish(mut self, file: &str) -> Result<Loaded, Vec<Problem>> {
        if self.n_articles == 1 {
            self.draft.about.name = self.titles.pop();
        }
        let shape = if self.draft.has_alue_marks {
            "ALUE's extractive JSON (SQuAD-shaped, with a task or examples)"
        } else {
            "SQuAD-shaped JSON"
        };
        self.report_skipped();
        self.report_assumed();
        self.draft.finish(file, Task::Extractive, shape)
    }

    fn report_skipped(&mut self) {
        let draft = &mut self.draft;
        draft.skipped(&self.no_answers, |also| {
            Problem::error(format!("has no \"answers\"{also}: skipped, since it cannot be scored"))
                .hint("an answer is written \"answers\": [{\"text\": \"…\"}]; a question without an answer has \"answers\": []")
        });
        draft.skipped(&self.null_answers, golds::null_answers);
        draft.skipped(&self.bad_questions, |also| {
            Problem::error(format!("is no question{also}: skipped"))
                .hint("a question is written {\"id\": \"…\", \"question\": \"…\", \"answers\": [{\"text\": \"…\"}]}")
        });
        draft.problems.extend(self.bad_articles.problem(|also| {
            Problem::error(format!("has no list of \"paragraphs\"{also}: its questions are missing"))
                .hint("an article is written {\"title\": \"…\", \"paragraphs\": [{\"context\": \"…\", \"qas\": […]}]}")
        }));
        draft.problems.extend(self.bad_paragraphs.problem(|also| {
            Problem::error(format!("has no list of questions, \"qas\"{also}: skipped"))
                .hint("a paragraph is written {\"context\": \"…\", \"qas\": […]}")
        }));
    }

    fn report_assumed(&mut self) {
        let problems = &mut self.draft.problems;
        problems.extend(self.bare_answers.problem(|also| {
            Problem::warning(format!(
                "has a bare text in \"answers\" instead of {{\"text\": …}}{also}: read as its gold answer"
            ))
        }));
        problems.extend(self.partly_readable.problem(|also| {
            Problem::warning(format!(
                "has an answer without a text{also}: only its other answers count"
            ))
        }));
        problems.extend(self.no_question.problem(|also| {
            Problem::warning(format!("has no \"question\" text{also}: scored without it"))
        }));
        problems.extend(self.no_context.problem(|also| {
            Problem::warning(format!(
                "has no \"context\"{also}: its questions are scored without a text to show"
            ))
        }));
    }
}
