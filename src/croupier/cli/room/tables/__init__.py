"""What the floor decides about tables, command by command."""
