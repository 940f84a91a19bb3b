//! Where a tool was written.

use std::fmt;

/// Where a tool was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// In Rust, by `#[tool]`.
    Source {
        /// The module's path, whose first segment is the crate.
        module: &'static str,
        /// The file, as the compiler was given it.
        file: &'static str,
        /// The line, from 1.
        line: u32,
        /// The package.
        package: &'static str,
        /// The package's version.
        version: &'static str,
    },
    /// In Rust, at run time: the place where its definition was built.
    Built {
        /// The file, as the compiler was given it.
        file: &'static str,
        /// The line, from 1.
        line: u32,
    },
}

impl Origin {
    #[doc(hidden)]
    pub const fn source(
        module: &'static str,
        file: &'static str,
        line: u32,
        package: Option<&'static str>,
        version: Option<&'static str>,
    ) -> Self {
        // Without cargo there is no package.
        let package = if let Some(package) = package { package } else { "unknown" };
        let version = if let Some(version) = version { version } else { "0.0.0" };
        Origin::Source { module, file, line, package, version }
    }

    /// The crate that wrote the tool, where that is known.
    pub fn package(&self) -> Option<&'static str> {
        match self {
            Origin::Source { package, .. } => Some(package),
            Origin::Built { .. } => None,
        }
    }
}

/// `src/web.rs:7 (tools-web 0.3.1, tools_web::search)`
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Source { module, file, line, package, version } => {
                write!(f, "{file}:{line} ({package} {version}, {module})")
            }
            Origin::Built { file, line } => write!(f, "{file}:{line}"),
        }
    }
}
