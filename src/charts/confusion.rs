//! Gold letters against read letters.
//!
//! Deliberately absent: gold answers that are no letter from A to Z.

use super::{Bar, Cells, Chart, Filter, Marks, Name, Question, n_questions};
use crate::metrics::choice::{Confusion, Read, Row, confusion};

pub(super) fn chart(questions: &[Question]) -> Option<Chart> {
    let table = table(questions)?;
    let reads = reads(&table);
    let rows = table.rows.iter().map(|row| {
        let cells = reads.iter().map(|read| cell(&table, row, *read));
        (row.gold.to_string(), cells.collect())
    });
    Some(Chart {
        name: Name::Confusion,
        x: "letter read".to_owned(),
        y: "per cent of the questions with that right letter".to_owned(),
        words: words(&table),
        marks: Marks::Cells(Cells {
            columns: reads.iter().map(|read| heading(*read)).collect(),
            rows: rows.collect(),
        }),
    })
}

/// The letters of all questions whose key is one; none beyond A to Z, so that the table stays one.
pub(super) fn table(questions: &[Question]) -> Option<Confusion> {
    let letters = questions.iter().filter_map(|question| question.letters);
    let letters: Vec<_> = letters
        .filter(|(gold, _)| gold.is_ascii_uppercase())
        .collect();
    (!letters.is_empty()).then(|| confusion(letters))
}

/// The columns: the letters, then what is none where there is any.
fn reads(table: &Confusion) -> Vec<Read> {
    let has_any = |n: fn(&Row) -> u32| table.rows.iter().any(|row| n(row) > 0);
    let none = [
        (Read::Unparsed, has_any(|row| row.n_unparsed)),
        (Read::NoReply, has_any(|row| row.n_no_reply)),
    ];
    let letters = table.letters.iter().map(|letter| Read::Letter(*letter));
    letters
        .chain(
            none.into_iter()
                .filter(|(_, has_any)| *has_any)
                .map(|(read, _)| read),
        )
        .collect()
}

fn heading(read: Read) -> String {
    match read {
        Read::Letter(letter) => letter.to_string(),
        Read::Unparsed => "none read".to_owned(),
        Read::NoReply => "no reply".to_owned(),
    }
}

fn n_read(table: &Confusion, row: &Row, read: Read) -> u32 {
    match read {
        Read::Letter(letter) => {
            let column = table.letters.iter().position(|other| *other == letter);
            column
                .and_then(|column| row.n_read.get(column).copied())
                .unwrap_or(0)
        }
        Read::Unparsed => row.n_unparsed,
        Read::NoReply => row.n_no_reply,
    }
}

fn cell(table: &Confusion, row: &Row, read: Read) -> Bar {
    let count = n_read(table, row, read);
    Bar {
        label: format!("{} is right: {}", row.gold, heading(read)),
        value: 100.0 * f64::from(count) / f64::from(row.n_questions().max(1)),
        count,
        filter: Filter::Letters(row.gold, read),
    }
}

fn words(table: &Confusion) -> String {
    let sum = |n: fn(&Row) -> u32| table.rows.iter().map(n).sum::<u32>();
    let (n, n_correct) = (sum(Row::n_questions), sum(|row| row.n_correct));
    let mistaken = table.rows.iter().flat_map(|row| {
        let others = table
            .letters
            .iter()
            .filter(move |letter| **letter != row.gold);
        others.map(move |letter| (n_read(table, row, Read::Letter(*letter)), row.gold, *letter))
    });
    // Of equal ones the first in the alphabet.
    let worst = mistaken.reduce(|worst, other| if other.0 > worst.0 { other } else { worst });
    let most = match worst {
        Some((n, gold, read)) if n > 0 => {
            let times = if n == 1 {
                "once".to_owned()
            } else {
                format!("{n} times")
            };
            format!(" Most often mistaken: {read} for {gold}, {times}.")
        }
        _ => String::new(),
    };
    let none = match (sum(|row| row.n_unparsed), sum(|row| row.n_no_reply)) {
        (0, 0) => String::new(),
        (n, 0) => format!(", none read in {n}"),
        (0, n) => format!(", no reply to {n}"),
        (n, absent) => format!(", none read in {n}, no reply to {absent}"),
    };
    format!(
        "In {n_correct} of {} the letter read is the right one{none}.{most}",
        n_questions(n as usize)
    )
}
