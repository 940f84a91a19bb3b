//! Time and allocations of one call, start-up and listing, beside the peers.
//! The last lines, `ratio …`, are for machines.

use std::{collections::HashMap, hint::black_box, process::Command};

use tools_benches::{
    contender::{Entry, Input, entries, runtime},
    many::{self, Plan},
    measure::{Runner, Times, measure},
    workload::{Fault, Workload},
};

/// Allocations and bytes by workload, input and contender.
type Allocations = HashMap<String, (String, String)>;

fn main() -> Result<(), Fault> {
    let allocations = allocations()?;
    let runtime = runtime()?;
    let mut ratios = Vec::new();
    for workload in Workload::ALL {
        let value = workload.arguments();
        let text = value.to_string();
        for (word, input) in [("text", Input::Text(&text)), ("value", Input::Value(&value))] {
            let times = measure(entries(&runtime, workload, input)?.into_iter().map(runner).collect());
            println!("{workload}, from a {word} of {} bytes", text.len());
            println!("{:>12} {:>12} {:>8} {:>9} {:>9}", "", "ns", "allocs", "bytes", "÷ limit");
            table(&times, "limit", |name| allocations.get(&format!("{workload} {word} {name}")));
            ratios.extend(ratio_lines(&format!("{workload} {word}"), &times));
        }
    }
    let plan = Plan::new();
    println!("start-up of {} tools made at run time", many::TOOLS);
    let times = measure(vec![
        ("ours", Box::new(|times| repeat(times, || plan.ours()))),
        ("rmcp", Box::new(|times| repeat(times, || plan.rmcp()))),
        ("rig", Box::new(|times| repeat(times, || plan.rig()))),
        ("tools-rs", Box::new(|times| repeat(times, || plan.tools_rs()))),
        ("adk", Box::new(|times| repeat(times, || plan.adk()))),
    ]);
    table(&times, "ours", |_| None);
    ratios.extend(ratio_lines("startup -", &times));

    let (ours, rmcp, rig) = (plan.ours()?, plan.rmcp(), plan.rig()?);
    let (tools_rs, adk) = (plan.tools_rs()?, plan.adk());
    println!("list of {} tools, {} bytes of ours", many::TOOLS, many::list_ours(&ours).len());
    let lists = [
        many::list_ours(&ours),
        many::list_rmcp(&rmcp)?,
        many::list_rig(&rig)?,
        many::list_tools_rs(&tools_rs)?,
        many::list_adk(&adk)?,
    ];
    if let Some(list) = lists.iter().find(|list| !list.contains("tool_0999") || !list.contains("guests")) {
        return Err(format!("a list that is not whole, of {} bytes", list.len()).into());
    }
    let times = measure(vec![
        ("ours", Box::new(|times| repeat(times, || Ok::<_, serde_json::Error>(many::list_ours(&ours))))),
        ("rmcp", Box::new(|times| repeat(times, || many::list_rmcp(&rmcp)))),
        ("rig", Box::new(|times| repeat(times, || many::list_rig(&rig)))),
        ("tools-rs", Box::new(|times| repeat(times, || many::list_tools_rs(&tools_rs)))),
        ("adk", Box::new(|times| repeat(times, || many::list_adk(&adk)))),
    ]);
    table(&times, "ours", |_| None);
    ratios.extend(ratio_lines("list -", &times));

    for ratio in ratios {
        println!("{ratio}");
    }
    Ok(())
}

fn runner(mut entry: Entry<'_>) -> Runner<'_> {
    (entry.name, Box::new(move |times| drop(entry.run(times))))
}

fn repeat<T>(times: u64, run: impl Fn() -> T) {
    for _ in 0..times {
        black_box(run());
    }
}

/// What the other program counts, whose allocator would slow this one down.
fn allocations() -> Result<Allocations, Fault> {
    let output = Command::new(env!("CARGO_BIN_EXE_allocations")).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = String::from_utf8(output.stdout)?;
    let row = |line: &str| {
        let mut words = line.rsplitn(3, ' ').map(str::to_owned);
        let (bytes, count, name) = (words.next()?, words.next()?, words.next()?);
        Some((name, (count, bytes)))
    };
    Ok(text.lines().filter_map(row).collect())
}

fn table<'a>(times: &[Times], beside: &str, allocations: impl Fn(&str) -> Option<&'a (String, String)>) {
    let base = times.iter().find(|times| times.name == beside);
    for times in times {
        let (count, bytes) = allocations(times.name).map_or(("-", "-"), |(count, bytes)| (count, bytes));
        let over = base.map_or(f64::NAN, |base| times.over(base));
        println!("{:>12} {:>12.0} {count:>8} {bytes:>9} {over:>9.2}", times.name, times.nanos());
    }
    println!();
}

/// Ours over the limit, ours with everything on over ours, and each peer over ours.
fn ratio_lines(what: &str, times: &[Times]) -> Vec<String> {
    let Some(ours) = times.iter().find(|times| times.name == "ours") else { return Vec::new() };
    let line = |times: &Times| {
        let ratio = match times.name {
            "ours" => return None,
            "limit" => ours.over(times),
            _ => times.over(ours),
        };
        Some(format!("ratio {what} {} {ratio:.2}", times.name))
    };
    times.iter().filter_map(line).collect()
}
