"""Hands of cards: graded by one look-up, numbered, and counted once and for all."""
