"""Commands that compute."""
