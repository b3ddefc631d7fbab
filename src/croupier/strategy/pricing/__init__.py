"""What a written strategy costs: every situation of a game at once, with what each choice is worth there."""
