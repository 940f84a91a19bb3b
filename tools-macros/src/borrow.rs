//! Owned, the model supplies it; borrowed, the host lends it.

use syn::{Error, GenericArgument, PathArguments, Type, TypePath, TypeReference};

use crate::{
    faults::fault,
    types::{find, last_segment, peel, spelled},
};

/// Whether the host lends a parameter of this type: a reference, or a path that
/// holds one, such as `Option<&T>` or an alias with a lifetime.
pub(crate) fn is_lent(ty: &Type) -> bool {
    match peel(ty) {
        Type::Reference(_) => true,
        Type::Path(_) => borrows(ty),
        _ => false,
    }
}

/// What is wrong with a type that borrows, if anything is.
pub(crate) fn refuse(ty: &Type) -> Option<Error> {
    if find(ty, &is_text).is_some() {
        return Some(fault(ty, "what the model supplies is owned", format!("write `{}`", owned(ty))));
    }
    let reference = find(ty, &|ty| matches!(ty, Type::Reference(_)))?;
    let Type::Reference(TypeReference { lifetime, mutability, elem, .. }) = reference else { return None };
    let lent = spelled(elem);
    if mutability.is_some() {
        let wrong = "what the host lends is shared between calls, so it cannot be `&mut`";
        return Some(fault(
            reference,
            wrong,
            format!("write `&{lent}`, and put what changes behind a `Mutex`"),
        ));
    }
    if lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
        return Some(fault(
            reference,
            "what the host lends lives as long as the call",
            format!("write `&{lent}`"),
        ));
    }
    match peel(elem) {
        Type::TraitObject(_) => {
            let write = format!("lend a sized type: a struct of yours with a `Box<{lent}>` in it");
            Some(fault(reference, "a trait object cannot be lent", write))
        }
        Type::Reference(_) => {
            Some(fault(reference, "a reference to a reference cannot be lent", format!("write `{lent}`")))
        }
        _ if is_lent(ty) => None,
        _ => Some(fault(
            reference,
            "a borrowed value cannot be part of an argument",
            "lend it as a parameter of its own",
        )),
    }
}

fn borrows(ty: &Type) -> bool {
    find(ty, &|ty| match ty {
        Type::Reference(_) => true,
        Type::Path(path) => has_lifetime(path),
        _ => false,
    })
    .is_some()
}

/// A lifetime argument other than `'static`, which borrows from nobody.
fn has_lifetime(path: &TypePath) -> bool {
    path.path.segments.iter().any(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(generics) => generics.args.iter().any(
            |argument| matches!(argument, GenericArgument::Lifetime(lifetime) if lifetime.ident != "static"),
        ),
        _ => false,
    })
}

/// What the user borrowed only to read: `&str`, `&[T]`, `Cow<'_, T>`.
fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => {
            is_str(&reference.elem) || matches!(peel(&reference.elem), Type::Slice(_))
        }
        Type::Path(path) => {
            has_lifetime(path) && last_segment(path).is_some_and(|(last, _)| last.ident == "Cow")
        }
        _ => false,
    }
}

fn is_str(ty: &Type) -> bool {
    matches!(peel(ty), Type::Path(path) if path.path.is_ident("str"))
}

/// The type to write instead.
fn owned(ty: &Type) -> String {
    let all = |types: Vec<&Type>| types.into_iter().map(owned).collect::<Vec<_>>().join(", ");
    match peel(ty) {
        ty if is_str(ty) => "String".to_owned(),
        Type::Slice(slice) => format!("Vec<{}>", owned(&slice.elem)),
        Type::Reference(reference) if is_text(ty) => owned(&reference.elem),
        Type::Tuple(tuple) => format!("({})", all(tuple.elems.iter().collect())),
        Type::Array(array) => format!("[{}; {}]", owned(&array.elem), spelled(&array.len)),
        Type::Path(path) => match last_segment(path) {
            Some((_cow, arguments)) if is_text(ty) => all(arguments),
            Some((last, arguments)) if !arguments.is_empty() => format!("{}<{}>", last.ident, all(arguments)),
            _ => spelled(path),
        },
        ty => spelled(ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves MAC-04
    #[test]
    fn a_borrow_is_lent() {
        for (ty, expected) in [
            ("&Db", true),
            ("&crate::Db<u32>", true),
            ("Option<&Db>", true),
            ("MaybeDb<'_>", true),
            ("String", false),
            ("Vec<Option<u32>>", false),
            ("Cow<'static, str>", false),
            ("(u32, u32)", false),
        ] {
            let ty = syn::parse_str(ty).unwrap();
            assert_eq!(is_lent(&ty), expected, "{}", spelled(&ty));
            assert!(refuse(&ty).is_none(), "{}", spelled(&ty));
        }
    }

    // proves MAC-05
    #[test]
    fn borrowed_text_is_refused_with_its_owned_type() {
        for (ty, expected) in [
            ("&str", "String"),
            ("&'static str", "String"),
            ("&[u8]", "Vec<u8>"),
            ("&mut [String]", "Vec<String>"),
            ("Option<&str>", "Option<String>"),
            ("Option<&[&str]>", "Option<Vec<String>>"),
            ("Cow<'_, str>", "String"),
            ("std::borrow::Cow<'_, [u32]>", "Vec<u32>"),
            ("HashMap<&str, u32>", "HashMap<String, u32>"),
            ("(&str, [&str; 2])", "(String, [String; 2])"),
        ] {
            let fault = refuse(&syn::parse_str(ty).unwrap()).unwrap();
            assert_eq!(
                fault.to_string(),
                format!("what the model supplies is owned\nwrite `{expected}`"),
                "{ty}"
            );
        }
    }

    // proves MAC-05
    #[test]
    fn other_borrows_are_refused() {
        for (ty, expected) in [
            (
                "&mut Db",
                "what the host lends is shared between calls, so it cannot be `&mut`\n\
                 write `&Db`, and put what changes behind a `Mutex`",
            ),
            (
                "Option<&mut Db>",
                "what the host lends is shared between calls, so it cannot be `&mut`\n\
                 write `&Db`, and put what changes behind a `Mutex`",
            ),
            ("&'static Db", "what the host lends lives as long as the call\nwrite `&Db`"),
            (
                "&dyn Clock",
                "a trait object cannot be lent\nlend a sized type: a struct of yours with a `Box<dyn Clock>` in it",
            ),
            ("&&Db", "a reference to a reference cannot be lent\nwrite `&Db`"),
            (
                "(&Db, u32)",
                "a borrowed value cannot be part of an argument\nlend it as a parameter of its own",
            ),
        ] {
            let fault = refuse(&syn::parse_str(ty).unwrap()).unwrap();
            assert_eq!(fault.to_string(), expected, "{ty}");
        }
    }
}
