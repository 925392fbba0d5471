//! What objects of one kind weigh on average.
//!
//! Weighing may take longer than the rules of a game, so most objects are not weighed: they count as much as those that were,
//! on average.

use std::sync::Mutex;

/// Of the first objects each is weighed, then one of every [`ONE_OF`].
const ALL_OF_THE_FIRST: u64 = 64;
const ONE_OF: u64 = 16;
/// The number of objects that the average is taken over, once there are enough.
const WINDOW: f64 = 16.0;

/// How many objects there were, and their average weight.
#[derive(Default)]
pub(super) struct Average(Mutex<(u64, f64)>);

impl Average {
    /// The weight that an object counts for; now and then it is weighed.
    pub fn take<E>(&self, weigh: impl FnOnce() -> Result<usize, E>) -> Result<usize, E> {
        let count = {
            let mut average = self.0.lock().expect("never poisoned");
            average.0 += 1;
            if average.0 > ALL_OF_THE_FIRST && !average.0.is_multiple_of(ONE_OF) {
                return Ok(average.1 as usize);
            }
            average.0
        };
        // Not locked meanwhile: an object may have a method of its own that says its size.
        let weight = weigh()?;
        let mut average = self.0.lock().expect("never poisoned");
        average.1 += (weight as f64 - average.1) / (count as f64).min(WINDOW);
        Ok(weight)
    }
}
