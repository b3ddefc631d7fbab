"""What others' cards are worth to one who looks."""
