use super::*;

#[test]
fn what_crosses_between_threads_stays_small() {
    assert!(size_of::<Told>() <= 288, "{}", size_of::<Told>());
}
