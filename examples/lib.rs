//! Nothing is here: each example is a folder beside this file, and runs as it stands.
