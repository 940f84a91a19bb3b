//! Rules by capability.

mod written;

use std::{borrow::Cow, fmt, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use self::written::WrittenRules;
use super::{Capability, DecidedBy, Decision, Effect, Policy};
use crate::{Action, BoxError, BoxFuture, Definition, names, toolbox::list};

/// Rules that say what becomes of an action with a capability. Cloning is cheap.
///
/// A rule's key is a capability (`records.write`), a prefix (`records.*`, which
/// takes `records.write` and `records.write.all` but not `records`), or `*`,
/// which takes everything. Exact beats prefix, the longer prefix beats the
/// shorter, `*` is weakest; the order in which they are written is nothing. A
/// capability that no rule takes gets the default effect, `allow` unless it is
/// set. Of several capabilities of one action the strongest effect wins.
///
/// An action without capabilities has nothing that a rule could name: the rule
/// `*` holds for it where there is one, else it is allowed.
///
/// ```
/// use tools_core::{Agent, CapabilityPolicy, Effect};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = CapabilityPolicy::new([
///     ("network.read", Effect::Allow),
///     ("records.*", Effect::RequireApproval),
///     ("*", Effect::Deny),
/// ])?;
/// let agent = Agent::builder("librarian").policy(rules.clone()).build()?;
///
/// // The same, as it stands in a configuration.
/// let text = r#"{ "rules": { "network.read": "allow", "records.*": "require_approval", "*": "deny" } }"#;
/// assert_eq!(serde_json::from_str::<CapabilityPolicy>(text)?, rules);
///
/// // What is misspelled fails here, not at a call.
/// let error = CapabilityPolicy::new([("records*", Effect::Deny)]).unwrap_err();
/// assert!(error.to_string().contains("records.*"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CapabilityPolicy(Arc<Rules>);

#[derive(Clone, PartialEq, Eq, Default)]
struct Rules {
    name: Arc<str>,
    default: Effect,
    exact: Table,
    /// By what stands before `.*`.
    prefixes: Table,
    any: Option<Effect>,
}

/// Effects by name, the shorter names first: most comparisons are of lengths.
#[derive(Clone, PartialEq, Eq, Default)]
struct Table(Vec<(Box<str>, Effect)>);

impl Table {
    fn get(&self, name: &str) -> Option<Effect> {
        self.0.get(self.place(name).ok()?).map(|(_, effect)| *effect)
    }

    /// Whether it is the first of its name.
    fn insert(&mut self, name: String, effect: Effect) -> bool {
        match self.place(&name) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, (name.into(), effect));
                true
            }
        }
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.len().cmp(&name.len()).then_with(|| (**other).cmp(name)))
    }
}

impl CapabilityPolicy {
    /// A policy of these rules.
    ///
    /// # Errors
    /// A key that is no capability, no prefix and not `*`; a key that is there
    /// twice. All of them at once.
    pub fn new<K: AsRef<str>>(rules: impl IntoIterator<Item = (K, Effect)>) -> Result<Self, BadRules> {
        let mut made = Rules::default();
        let faults = rules.into_iter().filter_map(|(key, effect)| made.put(key.as_ref(), effect).err());
        let faults: Vec<String> = faults.collect();
        if faults.is_empty() { Ok(CapabilityPolicy(Arc::new(made))) } else { Err(BadRules(faults)) }
    }

    /// What becomes of a capability that no rule takes.
    #[must_use]
    pub fn default_effect(mut self, effect: Effect) -> Self {
        Arc::make_mut(&mut self.0).default = effect;
        self
    }

    /// A name, which its decisions carry.
    #[must_use]
    pub fn named(mut self, name: impl Into<Arc<str>>) -> Self {
        Arc::make_mut(&mut self.0).name = name.into();
        self
    }

    /// The rules, sorted by key.
    pub fn rules(&self) -> Vec<(String, Effect)> {
        let Rules { exact, prefixes, any, .. } = &*self.0;
        let exact = exact.0.iter().map(|(key, effect)| (key.to_string(), *effect));
        let prefixes = prefixes.0.iter().map(|(key, effect)| (format!("{key}.*"), *effect));
        let mut rules: Vec<_> =
            any.iter().map(|effect| ("*".to_owned(), *effect)).chain(exact).chain(prefixes).collect();
        rules.sort();
        rules
    }

