"""What is kept beside the journal so that nobody need read all of it: made from it alone, and made again at will."""
