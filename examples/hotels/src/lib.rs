//! A tool crate with state: the host lends its `Hotels`.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tools_core::tool;

tools_core::tool_crate!(docs = "required");

/// The hotels of the application, which it lends to the tools.
#[derive(Debug, Default)]
pub struct Hotels {
    bookings: Mutex<Vec<Booking>>,
}

/// What was booked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Booking {
    /// The booking's number.
    pub number: usize,
    /// City or neighbourhood.
    pub location: String,
    /// How many guests.
    pub guests: u32,
    /// How many nights.
    pub nights: u32,
    /// What kind of room.
    pub room: Room,
}

/// What kind of room.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// One bed.
    Single,
    /// Two beds.
    Double,
}

/// Why a room was not booked. The model is told the message.
#[derive(Debug, PartialEq)]
pub enum BookingError {
    /// There are more guests than beds.
    TooManyGuests,
}

impl fmt::Display for BookingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are more guests than beds; book a double room, for two at most")
    }
}

impl std::error::Error for BookingError {}

/// Books a hotel room. Charges the card on file.
#[tool(
    capabilities = ["booking.write"],
    tags = ["travel"],
    examples = [{ "location": "Athens", "guests": 2, "room": "double" }],
)]
pub async fn book_hotel(
    hotels: &Hotels,
    /// City or neighbourhood.
    location: String,
    /// Guests, at least one.
    #[arg(range = 1..=20)]
    guests: u32,
    /// Nights to stay.
    #[arg(default = 1, range = 1..=30)]
    nights: u32,
    /// What kind of room.
    #[arg(default = Room::Single)]
    room: Room,
) -> Result<Booking, BookingError> {
    if guests > room as u32 + 1 {
        return Err(BookingError::TooManyGuests);
    }
    let mut bookings = hotels.bookings.lock().unwrap_or_else(PoisonError::into_inner);
    let booking = Booking { number: bookings.len() + 1, location, guests, nights, room };
    bookings.push(booking.clone());
    Ok(booking)
}

/// Lists what was booked.
#[tool(tags = ["travel"], read_only)]
pub async fn list_bookings(hotels: &Hotels) -> Vec<Booking> {
    hotels.bookings.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    // A tool is a function: it is tested like one.
    #[tokio::test]
    async fn books_a_room() {
        let hotels = Hotels::default();
        let booking = book_hotel(&hotels, "Athens".into(), 2, 1, Room::Double).await.unwrap();
        assert_eq!(booking.number, 1);
        let refused = book_hotel(&hotels, "Athens".into(), 3, 1, Room::Double).await;
        assert_eq!(refused, Err(BookingError::TooManyGuests));
        assert_eq!(list_bookings(&hotels).await, [booking]);
    }
}
