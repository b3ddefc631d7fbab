"""Where a record lies: its address, and the file of a SQLite record."""
