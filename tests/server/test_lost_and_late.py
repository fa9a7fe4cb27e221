"""Requests that come twice, late, in another order, or never: every client ends in sync.

Hypothesis plays the network, and decides how long a level thinks. Clients know only what has
reached them; what they send arrives, arrives twice, gets lost, loses its answer, or waits in a heap
out of which it may be delivered at any later time. In the end everybody catches up, and must see
what the server sees.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from jaipur import Move, View, players
from jaipur.server import levels
from jaipur.server.entropy import Entropy
from tests.server.games import Data, Person, Server, a_server, roomy

SERVERS: list[Server] = []
SEEN: Counter[str] = Counter()
"""What the network has done in all runs together."""
THINKING = threading.Event()
"""Set while levels may finish a thought."""

clients = st.integers(0, 1)
looks = st.sampled_from([True, True, True, False])
fates = st.sampled_from(["arrives"] * 4 + ["twice", "unanswered", "delayed", "delayed", "lost"])


@pytest.fixture(scope="module", autouse=True)
def server_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    def when_allowed(level: str, view: View, seed: int) -> Move:
        # Not the level's own choice: what has been seen must not depend on how well it plays.
        THINKING.wait(60)
        return players.make_player("greedy", seed).choose(view)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(levels, "choose", when_allowed)
        settings = roomy(tmp_path_factory.mktemp("late") / "games.db", level_threads=16)
        # The deal comes from the nonces alone, so that a run can be repeated.
        with a_server(settings, entropy=Entropy(secret=lambda: bytes(32))) as server:
            SERVERS.append(server)
            yield


class Client:
    """What one page knows: the last message, and its number."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = game
        self.seq = 0
        self.last: Data = {}

    def hears(self, messages: list[Data]) -> None:
        for message in messages:
            if message["seq"] <= self.seq:
                continue  # it came before
            assert message["seq"] == self.seq + 1, "something was missed"
            self.seq, self.last = message["seq"], message

    def catches_up(self) -> None:
        self.hears(self.person.hears(self.game, self.seq))

    @property
    def view(self) -> Data:
        return dict(self.last.get("view") or {})


