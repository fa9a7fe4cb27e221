from collections.abc import Mapping, Sequence

from jaipur.errors import Refusal
from jaipur.rules.cards import Card, Cards, Good
from jaipur.rules.core.knowledge import Knowledge
from jaipur.rules.deal import Deal, Seed
from jaipur.rules.legal_moves import LegalMoves
from jaipur.rules.moves import Move
from jaipur.rules.position import Position
from jaipur.rules.round_facts import RoundFacts
from jaipur.rules.rulesets import Ruleset
from jaipur.rules.view import View

PLY_LIMIT: int

def starter_after(first: int, seal: int) -> int: ...
def restore(
    position: Position, past: bytes, start_market: Cards, opening: Deal | None
) -> Round: ...

class AfterState:
    @property
    def market(self) -> Cards: ...
    @property
    def move(self) -> Move: ...
    @property
    def draws(self) -> int: ...
    @property
    def bonus_pile(self) -> int | None: ...
    def settle(
        self,
        cards: str | Sequence[Card] | None = None,
        bonus: int | None = None,
        *,
        ply_limit: int | None = PLY_LIMIT,
    ) -> Round: ...

class Round(RoundFacts):
    @staticmethod
    def start(
        deck: str,
        bonus: Mapping[int, Sequence[int]],
        first: int = 0,
        ruleset: str | Ruleset = "standard",
    ) -> Round: ...
    @staticmethod
    def deal(seed: Seed = None, ruleset: str | Ruleset = "standard") -> Round: ...
    @staticmethod
    def build(
        *,
        market: str | Cards,
        hands: Sequence[str | Cards] = ("", ""),
        herds: Sequence[int] = (0, 0),
        deck: str | None = None,
        discard: str | Cards = "",
        goods: Sequence[Mapping[Good, int] | Mapping[str, int]] | None = None,
        bonus: Mapping[int, Sequence[int]] | None = None,
        bonus_taken: Sequence[Mapping[int, Sequence[int]]] | None = None,
        first: int = 0,
        ply: int = 0,
        known: Sequence[str | Cards] | None = None,
        shown: Sequence[str | Cards] = ("", ""),
        ruleset: str | Ruleset = "standard",
    ) -> Round: ...
    @staticmethod
    def from_text(text: str) -> Round: ...
    def to_text(self) -> str: ...
    def at(self, ply: int) -> Round: ...
    def legal_moves(self, seat: int | None = None) -> LegalMoves: ...
    def why_not(self, move: Move | str, seat: int | None = None) -> Refusal | None: ...
    def play(self, move: Move | str, *, ply_limit: int | None = PLY_LIMIT) -> Round: ...
    def after(self, move: Move | str) -> AfterState: ...
    def forfeit(self, seat: int) -> Round: ...
    def stop(self, *, scored: bool = True) -> Round: ...
    def view(self, seat: int | None) -> View: ...
    def _knowledge(self, seat: int) -> Knowledge | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
