//! Proof-number searches, one file each.

// The file of the plain algorithm has the algorithm's name, which is also the family's.
#[allow(clippy::module_inception)]
mod pn;
mod tree;

pub use pn::{Evaluation, Options, search};
pub use tree::{Node, Tree};
