"""The one ancestor of everything Croupier refuses.

A boundary (command line, page, importer) catches `Refused` and shows its text as it stands. Anything
else that escapes is a bug in Croupier, never bad input.
"""


class Refused(ValueError):
    """Something was asked for that cannot be; the text says what, why not, and what would be right."""
