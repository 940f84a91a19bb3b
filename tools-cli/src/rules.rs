//! `--policy` and `--rules`: what narrows one call.

use std::path::Path;

use tools_core::{CapabilityPolicy, Effect};

use crate::{config::read, options::Call};

/// The rules of the command line, then those of the file, each with its option.
pub(crate) fn of(call: &Call) -> Result<Vec<(&'static str, CapabilityPolicy)>, String> {
    let mut policies = Vec::new();
    if !call.policy.is_empty() {
        let pairs: Result<Vec<_>, String> = call.policy.iter().map(|pair| rule(pair)).collect();
        let rules = CapabilityPolicy::new(pairs?).map_err(|error| format!("--policy: {error}"))?;
        policies.push(("--policy", rules.named("--policy")));
    }
    if let Some(path) = &call.rules {
        policies.push(("--rules", load(path).map_err(|error| format!("--rules: {error}"))?));
    }
    Ok(policies)
}

fn rule(pair: &str) -> Result<(&str, Effect), String> {
    let Some((key, effect)) = pair.split_once('=') else {
        return Err(format!(
            "--policy: `{pair}` is no rule: write KEY=EFFECT, such as 'records.*=require_approval'"
        ));
    };
    Ok((key, effect.parse().map_err(|error| format!("--policy '{pair}': {error}"))?))
}

fn load(path: &Path) -> Result<CapabilityPolicy, String> {
    let rules: CapabilityPolicy = read::file(path).map_err(|error| error.to_string())?;
    // Whoever names a file of rules means some.
    if rules.rules().is_empty() {
        return Err(format!(
            "{}: it has no rules: write them under `rules`, such as `\"records.*\" = \"deny\"` in TOML",
            path.display()
        ));
    }
    Ok(rules)
}
