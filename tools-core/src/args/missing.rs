//! What serde makes of a field that is missing: an `Option` is `None`,
//! everything else is an error. By type, so that aliases work.

use serde::{
    Deserialize,
    de::{Deserializer, Error as _, Visitor},
    forward_to_deserialize_any,
};
use serde_json::Error;

/// The value of a missing argument.
pub(crate) fn value<'de, T: Deserialize<'de>>(name: &str) -> Result<T, Error> {
    T::deserialize(Missing(name))
}

struct Missing<'n>(&'n str);

impl<'de> Deserializer<'de> for Missing<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom(format_args!("`{}` is missing", self.0)))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
