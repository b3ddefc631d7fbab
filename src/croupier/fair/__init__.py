"""The shuffle, pure: a committed seed becomes a deck that anybody can check."""
