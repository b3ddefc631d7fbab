"""What the games of a Multi-Game Link share: its pay tables (R35, R36)."""
