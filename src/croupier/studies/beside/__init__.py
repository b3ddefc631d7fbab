"""Two things side by side."""
