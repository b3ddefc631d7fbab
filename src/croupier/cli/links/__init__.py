"""`croupier link`: everything that is done with links at the command line."""