    /// What becomes of one capability.
    ///
    /// ```
    /// # use tools_core::{CapabilityPolicy, Effect};
    /// let rules = CapabilityPolicy::new([("a.*", Effect::Deny), ("a.b", Effect::Allow)]).unwrap();
    /// assert_eq!(rules.effect(&"a.b".parse().unwrap()), Effect::Allow);
    /// assert_eq!(rules.effect(&"a.b.c".parse().unwrap()), Effect::Deny);
    /// assert_eq!(rules.effect(&"a".parse().unwrap()), Effect::Allow);
    /// ```
    pub fn effect(&self, capability: &Capability) -> Effect {
        self.0.find(capability.as_str()).unwrap_or(self.0.default)
    }

    /// The decision on an action with these capabilities.
    pub(crate) fn judge(&self, capabilities: &Arc<[Capability]>) -> Decision {
        let decision = match (&**capabilities, self.0.any) {
            ([], Some(effect)) => Decision::new(effect, reason(effect, &[])),
            ([], None) => Decision::allow().by(DecidedBy::NoRule),
            (several, _) => self.judge_each(several, capabilities),
        };
        decision.named(self.0.name.clone())
    }

    fn judge_each(&self, several: &[Capability], shared: &Arc<[Capability]>) -> Decision {
        let found = |capability: &Capability| self.0.find(capability.as_str());
        let of = |found: Option<Effect>| found.unwrap_or(self.0.default);
        let mut strongest = Effect::Allow;
        let (mut agree, mut ruled) = (true, false);
        for (at, capability) in several.iter().enumerate() {
            let found = found(capability);
            let effect = of(found);
            agree &= at == 0 || effect == strongest;
            if at == 0 || effect > strongest {
                (strongest, ruled) = (effect, found.is_some());
            } else if effect == strongest {
                ruled |= found.is_some();
            }
        }
        let decided = if agree {
            shared.clone()
        } else {
            several.iter().filter(|capability| of(found(capability)) == strongest).cloned().collect()
        };
        let reason = reason(strongest, &decided);
        let side = if ruled { DecidedBy::Policy } else { DecidedBy::NoRule };
        Decision::new(strongest, reason).on(decided).by(side)
    }
}

/// Of the action's own capabilities only: which rules there are is not told.
fn reason(effect: Effect, decided: &[Capability]) -> Cow<'static, str> {
    if effect == Effect::Allow {
        return "".into();
    }
    let names: Vec<String> = decided.iter().map(|capability| capability.as_str().to_owned()).collect();
    let (subject, is, needs) = match names.as_slice() {
        [] => ("tools of this kind".to_owned(), "are", "need"),
        [_] => (list(&names), "is", "needs"),
        _ => (list(&names), "are", "need"),
    };
    if effect == Effect::Deny {
        format!("{subject} {is} not allowed here").into()
    } else {
        format!("{subject} {needs} an approval here").into()
    }
}

impl Rules {
    fn put(&mut self, key: &str, effect: Effect) -> Result<(), String> {
        let capability = |text: &str| text.parse::<Capability>().map(String::from);
        let is_first = match (key, key.strip_suffix(".*")) {
            ("*", _) => self.any.replace(effect).is_none(),
            (_, Some(prefix)) => {
                let prefix = capability(prefix).map_err(|_| bad_key(key))?;
                self.prefixes.insert(prefix, effect)
            }
            _ => self.exact.insert(capability(key).map_err(|_| bad_key(key))?, effect),
        };
        if is_first { Ok(()) } else { Err(format!("the key `{key}` is there twice")) }
    }

    fn find(&self, name: &str) -> Option<Effect> {
        let exact = self.exact.get(name);
        let longest = || {
            let dots = name.rmatch_indices('.').filter_map(|(at, _)| name.get(..at));
            dots.filter_map(|prefix| self.prefixes.get(prefix)).next()
        };
        exact.or_else(longest).or(self.any)
    }
}

