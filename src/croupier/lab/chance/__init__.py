"""Rounds dealt at random, and what an evening of them may bring."""
