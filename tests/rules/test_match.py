"""Match: a value, its record, its view, and what it refuses."""

import copy
import json
import pickle
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from jaipur import (
    IllegalMove,
    ImpossiblePosition,
    Match,
    RecordError,
    Refusal,
    Round,
    UnknownRuleset,
    replay,
)
from tests.builders import ALL, a_round, play_round


def finished(seed: int, ruleset: str = "standard") -> Match:
    match = Match.deal(seed=seed, ruleset=ruleset)
    number = 0
    while not match.is_over:
        match = play_round(match, seed + number)
        number += 1
    return match


def test_a_new_match_stands_at_its_first_round() -> None:
    match = Match.deal(seed=7)
    assert match.rounds == (match.round,)
    assert (match.seals, match.is_over, match.winner, match.ended) == ((0, 0), False, None, None)
    assert (match.by, match.seals_to_win, match.players) == (None, 2, ("north", "south"))
    assert match.turn == match.round.turn == match.round.first
    assert match.round == Round.deal(seed=7)


def test_playing_makes_a_new_match_and_leaves_the_old_one() -> None:
    match = Match.deal(seed=7)
    move = match.round.legal_moves()[0]
    after = match.play(move)
    assert (match.round.ply, after.round.ply) == (0, 1)
    assert match.play(str(move)).round == after.round


def test_the_same_seed_and_moves_make_the_same_match() -> None:
    assert finished(5).record() == finished(5).record()
    assert finished(5).record() != finished(6).record()


@pytest.mark.parametrize("ruleset", ALL)
def test_a_record_is_plain_data_and_makes_the_match_again(ruleset: str) -> None:
    for seed in range(5):
        match = finished(seed, ruleset)
        record = match.record()
        assert json.loads(json.dumps(record)) == record
        again = Match.from_record(json.loads(json.dumps(record)))
        assert again.record() == record
        assert again.rounds == match.rounds
        assert (again.seals, again.winner, again.ended) == (match.seals, match.winner, "seals")
        assert replay(record).record() == record


def test_an_unfinished_match_goes_on_after_its_record() -> None:
    match = Match.deal(seed=7).play("+K")
    again = Match.from_record(match.record())
    assert match.record()["ended"] == "unfinished"
    assert not again.is_over
    assert again.round == match.round
    move = match.round.legal_moves()[0]
    assert again.play(move).round == match.play(move).round


def test_a_record_holds_what_the_design_says() -> None:
    match = Match.deal(seed=7, players=("ada", "ben"), seals=1).forfeit(1)
    record = match.record()
    assert record["format"] == "jaipur-record/1"
    assert record["ruleset"] == "standard"
    assert record["players"] == ["ada", "ben"]
    assert record["seals"] == 1
    assert (record["ended"], record["by"], record["winner"]) == ("seals", None, 0)
    done = record["rounds"][0]
    assert set(done) >= {"first", "deck", "bonus", "moves", "end", "by", "rupees", "seal"}
    assert (done["moves"], done["end"], done["by"], done["seal"]) == ([], "forfeit", 1, 0)
    assert match.round.opening is not None
    assert (done["first"], done["deck"]) == (match.round.opening.first, match.round.opening.deck)
    assert {int(pile): tuple(left) for pile, left in done["bonus"].items()} == (
        match.round.opening.bonus
    )


def test_a_match_that_was_given_up_keeps_its_unfinished_round() -> None:
    record = Match.deal(seed=7).play("+K").resign(1).record()
    assert (record["ended"], record["by"], record["winner"]) == ("resigned", 1, 0)
    assert [done["end"] for done in record["rounds"]] == [None]
    assert record["rounds"][0]["moves"] == ["+K"]
    assert Match.from_record(record).record() == record


@pytest.mark.parametrize("ending", ["resign", "abandon"])
def test_giving_up_gives_no_seal(ending: str) -> None:
    match = getattr(Match.deal(seed=7), ending)(0)
    assert match.seals == (0, 0)
    assert match.winner == 1
    assert match.why_not("+K") is Refusal.ROUND_OVER
    with pytest.raises(IllegalMove):
        match.play("+K")


