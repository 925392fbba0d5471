//! How many positions a game will have, from the sizes of the first plies.
//!
//! Where positions can repeat, a ply's growth falls as the space fills, and plies end up shrinking. The logarithm of the
//! growth over two plies (over one it swings with the player on move) is taken to fall on as it did lately: a bell
//! curve. That is a forecast, and nothing rests on it but how much work is spent.

/// Plies without which there is no forecast.
const FEWEST: usize = 4;
/// Differences of the growth that are averaged, at least; of many plies half.
const LATEST: usize = 3;
/// No forecast is larger, or looks further ahead.
const LARGEST: f64 = 1e15;
const PLIES: usize = 1000;

/// About how many positions there will be, by the numbers of positions in the plies that are complete. Infinite where growth
/// does not fall, unless it is so small that a thousand plies come to little; `None` where there are too few plies to tell.
pub(crate) fn forecast(sizes: &[u64]) -> Option<f64> {
    if sizes.len() < FEWEST {
        return None;
    }
    let logs: Vec<f64> = sizes.iter().map(|&size| (size.max(1) as f64).ln()).collect();
    let growth: Vec<f64> = logs.windows(3).map(|plies| (plies[2] - plies[0]) / 2.0).collect();
    let latest = &growth[growth.len().saturating_sub(1 + LATEST.max(sizes.len() / 2))..];
    let last = latest[latest.len() - 1];
    let falls = (latest[0] - last) / (latest.len() - 1) as f64;
    let (mut growth, falls) = (last, falls.max(0.0));
    let [mut older, mut newer] = [logs[logs.len() - 2], logs[logs.len() - 1]];
    let mut sum: f64 = sizes.iter().map(|&size| size as f64).sum();
    for _ in 0..PLIES {
        growth -= falls;
        (older, newer) = (newer, older + 2.0 * growth);
        let size = newer.exp();
        sum += size;
        if sum > LARGEST {
            return Some(f64::INFINITY);
        }
        // Two plies in a row: every other one may be small.
        if size < 1.0 && older < 0.0 {
            break;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_that_fill_a_space_say_how_large_it_is() {
        // The L-game: 36,736 positions.
        let forecast = |sizes| forecast(sizes).expect("plies enough");
        let l_game = forecast(&[1, 65, 2215, 11638]);
        assert!((18_000.0..110_000.0).contains(&l_game), "{l_game}");
        let later = forecast(&[1, 65, 2215, 11638, 16089]);
        assert!((30_000.0..45_000.0).contains(&later), "{later}");
        // King and pawn against king, 141,567 positions: the pawn fills one space after the other.
        let pawn =
            forecast(&[1, 4, 26, 86, 263, 532, 774, 1298, 1736, 2767, 3478, 5695, 3879, 9539, 7803, 16256]);
        assert!((60_000.0..6_000_000.0).contains(&pawn), "{pawn}");
    }

    #[test]
    fn spaces_that_do_not_close_soon_are_told_apart() {
        for (name, sizes) in [
            ("lines of action", &[1, 23, 514, 7418, 111_945][..]),
            ("a chess mate", &[1, 59, 1988, 62_298]),
            ("growth that does not fall", &[1, 2, 4, 8, 16, 32, 64, 128, 256]),
            ("growth that rises", &[1, 1, 2, 3, 6, 14, 40]),
        ] {
            let sum = forecast(sizes).expect(name);
            assert!(sum > 1e8, "{name}: {sum}");
        }
    }

    #[test]
    fn a_long_corridor_is_small() {
        let corridor = forecast(&[2; 50]).expect("plies enough");
        assert!((2_000.0..3_000.0).contains(&corridor), "{corridor}");
        assert!(forecast(&[1_000_000, 999_999, 999_998, 999_997]).is_some_and(|sum| sum < 1e10));
    }

    #[test]
    fn few_plies_say_nothing() {
        assert_eq!((forecast(&[]), forecast(&[1, 2, 4])), (None, None));
    }

    #[test]
    fn plies_that_shrink_end() {
        let shrinking = forecast(&[1, 100, 90, 81, 73]).expect("plies enough");
        assert!((345.0..1_100.0).contains(&shrinking), "{shrinking}");
        assert!(forecast(&[5, 4, 3, 2, 1, 0]).is_some_and(|sum| sum < 20.0));
    }
}
