"""Rounds for Hypothesis: dealt from a seed, played by a list of choices that can shrink."""

from random import Random

from hypothesis import strategies as st

from jaipur import Round
from tests.builders import ALL, shuffled

rulesets = st.sampled_from(ALL)
seeds = st.integers(0, 2**32 - 1)


def random_picks(seed: int, plies: int) -> list[int]:
    """Hypothesis likes its lists short; late positions need long ones."""
    rng = Random(seed)
    return [rng.randrange(1000) for _ in range(plies)]


choices = st.lists(st.integers(0, 200), max_size=40) | st.builds(
    random_picks, seeds, st.integers(0, 120)
)


def follow(table: Round, picks: list[int]) -> list[Round]:
    """Every position of a line of play; each pick is a place in the list of legal moves, modulo."""
    positions = [table]
    for pick in picks:
        legal = positions[-1].legal_moves()
        if not legal:
            break
        positions.append(positions[-1].play(legal[pick % len(legal)]))
    return positions


@st.composite
def lines_of_play(draw: st.DrawFn) -> list[Round]:
    """A round from its start, position by position."""
    table = shuffled(draw(rulesets), Random(draw(seeds)))
    return follow(table, draw(choices))


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A position of a round; now and then one that was given up or stopped."""
    table = draw(lines_of_play())[-1]
    if table.is_over:
        return table
    how = draw(st.sampled_from(["on"] * 8 + ["forfeit", "stop", "limit"]))
    if how == "forfeit":
        return table.forfeit(draw(st.integers(0, 1)))
    return table if how == "on" else table.stop(scored=how == "stop")
