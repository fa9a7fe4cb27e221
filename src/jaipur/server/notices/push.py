"""Web Push: one encrypted message to one device (RFC 8030, 8188, 8291 and 8292).

The server signs with a key of its own, so that no account with a push service is needed. The
payload is encrypted for the device: the push service learns the address and the size. Redirects
are not followed, little of an answer is read, and every step has a time limit.
"""

from __future__ import annotations

import asyncio
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import http_ece
import httpcore
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from jaipur.server.notices.endpoints import GuardedBackend

__all__ = ["PushSender", "PushTarget", "Pushed", "decoded_key", "new_private_key"]

CONNECTIONS: Final = 32
_TIMEOUTS: Final = {"connect": 5.0, "read": 10.0, "write": 5.0, "pool": 20.0}
_WHOLE_SECONDS: Final = 20.0
_ANSWER_BYTES: Final = 4_096
_SIGNED_SECONDS: Final = 12 * 3_600  # at most a day is allowed
_SIGN_AGAIN_SECONDS: Final = 3_600
_GONE: Final = (404, 410)
_RECORD_SIZE: Final = 4_096


class PushTarget(NamedTuple):
    """A subscription of a browser."""

    endpoint: str
    p256dh: str
    auth: str


class Pushed(NamedTuple):
    """What a push service has answered."""

    is_sent: bool = False
    is_gone: bool = False
    failure: str | None = None
    wait_ms: int = 0


def decoded_key(text: str) -> bytes:
    """Bytes from base64 with the letters of addresses, with or without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_private_key() -> str:
    """A private key, as text for the database."""
    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


class PushSender:
    """Sends messages; the connections to push services are kept for the next ones."""

    def __init__(self, private_key: str, contact: str, *, loopback: bool = False) -> None:
        self._vapid = Vapid02.from_pem(private_key.encode())
        self._vapid.conf = {"no-strict": True}  # the settings have checked the contact
        self._contact = contact
        self._signed: dict[str, tuple[float, str]] = {}
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=GuardedBackend(loopback=loopback),
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS,
            keepalive_expiry=30.0,
        )

    @property
    def public_key(self) -> str:
        """The public key, as browsers want it to subscribe."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.aclose()

    async def send(
        self, target: PushTarget, payload: bytes, *, seconds: int, urgent: bool
    ) -> Pushed:
        """Send a payload that the push service may keep for so many seconds."""
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, seconds)),
            "Urgency": "high" if urgent else "normal",
            "Authorization": self._authorization(target.endpoint),
        }
        try:
            body = encrypted(payload, target)
            async with asyncio.timeout(_WHOLE_SECONDS):
                return await self._post(target.endpoint, headers, body)
        except TimeoutError:
            return Pushed(failure="timeout")
        except httpcore.TimeoutException:
            return Pushed(failure="timeout")
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as e:
            return Pushed(failure=type(e).__name__)
        except (ValueError, OSError) as error:
            return Pushed(failure=type(error).__name__)

    async def _post(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> Pushed:
        async with self._pool.stream(
            "POST",
            endpoint,
            headers=[*headers.items(), ("Content-Length", str(len(body)))],
            content=body,
            extensions={"timeout": _TIMEOUTS},
        ) as answer:
            read = 0
            async for part in answer.aiter_stream():  # so that the connection can be used again
                read += len(part)
                if read > _ANSWER_BYTES:
                    break
            return _outcome(answer.status, dict(answer.headers))

    def _authorization(self, endpoint: str) -> str:
        """The signature for a push service; it is made once an hour for each."""
        url, now = urlsplit(endpoint), time.time()
        audience = f"{url.scheme}://{url.netloc}"
        made_at, signed = self._signed.get(audience, (0.0, ""))
        if now - made_at > _SIGN_AGAIN_SECONDS:
            claims = {"aud": audience, "exp": int(now) + _SIGNED_SECONDS, "sub": self._contact}
            signed = self._vapid.sign(claims)["Authorization"]
            self._signed[audience] = (now, signed)
        return signed


def encrypted(payload: bytes, target: PushTarget) -> bytes:
    """A payload that only the device can read."""
    one_time_key = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        payload,
        private_key=one_time_key,
        dh=decoded_key(target.p256dh),
        auth_secret=decoded_key(target.auth),
        rs=_RECORD_SIZE,
        version="aes128gcm",
    )
    return body


def _outcome(status: int, headers: Mapping[bytes, bytes]) -> Pushed:
    if 200 <= status < 300:
        return Pushed(is_sent=True)
    if status in _GONE:
        return Pushed(is_gone=True)
    return Pushed(failure=f"status {status}", wait_ms=_wait_ms(headers))


def _wait_ms(headers: Mapping[bytes, bytes]) -> int:
    """What `Retry-After` says in seconds; 0 if it says nothing or a date."""
    given: Any = {name.lower(): value for name, value in headers.items()}.get(b"retry-after", b"")
    return 1000 * int(given) if given.isdigit() and len(given) < 6 else 0
