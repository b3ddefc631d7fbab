// What an action is called on a button and by the coach: `bet2` is Bet 2x, `ride` is Ride.

export const actionWords = (action) => (action.startsWith("bet") ? `Bet ${action.slice(3)}x` : action[0].toUpperCase() + action.slice(1));
