//! Maps whose keys are there once, and lists, read without quoting what may be secret.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, MapAccess, SeqAccess, Unexpected, Visitor},
};

use super::{ConfigText, SecretText, ToolingConfig};

/// Methods of a visitor that refuse what it does not take: serde's own quote it.
macro_rules! unquoted {
    () => {
        unquoted! {
            visit_bool: bool => "a boolean",
            visit_i64: i64 => "a number",
            visit_i128: i128 => "a number",
            visit_u64: u64 => "a number",
            visit_u128: u128 => "a number",
            visit_f64: f64 => "a number"
        }
    };
    ($($method:ident: $type:ty => $what:literal),*) => {$(
        fn $method<E: de::Error>(self, _: $type) -> Result<Self::Value, E> {
            Err(E::invalid_type(Unexpected::Other($what), &self))
        }
    )*};
}
pub(super) use unquoted;

/// A map by name. Where serde keeps the last of two members with one key, this
/// refuses the second.
struct Unique<V> {
    wanted: &'static str,
    values: PhantomData<V>,
}

impl<'de, V: Deserialize<'de>> Visitor<'de> for Unique<V> {
    type Value = BTreeMap<String, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wanted)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some(key) = members.next_key_seed(NewKey(&map))? {
            map.insert(key, members.next_value()?);
        }
        Ok(map)
    }

    unquoted!();
    unquoted!(visit_str: &str => "a text");
}

/// The key is refused as it is read, so that the error's path ends with it.
struct NewKey<'a, V>(&'a BTreeMap<String, V>);

impl<'de, V> DeserializeSeed<'de> for NewKey<'_, V> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<V> Visitor<'_> for NewKey<'_, V> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<String, E> {
        if self.0.contains_key(key) {
            return Err(E::custom("is there twice: leave one of them out"));
        }
        Ok(key.to_owned())
    }
}

fn read<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    deserializer: D,
    wanted: &'static str,
) -> Result<BTreeMap<String, V>, D::Error> {
    deserializer.deserialize_any(Unique { wanted, values: PhantomData })
}

pub(super) fn toolings<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, ToolingConfig>, D::Error> {
    read(deserializer, "a table of tool servers by name")
}

pub(super) fn secrets<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, SecretText>, D::Error> {
    read(deserializer, "a table whose values are texts such as \"${NAME}\"")
}

pub(super) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ConfigText>, D::Error> {
    struct Texts;
    impl<'de> Visitor<'de> for Texts {
        type Value = Vec<ConfigText>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of texts")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            let mut texts = Vec::new();
            while let Some(text) = items.next_element()? {
                texts.push(text);
            }
            Ok(texts)
        }

        unquoted!();
        unquoted!(visit_str: &str => "a text");
    }
    deserializer.deserialize_any(Texts)
}
