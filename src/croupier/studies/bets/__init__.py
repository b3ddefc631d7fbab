"""Bets and their pays: progressives, side bets, the pay that gives an edge."""
