"""The record: an append-only journal on SQLite or PostgreSQL."""
