"""PettingZoo: both seats of a round or a match, in turn.

>>> from jaipur.envs.pettingzoo import jaipur_v1
>>> env = jaipur_v1.env(style="stepwise")
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_0'

Where PettingZoo has a registry, `pettingzoo.make("aec", "jaipur/jaipur-v1")` makes it too.
"""

from jaipur.errors import MissingPackage

try:
    import pettingzoo
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, extra="pettingzoo") from error

from jaipur.envs.pettingzoo import jaipur_v1

__all__ = ["ENV_ID", "jaipur_v1"]

ENV_ID = "jaipur/jaipur-v1"

if hasattr(pettingzoo, "register") and ENV_ID not in pettingzoo.aec_registry:  # from 1.27 on
    pettingzoo.register("aec", ENV_ID, "jaipur.envs.pettingzoo.jaipur_v1:env")
