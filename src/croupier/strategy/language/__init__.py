"""The strategy language: rules as people say them, one a line; the first that fits decides."""
