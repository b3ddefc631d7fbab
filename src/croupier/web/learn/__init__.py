"""The pages of the dealer school."""
