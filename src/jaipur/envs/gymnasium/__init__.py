"""Gymnasium: one agent against an opponent, in a single or a vector environment.

Importing this registers the environment.

>>> import gymnasium
>>> import jaipur.envs.gymnasium
>>> env = gymnasium.make("jaipur/Jaipur-v1", opponent="greedy", style="stepwise")
>>> env.action_space
Discrete(21)
>>> envs = gymnasium.make_vec("jaipur/Jaipur-v1", num_envs=1024, opponent="greedy")
>>> envs.action_space.shape
(1024,)
"""

from jaipur.errors import MissingPackage

try:
    from gymnasium.envs.registration import register, registry
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, extra="gymnasium") from error

from jaipur.envs.gymnasium.single import JaipurEnv
from jaipur.envs.gymnasium.vector import JaipurVectorEnv

__all__ = ["ENV_ID", "JaipurEnv", "JaipurVectorEnv"]

ENV_ID = "jaipur/Jaipur-v1"

if ENV_ID not in registry:
    register(
        id=ENV_ID,
        entry_point="jaipur.envs.gymnasium:JaipurEnv",
        vector_entry_point="jaipur.envs.gymnasium:JaipurVectorEnv",
    )
