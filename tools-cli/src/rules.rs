//! `--policy` and `--rules`: what narrows one call.

use std::{fs, path::Path};

use tools_core::{CapabilityPolicy, Effect};

use crate::options::Call;

/// The rules of the command line, then those of the file.
pub(crate) fn read(call: &Call) -> Result<Vec<CapabilityPolicy>, String> {
    let mut policies = Vec::new();
    if !call.policy.is_empty() {
        let pairs: Result<Vec<_>, String> = call.policy.iter().map(|pair| rule(pair)).collect();
        let rules = CapabilityPolicy::new(pairs?).map_err(|error| format!("--policy: {error}"))?;
        policies.push(rules.named("--policy"));
    }
    if let Some(path) = &call.rules {
        policies.push(load(path).map_err(|error| format!("--rules {}: {error}", path.display()))?);
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
    let read = || fs::read_to_string(path).map_err(|error| format!("it cannot be read: {error}"));
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => serde_json::from_str(&read()?).map_err(|error| error.to_string()),
        Some("toml") => toml::from_str(&read()?).map_err(|error| error.to_string().trim_end().to_owned()),
        _ => Err("write the rules as JSON or TOML, in a file whose name ends in `.json` or `.toml`".into()),
    }
}
