"""Seats at a table: any game of the house on given cards, with its side bets; one seat's round, and a whole table."""
