"""Private tables with play chips: made with choices, shared by a link, entered under a name."""
