"""Environments for research: many rounds at once, and adapters to the usual frameworks.

Each part is imported by its own name. `batch` needs NumPy; `gymnasium`, `pettingzoo` and
`openspiel` need the framework, which the extra of the same name installs. Importing this package
registers the ruleset `mini`, which is small enough to be solved.
"""

from jaipur.rules.rulesets import MINI, register_ruleset

__all__ = ["MINI"]

register_ruleset(MINI)
