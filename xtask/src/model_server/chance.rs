//! Chance that is the same every time: a number from 0 to 1 for a seed, a purpose and an id.
//!
//! Deliberately absent: any state, so that neither order nor repetition changes what an item gets.

/// A number from 0.0 (included) to 1.0 (excluded), evenly spread over ids; `what` keeps purposes apart.
pub fn chance(seed: u64, what: &str, id: &str) -> f64 {
    // FNV-1a over the bytes; its high bits are poor for short texts, so they are mixed once more (SplitMix64's end).
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in what.bytes().chain([0xff]).chain(id.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^= hash >> 31;
    (hash >> 11) as f64 / (1_u64 << 53) as f64
}
