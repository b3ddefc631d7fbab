"""The staff's pages: pit, keypad, people, journal."""
