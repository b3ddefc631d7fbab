"""Side bets of one's own, from a small declaration: parsed, printed, judged, and put on a game's felt."""
