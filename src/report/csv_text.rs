//! The one place where CSV is written: cells that no spreadsheet takes for a formula, in the form Excel reads right.
//!
//! Deliberately absent: reading CSV, and what the columns are.

use csv::{Terminator, Writer, WriterBuilder};

/// A CSV file being written: UTF-8 with a byte order mark, CRLF, quoted as RFC 4180 says.
///
/// The mark makes Excel read UTF-8. A text cell that a spreadsheet would calculate gets a `'` in front; a number
/// goes into its own kind of cell and stays a number, a negative one too.
pub struct CsvText {
    writer: Writer<Vec<u8>>,
}

impl CsvText {
    /// A file with its header row.
    ///
    /// ```
    /// use marksheet::report::csv_text::CsvText;
    /// let mut csv = CsvText::new(&["id", "f1", "answer"]);
    /// csv.text("q1").number(-0.5).text("=1+1").end_row();
    /// assert_eq!(csv.finish(), "\u{feff}id,f1,answer\r\nq1,-0.5,'=1+1\r\n");
    /// ```
    pub fn new(header: &[&str]) -> Self {
        let mut csv = Self {
            writer: WriterBuilder::new()
                .terminator(Terminator::CRLF)
                .flexible(true)
                .from_writer("\u{feff}".as_bytes().to_vec()),
        };
        for name in header {
            csv.text(name);
        }
        csv.end_row();
        csv
    }

    /// Adds a cell of text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        if is_formula(text) {
            self.cell(&format!("'{text}"))
        } else {
            self.cell(text)
        }
    }

    /// Adds a cell with a number, in the shortest digits that read back as the same number; empty if it is none.
    pub fn number(&mut self, value: f64) -> &mut Self {
        if value.is_finite() {
            self.cell(&value.to_string())
        } else {
            self.cell("")
        }
    }

    /// Ends the row.
    pub fn end_row(&mut self) {
        // Writing into memory cannot fail.
        self.writer.write_record(None::<&[u8]>).ok();
    }

    /// The whole file.
    pub fn finish(self) -> String {
        let bytes = self.writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn cell(&mut self, text: &str) -> &mut Self {
        self.writer.write_field(text).ok();
        self
    }
}

/// Whether a spreadsheet may calculate the cell: its first visible character starts a formula, or it starts with a
/// tab or line break. Full-width signs count, some spreadsheets fold them.
fn is_formula(text: &str) -> bool {
    for c in text.chars() {
        match c {
            '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\u{2212}' => return true,
            '\t' | '\r' | '\n' => return true,
            _ if c.is_whitespace() || is_unseen(c) => {}
            _ => return false,
        }
    }
    false
}

/// Characters without width: controls, joiners, marks of direction, byte order mark, soft hyphen.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{115f}' | '\u{1160}' | '\u{3164}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
}
