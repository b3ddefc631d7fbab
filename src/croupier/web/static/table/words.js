// What an action is called on a button and by the coach: `bet2` is Bet 2x, `ride` is Ride.

export const actionWords = (action) => (action.startsWith("bet") ? `Bet ${action.slice(3)}x` : action[0].toUpperCase() + action.slice(1));

// Whether the bet of which all others are multiples has a felt word that says what it is, such as Ante.
export const named = (table) => table.spots.some((spot) => spot.key === table.base && spot.felt === table.base_felt);
