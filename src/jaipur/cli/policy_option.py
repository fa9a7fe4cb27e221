"""Policies on the command line: MODULE:FUNCTION, looked for in the current folder too."""

from __future__ import annotations

import re
import shlex
import sys
import traceback
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from jaipur.players import PREFIXES
from jaipur.players.bot import BOT_PREFIX

if TYPE_CHECKING:
    from jaipur.envs.observation import Style
    from jaipur.envs.policy import Policy

__all__ = [
    "STEPWISE_SUFFIX",
    "check_policy",
    "is_policy",
    "load_policy",
    "policy_as_bot",
    "refuse_failure",
    "split_style",
]

STEPWISE_SUFFIX: Final = ":stepwise"
"""After MODULE:FUNCTION: the actions of this policy are choices."""

_POLICY: Final = re.compile(rf"([A-Za-z_][\w.]*:[A-Za-z_]\w*)({STEPWISE_SUFFIX})?")


def is_policy(text: str) -> bool:
    """Whether a text names a policy, and not a player."""
    return ":" in text and not text.startswith(PREFIXES)


def load_policy(text: str, option: str) -> Policy:
    """The function that MODULE:FUNCTION names."""
    if _POLICY.fullmatch(text) is None or text.count(":") != 1:
        raise typer.BadParameter(f"must be MODULE:FUNCTION, got {text!r}", param_hint=option)
    module, _, function = text.partition(":")
    sys.path.insert(0, "")
    try:
        policy = getattr(import_module(module), function, None)
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f"no module {error.name!r}", param_hint=option) from error
    except Exception as error:
        refuse_failure(module, error, option)
    if not callable(policy):
        raise typer.BadParameter(f"{module} has no function {function!r}", param_hint=option)
    found: Policy = policy
    return found


def refuse_failure(name: str, error: Exception, option: str) -> NoReturn:
    """Show the trace of the user's own code, and say that it failed."""
    traceback.print_exception(error)
    reason = f"{name} failed with {type(error).__name__}: {error}"
    raise typer.BadParameter(reason, param_hint=option) from error


def split_style(text: str, style: Style) -> tuple[str, Style]:
    """A policy without its suffix, and its style: the given one if it has no suffix."""
    if is_policy(text) and text.endswith(STEPWISE_SUFFIX):
        return text.removesuffix(STEPWISE_SUFFIX), "stepwise"
    return text, style


def check_policy(text: str) -> None:
    """Refuse a policy that is not there before a duel begins, in which it would forfeit all."""
    found = _POLICY.fullmatch(text)
    if found is not None and is_policy(text):
        load_policy(found[1], text)


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