@pytest.mark.parametrize("ended", [Match.deal(seed=7).resign(0), Match.deal(7, seals=1).forfeit(0)])
def test_text_that_is_no_move_is_named_even_after_the_match(ended: Match) -> None:
    assert ended.why_not("hello") is Refusal.NOT_A_MOVE
    with pytest.raises(IllegalMove) as caught:
        ended.play("hello")
    assert caught.value.refusal is Refusal.NOT_A_MOVE


@pytest.mark.parametrize("action", ["forfeit", "resign", "abandon"])
def test_a_finished_match_cannot_be_given_up(action: str) -> None:
    match = Match.deal(seed=7, seals=1).forfeit(0)
    with pytest.raises(ValueError, match=".+"):
        getattr(match, action)(1)
    with pytest.raises(ValueError, match=".+"):
        match.stop_round()


def test_a_wrong_move_is_refused_with_its_reason() -> None:
    match = Match.deal(seed=7)
    assert match.why_not("$K1") is Refusal.CAMELS_NOT_SOLD
    with pytest.raises(IllegalMove) as caught:
        match.play("$K1")
    assert caught.value.refusal is Refusal.CAMELS_NOT_SOLD
    assert str(caught.value.move) == "$K1"


@pytest.mark.parametrize("ruleset", ALL)
def test_a_match_is_played_by_one_ruleset(ruleset: str) -> None:
    match = finished(2, ruleset)
    assert {table.ruleset.name for table in match.rounds} == {ruleset}
    assert match.record()["ruleset"] == ruleset


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownRuleset):
        Match.deal(seed=7, ruleset="chess")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seals": 0},
        {"seals": -1},
        {"seals": True},
        {"seals": 2.0},
        {"first": 2},
        {"first": 1.0},
        {"players": ("one",)},
        {"seed": bytes(3)},
    ],
    ids=str,
)
def test_impossible_matches_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Match.deal(**{"seed": 7, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [2, -1, True, 1.0, None])
def test_a_match_is_given_up_by_seat_0_or_1(seat: Any) -> None:
    for give_up in (Match.deal(seed=7).resign, Match.deal(seed=7).abandon):
        with pytest.raises(ValueError, match="seat must be 0 or 1, got "):
            give_up(seat)


def test_no_round_of_a_match_that_was_given_up_is_forfeited_or_stopped() -> None:
    match = Match.deal(seed=7).resign(0)
    for end_round in (partial(match.forfeit, 1), match.stop_round):
        with pytest.raises(IllegalMove):
            end_round()


def test_a_match_can_be_copied_and_pickled() -> None:
    match = finished(3)
    for again in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert again.record() == match.record()
        assert again.round == match.round


def test_an_after_state_can_be_copied_and_pickled() -> None:
    half = finished(3).rounds[0].at(5).after("+K")
    for again in (pickle.loads(pickle.dumps(half)), copy.copy(half), copy.deepcopy(half)):
        assert again.move == half.move
        assert again.settle() == half.settle()


def test_a_match_of_a_record_without_known_seed_deals_on() -> None:
    record = Match.deal(seed=7).play("+K").record()
    record.pop("seed", None)
    match = Match.from_record(record).forfeit(0).next_round()
    assert len(match.rounds) == 2
    assert match.round.ply == 0


def test_between_rounds_nothing_can_be_played_until_the_next_is_dealt() -> None:
    match = Match.deal(seed=7).forfeit(0)
    assert match.is_between
    assert (match.turn, match.is_over, len(match.rounds)) == (None, False, 1)
    assert match.why_not("+K") is Refusal.ROUND_OVER
    with pytest.raises(IllegalMove) as caught:
        match.play("+K")
    assert caught.value.refusal is Refusal.ROUND_OVER
    with pytest.raises(IllegalMove):
        match.forfeit(1)
    dealt = match.next_round()
    assert not dealt.is_between
    assert (dealt.turn, len(dealt.rounds)) == (0, 2)
    assert dealt.rounds[0] == match.round


def test_a_round_that_runs_cannot_be_followed_by_another() -> None:
    with pytest.raises(ImpossiblePosition):
        Match.deal(seed=7).next_round()


def test_a_match_that_is_over_deals_no_more() -> None:
    for match in (Match.deal(seed=7, seals=1).forfeit(0), Match.deal(seed=7).resign(1)):
        assert not match.is_between
        with pytest.raises(IllegalMove):
            match.next_round()


def test_a_match_that_was_given_up_between_rounds_has_its_record() -> None:
    match = Match.deal(seed=7).forfeit(0).resign(0)
    assert [done["end"] for done in match.record()["rounds"]] == ["forfeit"]
    assert Match.from_record(match.record()).record() == match.record()


def test_a_record_that_ends_with_a_round_just_dealt_reads_and_writes_the_same() -> None:
    match = Match.deal(seed=7).forfeit(0)
    for standing in (match, match.next_round()):
        again = Match.from_record(standing.record())
        assert again.record() == standing.record()
        assert again.rounds == standing.rounds


@pytest.mark.parametrize("ruleset", ALL)
def test_positions_are_the_rounds_as_they_stood(ruleset: str) -> None:
    match, stood = Match.deal(seed=5, ruleset=ruleset), []
    rng = Random(5)
    while not match.is_over:
        if match.is_between:
            match = match.next_round()
        stood.append(match.round)
        match = match.play(rng.choice(match.round.legal_moves()))
        if match.round.is_over:
            stood.append(match.round)
    assert list(match.positions()) == stood
    assert [position.history for position in match.positions()] == [
        position.history for position in stood
    ]
    dealt = Match.deal(seed=5, ruleset=ruleset)
    for ended in (dealt.forfeit(0), dealt.stop_round()):
        assert list(ended.positions()) == [dealt.round, ended.round]


@pytest.mark.parametrize("ruleset", ALL)
def test_decisions_are_the_views_and_moves_as_they_were_played(ruleset: str) -> None:
    rng, match = Random(5), Match.deal(seed=5, ruleset=ruleset)
    played = []
    while not match.is_over:
        if match.is_between:
            match = match.next_round()
        assert match.turn is not None
        move = rng.choice(match.round.legal_moves())
        played.append((match.view(match.turn), move))
        match = match.play(move)
    assert list(match.decisions()) == played


def test_a_match_prints_on_one_line() -> None:
    match = Match.deal(seed=7, players=("ada", "ben")).play("+K")
    assert repr(match) == "<Match standard ada 0, ben 0; round 1, ply 1>"
    assert repr(match.resign(0)) == "<Match standard ada 0, ben 0; round 1, over by resigned>"


def test_a_match_is_drawn_below_its_standing() -> None:
    match = Match.deal(seed=7, players=("ada", "ben"))
    assert str(match) == f"ada 0, ben 0\n{match.round}"


@pytest.mark.parametrize("players", [("ada", 3), (None, "ben"), (b"ada", "ben")])
def test_players_are_named_by_text(players: Any) -> None:
    with pytest.raises(TypeError, match="players must be two str, got "):
        Match.deal(seed=7, players=players)


def test_a_match_with_a_round_that_was_built_has_no_record() -> None:
    match = replace(Match.deal(seed=7), rounds=(a_round(hand="GGS", market="DLLKK"),))
    with pytest.raises(ImpossiblePosition, match="A round that was not dealt cannot be recorded"):
        match.record()


@pytest.mark.parametrize("record", [None, 3, "text", [], {}, {"format": "jaipur-record/1"}])
def test_what_is_no_record_is_refused(record: object) -> None:
    with pytest.raises(RecordError):
        Match.from_record(record)  # type: ignore[arg-type]


def test_a_round_can_be_seen_at_any_ply() -> None:
    match = play_round(Match.deal(seed=7), 7)
    table = match.round
    then = table.at(0)
    for ply, (move, _) in enumerate(table.history):
        assert table.at(ply) == then
        then = then.play(move)
    assert table.at(table.ply) == table
    assert table.at(3).history == table.history[:3]


def test_a_forfeit_is_no_move() -> None:
    running = Round.deal(seed=7).play("+K")
    assert running.forfeit(0).at(1) == running
    assert running.stop().at(1) == running


@pytest.mark.parametrize("ply", [-1, 2])
def test_a_ply_that_was_not_played_is_refused(ply: int) -> None:
    with pytest.raises(ValueError, match=f"ply must be from 0 to 1, got {ply}"):
        Round.deal(seed=7).play("+K").at(ply)


def test_a_round_that_was_built_has_no_past() -> None:
    built = Round.from_text(Round.deal(seed=7).play("+K").to_text())
    with pytest.raises(ImpossiblePosition, match="no past"):
        built.at(0)
