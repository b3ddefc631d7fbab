"""What the house chooses at a table, and what the floor does to a table between rounds."""
