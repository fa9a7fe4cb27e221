"""The facts of a match for a seat, on matches whose facts were counted by hand."""

import json

import pytest

from jaipur import Match
from jaipur.coach.match_facts import MatchFacts, match_facts
from jaipur.coach.play_style import PlayStyle, style_of
from jaipur.rules.ends import MatchEnd, RoundEnd
from tests.builders import BOTH
from tests.coach.matches import ENDS, a_match, ended, golden

OPENING = Match.deal(seed=7, first=0)


def played(moves: str) -> Match:
    match = OPENING
    for move in moves.split():
        match = match.play(move)
    return match


def test_moves_are_counted_by_kind_for_the_seat_that_made_them() -> None:
    match = played("+G +K +C")
    assert [str(move) for move, _ in match.round.history] == ["+G", "+K", "+C"]
    mine, theirs = (match_facts(match.resign(1), seat).rounds[0] for seat in (0, 1))
    assert (mine.takes, mine.camels, mine.exchanges, mine.sales) == (2, 0, 0, ())
    assert (theirs.takes, theirs.camels, theirs.exchanges, theirs.sales) == (0, 1, 0, ())
    assert (mine.started, theirs.started) == (True, False)
    assert mine.plies == theirs.plies == 3
    assert mine.end is None
    assert not mine.is_scored


def test_the_facts_of_a_whole_match_are_those_of_its_record() -> None:
    # golden/records/match_box.jsonl, counted by hand.
    facts = match_facts(golden("match_box"), 0)
    assert (facts.won, facts.seals, facts.ended) == (True, (2, 1), MatchEnd.SEALS)
    first, second, third = facts.rounds
    assert first.rupees == (45, 64)
    assert first.sales == (2, 1, 2, 1, 1, 2, 1, 2, 4)
    assert (first.takes, first.camels, first.exchanges, first.bonus_tokens) == (9, 7, 6, 1)
    assert (first.herds, first.has_camel_token, first.won) == ((9, 0), True, False)
    assert (second.started, second.won, second.has_camel_token) == (True, True, False)
    assert (third.started, third.plies, third.end) == (False, 70, RoundEnd.TOKENS)


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_two_seats_of_a_match_mirror_each_other(ruleset: str) -> None:
    for seed in range(5):
        match = a_match(seed, ruleset)
        mine, theirs = match_facts(match, 0), match_facts(match, 1)
        assert mine.won is (not theirs.won)
        assert mine.seals == theirs.seals[::-1]
        for one, other in zip(mine.rounds, theirs.rounds, strict=True):
            assert one.rupees == other.rupees[::-1]
            assert one.herds == other.herds[::-1]
            assert one.started is (not other.started)
            moves = sum(r.takes + r.camels + r.exchanges + len(r.sales) for r in (one, other))
            assert moves == one.plies == other.plies
        sold = sum(sum(r.sales) for facts in (mine, theirs) for r in facts.rounds)
        assert sold == sum(len(round.discard) for round in match.rounds)


@pytest.mark.parametrize("how", ENDS)
def test_facts_survive_json_however_a_match_ended(how: str) -> None:
    facts = match_facts(ended(how, seed=3), 1)
    assert MatchFacts.from_data(json.loads(json.dumps(facts.to_data()))) == facts


def test_who_gave_a_match_up_has_lost_it() -> None:
    match = played("+G +K")
    assert match_facts(match.resign(0), 0).gave_up
    assert match_facts(match.resign(0), 0).won is False
    left = match_facts(match.abandon(0), 1)
    assert (left.gave_up, left.won, left.ended) == (False, True, MatchEnd.ABANDONED)


def test_a_seat_is_0_or_1() -> None:
    with pytest.raises(ValueError, match="seat must be 0 or 1, got 2"):
        match_facts(OPENING, 2)


def test_a_style_counts_rounds_to_their_end_and_moves_of_every_round() -> None:
    facts = match_facts(golden("match_box"), 0)
    cut_short = match_facts(played("+G +K +C").resign(1), 0)
    style = style_of((*facts.rounds, *cut_short.rounds))
    assert style.rounds == 3
    assert (style.started.count, style.started.of) == (1, 2)
    assert (style.followed.count, style.followed.of) == (1, 1)
    assert (style.camel_tokens.count, style.camel_tokens.of) == (2, 3)
    assert style.bonus_tokens.mean == 1.0
    assert style.plies.mean == pytest.approx((62 + 56 + 70) / 3)
    assert style.rupees.total == 45 + 66 + 85
    assert (style.sale.count, style.sale.total) == (32, 16 + 17 + 19)
    assert (style.moves.takes, style.moves.sales, style.moves.all) == (9 + 6 + 7 + 2, 32, 96)


def test_styles_add_up_and_survive_json() -> None:
    one, other = (style_of(match_facts(a_match(seed), 0).rounds) for seed in (1, 2))
    both = one + other
    rounds = [r for seed in (1, 2) for r in match_facts(a_match(seed), 0).rounds]
    assert both == style_of(rounds)
    assert PlayStyle.from_data(json.loads(json.dumps(both.to_data()))) == both
    assert one + PlayStyle() == one
