"""Rounds of the six games dealt at random, and an evening of them."""
