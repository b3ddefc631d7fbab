"""The six other games worked out again, the plain way or another: nothing here comes from `croupier.lab.games`."""
