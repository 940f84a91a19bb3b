//! One request and its answer on one connection. The connection lives in the
//! caller's own future, in no task: when that is dropped, it is closed.

use std::{future::poll_fn, pin::pin, task::Poll};

use hyper::{
    Request, Response,
    body::{Bytes, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use tools_core::BoxFuture;

use super::connect::Stream;

/// What is held of an answer beside its body, headers included.
const BUFFER_BYTES: usize = 32 * 1024;

pub(super) type Body = http_body_util::Full<Bytes>;

pub(super) struct Exchange {
    /// None when it has ended.
    connection: Option<BoxFuture<'static, hyper::Result<()>>>,
}

impl Exchange {
    /// Sends a request and waits for the head of its answer.
    pub(super) async fn send(
        stream: Box<dyn Stream>,
        request: Request<Body>,
    ) -> hyper::Result<(Self, Response<Incoming>)> {
        let (mut sender, connection) =
            http1::Builder::new().max_buf_size(BUFFER_BYTES).handshake(TokioIo::new(stream)).await?;
        let mut exchange = Exchange { connection: Some(Box::pin(connection.with_upgrades())) };
        let response = exchange.drive(sender.send_request(request)).await?;
        Ok((exchange, response))
    }

    /// Waits for a part of the answer while the connection moves on.
    pub(super) async fn drive<F: Future>(&mut self, part: F) -> F::Output {
        let mut part = pin!(part);
        poll_fn(|context| {
            if let Some(connection) = &mut self.connection {
                // How it failed is told to whoever waits for the answer.
                if connection.as_mut().poll(context).is_ready() {
                    self.connection = None;
                }
            }
            match part.as_mut().poll(context) {
                Poll::Ready(output) => Poll::Ready(output),
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    }
}
