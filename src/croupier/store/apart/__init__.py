"""The record of practice, apart from the room's: where it lies, and how it is trimmed."""
