"""The live side of tables: what is remembered of each, and what those who look are shown."""
