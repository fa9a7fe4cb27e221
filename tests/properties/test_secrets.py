"""Law: rounds that differ only in what a seat cannot see give that seat equal views (R11)."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from jaipur import STANDARD, Cards, IllegalMove, Round, Sell, redeal
from jaipur.rules.view_json import view_json
from tests.properties.strategies import lines_of_play, seeds


def own_bonus_places(table: Round, seat: int) -> dict[int, set[int]]:
    """The places of each bonus pile whose token the seat has drawn."""
    own: dict[int, set[int]] = {pile: set() for pile in table.bonus}
    drawn = dict.fromkeys(own, 0)
    for ply, (move, _) in enumerate(table.history):
        if isinstance(move, Sell) and move.count >= 3:
            pile = min(move.count, 5)
            if (table.first + ply) % 2 == seat:
                own[pile].add(drawn[pile])
            drawn[pile] += 1
    return own


def with_other_secrets(table: Round, seat: int, rng: Random) -> Round | None:
    """The start of a round that the seat could take for this one, or None if it sees that not."""
    assert table.opening is not None
    first, deck, bonus = table.opening
    cards, size = list(deck), table.ruleset.deal_size
    dealt = range(size * (1 - seat), size * (2 - seat))
    hidden = [
        place
        for place in (*dealt, *range(len(deck) - len(table.deck), len(deck)))
        if place not in dealt or cards[place] != "K"
    ]
    letters = [cards[place] for place in hidden]
    rng.shuffle(letters)
    for place, letter in zip(hidden, letters, strict=True):
        cards[place] = letter
    if [cards[place] for place in dealt].count("K") != [deck[place] for place in dealt].count("K"):
        return None
    piles = {}
    for pile, values in bonus.items():
        own = own_bonus_places(table, seat)[pile]
        others = [value for place, value in enumerate(values) if place not in own]
        rng.shuffle(others)
        rest = iter(others)
        piles[pile] = [value if place in own else next(rest) for place, value in enumerate(values)]
    return Round.start(deck="".join(cards), bonus=piles, first=first, ruleset=table.ruleset)


def the_same_moves(start: Round, table: Round) -> list[Round] | None:
    positions = [start]
    for move, _ in table.history:
        try:
            positions.append(positions[-1].play(move))
        except IllegalMove:
            return None
    return positions


@given(lines_of_play(), st.integers(0, 1), seeds)
def test_what_a_seat_cannot_see_does_not_change_its_view(
    positions: list[Round], seat: int, seed: int
) -> None:
    while positions[-1].is_over:  # then everything is turned up
        positions = positions[:-1]
    rng = Random(seed)
    twins = None
    for _ in range(40):
        start = with_other_secrets(positions[-1], seat, rng)
        twins = None if start is None else the_same_moves(start, positions[-1])
        if twins is not None and twins[-1] != positions[-1]:
            break
    assume(twins is not None and twins[-1] != positions[-1])
    assert twins is not None
    for table, twin in zip(positions, twins, strict=True):
        assert table.view(seat).to_json().encode() == twin.view(seat).to_json().encode()
        assert table.view(None).to_json().encode() == twin.view(None).to_json().encode()
        assert table.view(seat) == twin.view(seat)
        for viewer in (seat, None):
            assert view_json(table, viewer) == view_json(twin, viewer)
        # What a view carries for compiled code tells no more than its fields.
        assert redeal(table.view(seat), Random(1)) == redeal(twin.view(seat), Random(1))


def test_the_value_of_a_bonus_token_is_its_owners_secret() -> None:
    start = "LLLDD" + "CCCPP" + "GK"
    deck = start + str(STANDARD.shuffled_cards - Cards(start))
    piles = ([1, 1, 2, 2, 3, 3], [2, 1, 1, 2, 3, 3], [3, 1, 1, 2, 2, 3])
    rounds = [
        Round.start(deck=deck, bonus={**STANDARD.bonus, 3: pile}).play("$L3") for pile in piles
    ]
    assert len({table.view(1).to_json() for table in rounds}) == 1
    assert len({table.view(None).to_json() for table in rounds}) == 1
    assert len({table.view(0).to_json() for table in rounds}) == 3


@given(lines_of_play())
def test_a_view_changes_with_what_the_seat_does_see(positions: list[Round]) -> None:
    for seat in (0, 1, None):
        views = [table.view(seat).to_json() for table in positions]
        assert len(set(views)) == len(views)


@given(lines_of_play(), st.integers(0, 1))
def test_a_view_names_no_undrawn_card_and_no_hidden_hand(positions: list[Round], seat: int) -> None:
    table = positions[-1]
    view = table.view(seat).to_dict()
    assert view["deck"] == len(table.deck)
    assert view["opponent"]["hand"] == len(table.hands[1 - seat])
    assert all(isinstance(count, int) for count in view["opponent"]["bonus"].values())
    assert all(isinstance(count, int) for count in view["bonus"].values())
    if not table.is_over:
        assert view["over"] is None
