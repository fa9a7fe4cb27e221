"""The history of the tables; `jaipur.server.migrate` runs it."""
