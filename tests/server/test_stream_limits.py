"""Which event stream gives way to which, at an address that has as many as it may."""

from __future__ import annotations

import pytest

from jaipur.server.problems import Problem
from jaipur.server.settings import Settings
from jaipur.server.stream_limits import OpenStream, StreamLimits
from tests.server.games import roomy


class Streams:
    """Four streams at one address and three of one user at most."""

    def __init__(self) -> None:
        settings: Settings = roomy("unused", streams_per_address=4, streams_per_user=3)
        self.limits = StreamLimits(settings)
        self.woken: list[OpenStream] = []

    def opens(self, user: str | None = None, *, seat: bool = False, at: str = "home") -> OpenStream:
        stream = OpenStream(
            user=user, address=at, has_seat=lambda: seat, wake=lambda: self.woken.append(stream)
        )
        self.limits.open(stream)
        return stream

    def refuses(self, user: str | None = None, *, seat: bool = False) -> str:
        """Which limit a new stream would break."""
        with pytest.raises(Problem) as caught:
            self.opens(user, seat=seat)
        assert (caught.value.status, caught.value.code) == (429, "too_many")
        return str(caught.value.fields["per"])


def test_a_user_has_so_many_streams_wherever_they_are() -> None:
    streams = Streams()
    one, *_ = [streams.opens("anna", at=at) for at in ("home", "school", "home")]
    assert streams.refuses("anna") == "user"
    streams.limits.close(one)
    streams.limits.close(one)  # counted once
    streams.opens("anna", at="school")
    assert streams.refuses("anna") == "user"
    assert len(streams.limits) == 3


def test_visitors_give_way_to_who_watches_and_these_to_who_plays() -> None:
    streams = Streams()
    visitors = [streams.opens() for _ in range(4)]
    assert streams.refuses() == "address"
    watchers = [streams.opens(f"watcher {n}") for n in range(4)]
    assert streams.woken == visitors  # the oldest first
    assert all(stream.gave_way for stream in visitors)
    assert streams.refuses() == "address"
    assert streams.refuses("watcher 5") == "address"
    for n in range(4):
        streams.opens(f"player {n}", seat=True)
    assert streams.woken == visitors + watchers
    assert len(streams.limits) == 4


def test_the_player_with_most_streams_gives_way_to_one_with_fewer() -> None:
    streams = Streams()
    anna = [streams.opens("anna", seat=True) for _ in range(3)]
    bela = streams.opens("bela", seat=True)
    assert streams.refuses() == "address"  # a visitor has fewer, but is no player
    streams.opens("cleo", seat=True)
    assert streams.woken == [anna[0]]
    streams.opens("dana", seat=True)  # anna has two, dana would have one
    assert streams.woken == anna[:2]
    assert streams.refuses("bela", seat=True) == "address"
    assert not bela.gave_way


def test_a_player_without_a_stream_is_let_in_beyond_the_limit() -> None:
    streams = Streams()
    for n in range(6):
        streams.opens(f"player {n}", seat=True)
    assert (len(streams.limits), streams.woken) == (6, [])
    assert streams.refuses("player 0", seat=True) == "address"


def test_an_address_does_not_count_for_another() -> None:
    streams = Streams()
    for at in ("home", "school"):
        for _ in range(4):
            streams.opens(at=at)
    assert (len(streams.limits), streams.woken) == (8, [])
