"""Digests of what the network and the search return for fixed positions.

They are the same on every processor and compiler, and change only with the weights, the features
or the search. After such a change, write them anew:

    python -m tests.engine.signature > tests/engine/signature.txt
"""

from __future__ import annotations

import hashlib

from jaipur.engine.one_ply import move_logits
from jaipur.engine.search import think
from tests.engine.positions import of_random_play

BOTH = ("standard", "box")


def network_signature() -> str:
    """Every legal move of some hundred positions, with the network's whole-numbered logit."""
    digest = hashlib.sha256()
    for ruleset in BOTH:
        for table in of_random_play(8, seed=1, ruleset=ruleset):
            logits = move_logits(table.view(table.turn))
            digest.update(" ".join(f"{move}{logit * 256:.0f}" for move, logit in logits).encode())
    return digest.hexdigest()[:16]


def search_signature() -> str:
    """What 200 samples find in some dozen positions."""
    digest = hashlib.sha256()
    for ruleset in BOTH:
        for table in of_random_play(4, seed=2, ruleset=ruleset, keep=0.1):
            found = think(table.view(table.turn), samples=200, seed=7)
            texts = [f"{it.move}{it.win:.9f}{it.error:.9f}{it.reply}" for it in found]
            digest.update(" ".join(texts).encode())
    return digest.hexdigest()[:16]


def signature() -> str:
    """Both, as the file holds them."""
    return f"network {network_signature()}\nsearch {search_signature()}\n"


if __name__ == "__main__":
    print(signature(), end="")
