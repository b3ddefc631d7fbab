"""Commands that let anybody check the shuffle."""
