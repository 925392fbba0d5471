//! What the system says a bounded table takes. One test alone, so that the process is its own.

#![cfg(target_os = "linux")]

mod memory;

use std::sync::Arc;

use memory::status;
use pnyx_search::table::{Bounded, Entry, Table, Twin};

const MIB: usize = 1 << 20;

#[test]
fn a_table_costs_what_it_uses_and_never_more_than_it_was_given() {
    let bytes = 96 * MIB;
    let before = status("VmRSS");
    let mut table = Arc::new(Bounded::new(bytes));
    let begun = status("VmRSS") - before;
    assert!(begun < MIB, "{begun} bytes for an empty table");

    let capacity = table.capacity() as u64;
    for n in 0..capacity * 5 / 4 {
        let key = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        table.put(key, Entry { proof: 1, disproof: 1, effort: n as u32 % 100, ..Entry::default() });
        if n % 4 == 0 {
            table.put_twin(key, Twin { code: n, proven: true, best: 0, depends_on_ply: 0 });
        }
    }
    assert!(table.collections() > 0 && table.memory_bytes() <= bytes);

    // The peak, so that doublings count.
    let peak = status("VmHWM") - before;
    assert!(peak < bytes + bytes / 20, "{peak} bytes for a table of {bytes}");
    assert!(peak > bytes / 10 * 9, "{peak} bytes for a table of {bytes}, which was to be full");
}
