"""What is kept beside the journal, counted again."""
