"""Coach: what people learn from a match that is over.

Everything here may know both hands, so nothing that plays, gives hints or shows a running round may
import it; `tests/coach/test_reach.py` holds the sources to that.
"""
