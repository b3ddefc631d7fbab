"""The links as a projection of the journal: their books, the course of their meters, and where their deeds stand."""
