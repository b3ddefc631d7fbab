"""Strategies a person can learn for the six other games, and what each costs over every deal."""
