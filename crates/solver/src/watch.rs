//! Progress and traces while a search runs.

use std::ops::ControlFlow;
use std::time::Duration;

use pnyx_game::{BoxError, Game, Goal};
use pnyx_search::{Observer, Snapshot, Stats, Trace};

use crate::host::{Host, Progress, Signals};

/// The observer of a search, for a host.
pub(crate) struct Watch<'a, G: Game> {
    pub signals: Signals<'a>,
    pub trace: Option<Trace<G::Move>>,
    pub game: &'a G,
    pub root: &'a G::Position,
    /// What is asked.
    pub goal: String,
    /// The nodes of questions before this one.
    pub spent: u64,
    /// What the search had counted at the last check.
    pub seen: Stats,
}

impl<'a, G: Game> Watch<'a, G> {
    pub fn new(host: &'a dyn Host, game: &'a G, root: &'a G::Position, goal: &Goal) -> Watch<'a, G> {
        let (signals, goal, seen) = (Signals::new(host), goal.to_string(), Stats::default());
        Watch { signals, trace: None, game, root, goal, spent: 0, seen }
    }
}

impl<G: Game<Error: Into<BoxError>>> Observer<G> for Watch<'_, G> {
    fn iteration(&mut self, snapshot: &Snapshot<'_, G>) {
        if let Some(trace) = &mut self.trace {
            Observer::<G>::iteration(trace, snapshot);
        }
    }

    fn tick(&mut self, snapshot: &Snapshot<'_, G>, elapsed: Duration) -> ControlFlow<()> {
        let Snapshot { nodes, memory_bytes, proof, disproof, .. } = *snapshot;
        self.seen = Stats { nodes, memory_bytes, proof, disproof, ..Stats::default() };
        self.signals.report(elapsed, || {
            let line = notations(self.game, self.root, snapshot.line).map_err(Into::into)?;
            let (nodes, seconds, goal) = (self.spent + nodes, elapsed.as_secs_f64(), self.goal.as_str());
            Ok(Progress::Solving { nodes, seconds, memory_bytes, proof, disproof, line, goal })
        })?;
        // What is found from now on will be thrown away.
        if self.game.io_error().is_some() {
            return ControlFlow::Break(());
        }
        self.signals.poll()
    }
}

/// The notations of a line of moves.
pub(crate) fn notations<G: Game>(
    game: &G,
    root: &G::Position,
    line: &[G::Move],
) -> Result<Vec<String>, G::Error> {
    let mut position = root.clone();
    let mut names = Vec::with_capacity(line.len());
    for &mv in line {
        names.push(game.notation(&position, mv)?);
        game.play(&mut position, mv)?;
    }
    Ok(names)
}
