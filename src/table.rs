//! Tables in text: CSV and TSV with a header line, as spreadsheets and pandas write them.
//!
//! Deliberately absent: what the columns mean.

use crate::problem::{Problem, cut};

/// A table as read: every row has as many cells as the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Column names, white space around them taken off; compare them without regard to case.
    pub header: Vec<String>,
    /// The rows that could be read, empty ones left out.
    pub rows: Vec<TableRow>,
    /// What separates the cells: `,`, `;` or a tab.
    pub delimiter: char,
    /// Rows that were skipped, columns that occur twice, quotes never closed.
    pub problems: Vec<Problem>,
}

/// One row of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The line of the file on which the row starts, from 1.
    pub line: u32,
    /// The cells as written, quotes resolved.
    pub cells: Vec<String>,
}

impl Table {
    /// The index of the first column named `name`, without regard to case.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header
            .iter()
            .position(|column| column.eq_ignore_ascii_case(name))
    }
}

/// Reads a table whose first line names the columns.
///
/// The delimiter is the one of `,`, `;` and tab that the header has most of, outside quotes; a first line `sep=;`, as
/// Excel writes it, decides. Rows with more or fewer cells than the header are skipped and reported by line; rows
/// without any text are left out.
///
/// # Errors
/// If `text` has no line with text in it.
///
/// ```
/// use marksheet::table::read;
/// let table = read("ID;Answer\nq1;\"red; green\"\n").unwrap();
/// assert_eq!(table.column("id"), Some(0));
/// assert_eq!(table.rows[0].cells, ["q1", "red; green"]);
/// ```
pub fn read(text: &str) -> Result<Table, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (declared, n_lines_before, body) = declared_delimiter(text);
    let delimiter = declared.unwrap_or_else(|| sniff(body));
    let mut table = Table {
        header: Vec::new(),
        rows: Vec::new(),
        delimiter,
        problems: Vec::new(),
    };
    let ragged = read_rows(&mut table, body, n_lines_before);
    if table.header.is_empty() {
        return Err(Problem::error("the table has no header line")
            .hint("the first line names the columns, such as id,answer"));
    }
    report_columns(&mut table);
    report_ragged(&mut table, &ragged);
    report_open_quote(&mut table, body);
    Ok(table)
}

/// Fills header and rows; returns line and width of the rows that do not fit.
fn read_rows(table: &mut Table, body: &str, n_lines_before: u32) -> Vec<(u32, usize)> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(u8::try_from(table.delimiter).unwrap_or(b','))
        .from_reader(body.as_bytes());
    let mut lines = LineCounter::new(body, n_lines_before);
    let mut record = csv::StringRecord::new();
    let mut ragged = Vec::new();
    let mut is_spaced = false;
    // The bytes come from a `str`, and `flexible` allows any width, so reading cannot fail; if it did, the rest is left.
    while matches!(reader.read_record(&mut record), Ok(true)) {
        let line = lines.of(record.position().map_or(0, csv::Position::byte));
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if table.header.is_empty() {
            is_spaced = record.len() > 1 && record.iter().skip(1).all(|cell| cell.starts_with(' '));
            table.header = record.iter().map(|cell| cell.trim().to_owned()).collect();
            continue;
        }
        match cells(&record, table.header.len(), is_spaced) {
            Some(cells) => table.rows.push(TableRow { line, cells }),
            None => ragged.push((line, record.len())),
        }
    }
    ragged
}

/// The delimiter that Excel's `sep=` line declares, how many lines that takes, and what follows.
fn declared_delimiter(text: &str) -> (Option<char>, u32, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let declared = first.trim_end_matches('\r').trim_matches('"');
    let declared = declared
        .get(..4)
        .filter(|start| start.eq_ignore_ascii_case("sep="))
        .and_then(|_| declared.get(4..))
        .and_then(|mark| match mark {
            "," => Some(','),
            ";" => Some(';'),
            "\t" => Some('\t'),
            _ => None,
        });
    match declared {
        Some(_) => (declared, 1, rest),
        None => (None, 0, text),
    }
}

