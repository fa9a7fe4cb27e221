"""Codes that people keep on paper or send to each other: 120 random bits, stored as SHA-256.

They are written in letters and digits that are not mistaken for each other, in groups of six.
Capitals, spaces and hyphens do not matter when one is typed in, and look-alikes are read as meant.
"""

from __future__ import annotations

import secrets
from typing import Final

from jaipur.server.sessions import digest_of

__all__ = ["code_digest", "new_code"]

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUPS: Final = 4
_GROUP_SIZE: Final = 6
_MEANT: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})


def new_code() -> str:
    """A code such as `7Q2M4X-…`, to be shown once."""
    groups = (
        "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_SIZE)) for _ in range(_GROUPS)
    )
    return "-".join(groups)


def code_digest(code: str) -> str:
    """What is stored of a code, however it was typed."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return digest_of(letters.translate(_MEANT))
