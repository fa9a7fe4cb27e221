"""A package, so that none of the same name that others install takes its place: Pgx has one."""
