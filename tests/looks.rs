//! How questions are looked at, as the address of the page has it: whatever is written is read back the same, and whatever
//! stands there is read without harm.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use marksheet::charts::{Answers, F1Bin, Filter};
use marksheet::explain::Kind;
use marksheet::looks::Looks;
use marksheet::metrics::choice::Read;
use marksheet::outcome::Outcome;
use marksheet::protocol::{Pick, RowsQuery, Sort};
use proptest::prelude::*;

fn answers() -> impl Strategy<Value = Answers> {
    prop::sample::select(vec![Answers::Some, Answers::None, Answers::NoneStated])
}

fn range() -> impl Strategy<Value = (u64, Option<u64>)> {
    (0..1_000_000_u64, prop::option::of(0..1_000_000_u64))
}

fn filter() -> impl Strategy<Value = Filter> {
    let bin = prop_oneof![
        Just(F1Bin::NoReply),
        Just(F1Bin::Zero),
        Just(F1Bin::Exact),
        (0..10_u8).prop_map(F1Bin::Tenth),
    ];
    let read = prop_oneof![
        any::<char>().prop_map(Read::Letter),
        Just(Read::Unparsed),
        Just(Read::NoReply),
    ];
    prop_oneof![
        prop::sample::select(Outcome::ALL.to_vec()).prop_map(Filter::Outcome),
        bin.prop_map(Filter::F1),
        answers().prop_map(Filter::Answers),
        any::<char>().prop_map(Filter::Gold),
        (any::<char>(), read).prop_map(|(gold, read)| Filter::Letters(gold, read)),
        (any::<u32>(), any::<u32>()).prop_map(|(from, to)| Filter::ContextLength(from, to)),
        range().prop_map(|(from, below)| Filter::TokensIn(from, below)),
        range().prop_map(|(from, below)| Filter::TokensOut(from, below)),
        range().prop_map(|(from, below)| Filter::Duration(from, below)),
        prop::option::of(-1e9..1e9_f64).prop_map(Filter::Given),
        (answers(), 0..20_u8).prop_map(|(answers, at)| Filter::Probability(answers, at)),
    ]
}

fn looks() -> impl Strategy<Value = Looks> {
    let pick = prop_oneof![
        Just(None),
        prop::sample::select(Kind::ALL.to_vec()).prop_map(|kind| Some(Pick::Group(kind))),
        filter().prop_map(|filter| Some(Pick::Chart(filter))),
        Just(Some(Pick::Doubtful)),
    ];
    let classes = prop::sample::subsequence(Outcome::ALL.to_vec(), 0..4);
    let sorts = vec![
        Sort::FileOrder,
        Sort::Outcome,
        Sort::Id,
        Sort::Question,
        Sort::F1,
    ];
    let text = || "\\PC{0,40}|[ -~]{0,40}|[&=?#%+,:\u{0}\n é]{0,20}";
    (
        pick,
        classes,
        text(),
        prop::sample::select(sorts),
        any::<bool>(),
        prop::option::of(text()),
    )
        .prop_map(|(pick, classes, search, sort, is_descending, open)| Looks {
            pick,
            classes,
            search,
            sort,
            is_descending,
            open,
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_the_same(looks in looks()) {
        let written = looks.write();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "?&=%-._~,:".contains(c);
        prop_assert!(written.chars().all(is_plain), "{written}");
        let read = Looks::read(&format!("#/scores{written}")).unwrap_or_default();
        prop_assert_eq!(read, looks);
    }

    #[test]
    fn anything_can_stand_there(address in "\\PC*|[?&=%:,a-z0-9-]{0,80}|[?](chart|group|class|sort|find|open)=[a-z:%0-9.,-]{0,30}") {
        if let Some(looks) = Looks::read(&address) {
            // What was understood is understood again.
            prop_assert_eq!(Looks::read(&looks.write()).unwrap_or_default(), looks);
        }
    }
}

#[test]
fn an_address_as_the_page_writes_it() {
    let looks = Looks {
        pick: Some(Pick::Group(Kind::Written)),
        classes: vec![Outcome::Wrong, Outcome::Partial],
        search: "Köln & #1".to_owned(),
        sort: Sort::F1,
        is_descending: true,
        open: Some("q/12".to_owned()),
    };
    assert_eq!(
        looks.write(),
        "?group=written&class=wrong,partial&find=K%C3%B6ln%20%26%20%231&sort=-f1&open=q%2F12"
    );
}

#[test]
fn unknown_names_and_values_are_passed_over() {
    for address in [
        "#/scores?",
        "#/scores?class=&group=nothing&sort=color&chart=pie:1&x=y&&=&open",
        "#/scores?chart=f1:10",
        "#/scores?chart=gold:AB",
        "#/scores?chart=given:NaN",
        "#/scores?chart=given:inf",
        "#/scores?chart=probability:some:20",
        "#/scores?chart=tokens_in:99999999999999999:",
        "#/scores?chart=context:-1:3",
    ] {
        assert_eq!(Looks::read(address), Some(Looks::default()), "{address}");
    }
    let kept = Looks::read("?group=part&chart=nothing&sort=id&sort=what&find=100%").unwrap();
    assert_eq!(kept.pick, Some(Pick::Group(Kind::Part)));
    assert_eq!((kept.sort, kept.search.as_str()), (Sort::Id, "100%"));
}

#[test]
fn texts_too_long_for_an_address_are_left_out() {
    let looks = Looks {
        search: "x".repeat(501),
        open: Some("y".repeat(501)),
        ..Looks::default()
    };
    assert_eq!(looks.write(), "");
}

#[test]
fn a_table_is_looked_at_from_its_first_row() {
    let mut query = RowsQuery {
        ticket: 7,
        from: 90,
        n: 40,
        ..RowsQuery::default()
    };
    let looks = Looks {
        sort: Sort::Id,
        ..Looks::default()
    };
    looks.apply(&mut query);
    assert_eq!((query.ticket, query.from, query.n), (7, 0, 40));
    assert_eq!(Looks::of(&query, None), looks);
}