fn bad_key(key: &str) -> String {
    let hint = match key.split_once('*') {
        Some((before, _)) if !before.is_empty() => {
            let words = before.trim_end_matches('.');
            format!("; a `*` stands alone, or after a dot at the end: `{words}.*`")
        }
        _ => "; write a capability such as `records.write`, a prefix such as `records.*`, or `*`".to_owned(),
    };
    format!("`{key}` is no key of a rule{hint}")
}

impl Policy for CapabilityPolicy {
    fn decide<'a>(&'a self, action: &'a Action<'a>) -> BoxFuture<'a, Result<Decision, BoxError>> {
        Box::pin(async move { Ok(self.judge(action.shared_capabilities())) })
    }

    fn decide_at_once(&self, action: &Action<'_>) -> Option<Decision> {
        Some(self.judge(action.shared_capabilities()))
    }

    /// Tools that a policy which denies by default lets pass, and rules that take
    /// nothing while something near is there.
    fn warnings(&self, tools: &[Definition]) -> Vec<String> {
        let mut warnings: Vec<String> = self.passing(tools).into_iter().collect();
        warnings.extend(self.rules().iter().filter_map(|(key, _)| slip(key, tools)));
        warnings
    }
}

impl CapabilityPolicy {
    fn passing(&self, tools: &[Definition]) -> Option<String> {
        let bare = tools.iter().filter(|tool| tool.capabilities().is_empty());
        let bare: Vec<String> = bare.map(|tool| tool.name().to_owned()).collect();
        let passes = self.0.any.is_none() && self.0.default == Effect::Deny && !bare.is_empty();
        passes.then(|| {
            format!(
                "the policy denies by default, and these tools are allowed since they need no capability: {}; a \
                 rule `*` holds them too",
                list(&bare)
            )
        })
    }
}

/// A rule that takes nothing is no fault: the tool may come later. One that is
/// nearly something else is.
fn slip(key: &str, tools: &[Definition]) -> Option<String> {
    let needed: Vec<&str> = tools.iter().flat_map(Definition::capabilities).map(Capability::as_str).collect();
    let prefixes =
        || needed.iter().flat_map(|name| name.match_indices('.').filter_map(|(at, _)| name.get(..at)));
    let (words, star) = key.strip_suffix(".*").map_or((key, ""), |words| (words, ".*"));
    let known: Vec<&str> = if star.is_empty() { needed.clone() } else { prefixes().collect() };
    if key == "*" || known.contains(&words) {
        return None;
    }
    if let Some(tool) = tools.iter().find(|tool| tool.name() == key) {
        let needs: Vec<String> = tool.capabilities().iter().map(ToString::to_string).collect();
        return Some(format!(
            "the rule `{key}` takes nothing: it is the name of a tool, and rules are about capabilities; that tool \
             needs {}",
            list(&needs)
        ));
    }
    let near = names::nearest(words, known).into_iter().next()?;
    Some(format!("the rule `{key}` takes nothing that a tool needs; did you mean `{near}{star}`?"))
}

impl fmt::Debug for CapabilityPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { name, default, .. } = &*self.0;
        let mut shown = f.debug_struct("CapabilityPolicy");
        shown.field("name", name).field("default", default).field("rules", &self.rules()).finish()
    }
}

/// Rules that cannot be used: each fault in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRules(Vec<String>);

impl fmt::Display for BadRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these rules cannot be used: {}", self.0.join("; "))
    }
}

impl std::error::Error for BadRules {}

/// As it stands in a configuration.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, skip_serializing_if = "str::is_empty")]
    name: Arc<str>,
    #[serde(default, skip_serializing_if = "is_allow")]
    default: Effect,
    #[serde(default)]
    rules: WrittenRules,
}

fn is_allow(effect: &Effect) -> bool {
    *effect == Effect::Allow
}

impl Serialize for CapabilityPolicy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Rules { name, default, .. } = &*self.0;
        let rules = WrittenRules(self.rules());
        Written { name: name.clone(), default: *default, rules }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CapabilityPolicy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { name, default, rules } = Written::deserialize(deserializer)?;
        let policy = CapabilityPolicy::new(rules.0).map_err(D::Error::custom)?;
        Ok(policy.default_effect(default).named(name))
    }
}
