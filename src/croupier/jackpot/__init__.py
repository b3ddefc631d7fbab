"""The meters, pure: contributions, awards and reseeding. This room knows neither poker nor players."""
