"""The scoring of a finished round: tokens by good, bonus, camels, totals, and who gets the seal."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from jaipur.cli.player_names import with_verb
from jaipur.cli.style import SEAL, chip, dim
from jaipur.rules.cards import CAMEL, Good
from jaipur.rules.match import Match
from jaipur.rules.round import Round

__all__ = ["match_result", "round_result", "why_it_ended"]


def round_result(round_: Round, names: tuple[str, str], number: int) -> Iterator[RenderableType]:
    """A finished round as a table, with the sentences under it."""
    yield Text(f"Round {number} is over: {why_it_ended(round_, names)}.", style="bold")
    yield _table(round_, names)
    yield _seal(round_, names)


def why_it_ended(round_: Round, names: tuple[str, str]) -> str:
    """What ended the round, in words."""
    match round_.end:
        case "deck":
            return "the market could not be filled"
        case "tokens":
            return f"{round_.ruleset.kinds_to_end} kinds of goods token are used up"
        case "forfeit":
            return f"{names[round_.by or 0]} gave it up"
        case "stopped" | "limit":
            return f"it was stopped after {round_.ply} moves"
        case _:
            return "it was not finished"


def _table(round_: Round, names: tuple[str, str]) -> Grid:
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    table.add_column("", footer="rupees")
    for seat in (0, 1):
        total = Text(str(round_.scores[seat].rupees), style="bold")
        table.add_column(names[seat], footer=total, justify="right", min_width=10)
    for good in Good:
        if round_.ruleset.tokens_of(good):
            cells = (_values(round_.goods_tokens(seat).get(good, ())) for seat in (0, 1))
            table.add_row(chip(good) + Text(f" {good}"), *cells)
    bonus = (
        _values([value for pile in round_.bonus_tokens(seat).values() for value in pile])
        for seat in (0, 1)
    )
    table.add_row(Text("bonus tokens"), *bonus)
    table.add_row(chip(CAMEL) + Text(" camels"), *(_camels(round_, seat) for seat in (0, 1)))
    return table


def _values(values: tuple[int, ...] | list[int]) -> Text:
    if not values:
        return dim("–")
    listed = " + ".join(str(value) for value in values)
    if len(values) == 1:
        return Text(listed)
    return dim(f"{listed} = ") + Text(str(sum(values)))


def _camels(round_: Round, seat: int) -> Text:
    herd, token = round_.herds[seat], round_.scores[seat].camel
    return dim(f"herd of {herd}: ") + Text(str(token) if token else "–")


def _seal(round_: Round, names: tuple[str, str]) -> Text:
    """Who gets the seal, and by what tie-break if it took one (R8)."""
    if round_.seal is None:
        reason = "" if round_.end == "limit" else " Rupees and tokens are equal."
        return Text(f"Nobody gets a seal.{reason}")
    winner, loser = round_.scores[round_.seal], round_.scores[1 - round_.seal]
    sentence = Text.assemble(("● ", SEAL))
    sentence.append(f"{with_verb(names[round_.seal], 'get')} the seal", style="bold")
    if round_.end == "forfeit" or winner.rupees != loser.rupees:
        return sentence + Text(".")
    if winner.bonus_tokens != loser.bonus_tokens:
        return sentence + Text(
            f" by more bonus tokens, {winner.bonus_tokens} to {loser.bonus_tokens}."
        )
    return sentence + Text(f" by more goods tokens, {winner.goods_tokens} to {loser.goods_tokens}.")


def match_result(match: Match, names: tuple[str, str]) -> Text:
    """The score or the result of a match, in one sentence."""
    score = f"{match.seals[0]}–{match.seals[1]}"
    if match.winner is None:
        return Text(f"The match is not finished: {names[0]} {score} {names[1]}.")
    wins = with_verb(names[match.winner], "win")
    ours, theirs = match.seals[match.winner], match.seals[1 - match.winner]
    if match.ended == "seals":
        seals = "1 seal" if ours == 1 else f"{ours} seals"
        return Text(f"{wins} the match by {seals} to {theirs}.", style="bold")
    loser = names[1 - match.winner]
    verb = "resigned" if match.ended == "resigned" else "left"
    return Text(f"{wins} the match: {loser} {verb} at {score}.", style="bold")
