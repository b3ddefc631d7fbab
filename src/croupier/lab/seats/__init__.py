"""Seats at a table: any game of the house played on given cards, with its side bets; one seat's round, and a whole table."""
