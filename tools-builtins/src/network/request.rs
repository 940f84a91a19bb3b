//! From a request to an answer, over redirects: each hop passes every rule.

use std::{
    io::{self, ErrorKind},
    time::Duration,
};

use http_body_util::BodyExt as _;
use hyper::{
    HeaderMap, Method, Response as Answer, StatusCode, Uri,
    body::{Body as _, Bytes, Incoming},
    header::{self, HeaderName, HeaderValue},
};
use hyper_util::client::proxy::matcher::Intercept;
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::{
    Network,
    connect::connect,
    decode::{self, Collector},
    error::{FailureKind, NetworkError, Rule},
    exchange::{Body, Exchange},
    target::Target,
};

const DEADLINE: Duration = Duration::from_secs(10);
const LIMIT: usize = 1_000_000;
/// 30 years: a longer deadline may be beyond what the clock can tell.
const NEVER: Duration = Duration::from_secs(30 * 365 * 86_400);

/// A request that a [`Network`] will make. Nothing is done before [`send`](Request::send).
#[derive(Debug)]
#[must_use = "a request does nothing until it is sent"]
pub struct Request {
    network: Network,
    method: Method,
    url: String,
    headers: HeaderMap,
    body: Bytes,
    /// A header that cannot be sent.
    wrong: Option<String>,
    vouched: bool,
    redirects: u8,
    limit: usize,
    deadline: Duration,
}

impl Request {
    pub(super) fn new(network: Network, method: Method, url: &str) -> Self {
        Request {
            network,
            method,
            url: url.to_owned(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            wrong: None,
            vouched: false,
            redirects: 0,
            limit: LIMIT,
            deadline: DEADLINE,
        }
    }

    /// Sets a header. It is not sent on to another host by a redirect. The
    /// network's own are kept: `Host`, `Connection`, `Accept-Encoding`,
    /// `User-Agent`, and all that say where a message ends, as `Content-Length` does.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        match (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            (Ok(header), Ok(_)) if is_own(&header) => {}
            (Ok(header), Ok(mut value)) => {
                value.set_sensitive(true);
                self.headers.insert(header, value);
            }
            _ => self.wrong = Some(name.to_owned()),
        }
        self
    }

    pub(super) fn body(mut self, body: Bytes) -> Self {
        self.body = body;
        self
    }

    /// The application itself chose the destination: it need not be public.
    pub(crate) fn vouched(mut self) -> Self {
        self.vouched = true;
        self
    }

    /// How many redirects are followed; none by default. Only 301, 302, 303,
    /// 307 and 308 are redirects (RFC 9110 §15.4), and only those of a `get`.
    pub fn redirects(mut self, most: u8) -> Self {
        self.redirects = most;
        self
    }

    /// The most bytes of a body, before and after decompression; 1,000,000 by
    /// default. Memory for so many is taken where the length is not announced.
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// How long one request may take, from the lookup of the name to the last
    /// byte of the body; each redirect begins anew. 10 seconds by default.
    pub fn deadline(mut self, each: Duration) -> Self {
        self.deadline = each;
        self
    }

    /// Connects, sends, and reads the head of the answer.
    ///
    /// # Errors
    /// A destination that is refused, a transfer that fails, and every status
    /// that is not 2xx.
    pub async fn send(self) -> Result<Response, NetworkError> {
        if let Some(name) = &self.wrong {
            let name = name.escape_debug();
            return Err(NetworkError::refused(
                Rule::Form,
                format!("has a header that cannot be sent: `{name}`"),
            ));
        }
        let parse = if self.vouched { Target::vouched } else { Target::parse };
        let mut target = parse(&self.url, &self.network.0.rules)?;
        let mut same_host = true;
        for followed in 0..=self.redirects {
            let until = Instant::now() + self.deadline.min(NEVER);
            let (exchange, answer) = within(until, self.deadline, self.hop(&target, same_host)).await?;
            if !is_redirect(answer.status()) || self.method != Method::GET {
                return Response::new(target, exchange, answer, &self, until);
            }
            if followed == self.redirects {
                break;
            }
            let next = redirect(&target, &answer, &self.network)?;
            same_host &= next.url.origin() == target.url.origin();
            target = next;
        }
        let message = match self.redirects {
            0 => "the answer is a redirect, and none is followed here".to_owned(),
            most => format!("more than {most} redirects"),
        };
        Err(NetworkError::failed(FailureKind::Redirect, message))
    }

    async fn hop(
        &self,
        target: &Target,
        same_host: bool,
    ) -> Result<(Exchange, Answer<Incoming>), NetworkError> {
        let proxy = self.network.0.proxy_for(target)?;
        let request = self.message(target, proxy.as_ref(), same_host).map_err(|error| {
            NetworkError::failed(FailureKind::Protocol, format!("the request cannot be made: {error}"))
        })?;
        let stream = connect(&self.network.0, target, proxy.as_ref()).await?;
        Exchange::send(stream, request).await.map_err(|error| transfer(&error))
    }

    fn message(
        &self,
        target: &Target,
        proxy: Option<&Intercept>,
        same_host: bool,
    ) -> Result<hyper::Request<Body>, hyper::http::Error> {
        let plain_proxy = proxy.filter(|_| !target.is_https());
        let path = target.url[url::Position::BeforePath..].to_owned();
        let uri = match plain_proxy {
            Some(_) => Uri::try_from(target.url.as_str())?,
            None => Uri::try_from(path)?,
        };
        let mut request = hyper::Request::builder().method(self.method.clone()).uri(uri);
        if let Some(headers) = request.headers_mut() {
            if same_host {
                headers.extend(self.headers.clone());
            } else if let Some(accept) = self.headers.get(header::ACCEPT) {
                headers.insert(header::ACCEPT, accept.clone());
            }
            headers.insert(header::HOST, HeaderValue::try_from(target.authority())?);
            headers.insert(header::USER_AGENT, self.network.0.user_agent.clone());
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(decode::ACCEPTED));
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            // hyper leaves it out where the body is empty, and some servers then answer 411.
            if self.method == Method::POST {
                headers.insert(header::CONTENT_LENGTH, HeaderValue::from(self.body.len()));
            }
            if let Some(login) = plain_proxy.and_then(Intercept::basic_auth) {
                headers.insert(header::PROXY_AUTHORIZATION, login.clone());
            }
        }
        request.body(Body::new(self.body.clone()))
    }
}

