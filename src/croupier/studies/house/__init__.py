"""Questions from who banks: the house, or a player-dealer."""
