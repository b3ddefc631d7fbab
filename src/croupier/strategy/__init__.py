"""The answers: the best decision, and what a mistake costs."""
