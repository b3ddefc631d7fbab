"""A whole table from the house's side, and from the bank's."""
