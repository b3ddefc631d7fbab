"""Side bets of the house's own: what they cost, worked out when it is asked for."""
