"""What is made of the journal block by block and kept beside it, so that no question reads all of it."""
