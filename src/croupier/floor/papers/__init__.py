"""Papers: what a licensee submits for one table or link, and the placards for its felt (R60)."""
