"""The dispute desk: the last rounds, one seat of a round for its player, what is said of it, and its correction."""
