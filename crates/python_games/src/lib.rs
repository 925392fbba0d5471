//! Games written in Python: their methods as rules, their positions held, packed and replayed, their errors.
//!
//! The native module, `crates/python`, makes classes and functions of this and of the solver.

mod content_keys;
mod contents;
mod errors;
mod fresh_rules;
mod held_objects;
mod objects;
mod packing;
mod python_game;
mod rules;
mod signals;
mod table_rules;
mod values;
mod weighing;

pub use contents::Contents;
pub use errors::{Raise, bad_input, rejected};
pub use python_game::{PythonGame, held};
pub use signals::signals;
pub use table_rules::{PythonRules, RulesHere, TableRules};
