"""The lab's pages, and the process that does its work."""
