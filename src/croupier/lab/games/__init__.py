"""The six other games of the face-up report, solved exactly: where every hand of theirs is worth a whole number."""
