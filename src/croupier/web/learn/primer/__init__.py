"""For players who begin: the front page, how each game is played, and a first round."""
