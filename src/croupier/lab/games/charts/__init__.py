"""What the best play looks like: the numbers of each game's chart, and what each line of its pay table is worth."""
