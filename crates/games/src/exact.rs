//! What games that find their scores by a search of their own have in common.

use std::ops::ControlFlow;

use pnyx_game::Pause;

/// Asks whether to go on, every `STRIDE` nodes.
pub(crate) struct Pacing<'a, const STRIDE: u64> {
    pause: Pause<'a>,
    pause_at: u64,
    /// Somebody said stop: values no longer mean anything.
    pub(crate) stopped: bool,
}

impl<'a, const STRIDE: u64> Pacing<'a, STRIDE> {
    /// To begin with, after N nodes.
    pub(crate) fn new(pause: Pause<'a>, nodes: u64) -> Pacing<'a, STRIDE> {
        Pacing { pause, pause_at: nodes + STRIDE, stopped: false }
    }

    /// Ask, if it is time to; `nodes` is their number. Returns whether to stop.
    #[inline]
    pub(crate) fn asks(&mut self, nodes: u64) -> bool {
        if nodes >= self.pause_at {
            self.pause_at = nodes + STRIDE;
            self.stopped |= (self.pause)(nodes) == ControlFlow::Break(());
        }
        self.stopped
    }
}
