"""The dealer's keypad: its keys, what to do by hand and when, and who is on duty at the table."""
