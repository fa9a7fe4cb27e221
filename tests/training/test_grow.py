"""Networks with twice as many hidden units."""

import struct
from array import array
from importlib.resources import files

from jaipur import Round
from jaipur.engine.network import Network
from jaipur.engine.one_ply import move_logits
from training.grow import grow, pad

HEADER = struct.Struct("<12sIIIi")
WEIGHTS = files("jaipur.engine").joinpath("weights.bin").read_bytes()


def small_network() -> bytes:
    """A weights file with the first half of the hidden units of the shipped network."""
    magic, version, rows, units, bias = HEADER.unpack_from(WEIGHTS)
    numbers, half = array("h", WEIGHTS[HEADER.size :]), units // 2
    kept = array("h")
    for start in range(0, len(numbers), units):
        kept.extend(numbers[start : start + half])
    return HEADER.pack(magic, version, rows, half, bias) + kept.tobytes()


def test_a_grown_network_says_nearly_the_same() -> None:
    small = small_network()
    same, grown = Network(pad(small)), Network(grow(small, seed=5))
    for seed in range(10):
        view = Round.deal(seed=seed).view(Round.deal(seed=seed).turn or 0)
        for (_, one), (_, other) in zip(
            move_logits(view, same), move_logits(view, grown), strict=True
        ):
            assert abs(one - other) < 0.3


def test_the_two_halves_of_a_unit_differ_and_a_seed_gives_the_same() -> None:
    small = small_network()
    units = HEADER.unpack_from(small)[3]
    first = array("h", grow(small, seed=5)[HEADER.size :])[: 2 * units]
    assert first[:units] != first[units:]
    assert all(abs(a - b) <= 8 for a, b in zip(first[:units], first[units:], strict=True))
    assert grow(small, seed=5) == grow(small, seed=5) != grow(small, seed=6)


def test_units_that_do_nothing_are_zero_and_stand_behind_the_others() -> None:
    small = small_network()
    units = HEADER.unpack_from(small)[3]
    narrow, wide = (array("h", data[HEADER.size :]) for data in (small, pad(small)))
    for start in range(0, len(narrow), units):
        assert wide[2 * start : 2 * start + units] == narrow[start : start + units]
        assert not any(wide[2 * start + units : 2 * (start + units)])
