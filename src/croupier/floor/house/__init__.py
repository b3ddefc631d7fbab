"""What the house as a whole has chosen."""
