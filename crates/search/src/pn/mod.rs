//! Proof-number searches, one file each.

mod children;
mod depth_first;
pub mod df_pn;
pub mod evidence;
pub mod forced_win;
pub(crate) mod frame;
mod ghi;
mod graph;
mod graph_search;
mod growth;
mod known;
mod nagai;
mod options;
mod path_dependence;
pub mod pds;
pub mod pds_pn;
// The file of the plain algorithm has the algorithm's name, which is also the family's.
#[allow(clippy::module_inception)]
pub(crate) mod pn;
pub mod pn2;
pub mod pn_bta;
pub mod pn_dag;
pub mod pn_dcg;
pub mod pn_star;
pub(crate) mod second_level;
mod simulation;
pub(crate) mod together;
mod twin_graph;
mod twin_path;

pub use ghi::Ghi;
pub use growth::Growth;
pub use known::{KnownChild, KnownChildren, known_children, known_children_by_length};
pub use pn::{Evaluation, Pn, PnOptions, search};
