"""What is measured about the search: stopping early, thinking time, headroom; on tiny sizes."""

import argparse
import time

import pytest

from jaipur.arena import Duel, Entrant, play_duel
from jaipur.engine.move_model import MoveModel
from jaipur.engine.network import Network, default_network, pack_weights
from training.compare_networks import Comparison, summary
from training.learner import Learner
from training.measure_early_stop import Rule, measure, positions
from training.measure_hand_reading import Reading
from training.measure_hand_reading import positions as positions_of
from training.measure_headroom import choice, gains
from training.measure_hidden_hand import measure as measure_hidden_hand
from training.measure_thinking_time import times
from training.measure_upsets import Upsets


def options(**given: object) -> argparse.Namespace:
    usual: dict[str, object] = {"positions": 6, "seed": 1, "ruleset": "standard"}
    usual |= {"second_width": 10, "same_deals": False}
    return argparse.Namespace(**{**usual, **given})


def test_positions_are_decisions_of_whole_rounds() -> None:
    views = list(positions(20, 1, "box"))
    assert len(views) == 20
    assert all(view.turn == view.seat and len(view.moves) > 1 for view in views)
    assert len({view.ply for view in views}) > 8


def test_a_rule_that_never_stops_uses_everything_and_loses_nothing() -> None:
    lax, strict = measure(options(samples=800, judge=200, errors=[0.5, 1e9], trivial=[0.0]))
    assert strict.used == [1.0] * 6
    assert strict.losses == [0.0] * 6
    assert min(lax.used) < 1


def test_a_line_has_the_mean_and_the_error() -> None:
    rule = Rule(3.0, 0.003, used=[0.2, 0.4, 0.6], losses=[0.0, 0.0, 0.003])
    assert rule.row().startswith("| 3 | 0.3% | 40% |")
    assert "| 33.3% | 0.100% ± 0.100% |" in rule.row()


def test_the_same_search_twice_gains_nothing_where_it_chooses_the_same() -> None:
    found = gains(options(first=60, second=60, judge=60, reply_samples=0, judge_reply_samples=0))
    assert len(found) == 6
    assert found.count(0.0) >= 2


def test_the_same_search_of_the_same_deals_always_chooses_the_same() -> None:
    same = options(first=60, second=60, same_deals=True, reply_samples=0)
    assert gains(same) == [0.0] * 6


def test_a_search_with_searched_replies_chooses_a_legal_move() -> None:
    (view,) = positions(1, 2, "standard")
    assert choice(view, 20, 1, reply_samples=10) in view.moves


def test_thinking_is_timed_for_each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", time.process_time)
    found = times(options(positions=3, milliseconds=5))
    assert len(found) == 3
    assert 0 < min(found)


def test_luck_is_counted_apart_for_rounds_won_and_lost() -> None:
    upsets = Upsets()
    entrants = (Entrant("kite"), Entrant("one-ply"))
    play_duel(Duel(entrants, rounds=6, seed="upsets"), on_pair=upsets.add)
    assert len(upsets.won) + len(upsets.lost) == 6
    assert Upsets([0.4, -0.2], [-0.1]).lines() == [
        "2 of 3 rounds won (66.7%)",
        "luck in those: +0.10 ± 0.30 of a seal; in the others -0.10 ± 0.00",
        "won with luck against it: 1 of all 3 rounds",
    ]


def test_a_network_compared_with_itself_gains_nothing() -> None:
    (view,) = positions(1, 2, "standard")
    assert Comparison(default_network(), samples=40).gains(view, 1) == (0, 0)


def test_a_network_of_random_weights_loses_in_the_search() -> None:
    numbers, bias = Learner(1).quantized()
    comparison = Comparison(Network(pack_weights(numbers, bias)), samples=40, judge_samples=200)
    found = [comparison.gains(view, number) for number, view in enumerate(positions(12, 3, "box"))]
    assert sum(old for _, old in found) < -0.3
    assert any(new != old for new, old in found)


def test_the_gain_of_a_round_is_told_by_either_judge_and_by_both() -> None:
    text = summary([(0.02, -0.01), (0.0, 0.0), (0.0, 0.0)])
    assert text.startswith("3 positions, another move in 33.3%; gain a round: ")
    assert "by the new network +14.00% ± 14.00%" in text
    assert "by the old one -7.00% ± 7.00%" in text
    assert text.endswith("by both +3.50% ± 3.50%")


def test_a_hand_is_read_better_from_moves_than_from_the_deal() -> None:
    read, dealt_only = Reading(), Reading()
    for number in range(8):
        tables = list(positions_of("one-ply", number, 1, "box"))
        read.add_round(tables, MoveModel())
        dealt_only.add_round(tables, MoveModel(trust=0))
    assert sum(read.rises) > 0
    assert dealt_only.rises == [0.0] * 8
    assert read.dealt == dealt_only.read
    assert read.row("one-ply").startswith(f"| `one-ply` | {len(read.read)} | ")


def test_only_another_move_gains_or_loses_by_knowing_the_hidden_hand() -> None:
    sizes = {"positions": 12, "samples": 60, "judge": 60, "player_samples": 10}
    found = measure_hidden_hand(options(**sizes))
    for gained in found.values():
        assert len(gained.each) == 12
        assert sum(each != 0 for each in gained.each) <= gained.changed < 12
    assert found["told"].changed
    assert found["told"].row("told").startswith("| told | 12 | ")
