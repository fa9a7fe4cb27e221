"""Environments for research: many rounds at once, and adapters to the usual frameworks.

Each part needs something that the library itself does not, and is imported by its own name: `batch`
needs NumPy; `pettingzoo`, `gymnasium` and `openspiel` the framework of that name, which the extra
of the same name brings, with NumPy. The ruleset `mini`, which is small enough to be solved, is
known from here on.
"""

from jaipur.rules.box import MINI, register_ruleset

__all__ = ["MINI"]

register_ruleset(MINI)
