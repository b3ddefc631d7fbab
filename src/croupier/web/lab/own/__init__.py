"""The lab's page for side bets of one's own."""
