"""A small simulated month: accounts that play like levels come out at the levels' ratings."""

from __future__ import annotations

from statistics import fmean

from jaipur.players.levels import LEVELS
from tools.simulate_ratings import Simulation, report, simulate


def test_accounts_that_play_like_levels_come_out_within_three_deviations() -> None:
    plan = Simulation(accounts=16, matches=120, seed=5)
    outcome = simulate(plan, luck=False)
    scaled = [
        (now.rating - (level.rating() or 0)) / now.deviation
        for name, level in outcome.players.items()
        if (standing := outcome.results.standings.get(name)) is not None
        for now in [standing.rating_at(outcome.ended_at)]
    ]
    assert len(scaled) == 16
    assert max(map(abs, scaled)) < 3
    means = [
        fmean(outcome.results.standings[it].rating.rating for it in outcome.players if it in names)
        for level in LEVELS[:-1]
        for names in [[name for name, plays in outcome.players.items() if plays is level]]
    ]
    assert means == sorted(means)
    assert "within 3 deviations: 16 of 16" in list(report(outcome, outcome.results, "standard"))[-1]
