"""A table on the web: its page, its live side, its rounds."""
