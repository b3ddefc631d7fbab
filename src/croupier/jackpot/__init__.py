"""The meters, pure: contributions, awards, reseeding; no poker, no people's faces."""
