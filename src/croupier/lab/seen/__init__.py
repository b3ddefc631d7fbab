"""The game with cards seen that should not be: other players' hands, or the dealer's."""
