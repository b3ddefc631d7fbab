"""Links as they stood, and what they had done by then, kept block by block beside the journal."""