/// The delimiter the header has most of, outside quotes; a tab before a semicolon before a comma where they tie.
pub(crate) fn sniff(text: &str) -> char {
    let mut in_quotes = false;
    let mut counts = [('\t', 0), (';', 0), (',', 0)];
    for c in text.trim_start_matches(['\r', '\n']).chars() {
        match c {
            '"' => in_quotes = !in_quotes,
            '\n' if !in_quotes => break,
            _ if !in_quotes => {
                for (mark, n) in &mut counts {
                    *n += usize::from(*mark == c);
                }
            }
            _ => {}
        }
    }
    let mut best = (',', 0);
    for (mark, n) in counts {
        if n > best.1 {
            best = (mark, n);
        }
    }
    best.0
}

/// The cells of a row, if they fit the header; empty ones too many at the end do no harm. Where the header was written
/// with a blank after each separator (`id, answer`), that blank is no part of the cells either.
fn cells(record: &csv::StringRecord, n_columns: usize, is_spaced: bool) -> Option<Vec<String>> {
    let fits = record.len() >= n_columns && record.iter().skip(n_columns).all(str::is_empty);
    let cell = |cell: &str| match is_spaced {
        true => cell.strip_prefix(' ').unwrap_or(cell).to_owned(),
        false => cell.to_owned(),
    };
    fits.then(|| record.iter().take(n_columns).map(cell).collect())
}

/// Line numbers of byte offsets that only grow.
struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str, lines_before: u32) -> Self {
        Self {
            bytes: text.as_bytes(),
            at: 0,
            line: lines_before + 1,
        }
    }

    /// The line of the first character from `at` on that is no line break.
    fn of(&mut self, at: u64) -> u32 {
        let at = usize::try_from(at)
            .unwrap_or(usize::MAX)
            .min(self.bytes.len());
        let n_breaks = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        let passed = self.bytes.get(self.at..at).unwrap_or_default();
        let rest = self.bytes.get(at..).unwrap_or_default();
        let n_blank = rest
            .iter()
            .take_while(|byte| matches!(byte, b'\n' | b'\r'))
            .count();
        let blank = rest.get(..n_blank).unwrap_or_default();
        let n = n_breaks(passed) + n_breaks(blank);
        self.at = at + n_blank;
        self.line = self
            .line
            .saturating_add(u32::try_from(n).unwrap_or(u32::MAX));
        self.line
    }
}

fn report_columns(table: &mut Table) {
    for (i, name) in table.header.iter().enumerate() {
        if !name.is_empty() && table.column(name).is_some_and(|first| first < i) {
            table.problems.push(
                Problem::warning(format!(
                    "the column \"{}\" occurs twice; the first one is used",
                    cut(name, 40)
                ))
                .hint("rename or remove one of them"),
            );
        }
    }
}

fn report_ragged(table: &mut Table, ragged: &[(u32, usize)]) {
    let Some((first_line, n_cells)) = ragged.first() else {
        return;
    };
    let lines: Vec<_> = ragged
        .iter()
        .take(6)
        .map(|(line, _)| line.to_string())
        .collect();
    let rest = match ragged.len() - lines.len() {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let message = if ragged.len() == 1 {
        format!(
            "skipped one row: line {first_line} has {n_cells} cells, the header has {}",
            table.header.len()
        )
    } else {
        format!(
            "skipped {} rows with more or fewer cells than the {} of the header: lines {}{rest}",
            ragged.len(),
            table.header.len(),
            lines.join(", ")
        )
    };
    table.problems.push(
        Problem::error(message).on_line(*first_line).hint(
            "a text that holds the separator, a quote or a line break stands in double quotes",
        ),
    );
}

/// A quote that is never closed swallows all rows after it: the last cell then has line breaks and no quote behind it.
fn report_open_quote(table: &mut Table, body: &str) {
    let Some(row) = table.rows.last() else {
        return;
    };
    let n_swallowed = row
        .cells
        .last()
        .map_or(0, |cell| cell.trim_end().matches('\n').count());
    if n_swallowed > 0 && !body.trim_end().ends_with('"') {
        let problem = Problem::error(format!(
            "a quote in the last row that was read is never closed: {} taken as one text",
            match n_swallowed {
                1 => "1 line after it was".to_owned(),
                n => format!("{n} lines after it were"),
            }
        ));
        let hint = "look for a single \" on that line; a quote inside a text is written \"\"";
        table.problems.push(problem.on_line(row.line).hint(hint));
    }
}
