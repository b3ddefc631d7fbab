"""Games with their rules changed, solved exactly (`croupier.rules.variants` says what can be changed)."""
