"""What a notice says, in each language: a title and a sentence, from public facts only.

It knows the names of the players, whose turn it is, the last move, the time left and who has won.
It is given nothing else, so it can tell nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from jaipur.server.game import parse_move
from jaipur.server.notices.drafts import NoticeKind
from jaipur.server.notices.plain_words import (
    LANGUAGES,
    Language,
    move_in_words,
    shown_name,
    time_in_words,
)

__all__ = ["NoticeFacts", "NoticeText", "feed_title", "text_of"]


class NoticeFacts(NamedTuple):
    """The public facts behind a notice."""

    kind: str
    opponent: str | None
    move: str | None = None
    won: bool | None = None
    """Whether the reader has won the match; None without a winner."""
    between: bool = False
    """Whether a round is over, and the next one waits for the reader."""
    left_ms: int | None = None
    """How much time is left for the reader's move."""


class NoticeText(NamedTuple):
    """A notice in words."""

    title: str
    body: str


_TITLES: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        NoticeKind.YOUR_MOVE: "Your move against {who}",
        NoticeKind.REMINDER: "{who} is waiting for your move",
        NoticeKind.MATCH_OVER: "The match against {who} is over",
        NoticeKind.CHALLENGE: "{who} challenges you",
        NoticeKind.SAT_DOWN: "{who} has sat down at your table",
        NoticeKind.REMATCH: "{who} offers a rematch",
        NoticeKind.TEST: "Notices work on this device",
    },
    "fr": {
        NoticeKind.YOUR_MOVE: "À vous de jouer contre {who}",
        NoticeKind.REMINDER: "{who} attend votre coup",
        NoticeKind.MATCH_OVER: "La partie contre {who} est terminée",
        NoticeKind.CHALLENGE: "{who} vous défie",
        NoticeKind.SAT_DOWN: "{who} a pris place à votre table",
        NoticeKind.REMATCH: "{who} propose une revanche",
        NoticeKind.TEST: "Les avis arrivent sur cet appareil",
    },
    "ru": {
        NoticeKind.YOUR_MOVE: "Ваш ход. Соперник: {who}",
        NoticeKind.REMINDER: "{who} ждёт вашего хода",
        NoticeKind.MATCH_OVER: "Партия окончена. Соперник: {who}",
        NoticeKind.CHALLENGE: "{who} вызывает вас на игру",
        NoticeKind.SAT_DOWN: "{who} уже за вашим столом",
        NoticeKind.REMATCH: "{who} предлагает реванш",
        NoticeKind.TEST: "Уведомления на этом устройстве работают",
    },
}
_BODIES: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "left": "{time} left.",
        "late": "Your time is up: the match can be claimed.",
        "between": "The round is over. On to the next one.",
        "won": "You won.",
        "lost": "You lost.",
        "ended": "It ended without a winner.",
        NoticeKind.CHALLENGE: "Answer it at the table.",
        NoticeKind.SAT_DOWN: "The match can begin.",
        NoticeKind.REMATCH: "Answer it at the table.",
        NoticeKind.TEST: "This is how “your move” will reach you.",
    },
    "fr": {
        "left": "Temps restant : {time}.",
        "late": "Votre temps est écoulé : la victoire peut être réclamée.",
        "between": "La manche est terminée. Place à la suivante.",
        "won": "Vous avez gagné.",
        "lost": "Vous avez perdu.",
        "ended": "Elle se termine sans vainqueur.",
        NoticeKind.CHALLENGE: "Répondez à la table.",
        NoticeKind.SAT_DOWN: "La partie peut commencer.",
        NoticeKind.REMATCH: "Répondez à la table.",
        NoticeKind.TEST: "C’est ainsi que vous saurez que c’est à vous de jouer.",
    },
    "ru": {
        "left": "Осталось: {time}.",
        "late": "Ваше время вышло: соперник может потребовать победу.",
        "between": "Раунд окончен. Пора начинать следующий.",
        "won": "Вы победили.",
        "lost": "Вы проиграли.",
        "ended": "Победителя нет.",
        NoticeKind.CHALLENGE: "Ответьте за столом.",
        NoticeKind.SAT_DOWN: "Можно начинать.",
        NoticeKind.REMATCH: "Ответьте за столом.",
        NoticeKind.TEST: "Так вы узнаете, что пора ходить.",
    },
}
_FEED: Final = {
    "en": "Jaipur: your games",
    "fr": "Jaipur : vos parties",
    "ru": "Джайпур: ваши партии",
}


def text_of(facts: NoticeFacts, language: Language) -> NoticeText:
    """A notice in words, in a language of the page."""
    language = language if language in LANGUAGES else "en"
    who = shown_name(facts.opponent, language)
    return NoticeText(
        title=_TITLES[language][facts.kind].format(who=who),
        body=" ".join(_sentences(facts, who, language)),
    )


def feed_title(language: Language) -> str:
    """The title of a feed."""
    return _FEED[language if language in LANGUAGES else "en"]


def _sentences(facts: NoticeFacts, who: str, language: Language) -> list[str]:
    bodies = _BODIES[language]
    if facts.kind == NoticeKind.MATCH_OVER:
        return [bodies[{True: "won", False: "lost", None: "ended"}[facts.won]]]
    if facts.kind not in (NoticeKind.YOUR_MOVE, NoticeKind.REMINDER):
        return [bodies[facts.kind]]
    found = []
    if facts.between:
        found.append(bodies["between"])
    elif facts.move is not None:
        found.append(move_in_words(parse_move(facts.move), who, language))
    if facts.left_ms is not None:
        found.append(_time_left(facts.left_ms, bodies, language))
    return found


def _time_left(left_ms: int, bodies: Mapping[str, str], language: Language) -> str:
    if left_ms <= 0:
        return bodies["late"]
    return bodies["left"].format(time=time_in_words(left_ms, language))
