"""Rounds that somebody pastes as notation: played again, with every amount checked. Nothing of them is kept."""
