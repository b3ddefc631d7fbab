"""The pages on which the floor opens a table, changes it and closes it."""
