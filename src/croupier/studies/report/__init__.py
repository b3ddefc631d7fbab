"""The mathematics report: all figures of a game or a table on one paper, for a test laboratory (R60)."""