class Network(RuleBasedStateMachine):
    """Two people, or a person and a level, over a network that does what it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.clients: list[Client] = []
        self.heap: list[tuple[int, str, Data, Data]] = []
        self.sent = 0
        self.accepted: dict[str, Data] = {}
        THINKING.set()

    @initialize(alone=st.booleans(), nonce=st.binary(min_size=16, max_size=16))
    def sit_down(self, alone: bool, nonce: bytes) -> None:
        anna, people = Person(SERVERS[0], "Anna"), []
        opened = anna.opens("level" if alone else "friend", ruleset="tiny")
        anna.sits_down(opened["id"], nonce.hex())
        if not alone:
            people.append(Person(SERVERS[0], "Bela"))
            people[0].accepts(opened["invitation"])
        self.clients = [Client(person, opened["id"]) for person in (anna, *people)]
        self.let_the_level_move()
        for client in self.clients:
            client.catches_up()

    def let_the_level_move(self) -> None:
        """Levels that may think have moved before anything else happens: runs can be repeated."""
        if THINKING.is_set():
            client = self.clients[0]
            client.person.waits_for(client.game, lambda now: not level_to_move(now["table"]))

    def client(self, number: int) -> Client:
        return self.clients[number % len(self.clients)]

    @rule(number=clients, looks=looks, choice=st.integers(0, 50), fate=fates)
    def go_on(self, number: int, looks: bool, choice: int, fate: str) -> None:
        """Somebody plays, or asks for the next round, in what they see, old as it may be."""
        client = self.client(number)
        if looks:
            for each in self.clients:
                each.catches_up()
            number = next(iter(client.last["table"]["waits_for"]), number)
            client = self.client(number)
        view = client.view
        if client.last["table"]["status"] == "between":
            self.send(number, "ready", fate)
        elif view["moves"] and view["turn"] == view["seat"]:
            move = view["moves"][choice % len(view["moves"])]
            self.send(number, "moves", fate, move=move, seq=view["seq"])

    @precondition(lambda self: len(self.clients) == 1)
    @rule(fate=fates)
    def take_back(self, fate: str) -> None:
        if self.client(0).last["table"]["can_take_back"]:
            self.send(0, "take_back", fate, seq=self.client(0).view["seq"])

    @precondition(lambda self: len(self.clients) == 1)
    @rule(choice=st.integers(0, 50), fate=fates)
    def think_better_of_it(self, choice: int, fate: str) -> None:
        """Play, and take it back while the level still thinks."""
        THINKING.clear()
        self.go_on(number=0, looks=True, choice=choice, fate="arrives")
        self.take_back(fate)
        THINKING.set()
        self.let_the_level_move()

    @precondition(lambda self: len(self.clients) == 1)
    @rule(may=st.booleans())
    def let_the_level_finish(self, may: bool) -> None:
        THINKING.set() if may else THINKING.clear()
        self.let_the_level_move()

    @rule(number=clients, arrives=st.booleans())
    def reconnect(self, number: int, arrives: bool) -> None:
        """What is missing comes, or is lost on the way."""
        client = self.client(number)
        messages = client.person.hears(client.game, client.seq)
        if arrives:
            client.hears(messages)

    @precondition(lambda self: self.heap)
    @rule(which=st.integers(0, 1000), again=st.booleans())
    def something_late_arrives(self, which: int, again: bool) -> None:
        place = which % len(self.heap)
        self.deliver(*(self.heap[place] if again else self.heap.pop(place)))

    def send(self, number: int, act: str, fate: str, **body: Any) -> None:
        self.sent += 1
        request = (number, act, {**body, "key": f"key-{self.sent}"}, self.client(number).last)
        SEEN[fate] += 1
        SEEN["sent"] += 1
        if fate == "delayed":
            self.heap.append(request)
        elif fate != "lost":
            answer = self.deliver(*request)
            if fate == "twice":
                self.deliver(*request)
            elif fate == "arrives" and answer["seq"] == self.client(number).seq + 1:
                self.client(number).hears([answer])

    def deliver(self, number: int, act: str, body: Data, seen: Data) -> Data:
        """Bring a request to the server; the event that it became, or a snapshot."""
        client, key = self.client(number), body["key"]
        answer = client.person.tries(client.game, act, **body)
        data = dict(answer.json())
        self.let_the_level_move()
        if answer.status_code == 200:
            if data["type"] == "snapshot":
                return data  # there was nothing to do: it is ready already
            assert self.accepted.setdefault(key, data) == data, "another answer to the same key"
            SEEN[act] += 1
            if act == "take_back" and seen["view"]["turn"] == 1:
                SEEN["overtaken thought"] += 1
            return data
        assert key not in self.accepted
        assert answer.status_code in (409, 422), answer.text
        if data["code"] != "stale":
            SEEN[data["code"]] += 1
            assert data["code"] in ("round_running", "match_over", "nothing_to_take_back"), data
            return client.person.now(client.game)
        SEEN["stale"] += 1
        assert data["current"]["view"]["seq"] != body["seq"]
        if data["current"]["view"]["round"] > seen["view"]["round"]:
            SEEN["move of an earlier round"] += 1
        return dict(data["current"])

    def teardown(self) -> None:
        THINKING.set()
        if self.clients:
            self.let_the_level_move()
        for client in self.clients:
            client.catches_up()
            now = client.person.now(client.game)
            assert (client.last["view"], client.last["table"]) == (now["view"], now["table"])
            assert client.seq == now["seq"]
        if self.clients:
            self.check_log(self.clients[0])
        for client in self.clients:
            client.person.http.close()

    def check_log(self, client: Client) -> None:
        events = client.person.hears(client.game, 0)
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        # What was acknowledged is there, once, and nothing that was not sent.
        assert len({answer["seq"] for answer in self.accepted.values()}) == len(self.accepted)
        for answer in self.accepted.values():
            if answer["seat"] == client.view.get("seat"):
                assert events[answer["seq"] - 1] == answer
        before: Data = {}
        for event in events:
            if event["type"] == "moved":
                assert event["view"]["ply"] == before["view"]["ply"] + 1
                assert before["view"]["turn"] == event["seat"]
            before = event


def level_to_move(table: Data) -> bool:
    if table["status"] != "playing":
        return False
    return table["players"][table["waits_for"][0]]["level"] is not None


Network.TestCase.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)


class TestNetwork(Network.TestCase):  # type: ignore[valid-type,misc]
    """Run by pytest."""

    def runTest(self) -> None:  # noqa: N802 - the name that unittest calls
        """Run the machine, and hold it to its promise: everything has happened several times."""
        super().runTest()
        for what in (
            *("arrives", "twice", "unanswered", "delayed", "lost"),
            *("moves", "ready", "take_back", "stale"),
            *("move of an earlier round", "overtaken thought"),
        ):
            assert SEEN[what] >= 5, (what, dict(SEEN))
