//! The report as one page: no script, nothing fetched, every text as text.

use super::{Block, Cell};
use crate::charts::Chart;
use crate::markup::escaped;
use crate::picture::svg;

const STYLE: &str = include_str!("report.css");

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
        Block::Example {
            id,
            class,
            question,
            gold,
            prediction,
            why,
        } => {
            let pairs = [("Key", gold), ("Answer", prediction), ("Why", why)];
            let pairs = pairs.into_iter().filter(|(_, text)| !text.is_empty());
            let pairs: String = pairs
                .map(|(name, text)| format!("<dt>{name}</dt><dd>{}</dd>", own(text)))
                .collect();
            format!(
                "<section class=\"example\"><h3>{} <small>{} · {class}</small></h3><dl>{pairs}</dl></section>",
                own(question),
                own(id)
            )
        }
    }
}

/// A text of the data: whatever direction it is written in, it turns nothing around it.
fn own(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

fn table(head: &[String], rows: &[Vec<Cell>]) -> String {
    let head: String = head
        .iter()
        .map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell)))
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
        .map(|(at, cell)| match (at, cell) {
            (0, Cell::Text(text) | Cell::Number(text) | Cell::Code(text)) => {
                format!("<th scope=\"row\">{}</th>", own(text))
            }
            (_, Cell::Text(text)) => format!("<td>{}</td>", own(text)),
            (_, Cell::Number(text)) => format!("<td class=\"number\">{}</td>", escaped(text)),
            (_, Cell::Code(text)) => format!("<td><code>{}</code></td>", own(text)),
        })
        .collect();
    format!("<tr>{cells}</tr>")
}

fn figure(chart: &Chart) -> String {
    let (drawn, ..) = svg(chart);
    format!(
        "<figure>{drawn}<figcaption>{}</figcaption></figure>",
        escaped(&chart.words)
    )
}
