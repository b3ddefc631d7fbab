"""The audit: everything in the record worked out a second time."""
