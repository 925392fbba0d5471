//! The graph-history interaction: what is done about verdicts that do not hold on all lines.
//!
//! A verdict that depends on the line, because it repeats a position of the path (or
//! must not), is kept for that line alone, as a [`Twin`](crate::table::Twin). Each verdict carries the smallest ply of an earlier
//! position it depends on: the minimum over the children where all are needed, forbidden moves included, the best
//! child's where one is enough. Where a repetition is a draw, a verdict that depends on nothing above its own node is
//! true on all lines. Where it is illegal, only one that depends on nothing at all is, and even that one may fail on a
//! line that has been through a position of its solution: the root's verdict stays true, but certificates have to
//! end each line at the **first** position decided without repetition. That holds as long as the positions of a
//! solution are the ones whose return is forbidden. Where several positions count as one (in Go the same stones after a
//! pass), a line may have been at another one of them, and the root's verdict may be false: about one in 400 made-up
//! games with such keys. Its certificate then fails, and a caller that needs the answer has to use [`Ghi::Sim`].

/// What is done about verdicts that hold on some lines only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghi {
    /// Nothing: they count on all lines. Wrong.
    Ignore,
    /// Every verdict is kept for its line only.
    Dup,
    /// As `Dup`; on another line the moves of its solution are tried first.
    Sim,
    /// As `Sim`, and verdicts that depend on no line count on all.
    Full,
    /// None is kept; see [`nagai`](super::nagai).
    Nagai,
}

impl Ghi {
    /// What is not misled where `Full` may be: see the head of this file.
    pub(crate) fn safer(self) -> Option<Ghi> {
        (self == Ghi::Full).then_some(Ghi::Sim)
    }
}
