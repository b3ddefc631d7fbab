"""Who is on duty at a table: its dealer, and the supervisor whom it has called."""
