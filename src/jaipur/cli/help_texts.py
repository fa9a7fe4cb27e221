"""The texts of `help` and `rules` in a match at the terminal."""

from __future__ import annotations

from typing import Final

from jaipur.rules.rulesets import Ruleset

__all__ = ["HELP", "rules_in_short"]

HELP: Final = """\
A move is typed in letters or words; cards are D G S C P L, and K for a camel.
  +D          take one good             take diamond
  +K          take all camels           camels
  +DG-LK      take two or more,         take diamond gold give leather camel
              give as many back
  $L3         sell three leather        sell 3 leather
A number plays that move of the list. Besides moves there are
  moves       every legal move, numbered
  undo        back to your last decision
  rules       the game in short
  resign      give up the match
  quit        leave the table"""


def rules_in_short(ruleset: Ruleset) -> str:
    """The rules in a dozen lines, with the numbers of the ruleset."""
    lines = (
        "A move is one of these:",
        f"  Take one good. A hand holds {ruleset.hand_limit} goods at most; camels lie apart.",
        "  Take all camels of the market into your herd.",
        f"  Swap {ruleset.exchange_minimum} or more goods of the market for as many of your cards,",
        "  goods or camels. No good goes both ways, and market camels are not swapped.",
        "  Sell one kind of good. Each card takes the best token left of its kind;",
        f"  diamonds, gold and silver are sold {ruleset.precious_minimum} at least.",
        "Selling more at once earns a bonus token:",
        f"  {_bonus(ruleset)}.",
        "The deck fills the market up. When it cannot, the round is over; so it is when",
        f"{ruleset.kinds_to_end} kinds of goods token are used up. The larger herd then earns "
        f"{ruleset.camel_token}.",
        "The richer merchant gets a seal (on a tie, who has more bonus tokens, then more",
        "goods tokens). The loser starts the next round, and two seals win the match.",
    )
    return "\n".join(lines)


def _bonus(ruleset: Ruleset) -> str:
    piles = ruleset.bonus.items()
    largest = max(ruleset.bonus)
    return ", ".join(
        f"{min(values)}–{max(values)} for {size}{' or more' if size == largest else ''}"
        for size, values in piles
        if values
    )
