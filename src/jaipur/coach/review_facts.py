"""What a stored review says about one seat, as sums that can be added up over matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any, Final, Self

from jaipur.coach.accuracy import Accuracy
from jaipur.coach.mistake_themes import MistakeTheme, theme_of

__all__ = ["ReviewFacts", "ThemeLoss", "review_facts"]

_SIGMAS: Final = 2.0
_PLACES: Final = 5


@dataclass(frozen=True, slots=True)
class ThemeLoss:
    """The mistakes of one theme: how many, and what they lost, as a probability of the seal."""

    count: int = 0
    lost: float = 0.0

    def __add__(self, other: ThemeLoss) -> ThemeLoss:
        return ThemeLoss(self.count + other.count, self.lost + other.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFacts:
    """The review of some matches for one player; those of other matches can be added."""

    matches: int = 0
    decisions: int = 0
    """How many had something to decide."""
    lost: float = 0.0
    """What they lost in all, as a probability of the seal; chance can make it negative."""
    squares: float = 0.0
    """The sum of the squares of what each lost."""
    luck: float = 0.0
    """What deals, draws and bonus tokens were worth, in matches: 0.5 turns a coin into a win."""
    luck_variance: float = 0.0
    """The square of its standard error."""
    themes: Mapping[MistakeTheme, ThemeLoss] = field(default_factory=dict)
    """Moves that lost more than two standard errors, by theme."""

    def __add__(self, other: ReviewFacts) -> ReviewFacts:
        themes = dict(self.themes)
        for theme, loss in other.themes.items():
            themes[theme] = themes.get(theme, ThemeLoss()) + loss
        return ReviewFacts(
            matches=self.matches + other.matches,
            decisions=self.decisions + other.decisions,
            lost=self.lost + other.lost,
            squares=self.squares + other.squares,
            luck=self.luck + other.luck,
            luck_variance=self.luck_variance + other.luck_variance,
            themes=themes,
        )

    @property
    def accuracy(self) -> Accuracy:
        """What a decision lost on average."""
        return Accuracy.from_sums(self.decisions, self.lost, self.squares)

    @property
    def luck_error(self) -> float:
        """The standard error of the luck."""
        return sqrt(self.luck_variance)

    def to_data(self) -> dict[str, Any]:
        """The sums as plain data, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The sums that `to_data` wrote."""
        themes = {MistakeTheme(name): ThemeLoss(**loss) for name, loss in data["themes"].items()}
        return cls(**{**data, "themes": themes})


def review_facts(review: Mapping[str, Any], seat: int) -> ReviewFacts:
    """What a review, as `jaipur-review/1`, says about a seat."""
    own = [move for move in review["moves"] if move["seat"] == seat and not move["trivial"]]
    differences = [move["difference"] for move in own]
    scale, luck = review["scales"]["match"], review["summaries"][seat]["luck"]
    return ReviewFacts(
        matches=1,
        decisions=len(own),
        lost=round(sum(differences), _PLACES),
        squares=round(sum(value * value for value in differences), 2 * _PLACES),
        luck=round(luck["share"]["match"] / scale, _PLACES),
        luck_variance=round((luck["error"]["match"] / scale) ** 2, 2 * _PLACES),
        themes=_themes(own),
    )


def _themes(moves: list[Mapping[str, Any]]) -> dict[MistakeTheme, ThemeLoss]:
    found: dict[MistakeTheme, ThemeLoss] = {}
    for move in moves:
        if move["lost"] > _SIGMAS * move["error"]:
            theme = theme_of(reason["code"] for reason in move["reasons"])
            found[theme] = found.get(theme, ThemeLoss()) + ThemeLoss(1, move["lost"])
    return found
