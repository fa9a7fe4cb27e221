"""Deals by docs/notation.md: check_deal.py SEED RULESET ROUND... or SEED RULESET < RECORD."""

import json
import sys
from hashlib import sha256

CARDS = "DDDDDDGGGGGGSSSSSSCCCCCCCCPPPPPPPPLLLLLLLLLLKKKKKKKK"
PILES = {"standard": ["112233", "445566", "8899AA"], "box": ["1122233", "445566", "889AA"]}


def deal(key: bytes, number: int, ruleset: str) -> dict[str, object]:
    """The starter, the deck and the bonus piles (A is 10) of a round, as a record has them."""
    heads = (key + number.to_bytes(4, "big") + block.to_bytes(4, "big") for block in range(99))
    stream = (byte for head in heads for byte in sha256(head).digest())
    first, piles = next(stream) % 2, [list(pile) for pile in [CARDS, *PILES[ruleset]]]
    for pile in piles:
        for place in range(len(pile), 1, -1):
            other = next(byte for byte in stream if byte < 256 - 256 % place) % place
            pile[place - 1], pile[other] = pile[other], pile[place - 1]
    bonus = {str(size): [int(value, 16) for value in piles[size - 2]] for size in (3, 4, 5)}
    return {"first": first, "deck": "".join(piles[0]), "bonus": bonus}


seed, ruleset, *numbers = sys.argv[1:]
key = bytes.fromhex(seed) if len(seed) == 64 else sha256(f"jaipur-seed-{seed}".encode()).digest()
played = {} if numbers else dict(enumerate(json.loads(sys.stdin.readline())["rounds"], 1))
for number, dealt in [(int(n), deal(key, int(n), ruleset)) for n in numbers or played]:
    print(json.dumps(dealt))
    if played and any(dealt[it] != played[number][it] for it in list(dealt)[number > 1 :]):
        sys.exit(f"Round {number} of the record was dealt otherwise.")  # R9 names later starters
