use super::*;

#[test]
fn an_event_is_moved_often_and_stays_small() {
    assert!(size_of::<Event>() <= 160, "{}", size_of::<Event>());
}