/// The head of an answer whose status is 2xx. Its body is on the way: it is
/// read by [`bytes`](Response::bytes), and dropping the answer closes the connection.
pub struct Response {
    url: Url,
    status: StatusCode,
    headers: HeaderMap,
    exchange: Exchange,
    body: Incoming,
    limit: usize,
    until: Instant,
    deadline: Duration,
}

impl Response {
    fn new(
        target: Target,
        exchange: Exchange,
        answer: Answer<Incoming>,
        request: &Request,
        until: Instant,
    ) -> Result<Self, NetworkError> {
        let (head, body) = answer.into_parts();
        if !head.status.is_success() {
            let message = format!("{} answers {}", target.authority(), head.status);
            return Err(NetworkError::status(head.status.as_u16(), message));
        }
        if !is_framed(&head.headers) {
            let message = "the answer comes in a transfer coding that was not asked for";
            return Err(NetworkError::failed(FailureKind::Protocol, message));
        }
        let Target { url, .. } = target;
        let (limit, deadline) = (request.limit, request.deadline);
        Ok(Response {
            url,
            status: head.status,
            headers: head.headers,
            exchange,
            body,
            limit,
            until,
            deadline,
        })
    }

    /// Where the answer came from, after redirects: normalised, without fragment.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The status, 200 to 299.
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// A header's value, the first where there are several; bytes that are not
    /// ASCII are read as UTF-8, and replaced where they are none.
    pub fn header(&self, name: &str) -> Option<std::borrow::Cow<'_, str>> {
        self.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()))
    }

    /// The whole body, decompressed (gzip, deflate).
    ///
    /// # Errors
    /// A body over the limit, one that ends early, one that is not as its
    /// `Content-Encoding` says, and the deadline.
    pub async fn bytes(mut self) -> Result<Vec<u8>, NetworkError> {
        let codings: Vec<_> = self.headers.get_all(header::CONTENT_ENCODING).iter().collect();
        let coding = match codings.as_slice() {
            [] => None,
            many => Some(
                many.iter().map(|one| String::from_utf8_lossy(one.as_bytes())).collect::<Vec<_>>().join(", "),
            ),
        };
        let mut collector = Collector::new(coding.as_deref(), self.body.size_hint().exact(), self.limit)?;
        let (exchange, body) = (&mut self.exchange, &mut self.body);
        within(self.until, self.deadline, async {
            while let Some(frame) = exchange.drive(body.frame()).await {
                if let Ok(bytes) = frame.map_err(|error| transfer(&error))?.into_data() {
                    collector.write(&bytes)?;
                }
            }
            Ok(())
        })
        .await?;
        collector.finish()
    }
}

