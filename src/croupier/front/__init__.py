"""The front door: what `import croupier` offers, each thing in one call. `docs/library.md` says what is promised."""
