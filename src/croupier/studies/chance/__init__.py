"""Rounds at random, and sessions worked out exactly."""
