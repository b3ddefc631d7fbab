"""Alembic's entry: runs the steps on the connection it is handed, inside the caller's transaction."""

from __future__ import annotations

from alembic import context

from croupier.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
