# Nothing for Python: compiled code calls it.
