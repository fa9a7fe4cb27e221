"""The names of devices in the list of sessions: browser and system, out of the user agent.

Only these two words are kept of it. Programs are shown by the first word that they send.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["device_name"]

# The first that is found counts: Edge says that it is Chrome, and Chrome that it is Safari.
_BROWSERS: Final = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Vivaldi", "Vivaldi"), ("Firefox", "Firefox"), ("FxiOS", "Firefox")),
    *(("CriOS", "Chrome"), ("Chrom", "Chrome"), ("Safari", "Safari")),
)
_SYSTEMS: Final = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)
_PROGRAM: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")


def device_name(user_agent: str) -> str | None:
    """Such as `Firefox, Linux`; None if nothing is known."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    if browser or system:
        return ", ".join(part for part in (browser, system) if part)
    program = _PROGRAM.match(user_agent)
    return program[0] if program else None
