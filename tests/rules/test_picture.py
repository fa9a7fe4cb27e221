"""Pictures in notebooks: well-formed, small, and a view shows nothing that is hidden from it."""

import random
from typing import Any
from xml.etree import ElementTree

import pytest

import jaipur
from jaipur.rules.picture import CARD_COLOURS

SVG = "{http://www.w3.org/2000/svg}"


def texts(thing: Any) -> list[str]:
    """The texts of a picture, which must parse."""
    picture = ElementTree.fromstring(thing._repr_html_())
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def faces(thing: Any) -> list[str]:
    """What lies on the table, by the titles of its shapes."""
    picture = ElementTree.fromstring(thing._repr_html_())
    return [title.text or "" for title in picture.iter(f"{SVG}title")]


def played(plies: int, **options: Any) -> jaipur.Match:
    rng, match = random.Random(5), jaipur.Match.deal(seed=7, **options)
    for _ in range(plies):
        match = match.play(rng.choice(list(match.round.legal_moves())))
    return match


def test_cards_lie_in_a_row() -> None:
    assert texts(jaipur.Cards("KGKCK")) == list("GCKKK")
    assert texts(jaipur.Cards()) == []


def test_a_round_is_open() -> None:
    round = jaipur.Round.build(market="DLKKK", hands=("GGSLL", "CCPPP"))
    drawn = texts(round)
    assert [text for text in drawn if len(text) == 1][:15] == [*"CCPPP", *"DLKKK", *"GGSLL"]
    assert "seat 1: 0 rupees, 0 camels" in drawn
    assert "seat 0: 0 rupees, 0 camels" in drawn
    assert "7 7 5 5 5" in drawn
    assert "bonus for 3: 6 left" in drawn


def test_a_view_shows_only_what_its_seat_may_know() -> None:
    """Two rounds that differ in hidden cards only have the same picture."""
    view = played(1).round.view(1)
    rng = random.Random(1)
    guesses = [jaipur.redeal(view, rng) for _ in range(20)]
    assert {guess.view(1)._repr_html_() for guess in guesses} == {view._repr_html_()}
    assert len({guess._repr_html_() for guess in guesses}) > 10


def test_unknown_cards_lie_face_down() -> None:
    view = jaipur.Match.deal(seed=7).play("+G").view(1)
    assert texts(view).count("?") == 4  # of the opponent's five goods, one is surely gold
    spectator = jaipur.Match.deal(seed=7).view(None)
    hidden = sum(seat.hand for seat in spectator.seats or ())
    assert texts(spectator).count("?") == hidden


def test_a_finished_round_is_turned_up_in_its_view() -> None:
    match = jaipur.Match.deal(seed=7)
    rng = random.Random(3)
    while match.turn is not None:
        match = match.play(rng.choice(list(match.round.legal_moves())))
    for seat in (0, 1, None):
        drawn = texts(match.view(seat))
        assert "?" not in drawn
        assert sum(f"{rupees} rupees" in text for rupees in match.round.rupees for text in drawn)


def test_the_names_of_players_are_escaped_and_cut() -> None:
    names = ('<script>alert("x")</script>', "a & b\x00\ud800")
    match = played(3, players=names)
    source = match._repr_html_()
    assert "<script" not in source
    drawn = texts(match)
    assert any(text.startswith('<script>alert("x")</scr…: ') for text in drawn)
    assert any(text.startswith("a & b  : ") for text in drawn)
    source.encode()


def test_a_match_shows_its_score() -> None:
    match = played(0)
    rng = random.Random(3)
    while match.turn is not None:
        match = match.play(rng.choice(list(match.round.legal_moves())))
    one, two = match.round.rupees
    drawn = texts(match.next_round())
    assert drawn[0] == f"north {match.seals[0]} – {match.seals[1]} south, round 2"
    assert drawn[1].startswith(f"round 1: {one} – {two} rupees, ")
    assert texts(match.resign(0).view(1))[0].endswith(" nobody to move") or match.round.is_over


def test_a_long_match_stays_small() -> None:
    match = played(0, seals=100)
    for _ in range(20):
        match = match.forfeit(0).next_round()
    assert len(match._repr_html_()) < 8000
    assert sum(text.startswith("round ") for text in texts(match)) == 5


@pytest.mark.parametrize("thing", [played(20), played(20).round, played(20).view(0)])
def test_a_picture_is_small(thing: Any) -> None:
    assert len(thing._repr_html_()) < 7000
    assert set(faces(thing)) <= {*map(str, CARD_COLOURS), "face down"}
