//! The difference between two templates.

use marksheet::prompt::difference;
use proptest::prelude::*;

fn shown(old: &str, new: &str) -> String {
    difference(old, new)
        .iter()
        .map(|line| match line.side {
            -1 => format!("-{}", line.text),
            0 => format!(" {}", line.text),
            _ => format!("+{}", line.text),
        })
        .collect::<Vec<_>>()
        .join("|")
}

#[test]
fn equal_lines_stay_and_others_are_marked() {
    assert_eq!(shown("", ""), "");
    assert_eq!(shown("a\nb\n", "a\nb\n"), " a| b");
    assert_eq!(shown("a\n", ""), "-a");
    assert_eq!(shown("", "a\nb"), "+a|+b");
    assert_eq!(shown("a\nb\nc", "a\nx\nc"), " a|-b|+x| c");
    assert_eq!(
        shown("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc"),
        "-a|-b| c|+b| a| b|-b| a|+c"
    );
}

#[test]
fn very_different_texts_are_shown_as_replaced() {
    let lines = |c: char| (0..20_000).map(|i| format!("{c}{i}\n")).collect::<String>();
    let (old, new) = (format!("{}end", lines('a')), format!("{}end", lines('b')));
    let found = difference(&old, &new);
    assert_eq!(found.len(), 40_001);
    assert_eq!(found[0].side, -1);
    assert_eq!(found[40_000].side, 0);
}

/// The length of the longest common subsequence, the slow way.
fn n_common(old: &[&str], new: &[&str]) -> usize {
    let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate() {
        for (j, b) in new.iter().enumerate() {
            table[i + 1][j + 1] = match a == b {
                true => table[i][j] + 1,
                false => table[i][j + 1].max(table[i + 1][j]),
            };
        }
    }
    table[old.len()][new.len()]
}

proptest! {
    #[test]
    fn each_side_reads_as_its_text_and_no_difference_is_shorter(old in "([a-c]\n){0,12}", new in "([a-c]\n){0,12}") {
        let lines = difference(&old, &new);
        let side = |other: i8| lines.iter().filter(|line| line.side != other).map(|line| line.text).collect::<Vec<_>>();
        let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
        prop_assert_eq!(side(1), old.clone());
        prop_assert_eq!(side(-1), new.clone());
        prop_assert_eq!(lines.iter().filter(|line| line.side == 0).count(), n_common(&old, &new));
    }
}
