//! How the questions of a run are looked at (filter, classes, search, order, the open question), as it stands in the address
//! of the page, so that it survives a reload and can be sent on.
//!
//! Written as `?class=wrong&sort=-f1&open=q12`. Reading is total: what is unknown is passed over, for an address may come from
//! anywhere. Deliberately absent: which place of the page is shown, and the browser's history.

pub mod compared;
mod filter;
mod percent;

use crate::explain::Kind;
use crate::outcome::Outcome;
use crate::protocol::{Pick, RowsQuery, Sort};

/// A longer search, in bytes, is not written: no address should be so long.
const LONGEST: usize = 500;

/// What the address says of questions whose key was marked.
const DOUBTFUL: &str = "doubtful";

/// The orders and their names.
const SORTS: [(Sort, &str); 5] = [
    (Sort::FileOrder, "file"),
    (Sort::Outcome, "outcome"),
    (Sort::Id, "id"),
    (Sort::Question, "question"),
    (Sort::F1, "f1"),
];

/// How the questions are looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    /// What is behind a group or a bar alone.
    pub pick: Option<Pick>,
    /// These classes alone; empty means all.
    pub classes: Vec<Outcome>,
    /// What is searched.
    pub search: String,
    /// The order.
    pub sort: Sort,
    /// Whether it is turned round.
    pub is_descending: bool,
    /// The open question's id.
    pub open: Option<String>,
}

impl Looks {
    /// How a table is looked at, and which question is open beside it.
    pub fn of(query: &RowsQuery, open: Option<&str>) -> Self {
        Self {
            pick: query.pick.clone(),
            classes: query.classes.clone(),
            search: query.search.clone(),
            sort: query.sort,
            is_descending: query.is_descending,
            open: open.map(str::to_owned),
        }
    }

    /// Looks at a table so, from its first row.
    pub fn apply(&self, query: &mut RowsQuery) {
        query.pick.clone_from(&self.pick);
        query.classes.clone_from(&self.classes);
        query.search.clone_from(&self.search);
        query.sort = self.sort;
        query.is_descending = self.is_descending;
        query.from = 0;
    }

    /// What an address says, after its `?`; `None` where it has none.
    ///
    /// ```
    /// use marksheet::{looks::Looks, outcome::Outcome};
    /// let looks = Looks::read("#/scores?class=wrong,what&open=a%26b&color=red").unwrap_or_default();
    /// assert_eq!((looks.classes, looks.open), (vec![Outcome::Wrong], Some("a&b".to_owned())));
    /// assert_eq!(Looks::read("#/scores"), None);
    /// ```
    pub fn read(address: &str) -> Option<Self> {
        let (_, said) = address.split_once('?')?;
        let mut looks = Self::default();
        for (name, value) in said.split('&').filter_map(|part| part.split_once('=')) {
            looks.take(name, value);
        }
        Some(looks)
    }

    fn take(&mut self, name: &str, value: &str) {
        match name {
            "group" => {
                let kind = Kind::ALL.into_iter().find(|kind| kind.key() == value);
                self.pick = kind.map(Pick::Group).or(self.pick.take());
            }
            "chart" => {
                let filter = filter::read(value);
                self.pick = filter.map(Pick::Chart).or(self.pick.take());
            }
            "key" if value == DOUBTFUL => self.pick = Some(Pick::Doubtful),
            "class" => {
                let class = |key: &str| Outcome::ALL.into_iter().find(|class| class.key() == key);
                for class in value.split(',').filter_map(class) {
                    if !self.classes.contains(&class) {
                        self.classes.push(class);
                    }
                }
            }
            "find" => self.search = percent::decoded(value),
            "sort" => {
                let name = value.strip_prefix('-').unwrap_or(value);
                if let Some((sort, _)) = SORTS.iter().find(|(_, known)| *known == name) {
                    (self.sort, self.is_descending) = (*sort, value.starts_with('-'));
                }
            }
            "open" => self.open = Some(percent::decoded(value)),
            _ => {}
        }
    }

    /// What stands after the place in the address, with its `?`; nothing where all questions are shown as in their file.
    ///
    /// ```
    /// use marksheet::{charts::Filter, looks::Looks, metrics::choice::Read, protocol::{Pick, Sort}};
    /// let filter = Filter::Letters('A', Read::Letter('C'));
    /// let looks = Looks { pick: Some(Pick::Chart(filter)), sort: Sort::Id, search: "50 %".into(), ..Looks::default() };
    /// assert_eq!(looks.write(), "?chart=letters:A:C&find=50%20%25&sort=id");
    /// assert_eq!(Looks::default().write(), "");
    /// ```
    pub fn write(&self) -> String {
        let mut said = Vec::new();
        match &self.pick {
            Some(Pick::Group(kind)) => said.push(format!("group={}", kind.key())),
            Some(Pick::Chart(filter)) => said.push(format!("chart={}", filter::write(filter))),
            Some(Pick::Doubtful) => said.push(format!("key={DOUBTFUL}")),
            None => {}
        }
        if !self.classes.is_empty() {
            let keys: Vec<&str> = self.classes.iter().map(|class| class.key()).collect();
            said.push(format!("class={}", keys.join(",")));
        }
        if !self.search.is_empty() && self.search.len() <= LONGEST {
            said.push(format!("find={}", percent::encoded(&self.search)));
        }
        if self.sort != Sort::default() || self.is_descending {
            let name = SORTS.iter().find(|(sort, _)| *sort == self.sort);
            let sign = if self.is_descending { "-" } else { "" };
            said.extend(name.map(|(_, name)| format!("sort={sign}{name}")));
        }
        if let Some(id) = self.open.as_ref().filter(|id| id.len() <= LONGEST) {
            said.push(format!("open={}", percent::encoded(id)));
        }
        match said.is_empty() {
            true => String::new(),
            false => format!("?{}", said.join("&")),
        }
    }
}
