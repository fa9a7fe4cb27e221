"""What a connection may send, and for how long, before the application sees a request."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server.games import Data, Person, Server, a_server, roomy, wait_for
from tests.server.processes import Process

HEAD = b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def connect(url: str) -> socket.socket:
    parts = urlsplit(url)
    assert parts.hostname is not None
    sock = socket.create_connection((parts.hostname, parts.port or 80))
    sock.settimeout(20)
    return sock


def receive(sock: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    received = b""
    try:
        while data := sock.recv(65_536):
            received += data
    except ConnectionResetError:
        pass
    return received


def send(sock: socket.socket, data: bytes) -> bool:
    """Whether the server has kept the connection open meanwhile."""
    try:
        sock.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True


def answer_to(url: str, data: bytes) -> tuple[int, Data]:
    """The status and JSON body of the answer to these bytes."""
    with connect(url) as sock:
        send(sock, data)
        head, _, body = receive(sock).partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"x: " + b"a" * 20_000 + b"\r\n\r\n",
        HEAD + b"x: " + b"a" * 20_000,  # without an end
        HEAD + b"a: b\r\n" * 101 + b"\r\n",
        HEAD + b"a: b\r\n" * 3_000,
        b"GET /" + b"a" * 20_000,
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\r\n" * 20_000,
    ],
    ids=[
        "long field",
        "endless field",
        "101 fields",
        "many fields",
        "endless path",
        "path",
        "CRLF",
    ],
)
def test_a_head_that_is_too_large_is_refused(server: Server, data: bytes) -> None:
    status, problem = answer_to(server.url, data)
    assert (status, problem["code"]) == (431, "too_large")
    assert (problem["most"], problem["most_fields"]) == (16_384, 100)


def test_a_head_within_the_limits_is_served(server: Server) -> None:
    headers = {f"x-{number}": "a" * 150 for number in range(90)}
    with httpx.Client(base_url=server.url) as http:
        for _ in range(3):
            assert http.get("/api/levels", headers=headers).status_code == 200


def test_trailers_count_as_headers(server: Server) -> None:
    head = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunked = head + b"2\r\n{}\r\n0\r\n"
    with connect(server.url) as sock:
        send(sock, chunked + b"a: b\r\n" * 200_000)
        receive(sock)  # closed, with or without an answer to the first part


def test_forty_megabytes_of_headers_cost_neither_memory_nor_time(tmp_path: Path) -> None:
    with Process(str(tmp_path / "games.db")) as process:
        before = peak_kilobytes(process.process.pid)
        with connect(process.url) as sock:
            send(sock, HEAD)
            for _ in range(400):
                send(sock, b"a: bcdef\r\n" * 10_000)
            receive(sock)
        assert peak_kilobytes(process.process.pid) - before < 16_000


def peak_kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits 0.3 s for a request."""
    path = tmp_path_factory.mktemp("server") / "impatient.db"
    with a_server(roomy(path, request_timeout=0.3)) as server:
        yield server


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET",
        b"\r\n",
        HEAD,
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        HEAD + b"\r\n" + b"GET /api",
    ],
    ids=["nothing", "method", "empty line", "head", "body", "second head"],
)
def test_a_request_that_does_not_arrive_in_time_is_dropped(impatient: Server, data: bytes) -> None:
    with connect(impatient.url) as sock:
        send(sock, data)
        receive(sock)  # would time out after 20 s if the server kept the connection


def test_an_empty_line_does_not_keep_a_connection_open(impatient: Server) -> None:
    with connect(impatient.url) as sock:
        send(sock, HEAD + b"\r\n")
        assert sock.recv(10) == b"HTTP/1.1 2"
        wait_for(lambda: impatient.uvicorn.server_state.total_requests)
        send(sock, b"\r\n")
        receive(sock)


def test_a_connection_that_sends_a_little_now_and_then_is_dropped(impatient: Server) -> None:
    with connect(impatient.url) as sock:
        send(sock, HEAD)
        sock.settimeout(0.05)
        closed = False
        for _ in range(100):
            send(sock, b"a: b\r\n")
            try:
                closed = sock.recv(100) == b""
            except TimeoutError:
                continue
            except ConnectionResetError:
                closed = True
            break
        assert closed


def test_a_stream_outlives_the_time_for_a_request(impatient: Server) -> None:
    with httpx.Client(base_url=impatient.url, timeout=10) as http:
        made = http.post("/api/me", json={"token": True}).json()
        http.headers["Authorization"] = f"Bearer {made['token']}"
        game = http.post("/api/games", json={"against": "friend"}).json()["id"]
        with http.stream("GET", f"/api/games/{game}/events") as stream:
            beats = 0
            for line in stream.iter_lines():
                beats += line.startswith((":", "event: "))
                if beats >= 4:  # one in 0.3 s
                    break
        assert beats >= 4


def test_an_address_has_a_number_of_connections(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "few.db", connections_per_address=8)) as server:
        with Person(server) as anna:
            path, token = f"/api/games/{anna.plays_against()}/events", anna.token
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
        held = [connect(server.url) for _ in range(8)]
        for sock in held:
            sock.sendall(head.encode())
            assert sock.recv(100).startswith(b"HTTP/1.1 200")
        status, problem = answer_to(server.url, b"")
        assert (status, problem["code"]) == (429, "too_many")
        assert (problem["limit"], problem["per"], problem["burst"]) == ("connections", "address", 8)
        held.pop().close()
        wait_for(lambda: len(server.uvicorn.server_state.connections) == 7)
        assert httpx.get(f"{server.url}/api/levels").status_code == 200
        for sock in held:
            sock.close()


def test_idle_connections_give_way_to_another_of_their_address(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "idle.db", connections_per_address=8)) as server:
        held = [connect(server.url) for _ in range(8)]
        wait_for(lambda: len(server.uvicorn.server_state.connections) == 8)
        assert httpx.get(f"{server.url}/api/levels").status_code == 200
        assert receive(held[0]) == b""  # the oldest, and no other
        assert send(held[1], b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert held[1].recv(100).startswith(b"HTTP/1.1 200")
        for sock in held:
            sock.close()


def test_half_open_connections_give_way_when_there_are_too_many(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "full.db")) as server:
        protocol: Any = server.uvicorn.config.http_protocol_class
        protocol.keywords["limits"].connections = 8
        held = [connect(server.url) for _ in range(30)]
        for _ in range(5):
            assert httpx.get(f"{server.url}/api/levels").status_code == 200
        assert len(server.uvicorn.server_state.connections) <= 9
        assert receive(held[0]) == b""  # the oldest
        for sock in held:
            sock.close()


def test_a_body_beyond_the_limit_ends_the_connection(server: Server) -> None:
    head = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connect(server.url) as sock:
        send(sock, head)
        chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        assert not all(send(sock, chunk) for _ in range(200))


def test_requests_that_are_not_waited_for_are_limited(server: Server) -> None:
    with connect(server.url) as sock:
        send(sock, (HEAD + b"\r\n") * 2_000)
        receive(sock)
    assert httpx.get(f"{server.url}/api/levels").status_code == 200
