"""The documentation as the room serves it under `/docs`: the site that `make site` builds of the pages in `docs/`."""
