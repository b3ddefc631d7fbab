"""Entries that are judged one by one, against everything that the journal said before them."""
