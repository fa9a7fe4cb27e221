"""The ledger: its lines add up to the last bit, in both seats' eyes and on every scale."""

from random import Random

import pytest

from jaipur import Match, Round, Ruleset
from jaipur.coach.ledger import (
    Ledger,
    LineKind,
    Loss,
    Share,
    ledger_of,
    reviewed_rounds,
    sum_of,
)
from jaipur.coach.match_values import MATCH_ONE, MatchValues
from jaipur.engine.luck import RUPEE_ONE, SEAL_ONE
from tests.builders import ALL, BOTH, TINY
from tests.coach.matches import ENDS, RECORDS, a_match, ended, golden, with_seats_swapped

HALF = SEAL_ONE // 2


def some_losses(match: Match, seed: int = 0) -> dict[tuple[int, int], Loss]:
    rng = Random(seed)
    return {
        (number, ply): Loss(rng.randrange(SEAL_ONE // 5), SEAL_ONE // 100)
        for number, round in enumerate(match.rounds, 1)
        for ply in range(round.ply)
    }


def seal_result(match: Match, number: int, round: Round) -> int:
    """The result of a round for seat 0; where the match was given up, that seat lost it."""
    winner = round.seal if round.is_over else match.winner
    return HALF if winner is None else (1 - winner) * SEAL_ONE


def check_sums(match: Match, found: Ledger) -> None:
    assert len(found.rounds) == len(reviewed_rounds(match))
    for number, (round, book) in enumerate(
        zip(reviewed_rounds(match), found.rounds, strict=True), 1
    ):
        total = sum_of(line.share for line in book.lines)
        assert total == book.total
        assert total.seal == seal_result(match, number, round) - HALF
        if round.end in ("deck", "tokens", "stopped"):
            assert total.rupees == (round.rupees[0] - round.rupees[1]) * RUPEE_ONE
    whole = sum(line.share.match for line in found.lines)
    assert whole == found.match
    if match.winner is not None:
        assert whole == (SEAL_ONE * MATCH_ONE // 2) * (1 if match.winner == 0 else -1)


@pytest.mark.parametrize("noise", [0.1, 1.0])
@pytest.mark.parametrize("ruleset", [*BOTH, TINY], ids=ALL)
def test_lines_add_up_to_the_result(ruleset: str | Ruleset, noise: float) -> None:
    for seed in range(8):
        match = a_match(seed, ruleset, noise=noise, seals=1 + seed % 3)
        check_sums(match, ledger_of(match, some_losses(match, seed)))


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("ruleset", BOTH)
def test_lines_add_up_however_the_match_ended(ruleset: str, how: str) -> None:
    for seed in range(6):
        match = ended(how, seed, ruleset)
        assert match.is_over
        check_sums(match, ledger_of(match, some_losses(match)))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_lines_add_up_in_every_golden_record(path: object) -> None:
    match = golden(getattr(path, "stem", ""))
    check_sums(match, ledger_of(match, some_losses(match)))


def test_who_begins_has_an_error_in_the_match_in_the_first_round_only() -> None:
    """R9: later it follows from the round before, and its share is a rounding."""
    first, *later = (book.lines[0] for book in ledger_of(a_match(3, seals=2)).rounds)
    assert first.error.match > 0
    assert later
    assert all(line.error.match == 0 and line.error.seal > 0 for line in later)


@pytest.mark.parametrize("how", ENDS)
def test_the_other_seat_sees_the_same_lines_negated(how: str) -> None:
    match = ended(how, 5)
    mine = ledger_of(match, some_losses(match))
    theirs = ledger_of(with_seats_swapped(match), some_losses(match))
    assert len(list(mine.lines)) == len(list(theirs.lines))
    for line, other in zip(mine.lines, theirs.lines, strict=True):
        assert line.share == other.share.seen_from(1)
        assert line.error == other.error
        assert (line.kind, line.round, line.ply) == (other.kind, other.round, other.ply)
        assert line.seat == (None if other.seat is None else 1 - other.seat)


def test_every_ply_has_a_decision_and_what_is_left_of_the_move() -> None:
    match = a_match(3)
    losses = some_losses(match)
    found = ledger_of(match, losses)
    for number, round in enumerate(match.rounds, 1):
        lines = [line for line in found.lines if line.round == number]
        decisions = [line for line in lines if line.kind is LineKind.DECISION]
        assert [line.ply for line in decisions] == list(range(round.ply))
        for line in decisions:
            assert line.seat is not None
            assert line.share.seen_from(line.seat).seal == -losses[number, line.ply or 0].lost
            assert line.share.seen_from(line.seat).match <= 0
        assert sum(line.kind is LineKind.UNSEEN for line in lines) == round.ply
        assert [line.kind for line in lines[:2]] == [LineKind.STARTER, LineKind.DEAL]


def test_a_loss_moves_shares_between_the_two_lines_of_its_move_and_nothing_else() -> None:
    match = a_match(4)
    plain, blamed = ledger_of(match), ledger_of(match, {(1, 6): Loss(SEAL_ONE // 10, 0)})
    changed = [
        (one.kind, one.ply)
        for one, two in zip(plain.lines, blamed.lines, strict=True)
        if one.share != two.share
    ]
    assert changed == [(LineKind.DECISION, 6), (LineKind.UNSEEN, 6)]


def test_a_match_given_up_has_the_rest_in_its_last_line() -> None:
    match = golden("match_resigned")
    found = ledger_of(match)
    last = list(found.lines)[-1]
    assert (last.kind, last.seat) == (LineKind.ENDED, match.by)
    assert found.rounds[-1].ended == "resigned"
    assert last.share.seen_from(match.by or 0).match < 0


def test_a_round_that_ends_by_the_rules_with_a_seal_has_no_rest() -> None:
    for seed in range(5):
        match = a_match(seed)
        for book, round in zip(ledger_of(match).rounds, match.rounds, strict=True):
            if round.seal is not None:
                assert all(line.kind is not LineKind.ENDED for line in book.lines)


def test_a_round_without_a_seal_costs_the_match_only_what_beginning_is_worth() -> None:
    match = golden("match_after_a_full_tie")
    (tied,) = [book for book in ledger_of(match).rounds if book.total.seal == 0]
    rest = tied.lines[-1]
    assert rest.kind is LineKind.ENDED
    assert rest.share.seal == 0
    assert 0 < abs(rest.share.match) < SEAL_ONE * MATCH_ONE // 10


def test_a_running_round_is_left_out() -> None:
    """Its hidden cards are still hidden from the players."""
    over = a_match(7)
    match = Match.deal(seed=7)
    for move, _ in over.rounds[0].history:
        match = match.play(move)
    between = ledger_of(match)
    running = ledger_of(match.next_round().play(over.rounds[1].history[0][0]))
    assert between == running
    assert len(running.rounds) == 1
    assert ledger_of(Match.deal(seed=7)).rounds == ()


def test_the_value_of_a_match_follows_from_who_begins_and_loses() -> None:
    values = MatchValues(2, SEAL_ONE * 6 // 10)
    # At one seal each the round decides; otherwise the loser begins the next (R9).
    assert values.at((1, 1), 0) == round(0.6 * MATCH_ONE)
    assert values.at((1, 0), 1) == round((0.4 + 0.6 * 0.6) * MATCH_ONE)
    assert values.at((2, 0), 0) == MATCH_ONE
    assert values.at((1, 2), 0) == 0
    for mine in range(2):
        for theirs in range(2):
            assert values.at((mine, theirs), 0) == MATCH_ONE - values.at((theirs, mine), 1)


def test_equal_starters_make_a_match_of_equal_chances() -> None:
    values = MatchValues(3, HALF)
    assert values.at((0, 0), 0) == MATCH_ONE // 2
    assert values.at((2, 0), 0) == MATCH_ONE * 7 // 8


def test_a_share_is_negated_for_the_other_seat() -> None:
    assert Share(3, -2, 1).seen_from(1) == Share(-3, 2, -1)
    assert Share(3, -2, 1).seen_from(0) == Share(3, -2, 1)
