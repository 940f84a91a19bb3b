//! The value of a key.

use syn::{
    Error, Expr, ExprLit, ExprRange, Ident, Lit, LitStr, Path, RangeLimits, Result, Token, parse::ParseStream,
};

use crate::{
    faults::fault,
    json::{self, Json},
};

/// A key whose value is still to be read.
pub(super) struct Value<'a> {
    pub(super) key: &'a Ident,
    pub(super) input: ParseStream<'a>,
}

/// `default`, or `default = expression`.
pub(crate) enum Default {
    OfType,
    Expr(Expr),
}

/// `range = …` and `len = …`.
pub(crate) struct Range {
    pub(crate) key: Ident,
    pub(crate) low: Option<Expr>,
    pub(crate) high: Option<Expr>,
    /// `a..b`: the high bound itself is not admitted.
    pub(crate) exclusive: bool,
    pub(crate) written: ExprRange,
}

impl Value<'_> {
    /// A string literal. The `example` is what the error tells to write, here and below.
    pub(super) fn string(&self, example: &str) -> Result<LitStr> {
        let wanted = Wanted("a string literal", example);
        let expr = self.expr(&wanted)?;
        literal(&expr).ok_or_else(|| self.refused(&expr, &wanted))
    }

    pub(super) fn strings(&self, example: &str) -> Result<Vec<LitStr>> {
        let wanted = Wanted("a list of string literals", example);
        match self.expr(&wanted)? {
            Expr::Array(list) => list
                .elems
                .iter()
                .map(|element| literal(element).ok_or_else(|| self.refused(element, &wanted)))
                .collect(),
            other => Err(self.refused(&other, &wanted)),
        }
    }

    /// The key alone, or `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool> {
        let wanted = Wanted("no value, or `true` or `false`", &self.key.to_string());
        if self.is_alone() {
            return Ok(true);
        }
        match self.expr(&wanted)? {
            Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. }) => Ok(flag.value),
            other => Err(self.refused(&other, &wanted)),
        }
    }

    pub(super) fn expression(&self, example: &str) -> Result<Expr> {
        self.expr(&Wanted("a constant expression", example))
    }

    pub(super) fn default(&self) -> Result<Default> {
        if self.is_alone() {
            return Ok(Default::OfType);
        }
        self.expr(&Wanted("no value, or an expression", "default = 5")).map(Default::Expr)
    }

    pub(super) fn range(&self, example: &str) -> Result<Range> {
        let wanted = Wanted("a range", example);
        match self.expr(&wanted)? {
            Expr::Range(range) if range.start.is_some() || range.end.is_some() => Ok(Range {
                key: self.key.clone(),
                low: range.start.as_deref().cloned(),
                high: range.end.as_deref().cloned(),
                exclusive: matches!(range.limits, RangeLimits::HalfOpen(_)),
                written: range,
            }),
            other => Err(self.refused(&other, &wanted)),
        }
    }

    pub(super) fn path(&self, example: &str) -> Result<Path> {
        let wanted = Wanted("a path", example);
        match self.expr(&wanted)? {
            Expr::Path(path) if path.qself.is_none() => Ok(path.path),
            other => Err(self.refused(&other, &wanted)),
        }
    }

    pub(super) fn examples(&self) -> Result<Vec<Json>> {
        let wanted = Wanted("a list of JSON objects", r#"examples = [{ "city": "Athens" }]"#);
        if self.input.parse::<Option<Token![=]>>()?.is_none() || !self.input.peek(syn::token::Bracket) {
            return Err(self.refused(self.key, &wanted));
        }
        json::list(self.input)
    }

    fn is_alone(&self) -> bool {
        self.input.is_empty() || self.input.peek(Token![,])
    }

    fn expr(&self, wanted: &Wanted<'_>) -> Result<Expr> {
        if self.input.parse::<Option<Token![=]>>()?.is_none() {
            return Err(self.refused(self.key, wanted));
        }
        let mut expr = self.input.parse()?;
        // What comes out of a `macro_rules!` is in an invisible group.
        while let Expr::Group(group) = expr {
            expr = *group.expr;
        }
        Ok(expr)
    }

    fn refused(&self, at: impl quote::ToTokens, Wanted(what, example): &Wanted<'_>) -> Error {
        fault(at, format!("`{}` takes {what}", self.key), format!("write `{example}`"))
    }
}

/// What a key takes, and an example of it.
struct Wanted<'a>(&'a str, &'a str);

/// The string literal that the expression is, if it is one.
pub(super) fn literal(expr: &Expr) -> Option<LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}
