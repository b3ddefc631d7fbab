"""A game with its rules changed, as a value: for whoever designs or prices games, not for a table of the house."""
