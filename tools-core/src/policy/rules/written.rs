//! Rules as they stand in a file. Keys and effects are checked where they are
//! read: only so a format knows the place of what is wrong.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor},
};
use serde_json::{Map, Value};

use super::{Effect, Rules};

/// Rules in the order of their keys; each fault is told with its key.
#[derive(Default)]
pub(super) struct WrittenRules(pub(super) Vec<(String, Effect)>);

impl Serialize for WrittenRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, effect)| (key, effect)))
    }
}

impl<'de> Deserialize<'de> for WrittenRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = WrittenRules;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from capabilities to effects")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenRules, A::Error> {
                let mut seen = Rules::default();
                let mut rules = Vec::new();
                while let Some(key) = map.next_key_seed(Key(&mut seen))? {
                    let effect = map.next_value_seed(EffectOf(&key))?;
                    rules.push((key, effect));
                }
                Ok(WrittenRules(rules))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// A key that is fit for a rule, and not there yet.
struct Key<'a>(&'a mut Rules);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a capability, a prefix, or `*`")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<String, E> {
        // Which effect it has is nothing to its key.
        self.0.put(key, Effect::Allow).map_err(E::custom)?;
        Ok(key.to_owned())
    }
}

/// The effect of the rule with this key. Its faults name the key: not every
/// reader of a format tells a path.
struct EffectOf<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for EffectOf<'_> {
    type Value = Effect;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Effect, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EffectOf<'_> {
    type Value = Effect;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an effect for `{}`: `allow`, `require_approval` or `deny`", self.0)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Effect, E> {
        word.parse().map_err(|bad| E::custom(format_args!("`{}`: {bad}", self.0)))
    }

    /// In TOML a dot in a key that stands without quotes begins a table.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Effect, A::Error> {
        let mut inside = Map::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            inside.insert(key, value);
        }
        let (key, effect) =
            meant(self.0, &inside).unwrap_or_else(|| ("records.write".to_owned(), Effect::Deny));
        Err(A::Error::custom(format_args!(
            "`{}`: holds a table, and not an effect: a key with a dot is one key, which TOML takes in quotes: \
             `\"{key}\" = \"{effect}\"`",
            self.0
        )))
    }
}

/// The rule that was meant by tables in each other.
fn meant(key: &str, inside: &Map<String, Value>) -> Option<(String, Effect)> {
    let (name, value) = inside.iter().next()?;
    let key = format!("{key}.{name}");
    match value {
        Value::Object(inside) => meant(&key, inside),
        Value::String(word) => {
            let effect = word.parse().ok()?;
            Rules::default().put(&key, effect).ok().map(|()| (key, effect))
        }
        _ => None,
    }
}
