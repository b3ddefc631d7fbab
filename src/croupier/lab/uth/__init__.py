"""Ultimate Texas Hold'em solved exactly: every decision, every deal, how each ends."""
