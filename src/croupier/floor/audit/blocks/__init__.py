"""What is kept beside the journal block by block, counted again from it."""
