"""The random player is uniform over its legal moves, and its seed decides everything."""

from collections import Counter

from jaipur import Round
from jaipur.players import make_player


def test_every_legal_move_is_equally_likely() -> None:
    view = Round.deal(7).view(0)
    player = make_player("random", seed=3)
    draws = 10_000
    seen = Counter(player.choose(view) for _ in range(draws))
    assert set(seen) == set(view.moves)
    share = 1 / len(view.moves)
    spread = (draws * share * (1 - share)) ** 0.5
    assert all(abs(count - draws * share) < 4 * spread for count in seen.values())


def test_the_same_seed_makes_the_same_choices() -> None:
    view = Round.deal(7).view(0)
    one, two, other = (make_player("random", seed=seed) for seed in (1, 1, 2))
    choices = [one.choose(view) for _ in range(50)]
    assert choices == [two.choose(view) for _ in range(50)]
    assert choices != [other.choose(view) for _ in range(50)]
