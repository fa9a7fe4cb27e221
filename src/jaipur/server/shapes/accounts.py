"""The shapes of accounts: making one, logging in, ways in, and what the page shows of them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.answers import Me
from jaipur.server.shapes.fields import MillisecondsTime, Shape
from jaipur.server.shapes.requests import Name, Request

__all__ = [
    "AccountInfo",
    "AccountMade",
    "Challenge",
    "ChallengeRequest",
    "CodeLogin",
    "NewAccount",
    "NewPasskey",
    "NewPassword",
    "PasskeyInfo",
    "PasskeyLogin",
    "PasskeyName",
    "PasswordLogin",
    "RecoveryCodes",
    "Verification",
]

Password = Annotated[
    str, Meta(max_length=1024, description="8 to 128 characters, none of the common ones.")
]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
Credential = Annotated[
    dict[str, Any],
    Meta(description="What the browser's `credential.toJSON()` gives, by the WebAuthn standard."),
]
LeaveGuest = Annotated[
    bool, Meta(description="Log in although the games of this browser's guest are left behind.")
]
WithToken = Annotated[
    bool, Meta(description="Return a bearer token, for programs, instead of setting a cookie.")
]


class NewAccount(Request):
    """A name and a way back: a password, a passkey, or both."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "Anna", "password": "seven tame camels"}
    name: Name
    password: Password | None = None
    passkey: Credential | None = None
    passkey_name: Name | None = None
    invitation: Annotated[
        Code | None, Meta(description="The code, where registration is by invitation.")
    ] = None


class PasswordLogin(Request):
    """Name and password."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "Anna", "password": "seven tame camels"}
    name: Name
    password: Password
    token: WithToken = False
    leave_guest: LeaveGuest = False


class CodeLogin(Request):
    """A recovery code."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"code": "7Q2M4X-0ZK9RT-B3WE5N-H8VJ1C"}
    code: Code
    leave_guest: LeaveGuest = False


class PasskeyLogin(Request):
    """A passkey that has signed the challenge."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"passkey": {"id": "dGVzdA", "type": "public-key"}}
    passkey: Credential
    leave_guest: LeaveGuest = False


class Verification(Request):
    """One of three proofs that you are the account's owner."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"password": "seven tame camels"}
    password: Password | None = None
    passkey: Credential | None = None
    code: Code | None = None


class NewPassword(Request):
    """A new password."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"password": "seven tame camels"}
    password: Password
    end_others: Annotated[bool, Meta(description="End all your other sessions and links.")] = True


class ChallengeRequest(Request):
    """What a passkey is asked for."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"purpose": "login"}
    purpose: Literal["register", "add", "login", "verify"]
    name: Annotated[Name | None, Meta(description="With `register`: the account's name.")] = None


class Challenge(Shape):
    """What the browser needs to make or to use a passkey, by the WebAuthn standard."""

    options: dict[str, Any]


class NewPasskey(Request):
    """A new passkey, and what you call it."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "name": "My phone",
        "passkey": {"id": "dGVzdA", "type": "public-key"},
    }
    name: Name
    passkey: Credential


class PasskeyName(Request):
    """What you call a passkey."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "My phone"}
    name: Name


class PasskeyInfo(Shape):
    """A passkey of your account."""

    id: str
    name: str
    created_at: MillisecondsTime
    used_at: MillisecondsTime | None


class RecoveryCodes(Shape):
    """Codes that sign in once each; they are not shown again."""

    codes: list[str]


class AccountMade(Shape):
    """Your account, and its recovery codes, which are not shown again."""

    me: Me
    codes: list[str]


class AccountInfo(Shape):
    """How you can get into your account."""

    name: str
    registered_at: MillisecondsTime
    has_password: bool
    passkeys: list[PasskeyInfo]
    codes_left: int
    rename_from: Annotated[
        int | None, Meta(description="From when on the name can be changed; null: now.")
    ]
    verified: Annotated[
        bool, Meta(description="Whether you have proved to be the owner within ten minutes.")
    ]
