//! The moment a result is made, as the page hands it over: ISO 8601 in UTC.
//!
//! Deliberately absent: a clock. The time comes in as text, so that equal input gives equal files.

/// A second in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// 1980–2107, what a zip can hold.
    pub year: u16,
    /// 1–12.
    pub month: u8,
    /// 1–31.
    pub day: u8,
    /// 0–23.
    pub hour: u8,
    /// 0–59.
    pub minute: u8,
    /// 0–59.
    pub second: u8,
}

impl Timestamp {
    /// Reads `2026-03-01T12:00:00Z`, with or without fractions of a second.
    ///
    /// ```
    /// use marksheet::report::timestamp::Timestamp;
    /// let time = Timestamp::parse("2026-03-01T12:04:05.678Z").unwrap();
    /// assert_eq!(time.compact(), "20260301_120405");
    /// assert_eq!(Timestamp::parse("yesterday"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let separators = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
        let is_shaped = separators
            .iter()
            .all(|&(at, mark)| bytes.get(at) == Some(&mark));
        if !is_shaped {
            return None;
        }
        let number = |from: usize, to: usize| -> Option<u16> {
            let digits = text.get(from..to)?;
            let is_digits = digits.bytes().all(|b| b.is_ascii_digit());
            is_digits.then(|| digits.parse().ok())?
        };
        let within = |from: usize, low: u16, high: u16| -> Option<u8> {
            let value = number(from, from + 2)?;
            u8::try_from((low..=high).contains(&value).then_some(value)?).ok()
        };
        Some(Self {
            year: number(0, 4).filter(|year| (1980..=2107).contains(year))?,
            month: within(5, 1, 12)?,
            day: within(8, 1, 31)?,
            hour: within(11, 0, 23)?,
            minute: within(14, 0, 59)?,
            second: within(17, 0, 59)?,
        })
    }

    /// `20260301_120405`, as ALUE names its folders.
    pub fn compact(self) -> String {
        format!(
            "{:04}{:02}{:02}_{:02}{:02}{:02}",
            self.year, self.month, self.day, self.hour, self.minute, self.second
        )
    }
}
