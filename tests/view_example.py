"""The view of the design's example, and a match in which a seat sees it."""

import json

from jaipur import Cards, Match, Round

__all__ = ["EXAMPLE", "example_match"]

# The example of the design, letter for letter.
EXAMPLE = """
{"format": "jaipur-view/1", "ruleset": "standard", "seat": 0, "turn": 0, "round": 1, "ply": 9, "first": 1, "seals": [0, 0],
 "market": "KKKKK", "deck": 34, "discard": {"D": 2, "C": 2, "P": 1, "L": 3},
 "tokens": {"D": [5,5,5], "G": [6,6,5,5,5], "S": [5,5,5,5,5], "C": [3,2,2,1,1], "P": [3,3,2,2,1,1], "L": [1,1,1,1,1,1]},
 "bonus": {"3": 5, "4": 6, "5": 6},
 "you":      {"hand": "CP", "herd": 1, "goods": {"C": [3], "L": [4,3,2]}, "bonus": {"3": [3]}},
 "opponent": {"hand": 5, "known": "GGLL", "shown": "DDCP", "herd": 0, "goods": {"D": [7,7], "C": [5], "P": [5]}, "bonus": {}},
 "start": "CKKKK",
 "history": [["$C1",""], ["$L3",""], ["$D2",""], ["$C1",""], ["$P1",""], ["+C","G"], ["+K","PLGL"], ["+P","K"], ["+GGLL-KKKK",""]],
 "last": "+GGLL-KKKK", "moves": ["+K", "$C1", "$P1"], "over": null}
"""  # noqa: E501


def example_match() -> Match:
    """A match in which seat 0 sees the example of the design."""
    dealt = "LLLCK" + "DDCPS" + "CK" + "G" + "PLGL" + "K"
    rest = Round.deal(seed=1).ruleset.shuffled_cards - Cards(dealt)
    return Match.from_record(
        {
            "format": "jaipur-record/1",
            "ruleset": "standard",
            "players": ["north", "south"],
            "seals": 2,
            "rounds": [
                {
                    "first": 1,
                    "deck": dealt + str(rest),
                    "bonus": {
                        "3": [3, 1, 1, 2, 2, 3],
                        "4": [4, 4, 5, 5, 6, 6],
                        "5": [8, 8, 9, 9, 10, 10],
                    },
                    "moves": [move for move, _ in json.loads(EXAMPLE)["history"]],
                    "end": None,
                    "by": None,
                    "rupees": [15, 24],
                    "seal": None,
                }
            ],
            "ended": "unfinished",
            "by": None,
            "winner": None,
        }
    )
