"""The two ceremonies of WebAuthn, making a passkey and using one, by py_webauthn.

It is imported when the first passkey is used: the library takes a third of a second to load.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

__all__ = ["MadePasskey", "PasskeySite", "check_made", "check_used", "make_options", "use_options"]

_REQUIRED = UserVerificationRequirement.REQUIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeySite:
    """For whom a passkey is valid: the host name, and the origin of the page."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePasskey:
    """A passkey that was checked."""

    id: str
    public_key: bytes
    sign_count: int


def make_options(
    site: PasskeySite, challenge: bytes, *, user: str, name: str, have: Sequence[str]
) -> dict[str, Any]:
    """What the browser needs to make a passkey that also says whose it is."""
    options = generate_registration_options(
        rp_id=site.host,
        rp_name="Jaipur",
        user_id=user.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_REQUIRED
        ),
        exclude_credentials=_descriptors(have),
    )
    return options_to_json_dict(options)


def use_options(site: PasskeySite, challenge: bytes, have: Sequence[str]) -> dict[str, Any]:
    """What the browser needs to use a passkey: one of these, or any if none are named."""
    options = generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        allow_credentials=_descriptors(have),
        user_verification=_REQUIRED,
    )
    return options_to_json_dict(options)


def check_made(site: PasskeySite, challenge: bytes, credential: dict[str, Any]) -> MadePasskey:
    """The passkey that a browser has made; any exception means that it is not accepted."""
    verified = verify_registration_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=site.host,
        expected_origin=site.origin,
        require_user_verification=True,
    )
    return MadePasskey(
        id=bytes_to_base64url(verified.credential_id),
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
    )


def check_used(
    site: PasskeySite,
    challenge: bytes,
    credential: dict[str, Any],
    *,
    public_key: bytes,
    sign_count: int,
) -> int:
    """The passkey's new count of signatures; any exception means that it is not accepted."""
    verified = verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=site.host,
        expected_origin=site.origin,
        credential_public_key=public_key,
        credential_current_sign_count=sign_count,
        require_user_verification=True,
    )
    return verified.new_sign_count


def _descriptors(ids: Sequence[str]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in ids]
