"""The pages of a demonstration: who one is there, the tours, and the people who play by themselves."""
