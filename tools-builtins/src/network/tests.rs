//! The guard and its transfers, against servers on loopback that behave badly on
//! purpose. Connections are counted where they are opened.

mod forms;
mod guard_mutations;
mod hostile;
mod proxy;
mod redirects;
mod rules;
mod secure;
pub(crate) mod support;
mod tls;
mod transfer;
mod urls;
