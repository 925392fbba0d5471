//! Depth-limited searches, one file each.

pub mod alpha_beta;
mod ordering;

pub use ordering::OrderingOptions;
