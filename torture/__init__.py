"""The attack that is kept: kills, faults, forgeries, odd inputs, and a look at every byte that leaves the room."""
