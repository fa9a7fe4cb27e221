"""Every player refuses, in the same way, to choose where its seat is not to move."""

from importlib.resources import files

import pytest

from jaipur import IllegalMove, Match, Refusal, View
from jaipur.players import NAMES, PREFIXES, make_player

WEIGHTS = files("jaipur.engine").joinpath("weights.bin")
EXAMPLES = {
    "bot:": "bot:no-such-program",  # it is refused before a program is started
    "level:": "level:1240",
    "attacker:": "attacker:one-ply",
}
EVERY_PLAYER = (*NAMES, *(EXAMPLES.get(prefix, f"{prefix}{WEIGHTS}") for prefix in PREFIXES))


def refusal_of(name: str, view: View) -> Refusal:
    with pytest.raises(IllegalMove) as caught:
        make_player(name).choose(view)
    return caught.value.refusal


@pytest.mark.parametrize("name", EVERY_PLAYER)
def test_no_player_chooses_out_of_turn(name: str) -> None:
    match = Match.deal(7)
    assert match.turn == 0
    assert match.view(1).moves
    assert refusal_of(name, match.view(1)) is Refusal.NOT_YOUR_TURN
    assert refusal_of(name, match.view(None)) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("name", EVERY_PLAYER)
def test_no_player_chooses_once_the_round_is_over(name: str) -> None:
    for over in (Match.deal(7).forfeit(0), Match.deal(7).resign(0)):
        for seat in (0, 1, None):
            assert refusal_of(name, over.view(seat)) is Refusal.ROUND_OVER


@pytest.mark.parametrize("name", EVERY_PLAYER)
def test_no_player_is_shown_more_than_a_view(name: str) -> None:
    with pytest.raises(TypeError, match=r"^view must be a View, got Round$"):
        make_player(name).choose(Match.deal(7).round)  # type: ignore[arg-type]


def test_the_refusal_is_a_whole_sentence() -> None:
    with pytest.raises(IllegalMove, match=r"^It is the other seat's turn\.$"):
        make_player("greedy").choose(Match.deal(7).view(1))
    with pytest.raises(IllegalMove, match=r"^The round is over\.$"):
        make_player("random").choose(Match.deal(7).forfeit(1).view(1))
