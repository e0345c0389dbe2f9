//! Normalizers and the reading of values, through the public API.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

mod normalize {
    mod chain;
    mod each;
    mod texts;
    mod values;

    use marksheet::dataset::Task;
    use marksheet::json::Json;
    use marksheet::normalize::{Chain, literal};
    use marksheet::predictions::value::{How, read};
    use marksheet::settings::{Normalizer, Profile};

    const ALUE: How = How {
        task: Task::Extractive,
        profile: Profile::Alue,
        field: None,
    };

    /// A value as a JSON text writes it; numbers that matter are given by hand.
    fn value(text: &str) -> Json<'static> {
        fn owned(value: Json) -> Json<'static> {
            match value {
                Json::Null => Json::Null,
                Json::Bool(value) => Json::Bool(value),
                Json::Number(written) => Json::Number(written.into_owned().into()),
                Json::Text(text) => Json::Text(text.into_owned().into()),
                Json::List(members) => Json::List(members.into_iter().map(owned).collect()),
                Json::Object(entries) => Json::Object(
                    entries
                        .into_iter()
                        .map(|(key, value)| (key.into_owned().into(), owned(value)))
                        .collect(),
                ),
            }
        }
        owned(literal::parse(text).unwrap_or_else(|| panic!("no value: {text}")))
    }

    fn through(
        normalizers: &[Normalizer],
        value: &Json,
        how: How,
    ) -> (String, Vec<&'static str>, bool) {
        let (chain, problems) = Chain::new(normalizers);
        assert!(problems.is_empty(), "{problems:?}");
        let normalized = chain.apply(value, read(value, how), how, &[]);
        (
            normalized.text.into_owned(),
            normalized.rules,
            normalized.is_unfit,
        )
    }

    fn tail(text: &str) -> String {
        through(&[Normalizer::TailNumbers], &value(text), ALUE).0
    }

    fn tail_text(text: &str) -> String {
        through(
            &[Normalizer::TailNumbers],
            &Json::Text(text.to_owned().into()),
            ALUE,
        )
        .0
    }
}
