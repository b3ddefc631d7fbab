"""Readers and sensors: the door at which devices report, and the page on which they are kept (R58)."""
