"""The game with some cards seen: other players' hands dealt face up, or cards of the dealer's flashed."""
