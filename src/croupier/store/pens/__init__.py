"""How the committer asks each kind of database and tells it: by the driver's own cursor, in few words."""
