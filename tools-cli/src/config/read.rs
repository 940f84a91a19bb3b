//! From text to types. No parser's own display is shown: some quote the line,
//! and with it what may be a secret.

use std::{fs, path};

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, deserialize};

use super::{ConfigError, Format, words};

/// Whatever a file holds, in the format that its extension says.
pub(crate) fn file<T: DeserializeOwned>(path: &path::Path) -> Result<T, ConfigError> {
    let read = |format| {
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| ConfigError::of(format!("cannot be read: {error}")))?;
        read(text.strip_prefix('\u{feff}').unwrap_or(&text), format)
    };
    Format::of(path).and_then(|format| read(format).map_err(|error: ConfigError| error.in_file(path)))
}

pub(super) fn read<T: DeserializeOwned>(text: &str, format: Format) -> Result<T, ConfigError> {
    match format {
        Format::Toml => toml(text),
        Format::Yaml => yaml(text),
        Format::Json => json(text),
    }
}

fn toml<T: DeserializeOwned>(text: &str) -> Result<T, ConfigError> {
    let told = |path: Option<&Path>, error: &toml::de::Error| {
        let span = error.span();
        // The parser names no key; an error around another one carries its display, place and all.
        let message = match (error.message(), span.clone().and_then(|span| text.get(span))) {
            ("duplicate key", Some(key)) => format!("`{key}` is there twice: leave one of them out"),
            (message, _) => message.split("\nin `").next().unwrap_or_default().to_owned(),
        };
        ConfigError::of(words::of(path, &message)).at(span.and_then(|span| place(text, span.start)))
    };
    let reader = toml::Deserializer::parse(text).map_err(|error| told(None, &error))?;
    deserialize(reader).map_err(|error| told(Some(error.path()), error.inner()))
}

/// Line and column of a byte, both from 1.
fn place(text: &str, byte: usize) -> Option<(usize, usize)> {
    let before = text.get(..byte)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    Some((before.matches('\n').count() + 1, line.chars().count() + 1))
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, ConfigError> {
    let told = |path: Option<&Path>, error: &serde_json::Error| {
        let place = Some((error.line(), error.column())).filter(|(line, _)| *line > 0);
        ConfigError::of(words::of(path, &without_place(&error.to_string(), place))).at(place)
    };
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = deserialize(&mut reader).map_err(|error| told(Some(error.path()), error.inner()))?;
    reader.end().map_err(|error| told(None, &error))?;
    Ok(value)
}

fn yaml<T: DeserializeOwned>(text: &str) -> Result<T, ConfigError> {
    deserialize(yaml_serde::Deserializer::from_str(text)).map_err(|error| {
        let inner = error.inner();
        let place = inner.location().map(|place| (place.line(), place.column()));
        let message = without_place(&inner.to_string(), place);
        // It puts a path of its own in front.
        let path = error.path().to_string();
        let whole = message.strip_prefix(path.as_str()).and_then(|rest| rest.strip_prefix(": "));
        let message = whole.unwrap_or_else(|| match message.split_once(": ") {
            Some((own, rest)) if path.starts_with(own) => rest,
            _ => &message,
        });
        ConfigError::of(words::of(Some(error.path()), message)).at(place)
    })
}

/// The place is told in front.
fn without_place(message: &str, place: Option<(usize, usize)>) -> String {
    let end = place.map(|(line, column)| format!(" at line {line} column {column}"));
    end.and_then(|end| message.strip_suffix(&end)).unwrap_or(message).to_owned()
}
