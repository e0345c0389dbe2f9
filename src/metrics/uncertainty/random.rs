//! A small pseudo-random generator that gives the same numbers on every machine.
//!
//! Deliberately absent: anything secret; the seed is fixed and known.

/// xoshiro256++ by Blackman and Vigna (<https://doi.org/10.1145/3460772>), seeded through SplitMix64.
pub(crate) struct Random {
    state: [u64; 4],
}

impl Random {
    /// The generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        let mut mixed = seed;
        let state = std::array::from_fn(|_| {
            mixed = mixed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = mixed;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        });
        Self { state }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        let (b_next, a_next) = (b ^ c, a ^ d);
        self.state = [a_next, b_next, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number from 0 to `n` − 1. The upper bits are scaled; for n below 2^20 the bias is under 2^-12 of a draw's chance.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first outputs for the state 1, 2, 3, 4, as the authors' C program prints them.
    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut random = Random {
            state: [1, 2, 3, 4],
        };
        assert_eq!(
            [(); 3].map(|()| random.bits()),
            [41_943_041, 58_720_359, 3_588_806_011_781_223]
        );
    }
}
