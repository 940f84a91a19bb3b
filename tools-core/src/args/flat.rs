//! A struct whose fields are parameters: it takes its own keys and leaves the rest.

use serde::{
    Deserializer,
    de::{Visitor, value::MapDeserializer},
    forward_to_deserialize_any,
};
use serde_json::{Error, Value};

use super::Taker;

pub(super) struct Fields<'a>(pub(super) &'a mut Taker);

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = Error;

    /// A type that reads a map takes all that is left: a struct that itself
    /// flattens another one does.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(MapDeserializer::new(self.0.rest()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let own: Vec<(&str, Value)> =
            fields.iter().filter_map(|field| Some((*field, self.0.find(field)?))).collect();
        visitor.visit_map(MapDeserializer::new(own.into_iter()))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
