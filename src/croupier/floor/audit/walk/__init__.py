"""What the walk through the journal holds on to: how far each stream has come, and the next lines of the book."""
