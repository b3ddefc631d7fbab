"""Commands about Croupier itself: what it is made of."""
