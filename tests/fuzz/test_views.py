"""Views out of any JSON or plain data, and rounds dealt again from them."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from jaipur import Belief, JaipurError, NotationError, View, redeal
from jaipur.cli.bench_kernels import random_redeals
from tests.builders import played, played_out
from tests.fuzz.damage import (
    ANYTHING,
    JUNK,
    attempt,
    damaged_text,
    damaged_tree,
    fuzz,
    outcome,
    same,
    single_changes,
    views,
)

VIEWS = st.sampled_from(views())
TREES = damaged_tree(VIEWS.map(View.to_dict))
OBJECTS = ("you", "opponent", "over")


def without_more(tree: Any, written: Any) -> Any:
    """A tree without the fields that a table may add: only the names that a view has."""
    kept = {key: value for key, value in tree.items() if key in written}
    for key in OBJECTS:
        if isinstance(written.get(key), dict):
            kept[key] = {name: kept[key][name] for name in kept[key] if name in written[key]}
    if "seats" in written:
        pairs = zip(kept["seats"], written["seats"], strict=True)
        kept["seats"] = [{k: v for k, v in seat.items() if k in names} for seat, names in pairs]
    return kept


def is_whole(view: View, tree: Any) -> None:
    """A view that was read is written as it was, and can be read again."""
    written = view.to_dict()
    assert same(without_more(tree, written), written)
    assert View.from_dict(written) == view
    assert View.from_json(view.to_json()) == view


@fuzz(300, tree=TREES | JUNK)
def test_plain_data_is_a_view_or_is_refused(tree: Any) -> None:
    view = attempt(View.from_dict, tree, only=(NotationError, TypeError))
    if view is not None:
        is_whole(view, tree)


SHORT = played("standard", 2, 5)
TINY_END = played_out("tiny", 5)


@pytest.mark.parametrize(
    "view",
    [
        SHORT.view(0),
        SHORT.view(None),
        SHORT.forfeit(0).view(1),
        TINY_END.view(0),
        TINY_END.view(None),
    ],
)
def test_every_single_change_of_a_view_is_refused_or_written_back(view: View) -> None:
    for path, tree in single_changes(view.to_dict()):
        read = attempt(View.from_dict, tree, only=(NotationError,))
        if read is not None:
            try:
                is_whole(read, tree)
            except Exception as error:
                error.add_note(f"changed at {path}")
                raise


@fuzz(200, tree=TREES | JUNK)
def test_json_is_a_view_or_has_a_column(tree: Any) -> None:
    text = json.dumps(tree)
    view, error = outcome(View.from_json, text, only=(NotationError,))
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        assert error.code == "bad_view"
    if view is not None:
        is_whole(view, json.loads(text))


@fuzz(300, text=damaged_text(VIEWS.map(View.to_json)) | st.text() | ANYTHING)
def test_text_is_a_view_or_is_refused(text: Any) -> None:
    only = (NotationError,) if isinstance(text, str | bytes) else (NotationError, TypeError)
    view = attempt(View.from_json, text, only=only)
    if view is not None:
        is_whole(view, json.loads(text))


@fuzz(200, tree=TREES, seed=st.integers(0, 9))
def test_a_damaged_view_is_dealt_again_as_it_is_or_refused(tree: Any, seed: int) -> None:
    view = attempt(View.from_dict, tree, only=(NotationError, TypeError))
    if view is None:
        return
    belief = attempt(Belief, view, only=(JaipurError,))
    if belief is None:
        return
    dealt = belief.redeal(Random(seed))
    seen = dealt.view(view.seat).to_dict()
    of_the_match = {"round", "seals"}
    if view.turn is None and view.over is None:  # a match that was given up in mid-round
        of_the_match |= {"turn", "moves"}
    for name, value in view.to_dict().items():
        assert same(seen[name], value) or name in of_the_match, name
    assert dealt == redeal(view, Random(seed))
    random_redeals(view, 3, seed)
    for move in dealt.legal_moves()[:3]:
        dealt.play(move)


@fuzz(200, value=ANYTHING, rng=ANYTHING, count=ANYTHING, seed=ANYTHING)
def test_belief_in_anything_else_is_refused(value: Any, rng: Any, count: Any, seed: Any) -> None:
    assert attempt(Belief, value) is None
    assert attempt(redeal, value, Random(0)) is None
    assert attempt(redeal, views()[0], rng) is None
    if not isinstance(count, int) or count < 10_000:
        attempt(random_redeals, views()[0], count, seed)
