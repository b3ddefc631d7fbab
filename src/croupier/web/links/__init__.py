"""The Game Manager: links, claims, reports, displays, and tables of other games."""
