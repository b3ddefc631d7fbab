"""How the lab's worker works, and some of its jobs."""
