"""The price list that servers read: every approved bet, and how bets swing together."""
