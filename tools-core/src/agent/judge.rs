//! Policy, and the approval that it may ask for.

use std::{
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use serde_json::Value;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    Inner,
    digest::{Digests, fingerprint},
    ending::Untold,
    guard::{Preparing, Stop, guarded, prepare, until},
};
use crate::{
    Action, ApprovalRequest, Args, DecidedBy, Decision, Effect, Policy, Remember, Tool, ToolError,
    approval::{Accepted, Edits, Reply, Slot},
    arguments::restored,
    error::{InvalidArguments, Violation},
    event::{EventKind, PreparedEvent},
    panics::catch,
};

impl Inner {
    /// Decides whether the action runs: at once, where nobody has to be waited for.
    pub(super) fn judge(&self, action: &Action<'_>, untold: &mut Untold<'_>) -> Judgement {
        let run = action.run();
        if self.settings.policy.is_none() && run.permissions().is_empty() && !run.bus().is_on() {
            return Judgement::Runs;
        }
        untold.prepared(action);
        let decision = match &self.settings.policy {
            None => Decision::allow().by(DecidedBy::NoRule),
            Some(policy) => match catch(|| policy.decide_at_once(action)) {
                Ok(Some(decision)) => decision,
                Ok(None) => return Judgement::Wait(None),
                Err(panic) => undecided(action, &panic),
            },
        };
        let decision = narrowed(action, decision);
        if decision.effect == Effect::Allow {
            untold.decided(decision);
            return Judgement::Runs;
        }
        untold.decided(decision.clone());
        Judgement::Wait(Some(decision))
    }

    /// Asks whoever has to be asked; other arguments where somebody edited them.
    pub(super) async fn ask(
        &self,
        tool: &dyn Tool,
        action: &Action<'_>,
        decision: Option<Decision>,
        limit: Option<Duration>,
    ) -> Result<Option<Args>, ToolError> {
        let decision = match decision {
            Some(decision) => decision,
            None => self.decide(action).await?,
        };
        match decision.effect {
            Effect::Allow => Ok(None),
            Effect::Deny => Err(ToolError::Denied { reason: decision.reason.into_owned() }),
            Effect::RequireApproval => self.approve(tool, action, decision, limit).await,
        }
    }

    /// What the agent's policy and the run's permissions say together.
    async fn decide(&self, action: &Action<'_>) -> Result<Decision, ToolError> {
        let decision = match &self.settings.policy {
            None => Decision::allow().by(DecidedBy::NoRule),
            Some(policy) => self.ask_policy(&**policy, action).await?,
        };
        let decision = narrowed(action, decision);
        action.run().emit(|| EventKind::Decided { decision: decision.clone() });
        Ok(decision)
    }

