"""Croupier: Ultimate Texas Hold'em, dealt, settled, linked, recorded and solved."""

__version__ = "0.1.0"
