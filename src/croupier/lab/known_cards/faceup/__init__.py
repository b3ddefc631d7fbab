"""Whole tables dealt face up: runs of many sets of seen cards, kept, shared out and added up."""
