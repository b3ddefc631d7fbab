"""Tables played again: every order of every round decided a second time."""
