"""Commands that run a card room."""
