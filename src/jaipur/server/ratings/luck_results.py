"""The results of rated matches with luck taken out: matches that are over, as the coach sees them.

It knows both hands, so only `app` and `recompute` import this module.
"""

from __future__ import annotations

from jaipur.coach.adjusted_rounds import adjusted_rounds

__all__ = ["adjusted_rounds"]
