"""What many rounds come to, dealt at random or exactly: a player's session, a table's shift, a player-dealer's bank."""
