"""The Alembic environment: it uses the connection that `migrate` has opened."""

from __future__ import annotations

from alembic import context

from jaipur.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
