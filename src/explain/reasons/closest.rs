//! The gold answer closest to a prediction, and what still tells them apart.
//!
//! Deliberately absent: which of the two is right.

use super::{Kind, MAX_GOLDS, Reason, best_gold, both, quoted};
use crate::explain::characters::{described, is_invisible, look_alike};
use crate::explain::difference::{Aspect, Reading, difference};
use crate::explain::equivalence::says_the_same;
use crate::explain::words::{Relation, relation};
use crate::score::{Comparison, Gold};
use rustc_hash::FxHashSet;

/// Bytes of text gone through for one question: against a huge prediction fewer gold answers are held.
const MAX_BYTES: usize = 4 << 20;

/// The gold answers looked at: the one the score is of, then the others in file order, as far as affordable.
fn golds(comparison: &Comparison) -> impl Iterator<Item = &Gold> {
    let affordable = MAX_BYTES / (comparison.compared.len() + 1);
    let n_golds = affordable.clamp(1, MAX_GOLDS);
    let best = comparison.score.best_gold as usize;
    let others = comparison.golds.iter().enumerate();
    let others = others.filter(move |(at, _)| *at != best);
    let others = others.map(|(_, gold)| gold);
    comparison
        .golds
        .get(best)
        .into_iter()
        .chain(others)
        .take(n_golds)
}

/// [`Kind::Written`] for a gold answer that says the same, otherwise [`Kind::Characters`].
fn kind(comparison: &Comparison, gold: &Gold) -> Kind {
    match says_the_same(&comparison.normalized, &gold.prepared) {
        true => Kind::Written,
        false => Kind::Characters,
    }
}

/// A gold answer with the same letters and digits as the prediction, if there is one, and what still tells them apart. One
/// that says the same comes before all others.
pub(super) fn by_characters(comparison: &Comparison) -> Option<Reason> {
    let prediction = Reading::of(&comparison.compared);
    let mut found = None;
    for gold in golds(comparison) {
        let Some(aspects) = difference(&prediction, &Reading::of(&gold.compared)) else {
            continue;
        };
        let kind = kind(comparison, gold);
        if kind == Kind::Written || found.is_none() {
            found = Some((gold, aspects, kind));
        }
        if kind == Kind::Written {
            break;
        }
    }
    let (gold, aspects, kind) = found?;
    let texts = both(&comparison.normalized, &gold.prepared);
    let odd = odd_characters(&comparison.normalized, &gold.prepared, &aspects);
    let detail = [texts, odd].into_iter().filter(|text| !text.is_empty());
    let detail = detail.collect::<Vec<_>>().join("; ");
    if aspects.contains(&Aspect::LookAlikes) {
        return Some(Reason::new(
            kind,
            "looks alike but uses other letters",
            detail,
        ));
    }
    let names: Vec<_> = aspects.iter().map(|aspect| aspect.words()).collect();
    let title = format!("differs only in {}", names.join(" and "));
    Some(Reason::new(kind, title, detail))
}

/// The characters nobody would see the difference of, with the side they are on.
fn odd_characters(prediction: &str, gold: &str, aspects: &[Aspect]) -> String {
    let is_odd = |c: char| {
        (aspects.contains(&Aspect::LookAlikes) && look_alike(c).is_some())
            || (aspects.contains(&Aspect::Invisible) && is_invisible(c))
            || (aspects.contains(&Aspect::Forms)
                && matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{1d400}'..='\u{1d7ff}'))
    };
    let odd_in = |text: &str, other: &str, whose: &str| {
        let known: FxHashSet<char> = other.chars().collect();
        let mut found: Vec<char> = Vec::new();
        for c in text.chars().filter(|c| is_odd(*c)) {
            if found.len() < 5 && !found.contains(&c) && !known.contains(&c) {
                found.push(c);
            }
        }
        let names: Vec<_> = found.into_iter().map(described).collect();
        (!names.is_empty()).then(|| format!("{whose} has {}", names.join(", ")))
    };
    let sides = [
        odd_in(prediction, gold, "the answer"),
        odd_in(gold, prediction, "the key"),
    ];
    sides.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// A gold answer that the profile prepares to the same text, where characters decide all the same (strict equality).
pub(super) fn by_preparation(comparison: &Comparison) -> Option<Reason> {
    let same = || golds(comparison).filter(|gold| gold.compared == comparison.compared);
    let right = same().find(|gold| kind(comparison, gold) == Kind::Written);
    let gold = right.or_else(|| same().next())?;
    let (answer, key) = (&comparison.normalized, &gold.prepared);
    let title = match difference(&Reading::of(answer), &Reading::of(key)) {
        Some(aspects) => {
            let names: Vec<_> = aspects.iter().map(|aspect| aspect.words()).collect();
            format!("differs only in {}", names.join(" and "))
        }
        // Nothing else is dropped on the way.
        None => "differs only in articles, capital letters, punctuation or spaces".to_owned(),
    };
    let kind = kind(comparison, gold);
    Some(Reason::new(kind, title, both(answer, key)))
}

/// The closest gold answer by words, and how the prediction's words stand to it.
pub(super) fn by_words(comparison: &Comparison) -> Option<Reason> {
    let related = golds(comparison).filter_map(|gold| {
        let relation = relation(&gold.compared, &comparison.compared)?;
        Some((gold, relation))
    });
    let (gold, relation) = related.min_by_key(|(_, relation)| relation.rank())?;
    let key = format!("the key: {}", quoted(&gold.written));
    Some(match relation {
        Relation::Reordered => {
            let texts = both(&comparison.normalized, &gold.prepared);
            Reason::new(Kind::Reordered, "the same words in another order", texts)
        }
        Relation::Extra(extra) => Reason::new(
            Kind::Extra,
            "the gold answer plus extra words",
            format!("{key}; too much: {}", quoted(&extra)),
        ),
        Relation::Part(missing) => Reason::new(
            Kind::Part,
            "part of the gold answer",
            format!("{key}; missing: {}", quoted(&missing)),
        ),
        Relation::Mixed(missing, extra) => Reason::new(
            Kind::Mixed,
            "some words of the gold answer",
            format!(
                "{key}; missing: {}; too much: {}",
                quoted(&missing),
                quoted(&extra)
            ),
        ),
        Relation::Other => Reason::new(
            Kind::Other,
            "another answer than the key's",
            both(
                &comparison.normalized,
                best_gold(comparison).map_or("", |gold| &gold.written),
            ),
        ),
    })
}
