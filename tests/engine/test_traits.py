"""A handicap as a value: its ranges, and the way from one to another."""

from dataclasses import astuple, fields

import pytest

from jaipur.engine.traits import Handicap

WEAK = Handicap(noise=1.0, forgetting=1.0, short_sight=0.2, greed=0.4)
STRONG = Handicap(noise=0.2, timidity=0.1)


@pytest.mark.parametrize("trait", [field.name for field in fields(Handicap)])
@pytest.mark.parametrize("value", [-0.1, 1000.5, float("nan")])
def test_a_number_out_of_range_is_refused(trait: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{trait} must be from 0 to .*, got {value}"):
        Handicap(**{trait: value})


def test_a_handicap_on_the_way_to_another() -> None:
    assert astuple(WEAK.towards(STRONG, 0)) == pytest.approx(astuple(WEAK))
    half = WEAK.towards(STRONG, 0.5)
    root = (1 + 0.2**0.5) / 2
    expected = Handicap(noise=root**2, forgetting=0.5, short_sight=0.1, greed=0.2, timidity=0.05)
    assert astuple(half) == pytest.approx(astuple(expected))
    assert astuple(WEAK.towards(STRONG, 1)) == pytest.approx(astuple(STRONG))
