"""The best strategy of at most so many rules: searched, priced exactly, printed as a card."""
