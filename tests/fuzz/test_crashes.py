"""What once ended the process, read beyond an array or never came back: each in its own process."""

import subprocess
import sys

import pytest

SET_UP = """
import random, types, jaipur
from jaipur import *
from jaipur.rules import round as rounds
from jaipur.rules.core import action_tables, compiled_rules, perft
table = Round.deal(7)

def with_past(past):
    return rounds.restore(table.position, past, table.start_market, None).history

class Forged(Take):
    def __new__(cls, action):
        self = object.__new__(cls)
        object.__setattr__(self, "action", action)
        object.__setattr__(self, "_text", "+D")
        return self
"""
ONCE_BROKEN = {
    "a half move that was never begun": "AfterState().settle()",
    "a half move that was never begun, printed": "repr(AfterState())",
    "a round that was never made": "Round.__new__(Round).ruleset",
    "a round that was never made, printed": "repr(Round.__new__(Round))",
    "a round that was never made, played": "Round.__new__(Round).play('+K')",
    "a round that was never made, seen": "Round.__new__(Round).view(0)",
    "a round that was never made, ended": "Round.__new__(Round).stop().to_text()",
    "a round that was never made, hashed": "hash(Round.__new__(Round))",
    "a round that was never made, compared": "Round.__new__(Round) == table",
    "a list of moves that was never made": "repr(LegalMoves()), list(LegalMoves())",
    "nothing counted": "perft.perft(None, 3)",
    "nothing believed": "Belief(None)",
    "a belief that was never made": "Belief.__new__(Belief)",
    "a forged action": "table.play(Forged(60000))",
    "a forged action far out": "table.play(Forged(2**31 - 1))",
    "a forged action below": "table.play(Forged(-70000))",
    "a forged action, asked": "table.why_not(Forged(2**31 - 1))",
    "a forged action, half": "table.after(Forged(2**31 - 1))",
    "rules out of thin air": "compiled_rules.CompiledRules(types.SimpleNamespace("
    "all_cards=STANDARD.all_cards, tokens=((200,) * 100_000,) * 6, bonus={}))",
    "a history of five bytes": "with_past(b'12345')",
    "a history of unknown moves": "with_past(b'\\xff' * 4)",
    "too few counts": "action_tables.action_of_exchange((2,), (2,))",
    "counts below nothing": "action_tables.action_of_exchange((2,0,0,0,0,0,0), (0,0,7,0,0,7,-12))",
    "luck that is always zero": "redeal(table.view(0), "
    "types.SimpleNamespace(getrandbits=lambda n: 0))",
    "a billion camels": "Round.build(market='DGSCP', herds=(10**9, 0))",
    "a billion cards": "Cards({CAMEL: 10**9})",
    "a very long exchange": "Exchange(Cards({CAMEL: 999}), Cards({CAMEL: 999}))",
    "a deck longer than the core": "Round.build(market='DGSKK', ruleset=Ruleset(name='wild', "
    "cards=STANDARD.cards, camels=11, tokens=STANDARD.tokens, bonus=STANDARD.bonus, "
    "camels_laid_out=0, deal_size=1))",
}


@pytest.mark.parametrize("what", ONCE_BROKEN)
def test_it_is_refused_or_answered(what: str) -> None:
    code = (
        f"{SET_UP}\ntry:\n    {ONCE_BROKEN[what]}\n"
        "except (JaipurError, TypeError, ValueError, OverflowError, AttributeError):\n    pass\n"
    )
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
