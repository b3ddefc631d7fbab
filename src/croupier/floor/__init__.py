"""The card room: where rules, money and record meet."""
