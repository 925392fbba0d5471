//! Depth-limited searches, one file each.

pub mod alpha_beta;
pub(crate) mod ordering;

pub use ordering::OrderingOptions;
