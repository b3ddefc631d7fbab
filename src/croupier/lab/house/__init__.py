"""The house's side of a table: what several seats on one board win and lose together."""