    /// An error, a panic, or no answer in time denies.
    async fn ask_policy(&self, policy: &dyn Policy, action: &Action<'_>) -> Result<Decision, ToolError> {
        let run = action.run();
        let mut deciding = match catch(|| policy.decide(action)) {
            Ok(deciding) => Some(deciding),
            Err(panic) => return Ok(undecided(action, &panic)),
        };
        // All of it is the policy's own code: its future, its error's text, their drop.
        let poll = |cx: &mut Context<'_>| {
            let polled = catch(|| match &mut deciding {
                Some(deciding) => {
                    deciding.as_mut().poll(cx).map(|decided| decided.map_err(|error| error.to_string()))
                }
                None => Poll::Pending,
            });
            polled.unwrap_or_else(|panic| Poll::Ready(Err(panic)))
        };
        let decided = until(run, self.settings.time_limit, poll).await;
        let dropped = catch(|| drop(deciding.take()));
        Ok(match (decided, dropped) {
            (Ok(Ok(decision)), Ok(())) => decision,
            (Ok(Err(error)), _) | (Ok(Ok(_)), Err(error)) => undecided(action, &error),
            (Err(Stop::Late), _) => undecided(action, "it gave no answer in time"),
            (Err(Stop::Cancelled), _) => return Err(run.cancelled_error()),
            (Err(Stop::Over(error)), _) => return Err(error),
        })
    }

    /// Asks a person. What is approved is what runs.
    async fn approve(
        &self,
        tool: &dyn Tool,
        action: &Action<'_>,
        decision: Decision,
        limit: Option<Duration>,
    ) -> Result<Option<Args>, ToolError> {
        let run = action.run();
        let digests = Digests::of(action);
        let record = action.record();
        let fingerprint = fingerprint(&record);
        let request = Arc::new(ApprovalRequest::new(run.id(), record, decision, fingerprint));
        if run.remembers(&[digests.tool, digests.arguments]) {
            run.emit(|| EventKind::ApprovalAnswered {
                request: request.id.as_str().into(),
                approved: true,
                by: None,
                reason: None,
                edited: false,
                remembered: true,
            });
            return Ok(None);
        }
        let Some(Accepted { decision, edited }) = self.ask_person(action, &request).await? else {
            return Err(ToolError::ApprovalDenied { reason: "the approval handler gave no answer".into() });
        };
        run.emit(|| EventKind::ApprovalAnswered {
            request: decision.request.as_str().into(),
            approved: decision.approved,
            by: Some(decision.by.as_str().into()),
            reason: decision.reason.as_deref().map(Into::into),
            edited: edited.is_some(),
            remembered: false,
        });
        if !decision.approved {
            return Err(ToolError::ApprovalDenied {
                reason: decision.reason.unwrap_or_else(|| "no reason given".into()),
            });
        }
        let digests = match &edited {
            Some(args) => self.judge_edited(tool, args, action, limit).await?,
            None => digests,
        };
        match decision.remember {
            Some(Remember::Tool) => run.remember(digests.tool),
            Some(Remember::Arguments) => run.remember(digests.arguments),
            None => {}
        }
        Ok(edited)
    }

    /// Nothing where nobody is left who could answer.
    async fn ask_person(
        &self,
        action: &Action<'_>,
        request: &Arc<ApprovalRequest>,
    ) -> Result<Option<Accepted>, ToolError> {
        let run = action.run();
        let Some(handler) = run.approval() else {
            let request = serde_json::to_value(&**request).unwrap_or(Value::Null);
            return Err(ToolError::ApprovalRequired { request: Box::new(request) });
        };
        run.emit(|| EventKind::ApprovalAsked {
            request: request.id.clone(),
            fingerprint: request.fingerprint.clone(),
        });
        let wait = Wait::new();
        let reply = Reply::new(wait.slot.clone(), request.clone(), self.edits(action), wait.closed.clone());
        if let Err(panic) = catch(|| handler.ask(request.clone(), reply)) {
            tracing::error!(request = request.id, panic, "an approval handler panicked: the call is refused");
        }
        let limit = self.settings.approval_time_limit;
        match until(run, limit, |cx| wait.slot.poll(cx)).await {
            Ok(answer) => Ok(answer),
            // An answer that was accepted in the same moment counts.
            Err(stop) => match (wait.slot.close(), stop) {
                (Some(answer), _) => Ok(Some(answer)),
                (None, Stop::Cancelled) => Err(run.cancelled_error()),
                (None, Stop::Late) => Err(ToolError::ApprovalTimeout { after: limit.unwrap_or_default() }),
                (None, Stop::Over(error)) => Err(error),
            },
        }
    }

    /// Edited arguments may need no more than what was approved, and policy has to
    /// agree.
    async fn judge_edited(
        &self,
        tool: &dyn Tool,
        args: &Args,
        approved: &Action<'_>,
        limit: Option<Duration>,
    ) -> Result<Digests, ToolError> {
        let run = approved.run();
        let prepared = match prepare(tool, args, run)? {
            Preparing::Ready(prepared) => prepared,
            Preparing::Wait(preparing) => guarded(tool, run, limit, || preparing).await?,
        };
        let action = Action::new(args, run, &prepared)?;
        run.emit(|| PreparedEvent::of(&action).into());
        if let Some(more) =
            action.capabilities().iter().find(|needed| !approved.capabilities().contains(needed))
        {
            let reason = format!("the edited arguments need `{more}`, which was not approved");
            return Err(ToolError::Denied { reason });
        }
        let decision = self.decide(&action).await?;
        if decision.effect == Effect::Deny {
            return Err(ToolError::Denied { reason: decision.reason.into_owned() });
        }
        Ok(Digests::of(&action))
    }

    /// Checks edits like the arguments of a model, with their secrets put back.
    fn edits(&self, action: &Action<'_>) -> Edits {
        let definition = action.definition().clone();
        let original = action.args().as_object().clone();
        let limits = self.settings.argument_limits;
        Box::new(move |edited| {
            let edited = restored(definition.input(), edited, &original).map_err(|pointer| {
                let expected = "is secret: leave `[redacted]` where it was, or write a new value";
                let violations = vec![Violation::new(pointer, "writeOnly", expected)];
                ToolError::from(InvalidArguments { tool: definition.name().to_owned(), violations })
            })?;
            definition.check_within(edited.into(), limits)
        })
    }
}

/// What comes of the first look at an action.
pub(super) enum Judgement {
    Runs,
    /// Somebody has to be asked; the policy too where it has not decided.
    Wait(Option<Decision>),
}

/// The run's permissions can make a decision stronger, never weaker.
fn narrowed(action: &Action<'_>, mut decision: Decision) -> Decision {
    for rules in action.run().permissions() {
        decision = decision.or_stronger(rules.judge(action.shared_capabilities()).by(DecidedBy::Context));
    }
    decision
}

/// What went wrong in a policy is for the application alone.
#[cold]
fn undecided(action: &Action<'_>, error: &str) -> Decision {
    tracing::error!(tool = action.tool(), error, "a policy could not decide: the call is denied");
    Decision::deny("the policy could not decide")
}

/// A wait for an answer. When the call is dropped, no answer is accepted any more.
struct Wait {
    slot: Arc<Slot<Accepted>>,
    closed: CancellationToken,
    _close: DropGuard,
}

impl Wait {
    fn new() -> Self {
        let closed = CancellationToken::new();
        Wait { slot: Arc::new(Slot::new()), _close: closed.clone().drop_guard(), closed }
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        // An answer that nobody will fetch any more is dropped with the slot.
        let _ = self.slot.close();
    }
}
