"""Drills: decisions drawn to teach, what was answered, when to ask again, and how strong somebody plays."""
