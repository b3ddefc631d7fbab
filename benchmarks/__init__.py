"""How fast Croupier is, measured beside its peers in one run: `make bench`."""
