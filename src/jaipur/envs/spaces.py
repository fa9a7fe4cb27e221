"""The spaces of Gymnasium, which PettingZoo uses too, for Jaipur's observations and actions."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from jaipur.envs.layout import Style, observation_pieces, observation_size
from jaipur.envs.stepwise import CHOICES
from jaipur.rules.moves import ACTIONS

__all__ = ["Form", "action_space", "mask_space", "observation_space"]

Form = Literal["vector", "pieces"]


def observation_space(style: Style, form: Form) -> spaces.Space[Any]:
    """A flat vector, or a dictionary of the same numbers by name."""
    if form == "vector":
        return unit_box((observation_size(style),))
    if form == "pieces":
        return spaces.Dict(
            {piece.name: unit_box(piece.shape) for piece in observation_pieces(style)}
        )
    raise ValueError(f"An observation is a vector or in pieces, not {form!r}.")


def action_space(style: Style) -> spaces.Discrete:
    """The action table, or the choices of the stepwise style."""
    return spaces.Discrete(CHOICES if style == "stepwise" else ACTIONS)


def mask_space(style: Style) -> spaces.Box:
    """Which actions are legal."""
    return spaces.Box(0, 1, (CHOICES if style == "stepwise" else ACTIONS,), np.int8)


def unit_box(shape: tuple[int, ...]) -> spaces.Box:
    """Numbers from 0 to 1."""
    return spaces.Box(0.0, 1.0, shape, np.float32)
