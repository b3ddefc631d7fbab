"""The figures of who banks: the house, or a player-dealer."""
