"""The game, pure: values in, values out, one noun a file."""
