"""The demonstration: a room of invented people who play by themselves, in a record of its own that says what it is.

Everything in it is done by people of its book through the doors that people use, so its record audits like any other.
`docs/demo.md` says how it flows, and why nothing here can stack a deck that the room deals.
"""
