"""What draws the questions: one module for each kind of thing that a dealer must know."""
