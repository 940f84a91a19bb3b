//! Why there is no answer.

use std::{error::Error, fmt};

use tools_core::{ToolError, json};

/// Why a request has no answer. `Display` says what was wrong and, where the
/// caller can mend it, what to send instead.
///
/// As a [`ToolError`] a refusal is `invalid_arguments` and everything else is
/// `failed` with `details.kind`, the [kind's name](FailureKind::name).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// The destination is not admitted. It was not connected to.
    #[non_exhaustive]
    Refused {
        /// The rule that refuses it.
        rule: Rule,
        /// In words.
        message: String,
    },
    /// The transfer failed.
    #[non_exhaustive]
    Failed {
        /// What kind of failure.
        kind: FailureKind,
        /// In words.
        message: String,
        /// The status of the answer, where there was one.
        status: Option<u16>,
    },
}

/// The rule that a destination breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// It is no URL, or has characters that readers of URLs disagree about.
    Form,
    /// Only http and https.
    Scheme,
    /// No user and no password, even empty.
    Credentials,
    /// Only port 80 for http and 443 for https.
    Port,
    /// The name is one of a local network.
    Name,
    /// The address is not public.
    Address,
    /// The application blocks it, or admits only others.
    Application,
}

impl Rule {
    /// `form`, `scheme`, `credentials`, `port`, `name`, `address` or `application`.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Form => "form",
            Rule::Scheme => "scheme",
            Rule::Credentials => "credentials",
            Rule::Port => "port",
            Rule::Name => "name",
            Rule::Address => "address",
            Rule::Application => "application",
        }
    }
}

/// What kind of failure ended a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// The name has no address, or could not be looked up.
    Dns,
    /// No connection: refused, unreachable, or no trust in the certificate.
    Connect,
    /// Not done at the deadline.
    Timeout,
    /// More bytes than the limit, or more than 100 headers or 32 KiB of them.
    TooLarge,
    /// A status other than 2xx.
    HttpStatus,
    /// A content type that is not wanted.
    ContentType,
    /// An encoding that is not known, or bytes that are not in it.
    Encoding,
    /// A redirect without a target, one too many, or from https to http.
    Redirect,
    /// The connection ended before the answer did.
    Incomplete,
    /// The answer is not HTTP/1.1.
    Protocol,
}

impl FailureKind {
    /// `dns`, `connect`, `timeout`, `too_large`, `http_status`, `content_type`,
    /// `encoding`, `redirect`, `incomplete` or `protocol`.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Dns => "dns",
            FailureKind::Connect => "connect",
            FailureKind::Timeout => "timeout",
            FailureKind::TooLarge => "too_large",
            FailureKind::HttpStatus => "http_status",
            FailureKind::ContentType => "content_type",
            FailureKind::Encoding => "encoding",
            FailureKind::Redirect => "redirect",
            FailureKind::Incomplete => "incomplete",
            FailureKind::Protocol => "protocol",
        }
    }

    /// Whether the same request may succeed a moment later.
    fn passes(self, status: Option<u16>) -> bool {
        match self {
            FailureKind::Dns | FailureKind::Connect | FailureKind::Timeout | FailureKind::Incomplete => true,
            FailureKind::HttpStatus => matches!(status, Some(408 | 425 | 429 | 500 | 502 | 503 | 504)),
            _ => false,
        }
    }
}

impl NetworkError {
    pub(super) fn refused(rule: Rule, message: impl Into<String>) -> Self {
        NetworkError::Refused { rule, message: message.into() }
    }

    pub(crate) fn failed(kind: FailureKind, message: impl Into<String>) -> Self {
        NetworkError::Failed { kind, message: message.into(), status: None }
    }

    pub(super) fn status(status: u16, message: impl Into<String>) -> Self {
        NetworkError::Failed { kind: FailureKind::HttpStatus, message: message.into(), status: Some(status) }
    }

    /// What kind of failure it is; none for a refusal.
    pub fn kind(&self) -> Option<FailureKind> {
        match self {
            NetworkError::Refused { .. } => None,
            NetworkError::Failed { kind, .. } => Some(*kind),
        }
    }

    /// The error of a tool whose argument at `pointer` (RFC 6901) named the
    /// destination, such as `/url`. `From` does the same without a place.
    pub fn at(self, pointer: &str) -> ToolError {
        match self {
            NetworkError::Refused { rule, message } => {
                ToolError::invalid_argument(pointer, format!("{message} (rule: {})", rule.name()))
            }
            NetworkError::Failed { kind, status, .. } => {
                let details = match status {
                    Some(status) => json!({ "kind": kind.name(), "status": status }),
                    None => json!({ "kind": kind.name() }),
                };
                let error = match kind.passes(status) {
                    true => ToolError::failed_for_now(self),
                    false => ToolError::failed(self),
                };
                error.with_details(details)
            }
        }
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Refused { message, .. } | NetworkError::Failed { message, .. } => {
                f.write_str(message)
            }
        }
    }
}

impl Error for NetworkError {}

impl From<NetworkError> for ToolError {
    fn from(error: NetworkError) -> Self {
        error.at("")
    }
}
