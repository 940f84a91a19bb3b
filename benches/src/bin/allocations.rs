//! Counts allocations: one line for each contender, workload and input, with
//! the allocations and the bytes of one call. A vector that grows counts anew.

use tools_benches::{
    contender::{Input, entries, runtime},
    workload::{Fault, Workload},
};

/// So that what happens now and then is averaged.
const CALLS: u64 = 64;

fn main() -> Result<(), Fault> {
    let runtime = runtime()?;
    for workload in Workload::ALL {
        let value = workload.arguments();
        let text = value.to_string();
        for (word, input) in [("text", Input::Text(&text)), ("value", Input::Value(&value))] {
            for mut entry in entries(&runtime, workload, input)? {
                // Whatever is made on first use is made before.
                entry.run(2);
                let counted = allocation_counter::measure(|| drop(entry.run(CALLS)));
                let (count, bytes) = (counted.count_total / CALLS, counted.bytes_total / CALLS);
                println!("{workload} {word} {} {count} {bytes}", entry.name);
            }
        }
    }
    Ok(())
}
