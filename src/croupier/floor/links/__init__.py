"""The links of the card room: who runs them, what is claimed on them, what they report."""
