"""What one has played oneself: your play, judged, and your own statement."""
