"""The other bets and their pay tables: priced, designed, reported."""
