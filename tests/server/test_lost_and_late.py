"""Requests that come twice, late, in another order, or never: nobody ends out of step.

Hypothesis plays the network. Clients know only what has reached them; what they send waits in a
heap, out of which anything may be delivered at any time, and more than once. In the end everybody
catches up, and must see what the server sees.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.tables import Data, Person, Server

SERVERS: list[Server] = []


@pytest.fixture(scope="module", autouse=True)
def _server(server: Server) -> None:
    SERVERS.append(server)


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


class Network(RuleBasedStateMachine):
    """Two people, or a person and a level, over a network that does what it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.clients: list[Client] = []
        self.heap: list[tuple[int, str, Data]] = []
        self.sent = 0
        self.accepted: Counter[str] = Counter()

    @initialize(alone=st.booleans())
    def sit_down(self, alone: bool) -> None:
        anna = Person(SERVERS[0], "Anna")
        if alone:
            game = anna.plays_against(ruleset="tiny")
            self.clients = [Client(anna, game)]
            return
        opened = anna.opens("friend", ruleset="tiny")
        anna.sits_down(opened["id"])
        bela = Person(SERVERS[0], "Bela")
        bela.accepts(opened["invitation"])
        self.clients = [Client(person, opened["id"]) for person in (anna, bela)]

    def client(self, number: int) -> Client:
        return self.clients[number % len(self.clients)]

    def send(self, number: int, act: str, **body: Any) -> None:
        self.sent += 1
        self.heap.append((number, act, {**body, "key": f"key-{self.sent}"}))

    @rule(number=st.integers(0, 1), choice=st.integers(0, 50))
    def choose_a_move(self, number: int, choice: int) -> None:
        """Somebody chooses a move in the position that they see, old as it may be."""
        view = self.client(number).last.get("view")
        if view and view["moves"]:
            move = view["moves"][choice % len(view["moves"])]
            self.send(number, "moves", move=move, seq=view["seq"])

    @rule(number=st.integers(0, 1))
    def press_next_round(self, number: int) -> None:
        if self.client(number).last.get("table", {}).get("status") == "between":
            self.send(number, "ready")

    @precondition(lambda self: len(self.clients) == 1)
    @rule()
    def ask_for_a_take_back(self) -> None:
        view = self.client(0).last.get("view")
        if view:
            self.send(0, "take_back", seq=view["seq"])

    @rule(which=st.integers(0, 1000), twice=st.booleans(), answered=st.booleans())
    def deliver(self, which: int, twice: bool, answered: bool) -> None:
        """Any request arrives; perhaps again later; perhaps its answer is lost."""
        if not self.heap:
            return
        place = which % len(self.heap)
        number, act, body = self.heap[place] if twice else self.heap.pop(place)
        client = self.client(number)
        answer = client.person.tries(client.game, act, **body)
        assert answer.status_code in (200, 403, 409, 422), answer.text
        if answer.status_code == 200:
            self.accepted[body["key"]] = answer.json()["seq"]
            if answered and answer.json()["seq"] == client.seq + 1:
                client.hears([answer.json()])
        elif answer.json()["code"] == "stale":
            assert answer.json()["current"]["view"]["seq"] != body["seq"]

    @rule(which=st.integers(0, 1000))
    def lose(self, which: int) -> None:
        if self.heap:
            self.heap.pop(which % len(self.heap))

    @rule(number=st.integers(0, 1), arrives=st.booleans())
    def listen(self, number: int, arrives: bool) -> None:
        """A reconnect: what is missing comes, or is lost on the way."""
        client = self.client(number)
        messages = client.person.hears(client.game, client.seq)
        if arrives:
            client.hears(messages)

    @invariant()
    def numbers_go_on(self) -> None:
        for client in self.clients:
            if client.last:
                assert client.last["seq"] == client.seq

    def teardown(self) -> None:
        for client in self.clients:
            # A level may still be thinking; then it is its turn, and the next look finds more.
            client.person.waits_for(
                client.game,
                lambda s: (
                    s["table"]["status"] != "playing"
                    or not s["table"]["players"][s["table"]["waits_for"][0]]["level"]
                ),
            )
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
        # No key was done twice: as many answers as events, and each the same.
        assert len(set(self.accepted.values())) == len(self.accepted)
        before: Data = {}
        for event in events:
            if event["type"] == "moved":
                assert event["view"]["ply"] == before["view"]["ply"] + 1
                assert before["view"]["turn"] == event["seat"]
            before = event


Network.TestCase.settings = settings(max_examples=30, stateful_step_count=50, deadline=None)


class TestNetwork(Network.TestCase):  # type: ignore[valid-type,misc]
    """Run by pytest."""
