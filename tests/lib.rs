//! What crosses crates: whole programs, other profiles, the compiler's messages.
