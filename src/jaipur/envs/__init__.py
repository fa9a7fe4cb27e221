"""Environments for research: many rounds at once, and adapters to the usual frameworks.

Each part is imported by its own name. `batch` needs NumPy; `gymnasium`, `pettingzoo` and
`openspiel` need the framework, which the extra of the same name installs. MINI is a ruleset that is
small enough to be solved.
"""

from jaipur.rules.rulesets import MINI

__all__ = ["MINI"]
