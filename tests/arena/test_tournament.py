"""Tournaments: every two entrants meet, on the same deals."""

from xml.etree import ElementTree

import pytest

from jaipur.arena import Duel, Entrant, Estimate, play_duel
from jaipur.arena.plot import svg_plot, text_plot
from jaipur.arena.tournament import Standings, Tournament, play_tournament
from jaipur.arena.workers import BotHosting
from tests.players.bot_support import LONG_LIMITS, faulty_bot

RANDOM, GREEDY = Entrant("random"), Entrant("greedy")
OTHER = Entrant.parse("greedy@5ms")


@pytest.fixture(scope="module")
def standings() -> Standings:
    return play_tournament(Tournament((RANDOM, GREEDY, OTHER), rounds=10, seed="7", anchor=0))


def test_every_two_entrants_meet(standings: Standings) -> None:
    assert list(standings.tallies) == [(0, 1), (0, 2), (1, 2)]
    assert [tally.rounds for tally in standings.tallies.values()] == [10, 10, 10]


def test_a_duel_with_the_same_seed_is_one_cell(standings: Standings) -> None:
    alone = play_duel(Duel((RANDOM, OTHER), rounds=10, seed="7")).tally
    cell = standings.tallies[0, 2]
    assert (alone.points, alone.plies) == (cell.points, cell.plies)


def test_the_anchor_has_the_rating_zero(standings: Standings) -> None:
    random, greedy, other = standings.ratings
    assert random == Estimate(0, 0, 0)
    assert greedy.value > 200
    assert greedy.value == pytest.approx(other.value)


def test_shares_can_be_read_both_ways(standings: Standings) -> None:
    assert standings.share(1, 0).value == 1.0
    assert standings.share(0, 1).value == 0.0
    assert standings.share(0, 1).high == pytest.approx(1 - standings.share(1, 0).low)


def test_its_summary_is_plain_data(standings: Standings) -> None:
    summary = standings.summary()
    assert summary["anchor"] == "random"
    assert [row["player"] for row in summary["players"]] == ["random", "greedy", "greedy@5ms"]
    assert len(summary["duels"]) == 3


def test_forfeits_are_counted_by_player() -> None:
    bot = Entrant(f"bot:{faulty_bot('illegal')}")
    found = play_tournament(
        Tournament((RANDOM, bot, GREEDY), rounds=2), hosting=BotHosting(LONG_LIMITS)
    )
    assert found.labels == ["random", "faulty bot illegal", "greedy"]
    assert found.forfeits(1) == {"illegal_move": 4}
    assert found.details(1) == {"illegal_move": "$D7 is not_in_hand."}
    assert not found.forfeits(0)


def test_it_can_be_ended_early() -> None:
    pairs = []

    def on_pair(pair: object) -> bool:
        pairs.append(pair)
        return len(pairs) == 4

    found = play_tournament(Tournament((RANDOM, GREEDY, OTHER), rounds=100), on_pair=on_pair)
    assert [len(tally.points) for tally in found.tallies.values()] == [2, 1, 1]
    assert len(found.ratings) == 3


@pytest.mark.parametrize(
    ("entrants", "rounds", "anchor", "error"),
    [
        ((RANDOM,), 2, None, "entrants must be at least 2, got 1"),
        ((RANDOM, RANDOM), 2, None, "entrants must all differ, got random, random"),
        ((RANDOM, GREEDY), 3, None, "rounds must be at least 2 and even, got 3"),
        ((RANDOM, GREEDY), 2, 2, "anchor must be 0 to 1 or None, got 2"),
    ],
)
def test_what_cannot_be_played_is_refused(
    entrants: tuple[Entrant, ...], rounds: int, anchor: int | None, error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        Tournament(entrants, rounds, anchor=anchor)


ROWS = [
    ("strong", Estimate(400, 350, 450)),
    ("middling & <new>", Estimate(20, -90, 130)),
    ("weak", Estimate(-300, -400, -200)),
]


def test_a_plot_of_text() -> None:
    assert text_plot(ROWS, width=41) == [
        "strong                                          ├─●─┤",
        "middling & <new>              ├────●───┤",
        "weak              ├───●───┤",
        "                  -400  -200      0      200     400     600",
    ]


def test_a_plot_in_svg_is_valid_and_names_every_player() -> None:
    drawing = ElementTree.fromstring(svg_plot(ROWS, "a & b"))
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "a & b"
    assert {"strong", "middling & <new>", "weak"} <= set(texts)
    dots = list(drawing.iter("{http://www.w3.org/2000/svg}circle"))
    assert [float(dot.get("cx", "0")) for dot in dots] == sorted(
        (float(dot.get("cx", "0")) for dot in dots), reverse=True
    )


@pytest.mark.parametrize("low", [-1e-3, 0, 5, 1234.5])
def test_a_plot_of_one_point(low: float) -> None:
    row = ("one", Estimate(low, low, low))
    assert "●" in text_plot([row])[0]
    assert "<circle" in svg_plot([row], "")
