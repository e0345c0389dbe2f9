//! The report as one page: no script, nothing fetched, every text as text.

use super::{Block, Cell, Example, is_number};
use crate::charts::Chart;
use crate::markup::escaped;
use crate::outcome::Outcome;
use crate::picture::svg_within;

const STYLE: &str = include_str!("report.css");

/// How wide a chart is: between a sheet of paper and a phone.
const CHART_WIDTH: f64 = 420.0;

/// Writes it.
pub(super) fn write(title: &str, blocks: &[Block<'_>]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    for block in blocks {
        page.push_str(&self::block(block));
        page.push('\n');
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn block(block: &Block<'_>) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>", escaped(text)),
        Block::Text(text) => format!("<p>{}</p>", own(text)),
        Block::Note(text) => format!("<p class=\"note\">{}</p>", own(text)),
        Block::Verdict(text) => format!("<p class=\"verdict\">{}</p>", escaped(text)),
        Block::Table(head, rows) => table(head, rows),
        Block::Chart(chart) => figure(chart),
        Block::Example(example) => self::example(example),
    }
}

fn example(example: &Example) -> String {
    let parts = example.parts();
    let parts: String = parts
        .map(|(name, text)| format!("<dt>{name}</dt><dd>{}</dd>", own(text)))
        .collect();
    let kind = match example.outcome {
        Outcome::Correct => "right",
        Outcome::Partial => "partly",
        Outcome::Wrong => "wrong",
        _ => "absent",
    };
    format!(
        "<section class=\"example\"><h3>{} <small class=\"{kind}\">{} {}</small></h3><dl>{parts}</dl></section>",
        own(&example.id),
        example.outcome.sign(),
        example.outcome.in_words()
    )
}

/// A text of the data: whatever direction it is written in, it turns nothing around it.
fn own(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

fn table(head: &[String], rows: &[Vec<Cell>]) -> String {
    let head: String = head
        .iter()
        .enumerate()
        .map(|(at, cell)| match is_number(rows, at) {
            true => format!("<th scope=\"col\" class=\"number\">{}</th>", escaped(cell)),
            false => format!("<th scope=\"col\">{}</th>", escaped(cell)),
        })
        .collect();
    let rows: String = rows.iter().map(|row| self::row(row)).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

fn row(cells: &[Cell]) -> String {
    let cells: String = cells
        .iter()
        .enumerate()
        .map(|(at, cell)| {
            let (class, shown) = match cell {
                Cell::Text(text) => ("", own(text)),
                Cell::Named(name, meaning) => (
                    "",
                    format!("{} <small>{}</small>", escaped(name), escaped(meaning)),
                ),
                Cell::Number(text) => (" class=\"number\"", escaped(text)),
                Cell::Code(text) => ("", format!("<code>{}</code>", own(text))),
            };
            match at {
                0 => format!("<th scope=\"row\">{shown}</th>"),
                _ => format!("<td{class}>{shown}</td>"),
            }
        })
        .collect();
    format!("<tr>{cells}</tr>")
}

fn figure(chart: &Chart) -> String {
    let (drawn, ..) = svg_within(chart, CHART_WIDTH);
    format!(
        "<figure>{drawn}<figcaption>{}</figcaption></figure>",
        escaped(&chart.words)
    )
}
