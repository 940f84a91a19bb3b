//! The bytes of a body, decompressed and counted.

use flate2::{Decompress, FlushDecompress, Status};

use super::error::{FailureKind, NetworkError};

/// The codings that are asked for. Their windows are 32 KiB; those of `br` and
/// `zstd` may be many megabytes, however short the body.
pub(super) const ACCEPTED: &str = "gzip, deflate";

/// Collects a body up to a limit. All memory is taken once, at the start.
pub(super) struct Collector {
    body: Vec<u8>,
    /// Bytes before decompression.
    came: usize,
    limit: usize,
    decoder: Decoder,
}

enum Decoder {
    Identity,
    /// zlib or raw, told by the first two bytes: senders do both under one name.
    Deflate {
        head: Vec<u8>,
    },
    Running {
        decoder: Box<Decompress>,
        gzip: bool,
        ended: bool,
    },
}

impl Collector {
    /// `coding` is the Content-Encoding, `announced` the Content-Length.
    pub(super) fn new(
        coding: Option<&str>,
        announced: Option<u64>,
        limit: usize,
    ) -> Result<Self, NetworkError> {
        if announced.is_some_and(|bytes| bytes > limit as u64) {
            return Err(too_large(limit));
        }
        let decoder = match coding.map(|coding| coding.trim().to_ascii_lowercase()).as_deref() {
            None | Some("" | "identity") => Decoder::Identity,
            Some("gzip" | "x-gzip") => Decoder::Running { decoder: gzip(), gzip: true, ended: false },
            Some("deflate") => Decoder::Deflate { head: Vec::new() },
            Some(other) => {
                let other: String = other.chars().take(40).collect();
                let message =
                    format!("the answer is encoded as `{other}`, and only {ACCEPTED} were asked for");
                return Err(NetworkError::failed(FailureKind::Encoding, message));
            }
        };
        let expected = match (&decoder, announced) {
            (Decoder::Identity, Some(bytes)) => usize::try_from(bytes).unwrap_or(limit).min(limit),
            _ => limit,
        };
        let mut body = Vec::new();
        // One byte more than may come shows that there is more.
        if body.try_reserve_exact(expected.saturating_add(1)).is_err() {
            let message = format!("a limit of {limit} bytes is more memory than there is");
            return Err(NetworkError::failed(FailureKind::TooLarge, message));
        }
        Ok(Collector { body, came: 0, limit, decoder })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), NetworkError> {
        // A compressed body may go on without a byte of text.
        self.came = self.came.saturating_add(bytes.len());
        if self.came > self.limit {
            return Err(too_large(self.limit));
        }
        match &mut self.decoder {
            Decoder::Identity => {
                self.body.extend_from_slice(bytes);
                Ok(())
            }
            Decoder::Deflate { head } => {
                head.extend_from_slice(bytes);
                let [method, flags, ..] = *head.as_slice() else { return Ok(()) };
                // RFC 1950 §2.2.
                let zlib = method & 0x0f == 8 && u16::from_be_bytes([method, flags]) % 31 == 0;
                let head = std::mem::take(head);
                self.decoder =
                    Decoder::Running { decoder: Box::new(Decompress::new(zlib)), gzip: false, ended: false };
                self.inflate(&head)
            }
            Decoder::Running { .. } => self.inflate(bytes),
        }
    }

    fn inflate(&mut self, mut bytes: &[u8]) -> Result<(), NetworkError> {
        let Decoder::Running { decoder, gzip, ended } = &mut self.decoder else { return Ok(()) };
        while !bytes.is_empty() {
            if *ended {
                // A gzip body may have several members (RFC 1952 §2.2). Anything
                // else behind the end is passed over, as browsers do.
                if !*gzip || bytes.first() != Some(&0x1f) {
                    return Ok(());
                }
                **decoder = *self::gzip();
                *ended = false;
            }
            let (read, written) = (decoder.total_in(), decoder.total_out());
            let status = decoder.decompress_vec(bytes, &mut self.body, FlushDecompress::None);
            if self.body.len() > self.limit {
                return Err(too_large(self.limit));
            }
            match status {
                Ok(Status::StreamEnd) => *ended = true,
                Ok(_) if (decoder.total_in(), decoder.total_out()) == (read, written) => {
                    return Err(damaged());
                }
                Ok(_) => {}
                Err(_) => return Err(damaged()),
            }
            let used = usize::try_from(decoder.total_in() - read).unwrap_or(bytes.len());
            bytes = bytes.get(used..).unwrap_or_default();
        }
        Ok(())
    }

    /// The whole body.
    pub(super) fn finish(self) -> Result<Vec<u8>, NetworkError> {
        // An empty body is not compressed, whatever the headers say.
        let whole = match &self.decoder {
            Decoder::Identity => true,
            Decoder::Deflate { head } => head.is_empty(),
            Decoder::Running { decoder, ended, .. } => *ended || decoder.total_in() == 0,
        };
        if whole { Ok(self.body) } else { Err(incomplete()) }
    }
}

fn gzip() -> Box<Decompress> {
    Box::new(Decompress::new_gzip(15))
}

pub(super) fn too_large(limit: usize) -> NetworkError {
    NetworkError::failed(FailureKind::TooLarge, format!("the answer has more than {limit} bytes"))
}

pub(super) fn incomplete() -> NetworkError {
    NetworkError::failed(FailureKind::Incomplete, "the connection ended before the answer did")
}

fn damaged() -> NetworkError {
    NetworkError::failed(FailureKind::Encoding, "the answer's compressed bytes are damaged")
}
