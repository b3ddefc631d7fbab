"""What runs here: the tables that this process has in memory."""