impl std::fmt::Debug for Response {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Response")
            .field("url", &self.url())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

/// Headers that the network sets, or that would change where the request ends.
fn is_own(name: &HeaderName) -> bool {
    matches!(
        name.as_str(),
        "host"
            | "connection"
            | "accept-encoding"
            | "user-agent"
            | "content-length"
            | "transfer-encoding"
            | "te"
            | "trailer"
            | "upgrade"
            | "expect"
    )
}

/// hyper reads up to the end of the connection where `chunked` is not the last
/// coding, and takes `chunked` away from above others: what is left is no body.
fn is_framed(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => true,
        (Some(only), None) => only.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked"),
        _ => false,
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

fn redirect(from: &Target, answer: &Answer<Incoming>, network: &Network) -> Result<Target, NetworkError> {
    let failed = |message: String| NetworkError::failed(FailureKind::Redirect, message);
    let Some(location) = answer.headers().get(header::LOCATION) else {
        return Err(failed(format!("{} redirects without saying where", from.authority())));
    };
    // What is no text is meant as bytes, as browsers take it.
    let location = match std::str::from_utf8(location.as_bytes()) {
        Ok(text) => text.to_owned(),
        Err(_) => location
            .as_bytes()
            .iter()
            .map(|byte| match byte {
                0..=0x7f => char::from(*byte).to_string(),
                high => format!("%{high:02X}"),
            })
            .collect(),
    };
    let to = from.follow(&location, &network.0.rules).map_err(|error| match error {
        NetworkError::Refused { rule, message } => NetworkError::refused(
            rule,
            format!("redirects to a destination that is refused: the target {message}"),
        ),
        other => other,
    })?;
    if from.is_https() && !to.is_https() {
        return Err(failed(format!("{} redirects from https to http", from.authority())));
    }
    Ok(to)
}

async fn within<T>(
    until: Instant,
    deadline: Duration,
    work: impl Future<Output = Result<T, NetworkError>>,
) -> Result<T, NetworkError> {
    timeout_at(until, work).await.unwrap_or_else(|_| {
        Err(NetworkError::failed(
            FailureKind::Timeout,
            format!("not done within {} s", deadline.as_secs_f64()),
        ))
    })
}

/// What hyper says, in our words.
fn transfer(error: &hyper::Error) -> NetworkError {
    // hyper tells it by a method to servers only.
    if error.is_parse() && error.to_string().contains("too large") {
        return NetworkError::failed(FailureKind::TooLarge, "the answer's headers are too long");
    }
    let not_http = |why: &dyn std::fmt::Display| {
        NetworkError::failed(FailureKind::Protocol, format!("the answer is not HTTP/1.1: {why}"))
    };
    if error.is_parse() || error.is_parse_status() {
        return not_http(error);
    }
    // So it tells of chunks that are none, and rustls of records.
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<io::Error>());
    if let Some(cause) =
        cause.filter(|it| matches!(it.kind(), ErrorKind::InvalidInput | ErrorKind::InvalidData))
    {
        return not_http(cause);
    }
    decode::incomplete()
}
