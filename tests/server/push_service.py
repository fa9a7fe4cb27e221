"""A push service on this machine, and browsers that subscribe with it.

It checks the signature of every message, and decrypts it with the keys of its device, as a browser
would. `python -m tests.server.push_service PORT FILE` runs one in a process of its own, which
writes a line for each message.
"""

from __future__ import annotations

import json
import os
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

Data = dict[str, Any]


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """The keys of a subscription, and what came for it."""

    path: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    messages: list[Data] = field(default_factory=list)
    headers: list[Data] = field(default_factory=list)
    status: int = 201
    """How the service answers for it."""

    def subscription(self, service: str) -> Data:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": base64(point), "auth": base64(self.auth)}
        return {"endpoint": service + self.path, **keys}

    def decrypt(self, body: bytes) -> Data:
        text = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return dict(json.loads(text))

    @property
    def ids(self) -> list[str]:
        return [message["id"] for message in self.messages]


def claims_of(header: str) -> tuple[str, Data]:
    """The public key and the claims of a signed header; AssertionError if it is not valid."""
    parts = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    signed, _, signature = parts["t"].rpartition(".")
    vapid = Vapid02.from_raw_public(parts["k"].encode())
    assert vapid.verify_token(signed.encode(), signature)
    return parts["k"], dict(json.loads(from_base64(signed.split(".")[1])))


class PushService:
    """The service: browsers by path."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_address[1]}"
        self.browsers: dict[str, Browser] = {}

    def browser(self, name: str) -> Browser:
        made = self.browsers[f"/{name}"] = Browser(f"/{name}")
        return made


@contextmanager
def a_push_service() -> Iterator[PushService]:
    """A push service in a thread of its own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            browser = service.browsers[self.path]
            if 200 <= browser.status < 300:
                claims_of(self.headers["Authorization"])
                browser.messages.append(browser.decrypt(body))
                browser.headers.append(dict(self.headers))
            self.send_response(browser.status)
            if 300 <= browser.status < 400:
                self.send_header("Location", f"{service.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        service = PushService(server)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join(timeout=10)
