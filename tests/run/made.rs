//! Runs made for tests: items, settings, and a run held as a worker would hold it.

use crate::world::{KEY, World, secs};
use marksheet::provider::{Adapted, Key, ModelConfig, Prompt, Wanted, find};
use marksheet::run::{
    Ask, Control, Ending, Event, ItemRecord, Job, Model, PlanFacts, RunConfig, RunState, Start,
    Which, run,
};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

pub fn asks(n: u32) -> Vec<Ask> {
    (0..n)
        .map(|index| Ask {
            index,
            id: format!("q{index}"),
        })
        .collect()
}

pub fn config() -> RunConfig {
    RunConfig {
        n_parallel: 6,
        n_tries: 4,
        time_limit: secs(60.0),
        requests_per_minute: None,
    }
}

pub fn model_config() -> ModelConfig {
    ModelConfig {
        provider: "openai".into(),
        base_url: "https://api.example.com/v1".into(),
        model: "m".into(),
        temperature: Some(0.0),
        max_tokens: 1024,
        seed: Some(7),
    }
}

pub fn state(n: u32) -> RunState {
    RunState {
        facts: PlanFacts {
            name: "run 1".into(),
            n_items: n,
            ..PlanFacts::default()
        },
        model: model_config(),
        config: config(),
        wanted: Wanted::Text,
        schema: None,
        adapted: Adapted::default(),
        prompts: None,
        is_ended: false,
        records: BTreeMap::new(),
    }
}

/// A run as a worker would hold it.
pub struct Ran {
    pub world: World,
    pub state: RunState,
    pub events: Vec<Event>,
    /// `None` when the run was cut off from outside.
    pub ending: Option<Ending>,
}

impl Ran {
    pub fn class(&self, id: &str) -> Option<&'static str> {
        self.record(id).class.map(|class| class.key())
    }

    pub fn record(&self, id: &str) -> &ItemRecord {
        let found = self.state.records.values().find(|record| record.id == id);
        found.unwrap_or_else(|| panic!("no record of {id}"))
    }

    pub fn n_events(&self, is_wanted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is_wanted(event)).count()
    }
}

/// Runs what is unfinished in `state`.
pub fn go(world: World, state: RunState, config: RunConfig) -> Ran {
    let start = state.start(&asks(state.facts.n_items), Which::Unfinished);
    go_on(world, state, config, start, &Control::default(), |_| false)
}

/// Runs from `start`; `cut` is asked after every event whether the run is cut off there.
pub fn go_on(
    world: World,
    state: RunState,
    config: RunConfig,
    start: Start,
    control: &Control,
    mut cut: impl FnMut(&Event) -> bool,
) -> Ran {
    let asks = asks(state.facts.n_items);
    let model = state.model.clone();
    let wanted = state.wanted.clone();
    let key = Key::for_origin(KEY.to_owned(), &model.base_url)
        .unwrap()
        .map(Arc::new);
    let kept = Rc::new(RefCell::new((state, Vec::new())));
    let is_cut = Rc::new(RefCell::new(false));
    let ending = {
        let prompts = |ask: &Ask| {
            Ok(Prompt {
                system: "Answer.".into(),
                user: ask.id.clone(),
            })
        };
        let provider = find(&model.provider).unwrap();
        let model = Model::new(
            &world,
            provider,
            &model,
            key,
            &wanted,
            config.time_limit,
            prompts,
        )
        .unwrap();
        let tell = |event: Event| {
            if *is_cut.borrow() {
                return;
            }
            let mut kept = kept.borrow_mut();
            match &event {
                Event::Finished(record) => kept.0.add((**record).clone()),
                Event::Adapted(adapted) => kept.0.adapted = *adapted,
                _ => {}
            }
            *is_cut.borrow_mut() = cut(&event);
            kept.1.push(event);
        };
        let job = Job {
            asks: &asks,
            start,
            answerer: &model,
            host: &world,
            config,
            control,
        };
        world.drive(run(job, tell), || *is_cut.borrow())
    };
    let (state, events) = Rc::into_inner(kept).unwrap().into_inner();
    Ran {
        world,
        state,
        events,
        ending,
    }
}
