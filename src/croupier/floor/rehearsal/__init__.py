"""Rehearsal: a table taken out of play between rounds, while people try everything at its copy in books of its own.

The night's books say when a rehearsal began and ended, and nothing else of it. Only at tables of a rehearsal's books
can a supervisor lay the cards of the next round. `docs/rehearsal.md` says how it flows, and why.
"""
