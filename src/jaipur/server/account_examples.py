"""Examples of the answers about accounts and sessions, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from jaipur.server.shapes.accounts import (
    AccountInfo,
    AccountMade,
    Challenge,
    PasskeyInfo,
    RecoveryCodes,
)
from jaipur.server.shapes.answers import Me
from jaipur.server.shapes.sessions import SessionInfo, SessionList

__all__ = ["account_examples"]

_CODES = ["7Q2M4X-0ZK9RT-B3WE5N-H8VJ1C", "M41TQA-ZZ08XN-4RWP6D-9C2KEH"]


def account_examples(user: str, at: int) -> dict[str, Any]:
    """An example of each answer, by the name of its schema."""
    passkey = PasskeyInfo(id="3q2-7wQ", name="My phone", created_at=at, used_at=None)
    session = SessionInfo(
        id="9f86d081884c7d65",
        name=None,
        device="Firefox, Linux",
        network="203.0.113.0/24",
        kind="browser",
        created_at=at,
        used_at=at,
        current=True,
    )
    return {
        "SessionList": SessionList(sessions=[session]),
        "AccountMade": AccountMade(me=Me(id=user, name="Anna", account=True), codes=_CODES),
        "RecoveryCodes": RecoveryCodes(codes=_CODES),
        "Challenge": Challenge(options={"challenge": "3q2-7wQ", "rpId": "jaipur.example"}),
        "AccountInfo": AccountInfo(
            name="Anna",
            registered_at=at,
            has_password=True,
            passkeys=[passkey],
            codes_left=8,
            rename_from=None,
            verified=True,
        ),
    }
