//! Proof-number searches, one file each.

pub mod bta;
mod children;
pub mod dag;
pub mod dcg;
mod depth_first;
pub mod df_pn;
pub mod forced_win;
pub(crate) mod frame;
mod graph;
mod graph_search;
mod growth;
mod known;
mod leanings;
mod memory;
mod nagai;
mod notes;
pub mod pds;
pub mod pds_pn;
// The file of the plain algorithm has the algorithm's name, which is also the family's.
#[allow(clippy::module_inception)]
pub(crate) mod pn;
pub mod pn2;
pub mod pn_star;
pub(crate) mod second_level;
mod simulation;
mod tree;
mod twin_graph;
mod twin_path;

pub use depth_first::Ghi;
pub(crate) use depth_first::identity;
pub use graph::{Edge, Graph, Node as GraphNode};
pub use growth::Growth;
pub use known::{KnownChild, KnownChildren, known_children, noted_children};
pub use memory::Memory;
pub use notes::Notes;
pub use pn::{Evaluation, Options, search};
pub use tree::{Node, Tree};
pub use twin_graph::{TwinGraph, TwinNode};
