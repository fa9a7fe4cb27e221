"""A passkey in software, by the WebAuthn standard: what a phone or a security key does."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One passkey for one site; `verifies` is whether it asks for a finger or a PIN."""

    def __init__(self, origin: str, *, verifies: bool = True) -> None:
        self.origin = origin
        self.host = origin.split("://")[1].split(":")[0]
        self.id = secrets.token_bytes(16)
        self.user = b""
        self.count = 0
        self._flags = USER_PRESENT | (USER_VERIFIED if verifies else 0)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def makes(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge to make a passkey."""
        self.user = options["user"]["id"].encode()
        client = self._client("webauthn.create", options["challenge"])
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self._public_key()
        data = self._data(self._flags | HAS_KEY) + attested
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            clientDataJSON=encoded(client), attestationObject=encoded(attestation)
        )

    def signs(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge to use it."""
        self.count += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(self._flags)
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=encoded(client),
            authenticatorData=encoded(data),
            signature=encoded(signature),
            userHandle=self.user.decode(),
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _data(self, flags: int) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.count.to_bytes(4, "big")

    def _public_key(self) -> bytes:
        point = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def _credential(self, **response: str) -> dict[str, Any]:
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
