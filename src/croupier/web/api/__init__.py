"""The room over HTTP, described: for programs as a schema, for people as a page."""
