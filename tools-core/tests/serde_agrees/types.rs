//! The types: representations × shapes of variants × places.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tools_core::tool;

use super::{agrees, differences::Difference, differs};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Leaf {
    n: i16,
    o: Option<bool>,
}

/// One tool with a parameter `x`, and its test.
macro_rules! agree {
    ($($name:ident: $type:ty;)*) => {
        $(
            #[doc = "A tool under test."]
            #[tool]
            fn $name(x: $type) {
                let _ = x;
            }
        )*
        mod tests {
            $(
                // proves SCH-05
                #[test]
                fn $name() {
                    #[allow(unused_imports)]
                    use super::*;
                    agrees::<$type>(stringify!($name));
                }
            )*
        }
    };
}

/// An enum in one representation, in every place.
macro_rules! places {
    ($module:ident, $prefix:ident: $($names:ident)*; $(#[$attribute:meta])* { $($variants:tt)* }) => {
        pub(super) mod $module {
            use super::*;

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            $(#[$attribute])*
            pub(super) enum E { $($variants)* }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            pub(super) struct Field {
                e: E,
                o: Option<E>,
                b: Box<E>,
            }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            pub(super) struct Flat {
                id: u8,
                #[serde(flatten)]
                e: E,
            }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            pub(super) enum External {
                Unit,
                Scalar(E),
                Tuple(E, u8),
                Fields { e: E, o: Option<E> },
            }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            #[serde(tag = "k")]
            pub(super) enum Internal {
                Unit,
                Newtype(Field),
                Inner(E),
                Fields { e: E, o: Option<E> },
            }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            #[serde(tag = "k", content = "v")]
            pub(super) enum Adjacent {
                Unit,
                Scalar(E),
                Tuple(E, u8),
                Fields { e: E, o: Option<E> },
            }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            #[serde(untagged)]
            pub(super) enum Untagged {
                Fields { e: E, o: Option<E> },
                Tuple(E, u8, u8),
                Other(E),
            }

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
            pub(super) struct Tree {
                e: E,
                more: Vec<Tree>,
                next: Option<Box<Tree>>,
            }

            places!(@tests $($names)*);
        }
    };
    (@tests $alone:ident $list:ident $option:ident $boxed:ident $map:ident $field:ident $flat:ident
        $external:ident $internal:ident $adjacent:ident $untagged:ident $tree:ident) => {
        agree! {
            $alone: E;
            $list: Vec<E>;
            $option: Option<E>;
            $boxed: Box<E>;
            $map: BTreeMap<String, Option<E>>;
            $field: Field;
            $flat: Flat;
            $external: External;
            $internal: Internal;
            $adjacent: Adjacent;
            $untagged: Untagged;
            $tree: Tree;
        }
    };
}

places! {
    external, external:
    external_alone external_list external_option external_boxed external_map external_field external_flat
    external_in_external external_in_internal external_in_adjacent external_in_untagged external_tree;
    {
        Unit,
        Scalar(u8),
        Text(String),
        Newtype(Leaf),
        Maybe(Option<u8>),
        Tuple(u8, bool),
        Fields { a: u8, b: Option<String> },
        Map(BTreeMap<String, u8>),
        Many(Vec<E>),
        Again { e: Option<Box<E>> },
    }
}

places! {
    internal, internal:
    internal_alone internal_list internal_option internal_boxed internal_map internal_field internal_flat
    internal_in_external internal_in_internal internal_in_adjacent internal_in_untagged internal_tree;
    #[serde(tag = "t")]
    {
        Unit,
        Newtype(Leaf),
        Fields { a: u8, b: Option<String> },
        Map(BTreeMap<String, String>),
        Many { e: Vec<E> },
        Again { e: Option<Box<E>> },
    }
}

places! {
    adjacent, adjacent:
    adjacent_alone adjacent_list adjacent_option adjacent_boxed adjacent_map adjacent_field adjacent_flat
    adjacent_in_external adjacent_in_internal adjacent_in_adjacent adjacent_in_untagged adjacent_tree;
    #[serde(tag = "t", content = "c")]
    {
        Unit,
        Scalar(u8),
        Text(String),
        Newtype(Leaf),
        Maybe(Option<u8>),
        Tuple(u8, bool),
        Fields { a: u8, b: Option<String> },
        Map(BTreeMap<String, u8>),
        Many(Vec<E>),
        Again { e: Option<Box<E>> },
    }
}

places! {
    untagged, untagged:
    untagged_alone untagged_list untagged_option untagged_boxed untagged_map untagged_field untagged_flat
    untagged_in_external untagged_in_internal untagged_in_adjacent untagged_in_untagged untagged_tree;
    #[serde(untagged)]
    {
        Newtype(Leaf),
        Fields { a: u8, b: Option<String> },
        Scalar(u8),
        Text(String),
        Tuple(u8, bool),
        Many(Vec<E>),
        Unit,
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Scalars {
    a: (i8, u16, i32),
    b: Option<u64>,
    c: char,
    n: f32,
    o: Option<f64>,
    t: [bool; 2],
    x: BTreeMap<u8, i64>,
    e: BTreeSet<String>,
    id: (),
    #[serde(default)]
    d: Vec<Option<u8>>,
    v: std::num::NonZeroI8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
enum Strict {
    Unit,
    Fields { a: u8, b: Option<Leaf> },
    Tuple(Leaf, Option<u8>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent(Vec<Leaf>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Flattened {
    id: u8,
    #[serde(flatten)]
    leaf: Leaf,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

agree! {
    scalars: Scalars;
    strict: Strict;
    transparent: Transparent;
    flattened: Flattened;
}

// proves SCH-05
#[test]
fn every_listed_difference_is_one() {
    let scalars = |name: &str, value: Value| {
        let mut scalars = json!({
            "a": [1, 1, 1], "c": "x", "n": 1, "t": [true, true], "x": {}, "e": [], "id": null, "v": 1
        });
        scalars[name] = value;
        scalars
    };
    differs::<external::E>(
        "external_alone",
        json!({ "Newtype": { "n": 1, "q": 1 } }),
        Difference::UnknownKey,
    );
    differs::<external::E>("external_alone", json!({ "Newtype": [1, null] }), Difference::StructAsList);
    differs::<external::E>("external_alone", json!({ "Unit": null }), Difference::UnitAsObject);
    differs::<external::Flat>("external_flat", json!({ "id": 7, "Unit": {} }), Difference::UnitAsEmpty);
    differs::<internal::Flat>("internal_flat", json!({ "id": 1, "t": 0 }), Difference::NameAsNumber);
    differs::<adjacent::E>("adjacent_alone", json!({ "t": "Maybe" }), Difference::MissingContent);
    differs::<Scalars>("scalars", scalars("e", json!(["a", "a"])), Difference::Repeats);
    differs::<Scalars>("scalars", scalars("n", json!(1e300)), Difference::Infinite);
}
