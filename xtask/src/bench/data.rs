//! Files to time with: a SQuAD 2.0 dataset and predictions of any size, the same on every machine.
//!
//! The mix follows real files: half the questions have no answer, the others one to four gold answers
//! of one to five words; a context has about 120 words and five questions. Predictions are right, nearly
//! right, empty or made up, with articles, punctuation, hyphens, capitals and accents in them.

use std::fmt::Write;

/// The two files, as JSON text.
pub struct Files {
    pub dataset: String,
    pub predictions: String,
}

const TOPIC: &[&str] = &[
    "runway",
    "approach",
    "glider",
    "rotor",
    "flare",
    "altimeter",
    "tower",
    "squawk",
    "clearance",
    "crosswind",
    "gust",
    "ceiling",
    "visibility",
    "holding",
    "departure",
    "instructor",
    "student",
    "mechanic",
    "witness",
    "engine",
    "propeller",
    "aileron",
    "rudder",
    "flap",
    "trim",
    "brake",
    "tank",
    "pump",
    "filter",
    "gauge",
    "beacon",
    "horn",
    "hangar",
    "apron",
    "taxiway",
    "threshold",
    "Köln",
    "Orléans",
    "Gdańsk",
    "Malmö",
    "go-around",
    "run-up",
    "auto-rotation",
    "2,400",
    "118.3",
    "N512KR",
    "D-EKLM",
    "G-BOXT",
    "N77Q",
];
const SMALL: &[&str] = &[
    "the", "a", "an", "of", "in", "on", "to", "at", "from", "with", "and", "or", "after", "while",
];
const QUESTIONS_PER_CONTEXT: usize = 5;
const CONTEXTS_PER_ARTICLE: usize = 40;

/// Writes a dataset of that many questions, and predictions for all of them.
pub fn squad(n_questions: usize) -> Files {
    let mut random = Random(2024);
    let mut dataset = String::from("{\"version\": \"v2.0\", \"data\": [");
    let mut predictions = String::from("{");
    let mut done = 0;
    let mut n_contexts = 0;
    while done < n_questions {
        if n_contexts % CONTEXTS_PER_ARTICLE == 0 {
            let end_of_last = if n_contexts == 0 { "" } else { "]}, " };
            let article = n_contexts / CONTEXTS_PER_ARTICLE;
            put(
                &mut dataset,
                format_args!("{end_of_last}{{\"title\": \"reports {article}\", \"paragraphs\": ["),
            );
        } else {
            dataset.push_str(", ");
        }
        n_contexts += 1;
        let context = words(&mut random, 120);
        put(
            &mut dataset,
            format_args!("{{\"context\": \"{}\", \"qas\": [", context.join(" ")),
        );
        for nth in 0..QUESTIONS_PER_CONTEXT.min(n_questions - done) {
            let comma = if nth == 0 { "" } else { ", " };
            dataset.push_str(comma);
            predictions.push_str(if done == 0 { "" } else { ", " });
            question(&mut random, &context, &mut dataset, &mut predictions);
            done += 1;
        }
        dataset.push_str("]}");
    }
    dataset.push_str("]}]}");
    predictions.push('}');
    Files {
        dataset,
        predictions,
    }
}

/// Writes an extractive dataset for timing prompts: 200 questions on contexts of about 10 KB, and ten few-shot examples
/// of about 3 KB each.
pub fn long_prompts() -> String {
    let mut random = Random(7);
    let mut dataset = String::from("{\"data\": [{\"title\": \"long reports\", \"examples\": [");
    for nth in 0..10 {
        let comma = if nth == 0 { "" } else { ", " };
        let transcript = words(&mut random, 440).join(" ");
        put(
            &mut dataset,
            format_args!(
                "{comma}{{\"question\": \"Which part failed in report {nth}?\", \"transcript\": \"{transcript}\", \"answer\": \"the rotor\"}}"
            ),
        );
    }
    dataset.push_str("], \"paragraphs\": [");
    for nth in 0..200 {
        let comma = if nth == 0 { "" } else { ", " };
        let context = words(&mut random, 1_480).join(" ");
        put(
            &mut dataset,
            format_args!(
                "{comma}{{\"context\": \"{context}\", \"qas\": [{{\"id\": \"q{nth}\", \"question\": \"Which part failed?\", \"answers\": [{{\"text\": \"rotor\"}}]}}]}}"
            ),
        );
    }
    dataset.push_str("]}]}");
    dataset
}

fn question(random: &mut Random, context: &[&str], dataset: &mut String, predictions: &mut String) {
    let id = format!("{:016x}{:08x}", random.next(), random.next() >> 32);
    let length = 1 + random.below(5);
    let start = random.below(context.len() - length);
    let answer = context[start..start + length].join(" ");
    let answerable = random.below(2) == 0;
    let mut golds = Vec::new();
    if answerable {
        golds.push(answer.clone());
        for _ in 0..random.below(4) {
            golds.push(rephrased(random, &answer));
        }
    }
    let asked = words(random, 11).join(" ");
    let golds: Vec<_> = golds
        .iter()
        .map(|text| format!("{{\"text\": \"{text}\", \"answer_start\": 0}}"))
        .collect();
    let (golds, impossible) = (golds.join(", "), !answerable);
    put(
        dataset,
        format_args!(
            "{{\"id\": \"{id}\", \"question\": \"{asked}?\", \"answers\": [{golds}], \"is_impossible\": {impossible}}}"
        ),
    );
    let prediction = match random.below(10) {
        0..6 if answerable => answer,
        0..6 | 8 => String::new(),
        6..8 => rephrased(random, &answer),
        _ => {
            let length = 1 + random.below(8);
            words(random, length).join(" ")
        }
    };
    put(predictions, format_args!("\"{id}\": \"{prediction}\""));
}

/// The same answer as somebody else might have written it.
fn rephrased(random: &mut Random, answer: &str) -> String {
    match random.below(5) {
        0 => format!("the {answer}"),
        1 => format!("{answer}."),
        2 => answer.to_uppercase(),
        3 => answer
            .rsplit_once(' ')
            .map_or(answer, |(all_but_last, _)| all_but_last)
            .to_owned(),
        _ => answer.to_owned(),
    }
}

fn words(random: &mut Random, n: usize) -> Vec<&'static str> {
    let mut word = || {
        let list = if random.below(100) < 35 { SMALL } else { TOPIC };
        list[random.below(list.len())]
    };
    (0..n).map(|_| word()).collect()
}

fn put(text: &mut String, piece: std::fmt::Arguments) {
    // Writing to a String cannot fail.
    let _ = text.write_fmt(piece);
}

/// SplitMix64: a small generator, the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which is small: the unevenness does not matter.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
