"""The game and its counts worked out again, the plain way, for tests and benchmarks to compare the lab with."""
