"""How an entry lies in its row: its body compressed, its hash as bytes, the hash before it not at all."""
