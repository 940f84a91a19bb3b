//! From types to text, and into a file in one step.

use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Result, Write as _},
    path::{Path, PathBuf},
};

use tools_core::AgentConfig;

use super::{ConfigError, Format};

pub(super) fn text(config: &AgentConfig, format: Format) -> std::result::Result<String, ConfigError> {
    let told = |error: &dyn std::fmt::Display| ConfigError::of(error.to_string());
    match format {
        Format::Toml => toml(config),
        Format::Yaml => yaml_serde::to_string(config).map_err(|error| told(&error)),
        Format::Json => {
            serde_json::to_string_pretty(config).map(|text| text + "\n").map_err(|error| told(&error))
        }
    }
}

fn toml(config: &AgentConfig) -> std::result::Result<String, ConfigError> {
    let mut buffer = toml::ser::Buffer::new();
    let written = serde_path_to_error::serialize(config, toml::Serializer::pretty(&mut buffer));
    if let Err(error) = written {
        return Err(ConfigError::of(format!(
            "{}: TOML cannot hold this ({}): it has no null; leave it out, or write YAML or JSON",
            error.path(),
            error.inner()
        )));
    }
    Ok(buffer.to_string())
}

/// Puts a file in the place of one that may be there.
pub(super) fn replace(path: &Path, text: &str) -> Result<()> {
    // Where a link leads, the file is replaced and the link stays.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (mut file, beside) = create_beside(&path)?;
    let written = (|| {
        if let Ok(old) = fs::metadata(&path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    })();
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn create_beside(path: &Path) -> Result<(File, PathBuf)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 0_u32;
    loop {
        let beside = path.with_file_name(format!(".{name}.{}.{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            // Another thread writes it, or a process of this number left it behind.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1_000 => number += 1,
            opened => return opened.map(|file| (file, beside)),
        }
    }
}
