# Nothing for Python: the compiled search calls it.
