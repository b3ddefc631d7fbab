"""The simulator: a card room that plays by itself, and a model that knows what everything should be."""
