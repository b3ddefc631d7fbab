"""The pages: what a browser sees of the card room, live."""
