"""Where the attack takes place: rooms on both databases, processes that are killed there, and the laws that hold."""
