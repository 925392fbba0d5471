//! The numbers of a game's positions, in whole steps: searches compare whole numbers.

/// Steps to the largest value, unless the game says otherwise.
const LARGEST: f64 = 1e6;
/// The most steps a game may have.
const MOST: f64 = 5e8;
/// How far from a whole number of steps a float may be.
const TOLERANCE: f64 = 1e-4;

/// What a game says about its numbers.
#[derive(Clone, Copy, Debug)]
pub struct ValueSteps {
    /// All numbers are whole multiples of this.
    smallest: f64,
    is_stated: bool,
    /// The largest number, in steps.
    pub largest: i32,
    /// What a win is worth in a game without scores: 1, or what is nearest to it.
    pub win: i32,
}

impl ValueSteps {
    /// The steps of a game that may state its smallest difference and its largest value, both above 0; or what is wrong with them.
    pub fn new(smallest_difference: Option<f64>, largest_value: Option<f64>) -> Result<ValueSteps, String> {
        let smallest = smallest_difference.unwrap_or(1.0);
        let largest = largest_value.map_or(LARGEST, |largest| largest / smallest);
        if !(1.0..=MOST).contains(&largest.round()) {
            return Err(format!(
                "largest_value must be 1 to {MOST:.0} times smallest_difference, not {largest} times"
            ));
        }
        Ok(ValueSteps {
            smallest,
            is_stated: smallest_difference.is_some(),
            largest: largest.round() as i32,
            win: (1.0 / smallest).round().clamp(1.0, largest.round()) as i32,
        })
    }

    /// A number that a method has returned, in steps; or what it must return instead.
    pub fn steps(&self, number: Option<f64>) -> Result<i32, String> {
        let Some(number) = number.filter(|number| !number.is_nan()) else {
            return Err("must return a number".into());
        };
        let steps = number / self.smallest;
        if (steps - steps.round()).abs() > TOLERANCE {
            return Err(match self.is_stated {
                true => format!("must return a multiple of smallest_difference, {}", self.smallest),
                false => "must return a whole number unless the game states its smallest_difference".into(),
            });
        }
        if steps.round().abs() > f64::from(self.largest) {
            let most = self.number(self.largest);
            return Err(format!("must return a number from -{most} to {most} (largest_value)"));
        }
        Ok(steps.round() as i32)
    }

    /// Steps as one of the game's numbers.
    #[must_use]
    pub fn number(&self, steps: i32) -> f64 {
        f64::from(steps) * self.smallest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_steps_and_numbers_again() {
        let halves = ValueSteps::new(Some(0.5), Some(10.0)).expect("fits");
        assert_eq!((halves.largest, halves.win), (20, 2));
        assert_eq!(halves.steps(Some(-1.5)), Ok(-3));
        assert_eq!(halves.number(-3), -1.5);
        let whole = ValueSteps::new(None, None).expect("fits");
        assert_eq!((whole.largest, whole.win), (1_000_000, 1));
        assert_eq!(whole.steps(Some(3.000_01)), Ok(3));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let halves = ValueSteps::new(Some(0.5), Some(10.0)).expect("fits");
        let why = |number| halves.steps(number).expect_err("does not fit");
        assert_eq!(why(None), "must return a number");
        assert_eq!(why(Some(f64::NAN)), "must return a number");
        assert_eq!(why(Some(0.25)), "must return a multiple of smallest_difference, 0.5");
        assert_eq!(why(Some(10.5)), "must return a number from -10 to 10 (largest_value)");
        assert!(why(Some(f64::INFINITY)).starts_with("must return"));
        let whole = ValueSteps::new(None, None).expect("fits");
        assert!(whole.steps(Some(0.5)).expect_err("half").contains("unless the game states"));
        assert!(ValueSteps::new(Some(1e-9), None).is_ok());
        assert!(ValueSteps::new(Some(1e-9), Some(1.0)).is_err());
        assert!(ValueSteps::new(Some(3.0), Some(1.0)).is_err());
    }
}
