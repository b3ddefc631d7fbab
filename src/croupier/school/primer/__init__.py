"""For who has never played: how each game goes, and a first round that is played by hand."""
