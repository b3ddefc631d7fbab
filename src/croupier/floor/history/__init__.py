"""What is over: finished rounds, and the journal as files."""
