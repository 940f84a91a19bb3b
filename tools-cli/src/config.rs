//! An agent's configuration as a file: TOML, YAML or JSON.
//!
//! ```
//! use tools_cli::config::{Format, from_text, to_text};
//!
//! let mut config = from_text("tools = [\"calculator\"]\nlimits.time_limit = \"30s\"\n", Format::Toml)?;
//! config.name = Some("clerk".to_owned());
//! assert_eq!(
//!     to_text(&config, Format::Yaml)?,
//!     "name: clerk\ntools:\n- calculator\nlimits:\n  time_limit: 30s\n"
//! );
//!
//! let error = from_text("tools:\n- name: calculator\n  time_limt: 3s\n", Format::Yaml).unwrap_err();
//! assert!(error.to_string().starts_with("3:3: tools[0].time_limt: `time_limt` is not known"), "{error}");
//! # Ok::<(), tools_cli::config::ConfigError>(())
//! ```

pub(crate) mod command;
pub(crate) mod read;
mod words;
mod write;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use tools_core::AgentConfig;

/// How a configuration is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
#[non_exhaustive]
pub enum Format {
    /// TOML 1.1, which has no null: .toml
    Toml,
    /// YAML 1.2: .yaml or .yml
    Yaml,
    /// JSON: .json
    Json,
}

impl Format {
    /// The format that a file's extension says.
    ///
    /// # Errors
    /// Another extension, or none.
    pub fn of(path: impl AsRef<Path>) -> Result<Format, ConfigError> {
        let path = path.as_ref();
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match extension.as_str() {
            "toml" => Ok(Format::Toml),
            "yaml" | "yml" => Ok(Format::Yaml),
            "json" => Ok(Format::Json),
            _ => Err(ConfigError::of(
                "the name's end says the format: write .toml, .yaml, .yml or .json".to_owned(),
            )
            .in_file(path)),
        }
    }
}

/// Reads a configuration, in the format that the file's extension says. It does
/// nothing beyond reading the file.
///
/// # Errors
/// A file that cannot be read, an unknown extension, and what
/// [`from_text`] refuses.
pub fn load(path: impl AsRef<Path>) -> Result<AgentConfig, ConfigError> {
    let path = path.as_ref();
    let format = Format::of(path)?;
    let text = fs::read_to_string(path)
        .map_err(|error| ConfigError::of(format!("cannot be read: {error}")).in_file(path))?;
    from_text(&text, format).map_err(|error| error.in_file(path))
}

/// Writes a configuration, in the format that the file's extension says. The
/// file is replaced in one step, by one that was written beside it: a reader,
/// and a crash, find the old one or the new one whole. Comments of the old one
/// are not kept.
///
/// # Errors
/// A file that cannot be written, an unknown extension, and what [`to_text`]
/// refuses.
pub fn save(path: impl AsRef<Path>, config: &AgentConfig) -> Result<(), ConfigError> {
    let path = path.as_ref();
    let text = to_text(config, Format::of(path)?).map_err(|error| error.in_file(path))?;
    write::replace(path, &text)
        .map_err(|error| ConfigError::of(format!("cannot be written: {error}")).in_file(path))
}

/// Reads a configuration. Unknown keys, keys that are there twice, and values of
/// another type are errors, and so is what
/// [`AgentConfig::problems`](tools_core::AgentConfig::problems) finds.
///
/// # Errors
/// The first that is wrong with the text, or all that does not fit together.
pub fn from_text(text: &str, format: Format) -> Result<AgentConfig, ConfigError> {
    let config = read::read(text.strip_prefix('\u{feff}').unwrap_or(text), format)?;
    checked(&config)?;
    Ok(config)
}

/// Writes a configuration as text. What is not set is left out.
///
/// # Errors
/// What [`AgentConfig::problems`](tools_core::AgentConfig::problems) finds, since
/// it could not be read again; in TOML a null.
pub fn to_text(config: &AgentConfig, format: Format) -> Result<String, ConfigError> {
    checked(config)?;
    write::text(config, format)
}

fn checked(config: &AgentConfig) -> Result<(), ConfigError> {
    let problems = config.problems();
    if problems.is_empty() { Ok(()) } else { Err(ConfigError { file: None, place: None, problems }) }
}

/// What is wrong with a configuration: the file, the place in it, the path of the
/// key, and what to write instead.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigError {
    file: Option<PathBuf>,
    place: Option<(usize, usize)>,
    problems: Vec<String>,
}

impl ConfigError {
    fn of(problem: String) -> Self {
        ConfigError { file: None, place: None, problems: vec![problem] }
    }

    fn at(mut self, place: Option<(usize, usize)>) -> Self {
        // An empty text has no line and no column of its own.
        self.place = place.map(|(line, column)| (line.max(1), column.max(1)));
        self
    }

    fn in_file(mut self, file: &Path) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// The file, unless it was a text alone.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Line and column, both from 1, where it is one place in the text. Where a
    /// text ends too soon, it is its end.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    /// Each problem in words, with the path of its key in front.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
        }
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        let begun = self.file.is_some() || self.place.is_some();
        match self.problems.as_slice() {
            [one] => write!(f, "{}{one}", if begun { " " } else { "" }),
            many => {
                write!(f, "{}{} problems:", if begun { " " } else { "" }, many.len())?;
                many.iter().try_for_each(|problem| write!(f, "\n- {}", problem.replace('\n', "\n  ")))
            }
        }
    }
}

/// As it is shown: `main` that returns it prints its `Debug`.
impl fmt::Debug for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ConfigError {}
