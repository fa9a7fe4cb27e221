"""Policies on the command line: MODULE:FUNCTION, looked for in the current folder too."""

from __future__ import annotations

import re
import shlex
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer

from jaipur.players import PREFIXES
from jaipur.players.bot import BOT_PREFIX

if TYPE_CHECKING:
    from jaipur.envs.policy import Policy

__all__ = ["is_policy", "load_policy", "policy_as_bot"]

_POLICY: Final = re.compile(r"([A-Za-z_][\w.]*:[A-Za-z_]\w*)(:stepwise)?")


def is_policy(text: str) -> bool:
    """Whether a text names a policy, and not a player."""
    return ":" in text and not text.startswith(PREFIXES)


def load_policy(text: str, option: str) -> Policy:
    """The function that MODULE:FUNCTION names."""
    module, _, function = text.partition(":")
    sys.path.insert(0, "")
    try:
        policy = getattr(import_module(module), function, None)
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f"no module {error.name!r}", param_hint=option) from error
    if not callable(policy):
        raise typer.BadParameter(f"{module} has no function {function!r}", param_hint=option)
    found: Policy = policy
    return found


def policy_as_bot(text: str) -> str:
    """A player that plays MODULE:FUNCTION, or MODULE:FUNCTION:stepwise, in a process of its own.

    Any other text is returned as it is.
    """
    found = _POLICY.fullmatch(text)
    if found is None or not is_policy(text):
        return text
    style = " --style stepwise" if found[2] else ""
    python = shlex.quote(sys.executable)
    return f"{BOT_PREFIX}{python} -m jaipur bot --policy {found[1]}{style}"
