"""The six other games dealt face up: what seeing the other players' cards is worth in each."""
