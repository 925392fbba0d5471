//! What the system says a table takes that threads share. One test alone, so that the process is its own.

#![cfg(target_os = "linux")]

mod memory;

use std::thread;

use memory::status;
use pnyx_search::table::{Known, Shared};

const MIB: usize = 1 << 20;

#[test]
fn a_shared_table_costs_what_it_uses_and_never_more_than_it_was_given() {
    let bytes = 96 * MIB;
    let before = status("VmRSS");
    let table = Shared::new(bytes);
    let put = |thread: u64, count: u64| {
        for n in 0..count {
            let key = (2 * n + thread).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.put(key, Known { effort: n as u32 % 100, ..Known::NOTHING });
        }
    };
    put(0, 1000);
    let begun = status("VmRSS") - before;
    assert!(begun < MIB, "{begun} bytes for a table of a few positions");

    let half = table.capacity() as u64 * 5 / 8;
    thread::scope(|scope| {
        scope.spawn(|| put(0, half));
        put(1, half);
    });
    assert!(table.collections() > 0 && table.memory_bytes() <= bytes);

    // The peak, so that doublings count.
    let peak = status("VmHWM") - before;
    assert!(peak < bytes + bytes / 20, "{peak} bytes for a table of {bytes}");
    assert!(peak > bytes / 10 * 9, "{peak} bytes for a table of {bytes}, which was to be full");
}
