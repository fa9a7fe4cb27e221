"""OpenSpiel: the Python game `python_jaipur`, registered when this package is imported.

Chance is explicit: the lot, each hand, the first market, the cards laid out after a move and each
bonus token are chance nodes. Two players, zero sum, rewards at the end.

>>> import pyspiel
>>> from jaipur.envs import openspiel
>>> game = pyspiel.load_game("python_jaipur(ruleset=box,reward=rupees)")
>>> game.num_distinct_actions()
25499
"""

from jaipur.errors import MissingPackage

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, extra="openspiel") from error

from jaipur.envs.openspiel.game import GAME_TYPE, JaipurGame
from jaipur.envs.openspiel.observer import JaipurObserver
from jaipur.envs.openspiel.state import JaipurState, seeded_outcome

__all__ = ["GAME_TYPE", "JaipurGame", "JaipurObserver", "JaipurState", "seeded_outcome"]

pyspiel.register_game(GAME_TYPE, JaipurGame)
