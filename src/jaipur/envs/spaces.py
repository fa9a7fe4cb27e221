"""Gymnasium's spaces for observations and actions; PettingZoo uses them too."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from jaipur.envs.observation import Style, observation_pieces, observation_size
from jaipur.envs.stepwise import CHOICES
from jaipur.rules.moves import ACTIONS

__all__ = ["ObservationForm", "action_space", "mask_space", "observation_space"]

ObservationForm = Literal["vector", "pieces"]


def observation_space(style: Style, form: ObservationForm) -> spaces.Space[Any]:
    """The space of an observation: a flat vector, or the same numbers as named pieces."""
    if form == "vector":
        return unit_box((observation_size(style),))
    if form == "pieces":
        return spaces.Dict(
            {piece.name: unit_box(piece.shape) for piece in observation_pieces(style)}
        )
    raise ValueError(f"observation must be vector or pieces, got {form!r}")


def action_space(style: Style) -> spaces.Discrete:
    """The space of the action ids, or of the choices of the stepwise style."""
    return spaces.Discrete(CHOICES if style == "stepwise" else ACTIONS)


def mask_space(style: Style) -> spaces.Box:
    """The space of a mask of legal actions."""
    return spaces.Box(0, 1, (CHOICES if style == "stepwise" else ACTIONS,), np.int8)


def unit_box(shape: tuple[int, ...]) -> spaces.Box:
    """A space of numbers from 0 to 1."""
    return spaces.Box(0.0, 1.0, shape, np.float32)
