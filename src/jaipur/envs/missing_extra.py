"""The error for a framework that is not installed."""

from __future__ import annotations

__all__ = ["missing_extra"]


def missing_extra(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """The same error, with a message that names the extra to install."""
    package = (error.name or extra).partition(".")[0]
    message = f"{package} is not installed: pip install 'pyjaipur[{extra}]'"
    return ModuleNotFoundError(message, name=package)
