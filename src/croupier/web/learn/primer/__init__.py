"""For who wants to learn to play: the front page, how each game goes, a first round."""
