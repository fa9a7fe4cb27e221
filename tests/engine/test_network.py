"""The network: its file, its errors, and that it plays."""

import struct
from importlib.resources import files
from math import exp

import pytest

from jaipur import Exchange, Round
from jaipur.engine.features import rows_after
from jaipur.engine.network import Network, default_network, pack_weights
from jaipur.engine.one_ply import choose_one_ply, move_logits
from jaipur.engine.waiting import exchange_cost
from tests.builders import ALL
from tests.engine.positions import of_random_play

WEIGHTS = files("jaipur.engine").joinpath("weights.bin").read_bytes()
ROWS, HIDDEN = 2752, 128


def test_the_default_weights_are_loaded_once_and_are_small() -> None:
    assert default_network() is default_network()
    assert len(WEIGHTS) < 1_000_000


@pytest.mark.parametrize(
    "data",
    [b"", b"jaipur-net/1", WEIGHTS[:-1], WEIGHTS + b"\0", b"jaipur-net/2" + WEIGHTS[12:]],
    ids=["empty", "only a head", "cut short", "too long", "another format"],
)
def test_what_is_no_weights_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a weights file"):
        Network(data)


@pytest.mark.parametrize("place", [12, 16, 20])
def test_weights_for_other_features_are_refused(place: int) -> None:
    number = int.from_bytes(WEIGHTS[place : place + 4], "little") + 1
    data = WEIGHTS[:place] + number.to_bytes(4, "little") + WEIGHTS[place + 4 :]
    with pytest.raises(ValueError, match="must be for features"):
        Network(data)


def test_a_network_is_made_of_bytes() -> None:
    with pytest.raises(TypeError):
        Network("weights")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="number of weights"):
        pack_weights([1, 2, 3], 0)


def test_a_network_without_weights_finds_every_move_even() -> None:
    network = Network(pack_weights([0] * (ROWS + 2) * HIDDEN, 0))
    view = Round.deal(seed=7).view(0)
    move, win = choose_one_ply(view, network)
    assert win == 0.5
    assert move is view.moves[0]
    assert {logit for _, logit in move_logits(view, network)} == {0.0}


def test_the_output_bias_alone_is_the_logit() -> None:
    one = 512 * 2048  # a natural unit
    network = Network(pack_weights([0] * (ROWS + 2) * HIDDEN, one))
    view = Round.deal(seed=7).view(0)
    assert choose_one_ply(view, network)[1] == pytest.approx(0.731, abs=0.001)


def test_a_probability_is_the_logistic_function_of_its_logit() -> None:
    for table in of_random_play(4, seed=6, ruleset="standard"):
        view = table.view(table.turn)
        move, probability = choose_one_ply(view)
        assert probability == pytest.approx(1 / (1 + exp(-dict(move_logits(view))[move])), abs=1e-4)


@pytest.mark.parametrize("ruleset", ALL)
def test_the_choice_is_the_move_with_the_highest_logit(ruleset: str) -> None:
    free = 0
    for table in of_random_play(12, seed=5, ruleset=ruleset):
        view = table.view(table.turn)
        logits = move_logits(view)
        assert tuple(move for move, _ in logits) == view.moves
        if not exchange_cost(view):
            free += 1
            assert choose_one_ply(view)[0] is max(logits, key=lambda pair: pair[1])[0]
    assert free > 20


@pytest.mark.parametrize("ruleset", ALL)
def test_where_exchanges_cost_the_choice_has_the_highest_value_less_the_cost(ruleset: str) -> None:
    for table in of_random_play(4, seed=5, ruleset=ruleset):
        view = table.view(table.turn)
        cost = exchange_cost(view) / 65536
        values = {
            move: 1 / (1 + exp(-logit)) - cost * isinstance(move, Exchange)
            for move, logit in move_logits(view)
        }
        # Probabilities are whole numbers of 1/65536 and saturate at a logit of ten.
        assert values[choose_one_ply(view)[0]] == pytest.approx(max(values.values()), abs=1e-4)


def test_only_the_seat_to_move_is_asked() -> None:
    table = Round.deal(seed=7)
    for seat in (1 - (table.turn or 0), None):
        with pytest.raises(ValueError, match="turn"):
            choose_one_ply(table.view(seat))
        with pytest.raises(ValueError, match="turn"):
            move_logits(table.view(seat))


@pytest.mark.parametrize("ruleset", ALL)
def test_what_a_move_is_worth_does_not_depend_on_what_was_valued_before(ruleset: str) -> None:
    # Exchanges share what was found for others; each alone must come to the same.
    head, weights = WEIGHTS[:28], struct.unpack(f"<{(ROWS + 2) * HIDDEN}h", WEIGHTS[28:])
    rows = [weights[HIDDEN * row : HIDDEN * (row + 1)] for row in range(ROWS + 2)]
    bias, output = rows[ROWS], rows[ROWS + 1]
    (output_bias,) = struct.unpack("<i", head[24:28])
    for table in of_random_play(2, seed=8, ruleset=ruleset):
        for move, logit in move_logits(table.view(table.turn)):
            active = [rows[row] for row in rows_after(table, move)]
            hidden = [sum(unit) for unit in zip(bias, *active, strict=True)]
            weighed = (min(max(h, 0), 512) * o for h, o in zip(hidden, output, strict=True))
            assert logit == ((output_bias + sum(weighed)) >> 12) / 256
