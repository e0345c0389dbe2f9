#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]
//! CSV and TSV as spreadsheets and pandas write them.

use marksheet::table::{Table, read};

fn cells(table: &Table) -> Vec<Vec<&str>> {
    table
        .rows
        .iter()
        .map(|row| row.cells.iter().map(String::as_str).collect())
        .collect()
}

fn lines(table: &Table) -> Vec<u32> {
    table.rows.iter().map(|row| row.line).collect()
}

fn messages(table: &Table) -> String {
    table
        .problems
        .iter()
        .map(|problem| problem.to_string())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_delimiter_is_the_one_the_header_has_most_of() {
    for (text, delimiter) in [
        ("id,answer\n1,a;b;c\n", ','),
        ("id;answer\n1;a,b,c\n", ';'),
        ("id\tanswer\n1\ta,b\n", '\t'),
        ("\"a;b;c\",answer\n1,2\n", ','),
        ("answer\nx\n", ','),
    ] {
        let table = read(text).unwrap();
        assert_eq!(table.delimiter, delimiter, "{text}");
        assert_eq!(table.rows.len(), 1, "{text}");
    }
}

#[test]
fn excels_sep_line_decides_and_line_numbers_count_it() {
    let table = read("sep=;\r\nid;answer, text\r\n1;a\r\n").unwrap();
    assert_eq!(table.header, ["id", "answer, text"]);
    assert_eq!(lines(&table), [3]);
}

#[test]
fn quoted_cells_keep_separators_quotes_and_line_breaks() {
    let table = read("id,answer\n1,\"a, \"\"b\"\"\nc\"\n2,d\n").unwrap();
    assert_eq!(cells(&table), [["1", "a, \"b\"\nc"], ["2", "d"]]);
    assert_eq!(lines(&table), [2, 4]);
}

#[test]
fn headers_are_trimmed_and_found_in_any_case() {
    let table = read("\u{feff} ID , Answer \n1,a\n").unwrap();
    assert_eq!(table.column("id"), Some(0));
    assert_eq!(table.column("ANSWER"), Some(1));
}

#[test]
fn a_blank_after_each_separator_is_no_part_of_the_cells() {
    let table = read("answer, id\nred, q1\ngreen,  q2\n").unwrap();
    assert_eq!(cells(&table), [["red", "q1"], ["green", " q2"]]);
    let plain = read("answer,id\n red, q1\n").unwrap();
    assert_eq!(cells(&plain), [[" red", " q1"]]);
}

#[test]
fn empty_rows_are_left_out_and_lines_stay_right() {
    let table = read("\n\nid,answer\n\n1,a\n,\n\r\n2,b\n\n").unwrap();
    assert_eq!(cells(&table), [["1", "a"], ["2", "b"]]);
    assert_eq!(lines(&table), [5, 8]);
    assert!(table.problems.is_empty());
}

#[test]
fn ragged_rows_are_skipped_and_named_by_line() {
    let table = read("id,answer\n1,a\n2\n3,b,c\n4,d,,\n").unwrap();
    assert_eq!(cells(&table), [["1", "a"], ["4", "d"]]);
    assert!(
        messages(&table).contains("skipped 2 rows") && messages(&table).contains("lines 3, 4"),
        "{}",
        messages(&table)
    );
    let one = read("id,answer\n1,a\n2,b,c\n").unwrap();
    assert!(messages(&one).contains("line 3 has 3 cells, the header has 2"));
}

#[test]
fn a_column_that_occurs_twice_is_said() {
    assert!(
        messages(&read("id,answer,Answer\n1,a,b\n").unwrap()).contains("\"Answer\" occurs twice")
    );
}

#[test]
fn a_quote_that_is_never_closed_is_found() {
    let table = read("id,answer\n1,a\n2,\"b\n3,c\n4,d\n").unwrap();
    assert!(
        messages(&table).contains("never closed") && messages(&table).contains("line 3"),
        "{}",
        messages(&table)
    );
}

#[test]
fn a_table_without_a_header_is_refused() {
    assert!(read("\n \n,,\n").is_err());
}

#[test]
fn a_long_table_is_read_in_one_pass() {
    let text = format!("id,answer\n{}", "1,\"a\nb\"\n".repeat(50_000));
    let table = read(&text).unwrap();
    assert_eq!(table.rows.len(), 50_000);
    assert_eq!(table.rows.last().unwrap().line, 100_000);
}
